"""Everything of a challenge in files that others can check: boards, scores, and, after the close, the split."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, select

from mercalli.io.cells import csv_text
from mercalli.io.folders import Content, write_folder
from mercalli.plan.run_tables import columns_of
from mercalli.tasks.challenge.board import Board
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import board_of
from mercalli.tasks.challenge.doors.closing import revealed_salt
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.host import FILE, GOLD, KEY, PRIVATE, PUBLIC, Host, Revision
from mercalli.tasks.challenge.doors.scoring import latest
from mercalli.tasks.challenge.errors import ChallengeError

SUBMISSIONS, REVISIONS, SPLIT = "submissions.csv", "revisions.json", "split.json"
COLUMNS = (
    *("submission", "team", "phase", "received_at", "state", "run_digest", "size"),
    *("baseline", "excluded", "revision", "released", "final"),  # told once every phase is closed
)


def board_name(phase: str, part: str) -> str:
    """The file of a board in an export."""
    return f"board_{phase}_{part}.json"


def option_name(path: str) -> str:
    """The file of an export that holds what an option of the task names."""
    return f"option_{Path(path).name}"


def board_json(board: Board) -> str:
    """A board as strict JSON."""
    return json.dumps(asdict(board), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def board_csv(board: Board) -> str:
    """A board for a spreadsheet."""
    metrics = [measure.metric for measure in board.entries[0].measures] if board.entries else []
    ends = [name for metric in metrics for name in (metric, f"{metric} low", f"{metric} high")]
    header = ("rank", "group", "team", "baseline", "submission", "received_at", "runs", "not_ranked", *ends)
    rows = (
        (
            *(entry.rank, entry.group, entry.team, int(entry.baseline), entry.submission, entry.received),
            *(entry.runs, entry.below),
            *(end for each in entry.measures for end in (each.value, each.low, each.high)),
        )
        for entry in board.entries
    )
    return csv_text(header, rows)


def export(host: Host, out: str | Path, *, whole: bool = False) -> list[str]:
    """Write a new folder; `whole` adds the runs, and the gold file once all phases are closed."""
    with reading(host.engine) as connection:
        salt = revealed_salt(connection, host)
        files: dict[str, Content] = dict(_files(connection, host, closed=salt is not None))
        revision = host.revision(connection)
        phases = connection.execute(select(tables.phases)).all()
        if salt is not None:
            files[SPLIT] = json.dumps(_split(revision, phases, salt), indent=1, ensure_ascii=False) + "\n"
        if whole:
            files |= _runs(connection, host)
            files |= _gold(revision) if salt is not None else {}
    write_folder(out, files)
    return sorted(files)


def _files(connection: Connection, host: Host, *, closed: bool) -> Iterator[tuple[str, str]]:
    revision = host.revision(connection)
    yield FILE, revision.challenge.source
    yield KEY, revision.key.text
    rows = connection.execute(select(tables.revisions).order_by(tables.revisions.c.id)).mappings().all()
    about = [{**row, "commitments": json.loads(row["commitments"])} for row in rows]
    yield REVISIONS, json.dumps(about, indent=1, ensure_ascii=False) + "\n"
    yield SUBMISSIONS, csv_text(COLUMNS, _submissions(connection, closed=closed))
    for phase in connection.execute(select(tables.phases)).all():
        for part in (PUBLIC, PRIVATE) if phase.closed_at is not None else (PUBLIC,):
            board = board_of(connection, host, phase, part)
            _check_compared(board)
            name = board_name(phase.name, part)
            yield name, board_json(board)
            yield f"{name.removesuffix('.json')}.csv", board_csv(board)


def _check_compared(board: Board) -> None:
    """Refuse a board that lacks comparisons: whoever checks it would find other groups."""
    if any(entry.rank is not None and entry.group is None for entry in board.entries):
        raise ChallengeError.coded(
            "not_compared",
            "Some runs of a board are not compared yet. Wait for it, or run: mercalli challenge work DIR",
        )


def _submissions(connection: Connection, *, closed: bool) -> Iterator[tuple[object, ...]]:
    """Every run; before the close, neither what was released nor what was chosen is told."""
    runs, teams, scores, finals = tables.submissions, tables.teams, tables.scores, tables.finals
    query = (
        select(runs.c.public_id, teams.c.name, tables.phases.c.name.label("phase"))
        .add_columns(runs.c.received_at, runs.c.state, runs.c.run_digest, runs.c.size)
        .add_columns(teams.c.baseline, teams.c.disabled, scores.c.revision_id, scores.c.released, finals.c.id)
        .join(teams, teams.c.id == runs.c.team_id)
        .join(tables.phases, tables.phases.c.id == runs.c.phase_id)
        .join(scores, (scores.c.submission_id == runs.c.id) & latest(scores), isouter=True)
        .join(finals, finals.c.submission_id == runs.c.id, isouter=True)
        .order_by(runs.c.id)
    )
    for *own, baseline, excluded, revision, released, final in connection.execute(query):
        told = (int(baseline), int(excluded), revision, int(released or 0), int(final is not None))
        yield (*own, *(told if closed else [""] * len(told)))


def _split(revision: Revision, phases: list[Row[Any]] | Any, salt: str) -> dict[str, Any]:  # noqa: ANN401 - rows
    """The salt, and the unit of every item in the order of the key: enough to divide them again."""
    places = revision.key.places
    units = [""] * len(places)
    for phase in phases:
        for part in (PUBLIC, PRIVATE):
            for item, unit in _units(revision, part, phase.name):
                units[places[item]] = unit
    shares = {phase.name: float(phase.public_share) for phase in phases}
    return {"salt": salt, "shares": shares, "commitments": dict(revision.commitments), "units": units}


def _units(revision: Revision, part: str, phase: str) -> Iterator[tuple[tuple[str, ...], str]]:
    file = revision.folder(part, phase) / GOLD
    if not file.exists():
        return
    unit, ids = revision.challenge.unit, revision.key.form.ids
    columns = columns_of(file, [*dict.fromkeys((*ids, *([unit] if unit else [])))])
    items = zip(*(columns[name] for name in ids), strict=True)
    yield from ((item, columns[unit][at] if unit else "\x1f".join(item)) for at, item in enumerate(items))


def _runs(connection: Connection, host: Host) -> dict[str, bytes]:
    """Run files by their hashes."""
    digests = connection.execute(select(tables.submissions.c.run_digest).distinct()).scalars().all()
    return {f"run_{each}": (host.store / "runs" / each[:2] / each).read_bytes() for each in sorted(digests)}


def _gold(revision: Revision) -> dict[str, bytes]:
    """The gold file as it was opened, and files that options name."""
    files = {GOLD: revision.gold_file}
    for path in revision.challenge.files:
        name = Path(path).name
        files[option_name(path)] = revision.store / "files" / f"r{revision.number}" / name
    return {name: file.read_bytes() for name, file in files.items()}
