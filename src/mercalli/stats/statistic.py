"""A statistic that travels: what was counted, by whom and when, as entries that add up with those of others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from typing import Any

from mercalli.errors import SettingError, StatisticError
from mercalli.stats.alike import check_alike
from mercalli.stats.counted_parts import Part, check_once, check_periods, may_be_one
from mercalli.stats.entries import MOST_ROWS, Entries
from mercalli.stats.sharing import Rule
from mercalli.text.words import counted

KIND, FORMAT = "statistic", 1
EXACT, ROUNDED = "exact", "rounded"
FIRST = ("mercalli", "counts", "format", "task")
RULE, SITE = "rule", "site"
LAST = ("parts", "columns", "entries", "seal")


@dataclass(frozen=True, eq=False)
class Statistic:
    """What metrics are computed from, counted where the rows are: it holds no row, and adds up with others.

    Attributes:
        task: The task that it was counted for.
        question: What was counted and by which rules, as its header has it; only what is equal here adds up.
        parts: What was counted at once, by site, period and id.
        entries: The counts.
        rule: How counts were rounded to be shared; none where they are exact.
        origin: What it is called in messages.
    """

    task: str
    question: Mapping[str, Any]
    parts: tuple[Part, ...]
    entries: Entries
    origin: str = "the statistic"
    rule: Rule | None = None

    @classmethod
    def merged(cls, statistics: Sequence[Statistic], *, allow_overlap: bool = False) -> Statistic:
        """One of all: the same bytes in whatever order they come. What may count twice is refused."""
        if not statistics:
            raise SettingError.named("statistics", "names none. Give at least one.")
        first = statistics[0]
        for other in statistics[1:]:
            check_alike(first.asked, other.asked, first.origin, other.origin)
        check_once([(part, each.origin) for each in statistics for part in each.parts])
        _check_other_rows(statistics)
        parts = sorted((part for each in statistics for part in each.parts), key=lambda part: part.order)
        if not allow_overlap:
            check_periods(parts)
        rows = sum(each.rows for each in statistics)
        if rows > MOST_ROWS:
            raise StatisticError.about("the sum", f"has {rows:,} rows; more than {MOST_ROWS:,} are not added up.")
        entries = Entries.joined([each.entries for each in statistics])
        return cls(first.task, first.question, tuple(parts), entries, "the sum of statistics", first.rule)

    @property
    def rows(self) -> int:
        """How many rows were counted, or were said to be where counts are rounded: their entries count rows twice."""
        return self.entries.total if self.rule is None else sum(part.rows for part in self.parts)

    @property
    def counts(self) -> str:
        """Whether its counts are exact."""
        return EXACT if self.rule is None else ROUNDED

    @property
    def asked(self) -> dict[str, Any]:
        """The question with its task: what must be equal in others."""
        return {"counts": self.counts, "task": self.task, **self.ruled, **self.question}

    @property
    def sites(self) -> tuple[str, ...]:
        """The sites that counted, in order."""
        return tuple(dict.fromkeys(part.site for part in self.parts if part.site is not None))

    @property
    def ruled(self) -> dict[str, Any]:
        """The rule of rounding as a header has it, if there is one."""
        return {} if self.rule is None else {RULE: self.rule.json}

    def __add__(self, other: Statistic) -> Statistic:
        return Statistic.merged([self, other])

    @cached_property
    def text(self) -> str:
        """The text of its file: the same counts have the same bytes."""
        header = {
            **dict(zip(FIRST, (KIND, self.counts, FORMAT, self.task), strict=True)),
            **self.ruled,
            **in_order(self.question),
            "parts": [part.json for part in self.parts],
            "columns": self.entries.names,
            "entries": len(self.entries.rows),
        }
        body = self.entries.text
        seal = sealed(json.dumps(header, ensure_ascii=False), body)
        return f"{json.dumps({**header, 'seal': seal}, ensure_ascii=False)}\n{body}"

    @property
    def body(self) -> str:
        """The lines of its entries."""
        return self.text.partition("\n")[2]

    def called(self, origin: str) -> Statistic:
        """The same under another name in messages."""
        return replace(self, origin=origin)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statistic) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def told(self) -> str:
        """What it holds, in a few words."""
        size = len(self.parts)
        rows = self.parts[0].text if size == 1 else f"{self.rows:,} rows in {size:,} parts"
        return f"{rows}; {self.counts} counts in {counted(len(self.entries.rows), 'entry')}"

    def __repr__(self) -> str:
        return f"<Statistic of {self.task}: {self.told}>"


def _check_other_rows(statistics: Sequence[Statistic]) -> None:
    """Refuse parts with the same counts, unless their sites or days say that they are other rows."""
    seen: dict[str, list[Statistic]] = {}
    for each in statistics:
        if len(each.parts) == 1 and each.rows:
            seen.setdefault(each.body, []).append(each)
    for alike in seen.values():
        for first, second in combinations(alike, 2):
            if may_be_one(first.parts[0], second.parts[0]):
                raise StatisticError.twice(second.parts[0].text, first.origin, second.origin)


def in_order(question: Mapping[str, Any]) -> dict[str, Any]:
    """The same as plain JSON with its keys in order."""
    ordered: dict[str, Any] = json.loads(json.dumps(question, sort_keys=True, ensure_ascii=False))
    return ordered


def sealed(header: str, body: str) -> str:
    """SHA-256 over the header without its seal, and the entries."""
    both = f"{header}\n{body}"
    return f"sha256:{sha256(both.encode()).hexdigest()}"
