"""Scores made again from stored runs, which must be the same numbers; and exports that anybody can check."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select

from mercalli.io.whole_files import file_text
from mercalli.results.measure import Measure
from mercalli.tasks.challenge.board import Entry, ranked
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.children import Child, ChildLimits
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.exports import SPLIT
from mercalli.tasks.challenge.doors.host import KEY, PRIVATE, PUBLIC, Host
from mercalli.tasks.challenge.doors.scoring import ask, decide, latest, task_of
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.tasks.challenge.key import Key
from mercalli.tasks.challenge.split import Split

Told = Callable[[int, int], None]


def rebuild(host: Host, limits: ChildLimits, told: Told = lambda _done, _total: None) -> tuple[int, list[str]]:
    """Score every run of the current revision again: how many, and which differ from what is kept."""
    scores, runs = tables.scores, tables.submissions
    with reading(host.engine) as connection:
        number = host.revision(connection).number
        query = select(scores, runs.c.public_id).join(runs, runs.c.id == scores.c.submission_id)
        kept = connection.execute(query.where(latest(scores), scores.c.revision_id == number).order_by(runs.c.id)).all()
        private = {
            row.submission_id: row.measures
            for row in connection.execute(select(tables.private_scores).where(latest(tables.private_scores)))
        }
    changed = []
    with Child(limits) as child:
        for done, row in enumerate(kept):
            told(done, len(kept))
            if not _same(host, row, private, limits, child):
                changed.append(str(row.public_id))
    return len(kept), changed


def _same(host: Host, row: Row[Any], private: Mapping[int, str], limits: ChildLimits, child: Child) -> bool:
    """Whether a run has the scores that are kept when it is scored again."""
    with reading(host.engine) as connection:
        task = task_of(connection, host, row.submission_id)
    answer = ask(host, task, limits, child=child)
    same = json.loads(row.measures) == answer[PUBLIC]["measures"] and decide(task, answer).released == row.released
    if PRIVATE in answer:
        same = same and json.loads(private[row.submission_id]) == answer[PRIVATE]["measures"]
    return bool(same)


def verify(folder: str | Path) -> list[str]:
    """What an export proves, line by line; the first thing that is not as it should be is an error."""
    place = Path(folder)
    said = []
    if (place / SPLIT).is_file():
        said += _check_split(place)
    else:
        said.append("The split is not revealed yet: it is when every phase is closed.")
    boards = sorted(place.glob("board_*.json"))
    if not boards:
        raise ChallengeError.coded("no_export", f"{str(folder)!r} holds no board. Give a folder made by export.")
    return [*said, *(_check_board(file) for file in boards)]


def _check_split(place: Path) -> list[str]:
    """The commitments that were published before the opening are those of this salt and these units."""
    found = _read(place / SPLIT)
    key = Key.of(file_text(place / KEY, "JSON", "a key file"))
    if len(found["units"]) != len(key.items):
        raise ChallengeError.coded("broken_split", "The split does not speak of the items of the key.")
    said = []
    for phase, commitment in found["commitments"].items():
        split = Split.of(found["units"], found["salt"], found["shares"][phase])
        if split.commitment != commitment:
            raise ChallengeError.coded("broken_split", f"The split of {phase!r} is not the one that was promised.")
        said.append(f"{phase}: the split of {len(split.units)} units is the one that was promised ({commitment[:12]}).")
    return said


def _check_board(file: Path) -> str:
    """Ranks follow from the scores."""
    board = _read(file)
    rows = [_entry(each) for each in board["entries"]]
    again = ranked(rows, board["direction"])
    kept = {each["submission"]: each["rank"] for each in board["entries"]}
    wrong = [entry.submission for entry in again if entry.rank != kept[entry.submission]]
    if wrong:
        raise ChallengeError.coded(
            "broken_board", f"{file.name!r}: the rank of {wrong[0]} does not follow from the scores."
        )
    return f"{file.name}: the ranks of {len(rows)} runs follow from their scores."


def _entry(found: dict[str, Any]) -> Entry:
    kept = {name: found[name] for name in ("team", "submission", "received", "below")}
    return Entry(measures=tuple(Measure(**each) for each in found["measures"]), **kept)


def _read(file: Path) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(file_text(file, "JSON", "a file of an export"))
    except ValueError:
        raise ChallengeError.coded("broken_export", f"{file.name!r} is not complete JSON.") from None
