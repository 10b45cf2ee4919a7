"""Teams: one name, one cap."""

from __future__ import annotations

import re
import unicodedata

from sqlalchemy import Connection, Row, func, insert, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.database import note
from mercalli.tasks.challenge.errors import ChallengeError

LONGEST = 64
# Control and direction codes, and what a spreadsheet would take for a formula.
FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
STARTS = "=+-@'"


def check_name(name: str, what: str = "team") -> str:
    """A name that people can read and that no spreadsheet runs, in its usual form.

    >>> check_name("  Río  Uno ")
    'Río Uno'
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if not plain or len(plain) > LONGEST or FORBIDDEN.search(plain) or plain[0] in STARTS:
        raise ChallengeError.coded(
            "bad_name",
            f"A {what} name has 1 to {LONGEST} visible characters and does not begin with {STARTS}; "
            f"found {name[:80]!r}.",
        )
    return plain


def put_team(connection: Connection, name: str, actor: str, *, baseline: bool = False) -> Row[tuple[int]]:
    """The team of a name, made if it is not there; names that differ in capitals alone are one."""
    plain, table = check_name(name), tables.teams
    known = select(table).where(func.lower(table.c.name) == plain.lower())
    row = connection.execute(known).first()
    if row is not None:
        return row
    values = {"name": plain, "baseline": baseline, "disabled": False, "created_at": utc_now()}
    connection.execute(insert(table).values(values))
    note(connection, actor, "new team", plain, baseline=baseline)
    return connection.execute(known).one()
