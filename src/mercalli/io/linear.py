"""A user's own patterns, matched by DuckDB with RE2: in a time that grows with the texts and with nothing else."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from mercalli.errors import SettingError
from mercalli.io.tables import in_our_words, open_database

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

REPLACED = "select regexp_replace($text, $pattern, $put, 'g')"
FOUND = "select regexp_extract_all($text, $pattern)"


@contextmanager
def linear(subject: str, pattern: str) -> Generator[None]:
    """Errors of RE2 as an error about the pattern of a subject, such as a rule."""
    with in_our_words(lambda said: _unmatched(subject, pattern, said)):
        yield


def _unmatched(subject: str, pattern: str, said: str) -> SettingError:
    """A pattern that RE2 does not take."""
    why = said.split(":", 1)[-1].strip().splitlines()[0]
    return SettingError.about(
        subject,
        f"has a pattern that cannot be matched in linear time: {pattern!r} ({why}). "
        f"Patterns follow RE2: no look-ahead, no look-behind, no back-references.",
    )


def sendable(text: str) -> str:
    """A text as DuckDB takes it: without halves of letters."""
    return text.encode("utf-8", "replace").decode()


@dataclass(frozen=True)
class LinearPattern:
    """A pattern for one text after the other.

    >>> LinearPattern("the pattern", "#[a-z]+").replaced("a #flood", "-")
    'a -'
    """

    subject: str
    pattern: str

    def replaced(self, text: str, put: str) -> str:
        """A text with something else in the place of all that matches."""
        return str(self._asked(REPLACED, text, put=put))

    def found(self, text: str) -> list[str]:
        """All that matches."""
        return list(self._asked(FOUND, text))

    def _asked(self, query: str, text: str, **more: str) -> Any:  # noqa: ANN401 - what DuckDB gives
        with linear(self.subject, self.pattern):
            rows = _database().execute(query, {"text": sendable(text), "pattern": self.pattern, **more}).fetchall()
        return rows[0][0]


@cache
def _database() -> DuckDBPyConnection:
    """One for all texts: opening one takes longer than matching."""
    return open_database()
