"""Teams: one name, one cap."""

from __future__ import annotations

import unicodedata
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.database import note
from mercalli.tasks.challenge.errors import ChallengeError

LONGEST = 64
# Control and direction codes, halves of characters, what has no meaning yet; what a spreadsheet takes for a formula.
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
STARTS = "=+-@'"


def check_name(name: str, what: str = "team") -> str:
    """A name that people can read and that no spreadsheet runs, in its usual form.

    >>> check_name("  Río  Uno ")
    'Río Uno'
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    hidden = any(unicodedata.category(each) in FORBIDDEN for each in plain)
    if not plain or len(plain) > LONGEST or hidden or plain[0] in STARTS:
        raise ChallengeError.coded(
            "bad_name",
            f"A {what} name has 1 to {LONGEST} visible characters and does not begin with {STARTS}; "
            f"found {name[:80]!r}.",
        )
    return plain


def team_named(connection: Connection, name: str) -> Row[Any] | None:
    """The team of a name, whatever its capitals; a database would only know those of English."""
    rows = connection.execute(select(tables.teams)).all()
    plain = " ".join(unicodedata.normalize("NFKC", name).split()).casefold()
    return next((row for row in rows if row.name.casefold() == plain), None)


def put_team(connection: Connection, name: str, actor: str, *, baseline: bool = False) -> Row[Any]:
    """The team of a name, made if it is not there; a baseline, which has no caps, is no team of others."""
    plain, table = check_name(name), tables.teams
    row = team_named(connection, plain)
    if row is not None and bool(row.baseline) != baseline:
        kind = "a baseline" if row.baseline else "a team"
        raise ChallengeError.coded("bad_name", f"{row.name!r} is the name of {kind} already. Choose another.")
    if row is not None:
        return row
    values = {"name": plain, "baseline": baseline, "disabled": False, "created_at": utc_now()}
    connection.execute(insert(table).values(values))
    note(connection, actor, "new team", plain, baseline=baseline)
    return connection.execute(select(table).where(table.c.name == plain)).one()
