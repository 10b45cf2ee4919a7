"""Boards from stored scores: what may be shown when, and the comparisons that groups rest on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Table, func, insert, select

from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.tasks.challenge.board import Board, Entry, below_minimum, grouped, ranked, tested
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.children import ChildLimits, run_child
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.host import PRIVATE, PUBLIC, Host, Revision
from mercalli.tasks.challenge.doors.scoring import best_released, direction, latest, measure, part_of, request_of
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.text.words import shown

SCORES = {PUBLIC: tables.scores, PRIVATE: tables.private_scores}
COMPARISONS = {PUBLIC: tables.comparisons, PRIVATE: tables.private_comparisons}
NOT_SHOWN = "Scores of this phase are shown after its close."


def phase_named(connection: Connection, name: str | None) -> Row[Any]:
    """A phase by its name; without one, the last that has a run, or else the first."""
    table, runs = tables.phases, tables.submissions
    rows = connection.execute(select(table).order_by(table.c.position)).all()
    if name is None:
        used = set(connection.execute(select(runs.c.phase_id).distinct()).scalars())
        return next((row for row in reversed(rows) if row.id in used), rows[0])
    found = next((row for row in rows if row.name == name), None)
    if found is None:
        raise ChallengeError.coded(
            "no_phase", f"There is no phase {name!r}. The phases are: {shown([row.name for row in rows], limit=12)}."
        )
    return found


def public_board(host: Host, phase: str | None = None) -> Board:
    """What everybody may see: the best released run of each team on the public part."""
    with reading(host.engine) as connection:
        return board_of(connection, host, phase_named(connection, phase), PUBLIC)


def private_board(host: Host, phase: str | None = None, *, organiser: bool = False) -> Board:
    """Final runs on the private part; before the close only for the organiser."""
    with reading(host.engine) as connection:
        row = phase_named(connection, phase)
        if row.closed_at is None and not organiser:
            raise ChallengeError.coded("not_closed", f"The private board of {row.name!r} is shown after its close.")
        return board_of(connection, host, row, PRIVATE)


def board_of(connection: Connection, host: Host, phase: Row[Any], part: str) -> Board:
    """The board of a part."""
    revision = host.revision(connection)
    entries = _entries(connection, revision, phase, part)
    metric = entries[0].measures[0].metric if entries else revision.challenge.rank_by
    side = _direction(connection, entries, part)
    rows = ranked(entries, side)
    known = _known(connection, phase.id, revision.number, part)
    runs = _digests(connection, rows)
    groups = grouped(rows, lambda entry, leader: known.get((runs[entry.submission], runs[leader.submission])))
    unit = revision.challenge.unit
    return Board(
        revision.challenge.title, phase.name, part, metric, side, revision.number, groups, tested(metric, unit, part)
    )


def _entries(connection: Connection, revision: Revision, phase: Row[Any], part: str) -> list[Entry]:
    table = tables.teams
    teams = connection.execute(select(table).where(~table.c.disabled).order_by(table.c.id)).all()
    found = (_entry(connection, revision, phase, part, team) for team in teams)
    return [entry for entry in found if entry is not None]


def _entry(connection: Connection, revision: Revision, phase: Row[Any], part: str, team: Row[Any]) -> Entry | None:
    row = _shown(connection, revision, phase, part, team)
    if row is None:
        return None
    challenge = revision.challenge
    wanted = (challenge.rank_by, *challenge.companions)
    values = {name: measure(row.measures, name) for name in (*wanted, *challenge.minimum)}
    directions = {name: direction(row.metrics, found["metric"]) for name, found in values.items()}
    runs = connection.execute(
        select(func.count()).where(
            tables.submissions.c.team_id == team.id,
            tables.submissions.c.phase_id == phase.id,
            tables.submissions.c.state == tables.SCORED,
        )
    ).scalar_one()
    return Entry(
        team=team.name,
        submission=row.public_id,
        received=row.received_at,
        measures=tuple(_measure(values[name]) for name in dict.fromkeys(wanted)),
        runs=runs,
        baseline=team.baseline,
        revision=row.scored_under,
        below=below_minimum({name: found["value"] for name, found in values.items()}, challenge.minimum, directions),
    )


def _measure(found: dict[str, Any]) -> Measure:
    empty: dict[str, Any] = {"low": None, "high": None, "method": None, "n": 0}
    kept: dict[str, Any] = {**empty, **found, "undefined_classes": tuple(found.get("undefined_classes", ()))}
    return Measure(**kept)


def _shown(connection: Connection, revision: Revision, phase: Row[Any], part: str, team: Row[Any]) -> Row[Any] | None:
    """The run by which a team stands on a board: its best released one or, on the private part, its best final."""
    best = best_released(connection, revision, team.id, phase.id)
    if part == PUBLIC:
        return best
    return best_final(connection, revision, team.id, phase.id, best)


def best_final(
    connection: Connection, revision: Revision, team: int, phase: int, best: Row[Any] | None
) -> Row[Any] | None:
    """The best of the runs that a team chose; without a choice its best on the public part, or its last."""
    scores, runs, finals = tables.private_scores, tables.submissions, tables.finals
    chosen = select(finals.c.submission_id).where(finals.c.team_id == team, finals.c.phase_id == phase)
    numbers = set(connection.execute(chosen).scalars()) or ({best.id} if best is not None else set())
    query = (
        select(runs, scores.c.measures, scores.c.metrics, scores.c.version, scores.c.revision_id.label("scored_under"))
        .join(scores, scores.c.submission_id == runs.c.id)
        .where(runs.c.team_id == team, runs.c.phase_id == phase, latest(scores))
        .order_by(runs.c.id)
    )
    rows = connection.execute(query).all()
    final = [row for row in rows if row.id in numbers] or rows[-1:]
    found = [(measure(row.measures, revision.challenge.rank_by), row) for row in final]
    known = [
        (each["value"] * direction(row.metrics, each["metric"]), row)
        for each, row in found
        if each["value"] is not None
    ]
    return max(known, key=lambda each: each[0])[1] if known else (final[0] if final else None)


def _direction(connection: Connection, entries: Sequence[Entry], part: str) -> int:
    if not entries:
        return 1
    scores, runs = SCORES[part], tables.submissions
    query = select(scores.c.metrics).join(runs, runs.c.id == scores.c.submission_id)
    text = connection.execute(query.where(runs.c.public_id == entries[0].submission, latest(scores))).scalar_one()
    return direction(text, entries[0].measures[0].metric)


def _digests(connection: Connection, entries: Sequence[Entry]) -> dict[str, str]:
    runs = tables.submissions
    rows = connection.execute(
        select(runs.c.public_id, runs.c.run_digest).where(runs.c.public_id.in_([each.submission for each in entries]))
    )
    return {row.public_id: row.run_digest for row in rows}


def _known(connection: Connection, phase: int, revision: int, part: str) -> dict[tuple[str, str], Difference]:
    table = COMPARISONS[part]
    rows = connection.execute(select(table).where(table.c.phase_id == phase, table.c.revision_id == revision))
    return {(row.first_digest, row.second_digest): Difference(**json.loads(row.difference)) for row in rows}


def refresh(host: Host, limits: ChildLimits) -> None:
    """Make the comparisons that groups of all boards lack."""
    with reading(host.engine) as connection:
        revision = host.revision(connection)
        phases = connection.execute(select(tables.phases)).all()
        places = [
            (phase, part)
            for phase in phases
            for part in (PUBLIC, PRIVATE)
            if phase.name in revision.challenge.phases and (part == PUBLIC or revision.has_private(phase.name))
        ]
        walks = [(place, _walk(connection, host, revision, *place)) for place in places]
    lacking = [(place, walk) for place, walk in walks if walk is not None]
    if not lacking:
        return
    request = {**request_of(host, revision), "kind": "walks", "walks": [walk for _, walk in lacking]}
    made = run_child(request, limits)
    with writing(host.engine) as connection:
        for ((phase, part), _), found in zip(lacking, made, strict=True):
            for each in found:
                if each["difference"] is not None:
                    _put(connection, COMPARISONS[part], phase.id, revision.number, each)


def _walk(connection: Connection, host: Host, revision: Revision, phase: Row[Any], part: str) -> dict[str, Any] | None:
    """What a child must know to compare the runs of a board; nothing if no comparison is lacking."""
    board = board_of(connection, host, phase, part)
    able = [entry for entry in board.entries if entry.rank is not None]
    if all(entry.group is not None for entry in able):
        return None
    runs = _digests(connection, able)
    known = _known(connection, phase.id, revision.number, part)
    return {
        "part": part_of(revision, part, phase.name),
        "metric": board.metric,
        "runs": [runs[entry.submission] for entry in able],
        "known": [
            {"first": first, "second": second, "difference": vars(difference)}
            for (first, second), difference in known.items()
        ],
    }


def _put(connection: Connection, table: Table, phase: int, revision: int, made: dict[str, Any]) -> None:
    """Keep a comparison, unless another worker made it meanwhile: it is the same."""
    place = {
        "phase_id": phase,
        "revision_id": revision,
        "first_digest": made["first"],
        "second_digest": made["second"],
    }
    there = select(table.c.id).where(*(table.c[name] == value for name, value in place.items()))
    if connection.execute(there).first() is None:
        connection.execute(insert(table).values(**place, difference=json.dumps(made["difference"])))
