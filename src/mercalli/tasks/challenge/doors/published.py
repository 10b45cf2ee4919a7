"""An export as it is read again by whoever checks it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from mercalli.io.whole_files import file_text
from mercalli.plan.run_tables import columns_of
from mercalli.tasks.challenge.challenge import Challenge, check_challenge
from mercalli.tasks.challenge.doors.exports import COLUMNS, REVISIONS, SPLIT, SUBMISSIONS, option_name
from mercalli.tasks.challenge.doors.host import FILE, KEY
from mercalli.tasks.challenge.doors.tables import SCORED
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.tasks.challenge.key import Key


def broken(what: str, text: str) -> ChallengeError:
    """Something in an export that is not as it should be."""
    return ChallengeError.coded(f"broken_{what}", text)


@dataclass(frozen=True)
class Sent:
    """A run that was scored, as an export tells it.

    Attributes:
        number: Its place among all runs, which is the order in which they came.
        submission: Its public id.
        team: Its team.
        phase: Its phase.
        received: When it came, in UTC.
        digest: The hash of its file.
        baseline: Whether it is one of the organiser's.
        excluded: Whether its team was excluded.
        revision: The revision under which it was scored last.
        released: Whether its score was released before the close.
        final: Whether its team chose it.
    """

    number: int
    submission: str
    team: str
    phase: str
    received: str
    digest: str
    baseline: bool
    excluded: bool
    revision: int
    released: bool
    final: bool


@dataclass(frozen=True)
class Export:
    """A folder made by export, and what its files say."""

    place: Path

    @cached_property
    def boards(self) -> dict[str, Any]:
        """Boards by the names of their files."""
        found = {file.name: _read(file) for file in sorted(self.place.glob("board_*.json"))}
        if not found:
            text = f"{str(self.place)!r} holds no board. Give a folder made by export."
            raise ChallengeError.coded("no_export", text)
        return found

    def boards_of(self, phase: str) -> list[dict[str, Any]]:
        """The boards of a phase."""
        return [board for board in self.boards.values() if board["phase"] == phase]

    @cached_property
    def key(self) -> Key:
        """The key of all items."""
        return Key.of(file_text(self.place / KEY, "JSON", "a key file"))

    @cached_property
    def challenge(self) -> Challenge:
        """The record of the challenge."""
        return check_challenge(file_text(self.place / FILE, "TOML", f"a {FILE}"))

    @cached_property
    def revision(self) -> dict[str, Any]:
        """The last revision."""
        return dict(self._revisions[-1])

    @cached_property
    def _revisions(self) -> list[dict[str, Any]]:
        return list(_read(self.place / REVISIONS))

    @property
    def option_files(self) -> list[Path]:
        """Files that options of the task name, in their order."""
        return [self.place.resolve() / option_name(path) for path in self.challenge.files]

    @cached_property
    def split(self) -> dict[str, Any]:
        """Salt, shares, and units in the order of the key."""
        return dict(_read(self.place / SPLIT))

    @cached_property
    def _rows(self) -> list[dict[str, str]]:
        columns = columns_of(self.place / SUBMISSIONS, COLUMNS)
        return [dict(zip(COLUMNS, values, strict=True)) for values in zip(*columns.values(), strict=True)]

    @cached_property
    def digests(self) -> dict[str, tuple[str, str]]:
        """Team and hash of each run."""
        return {row["submission"]: (row["team"], row["run_digest"]) for row in self._rows}

    def sent(self, phase: str) -> list[Sent]:
        """The scored runs of a phase, in their order."""
        rows = enumerate(self._rows)
        found = [_sent(number, row) for number, row in rows if (row["phase"], row["state"]) == (phase, SCORED)]
        if not {run.revision for run in found} <= {each["id"] for each in self._revisions}:
            raise broken("board", f"{SUBMISSIONS!r} has runs of a revision that never was.")
        return found


def _sent(number: int, row: dict[str, str]) -> Sent:
    baseline, excluded, released, final = (_flag(row[name]) for name in ("baseline", "excluded", "released", "final"))
    names = (row["submission"], row["team"], row["phase"], row["received_at"], row["run_digest"])
    return Sent(number, *names, baseline, excluded, int(row["revision"]), released, final)


def _flag(text: str) -> bool:
    return ("0", "1").index(text) == 1


def _read(file: Path) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(file_text(file, "JSON", "a file of an export"))
    except (ValueError, RecursionError):
        raise broken("export", f"{file.name!r} is not complete JSON.") from None
