"""What every page needs: the challenge, and its boards, which are made again only when something changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select

from mercalli.tasks.challenge.board import Board
from mercalli.tasks.challenge.check import limits_for
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import board_of, phase_named
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.host import PRIVATE, PUBLIC, Host
from mercalli.tasks.challenge.errors import ChallengeError

if TYPE_CHECKING:
    from starlette.requests import Request

FORM_BYTES = 64 << 10
Change = tuple[int, ...]


@dataclass
class Site:
    """A challenge that is served.

    Attributes:
        host: Its folder and database.
        link: The hash of the one-time code by which the organiser of this machine may enter; none if empty.
    """

    host: Host
    link: str = ""
    kept: dict[tuple[int, str], tuple[Change, Board]] = field(default_factory=dict)

    @cached_property
    def most_bytes(self) -> int:
        """How large a run may be."""
        return limits_for(self.host.revision().key).most_bytes

    def board(self, phase: str | None, part: str, *, organiser: bool = False) -> Board:
        """A board; the private one of a phase that is not closed is there for the organiser alone."""
        with reading(self.host.engine) as connection:
            row = phase_named(connection, phase)
            if part == PRIVATE and row.closed_at is None and not organiser:
                raise ChallengeError.coded("not_closed", f"The private board of {row.name!r} is shown after its close.")
            change, place = _change(connection), (row.id, part)
            known = self.kept.get(place)
            if known is None or known[0] != change:
                known = self.kept[place] = (change, board_of(connection, self.host, row, part))
            return known[1]

    def public_boards(self) -> list[Board]:
        """Every board that everybody may see."""
        with reading(self.host.engine) as connection:
            phases = phase_rows(connection)
        parts = [(each.name, part) for each in phases for part in (PUBLIC, *((PRIVATE,) if each.closed_at else ()))]
        return [self.board(name, part) for name, part in parts]


def _change(connection: Connection) -> Change:
    """What is different whenever a board may be: scores, comparisons, and everything that the audit log tells."""
    watched = (
        *(tables.scores, tables.private_scores, tables.comparisons, tables.private_comparisons),
        *(tables.audit, tables.revisions),
    )
    newest = (select(func.max(table.c.id)).scalar_subquery() for table in watched)
    return tuple(each or 0 for each in connection.execute(select(*newest)).one())


def phase_rows(connection: Connection) -> Any:  # noqa: ANN401 - rows
    """All phases, in the order of the file."""
    return connection.execute(select(tables.phases).order_by(tables.phases.c.position)).all()


def site_of(request: Request) -> Site:
    """The challenge that a request is about."""
    site: Site = request.app.state.site
    return site
