"""What people write above a report: its title, who made it, and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from mercalli.errors import SettingError
from mercalli.text.words import CODES

AnyResult = TypeVar("AnyResult")
LONGEST = 300
SURROGATES = range(0xD800, 0xE000)  # parts of a sign, which no file can hold


@dataclass(frozen=True)
class Heading:
    """Texts in one line each; a date only if one was given, so that the same call gives the same bytes."""

    title: str | None = None
    author: str | None = None
    date: str | None = None

    @classmethod
    def check(cls, title: object = None, author: object = None, date: object = None) -> Heading:
        r"""A heading from texts of anybody; a date may be one of Python.

        >>> Heading.check("Flood:\n week 3", date="2026-11-18")
        Heading(title='Flood: week 3', author=None, date='2026-11-18')
        """
        written = getattr(date, "isoformat", None)
        day = written() if callable(written) else date
        return cls(_text("title", title), _text("author", author), _text("date", day))

    @property
    def byline(self) -> str:
        """Who and when.

        >>> Heading(author="A. Ruiz", date="2026-11-18").byline
        'A. Ruiz, 2026-11-18'
        """
        return ", ".join(part for part in (self.author, self.date) if part is not None)

    def over(self, older: Heading | None) -> Heading:
        """What was said here, and of the rest what an older heading said."""
        return replace(older or Heading(), **dict(self.said))

    @property
    def said(self) -> Iterator[tuple[str, str]]:
        """The parts that there are, by name."""
        every = ((each.name, getattr(self, each.name)) for each in fields(self))
        return ((name, text) for name, text in every if text is not None)


def under(result: AnyResult, heading: Heading) -> AnyResult:
    """The same result with a heading, which its seal then covers; without a word of one, just the same."""
    if heading == Heading():
        return result
    record: Any = result
    kept = record.provenance
    headed: AnyResult = replace(record, provenance=replace(kept, heading=heading.over(kept.heading)))
    return headed


def _text(name: str, value: object) -> str | None:
    """A text in one line, or why it cannot be one."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise SettingError.outside(name, value, "a text")
    line = " ".join(value.split())
    if not line:
        raise SettingError.named(name, "is empty. Write one, or leave it out.")
    if len(line) > LONGEST:
        raise SettingError.named(name, f"has {len(line):,} characters; at most {LONGEST} are shown. Shorten it.")
    code = next((sign for sign in line if CODES.match(sign) or ord(sign) in SURROGATES), None)
    if code is not None:
        raise SettingError.named(
            name, f"holds the control character {code!r}, which cannot be shown as text. Take it out."
        )
    return line
