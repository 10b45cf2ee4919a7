"""Parts of a statistic: what was counted at once, and which parts may not be added up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from mercalli.errors import StatisticError
from mercalli.text.words import counted

ID = re.compile(r"(?:hmac-)?sha256:[0-9a-f]{64}")
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
KEYS = ["id", "site", "from", "to", "rows", "counted_by"]


@dataclass(frozen=True)
class Part:
    """What was counted at once: its rows, where they are from, and from which day until before which day."""

    id: str
    rows: int
    site: str | None = None
    start: str | None = None
    end: str | None = None
    version: str = ""

    @classmethod
    def read(cls, given: object, origin: str) -> Part:
        """A part as a header has it."""
        if not isinstance(given, Mapping) or list(given) != KEYS:
            raise StatisticError.broken(origin, f"a part in its header must have exactly {', '.join(KEYS)}")
        if not _is_whole(given):
            raise StatisticError.broken(origin, "a part in its header has an id, a site, days or rows that are none")
        version = given["counted_by"]["mercalli"]
        return cls(given["id"], given["rows"], given["site"], given["from"], given["to"], version)

    @property
    def json(self) -> dict[str, Any]:
        """As a header has it."""
        named = (self.id, self.site, self.start, self.end, self.rows, {"mercalli": self.version})
        return dict(zip(KEYS, named, strict=True))

    @property
    def text(self) -> str:
        """How a sentence calls it.

        >>> Part("", 1_200, "agency A", "2026-11-01", "2026-11-08").text
        'agency A, 2026-11-01/2026-11-08, 1,200 rows'
        """
        period = [] if self.start is None else [f"{self.start}/{self.end}"]
        return ", ".join([self.site or "no site", *period, counted(self.rows, "row")])

    @property
    def order(self) -> tuple[str, ...]:
        """Where it stands among others."""
        return (self.site or "", self.start or "", self.end or "", self.id)


def _is_whole(part: Mapping[str, object]) -> bool:
    """Whether the values of a part are what they must be."""
    name, site, start, end, rows, counter = (part[key] for key in KEYS)
    checks = (
        isinstance(name, str) and ID.fullmatch(name),
        site is None or is_site(site),
        (start is None and end is None) or (_is_day(start) and _is_day(end) and str(start) < str(end)),
        type(rows) is int and rows >= 0,
        isinstance(counter, Mapping) and list(counter) == ["mercalli"] and _is_line(counter["mercalli"]),
    )
    return all(checks)


def is_site(name: object) -> bool:
    """Whether something can be the name of a site: a text that can be printed, without blanks around it."""
    return isinstance(name, str) and _is_line(name) and bool(name) and name == name.strip()


def _is_line(text: object) -> bool:
    return isinstance(text, str) and text.isprintable()


def _is_day(text: object) -> bool:
    """Whether a text is a day of the calendar."""
    if not isinstance(text, str) or not DAY.fullmatch(text):
        return False
    try:
        return str(np.datetime64(text, "D")) == text
    except ValueError:
        return False


def check_once(parts: Sequence[tuple[Part, str]]) -> None:
    """Refuse a part that comes twice, also inside a sum; each with what its statistic is called."""
    seen: dict[str, str] = {}
    for part, origin in parts:
        if part.id in seen:
            raise StatisticError.twice(part.text, seen[part.id], origin)
        seen[part.id] = origin


def may_be_one(first: Part, second: Part) -> bool:
    """Whether two parts with the same counts may be the same rows: nothing says that site or days differ."""
    apart = None not in {first.site, second.site} and not _is_same_site(first, second)
    dated = None not in {first.start, second.start} and (first.start, first.end) != (second.start, second.end)
    return not apart and not dated


def _is_same_site(first: Part, second: Part) -> bool:
    return (first.site or "").casefold() == (second.site or "").casefold()


def check_periods(parts: Sequence[Part]) -> None:
    """Refuse parts of one site, in order, that speak of the same days."""
    sites: dict[str, list[Part]] = {}
    for part in parts:
        if part.site is not None:
            sites.setdefault(part.site.casefold(), []).append(part)
    for own in sites.values():
        for first, second in pairwise(sorted(own, key=lambda part: part.order[1:])):
            if overlap(first, second):
                raise StatisticError.overlap(str(first.site), first.text, second.text)


def overlap(first: Part, second: Part) -> bool:
    """Whether two parts of a site, in order, may hold the same rows; the last day of a period is not in it.

    A part without a period may hold rows of any day.

    >>> days = [Part("", 1, "A", "2026-11-01", "2026-11-08"), Part("", 1, "A", "2026-11-08", "2026-11-15")]
    >>> overlap(*days), overlap(days[0], days[0])
    (False, True)
    """
    return first.end is None or second.start is None or second.start < first.end
