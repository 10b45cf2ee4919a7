"""What every page needs: the challenge, and its boards, which are made again only when something changed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from mercalli.tasks.challenge.board import Board
from mercalli.tasks.challenge.check import limits_for
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import Change, board_of, change_of, phase_named
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.host import PRIVATE, PUBLIC, Host
from mercalli.tasks.challenge.doors.progress import Progress, progress_of
from mercalli.tasks.challenge.doors.status import phase_state
from mercalli.tasks.challenge.errors import ChallengeError

if TYPE_CHECKING:
    from starlette.requests import Request

FORM_BYTES = 64 << 10


@dataclass
class Site:
    """A challenge that is served.

    Attributes:
        host: Its folder and database.
        link: The hash of the one-time code by which the organiser of this machine may enter; none if empty.
    """

    host: Host
    link: str = ""
    kept: dict[tuple[int, str], tuple[Change, Any]] = field(default_factory=dict)
    making: threading.Lock = field(default_factory=threading.Lock)

    @property
    def most_bytes(self) -> int:
        """How large a run may be."""
        return limits_for(self.host.revision().key).most_bytes

    def board(self, phase: str | None, part: str, *, organiser: bool = False) -> Board:
        """A board; the private one of a phase that is not closed is there for the organiser alone."""
        with reading(self.host.engine) as connection:
            row = phase_named(connection, phase)
            if part == PRIVATE and row.closed_at is None and not organiser:
                raise ChallengeError.coded("not_closed", f"The private board of {row.name!r} is shown after its close.")
            found: Board = self._kept(connection, (row.id, part), lambda: board_of(connection, self.host, row, part))
            return found

    def progress(self, phase: str | None) -> Progress:
        """How the lead of a phase moved, on the public part."""
        with reading(self.host.engine) as connection:
            row = phase_named(connection, phase)
            found: Progress = self._kept(
                connection, (row.id, "progress"), lambda: progress_of(connection, self.host, row)
            )
            return found

    def _kept(self, connection: Connection, place: tuple[int, str], made: Callable[[], Any]) -> Any:  # noqa: ANN401 - what was made
        """What was made before, unless something changed since."""
        change = change_of(connection)
        with self.making:  # by one of those who wait for it
            known = self.kept.get(place)
            if known is None or known[0] != change:
                known = self.kept[place] = (change, made())
        return known[1]

    def public_boards(self) -> list[Board]:
        """Every board that everybody may see."""
        with reading(self.host.engine) as connection:
            phases = phase_rows(connection)
        parts = [(each.name, part) for each in phases for part in (PUBLIC, *((PRIVATE,) if each.closed_at else ()))]
        return [self.board(name, part) for name, part in parts]


def phase_rows(connection: Connection) -> Any:  # noqa: ANN401 - rows
    """All phases, in the order of the file."""
    return connection.execute(select(tables.phases).order_by(tables.phases.c.position)).all()


def phases_now(connection: Connection) -> list[dict[str, Any]]:
    """All phases as they are now, with their state in words."""
    now = utc_now()
    return [{**dict(row._mapping), "state": phase_state(row, now)} for row in phase_rows(connection)]  # noqa: SLF001 - as below


def plain(rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Rows as a program reads them."""
    return [dict(row._mapping) for row in rows]  # noqa: SLF001 - a row as a mapping


def site_of(request: Request) -> Site:
    """The challenge that a request is about."""
    site: Site = request.app.state.site
    return site
