"""Teams: one name, one cap."""

from __future__ import annotations

import unicodedata
from typing import Any

from sqlalchemy import Connection, Row, Table, insert, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.database import note
from mercalli.tasks.challenge.errors import ChallengeError

LONGEST = 64
# Control and direction codes, halves of characters, what has no meaning yet; what a spreadsheet takes for a formula.
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
STARTS = "=+-@'"
# Letters and marks that show nothing: a name with one looks like the same name without it.
UNSEEN = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
SELECTORS = dict.fromkeys((*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
# Small letters of the Cyrillic and Greek alphabets that look like Latin ones, as small or as capital letters.
ALIKE = str.maketrans("авекмнорстухіјѕԁһԛԝүαβεζηικμνορτυχγ", "abekmhopctyxijsdhqwyabezhikmnoptyxy")


def check_name(name: str, what: str = "team") -> str:
    """A name that people can read and that no spreadsheet runs, in its usual form.

    >>> check_name("  Río  Uno ")
    'Río Uno'
    """
    plain = _usual(name)
    hidden = any(map(_hidden, plain))
    if not plain or len(plain) > LONGEST or hidden or plain[0] in STARTS:
        raise ChallengeError.coded(
            "bad_name",
            f"A {what} name has 1 to {LONGEST} visible characters and does not begin with {STARTS}; "
            f"found {name[:80]!r}.",
        )
    return plain


def _hidden(letter: str) -> bool:
    return unicodedata.category(letter) in FORBIDDEN or letter in UNSEEN


def _usual(name: str) -> str:
    """A name in its usual form: one way to write and to draw each letter, one space between words."""
    return " ".join(unicodedata.normalize("NFKC", name.translate(SELECTORS)).split())


def folded(name: str) -> str:
    r"""A name by which it is found again, whatever its capitals, its way to write letters, and their alphabet.

    >>> folded(" ÉMILE  \uff3a"), folded("\u0410nn\u0430")
    ('émile z', 'anna')
    """
    return _usual(name).casefold().translate(ALIKE)


def named(connection: Connection, table: Table, name: str) -> Row[Any] | None:
    """The row of a name; a database would only know the capitals of English."""
    plain = folded(name)
    return next((row for row in connection.execute(select(table)).all() if folded(row.name) == plain), None)


def team_named(connection: Connection, name: str) -> Row[Any] | None:
    """The team of a name."""
    return named(connection, tables.teams, name)


def team_numbered(connection: Connection, number: int) -> Row[Any]:
    """The team of a number; one that is not there is refused."""
    row = connection.execute(select(tables.teams).where(tables.teams.c.id == number)).first()
    if row is None:
        raise ChallengeError.coded("no_team", "There is no such team.")
    return row


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
