"""What the reader of answers needs from files: its tables, a user's rules and a person's map."""

from __future__ import annotations

from functools import cache

from mercalli.inputs.answers.tables import AnswerTables
from mercalli.io.toml import Library
from mercalli.profiles.toml import Toml

USUAL = "usual"


@cache
def _tables(text: str, origin: str) -> AnswerTables:
    return AnswerTables.check(Toml(text, origin).content(), origin)


TABLES = Library("answer table", "answers", _tables)


def read_answer_tables() -> AnswerTables:
    """The tables that come along.

    >>> read_answer_tables().version
    1
    """
    return TABLES.read(USUAL)
