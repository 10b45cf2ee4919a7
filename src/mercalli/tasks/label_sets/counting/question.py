"""What a statistic of label sets counts, and by which rules: its header, checked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from mercalli.errors import SettingError, StatisticError
from mercalli.inputs.classes import normal, words_beside
from mercalli.inputs.set_columns import named
from mercalli.inputs.tally import says_missing
from mercalli.stats.counted_units import Units
from mercalli.stats.entries import ROWS
from mercalli.stats.question import question_of, text
from mercalli.stats.statistic import Statistic
from mercalli.tasks.label_sets.missing import DROP, EMPTY, WRONG, Missing

TRUTH = "truth"


@dataclass(frozen=True)
class SetQuestion:
    """The header of a statistic of label sets.

    Attributes:
        systems: What the systems are called.
        by: Columns to slice by.
        unit: The column of units.
        labels: The labels, in order.
        separator: What was said to stand between labels, if it was said.
        missing: What a cell without labels meant.
        units: How units are named, if there are units.
    """

    systems: tuple[str, ...]
    by: tuple[str, ...]
    unit: str | None
    labels: tuple[str, ...]
    separator: str | None
    missing: Missing
    units: Units | None

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> SetQuestion:
        """From a header; whatever does not fit raises something."""
        roles, separator, missing = given["roles"], given["separator"], given["policy"]["missing"]
        if missing not in get_args(Missing):
            raise SettingError.choice("missing", missing, get_args(Missing))
        return cls(
            systems=tuple(map(text, roles["systems"])),
            by=tuple(map(text, roles["by"])),
            unit=None if roles["unit"] is None else text(roles["unit"]),
            labels=tuple(map(text, given["labels"])),
            separator=None if separator is None else text(separator),
            missing=missing,
            units=Units.read(given["units"]),
        )

    @property
    def json(self) -> dict[str, Any]:
        """As a header has it."""
        return {
            "roles": {"systems": list(self.systems), "by": list(self.by), "unit": self.unit},
            "labels": list(self.labels),
            "separator": self.separator,
            "policy": {"missing": self.missing},
            "units": None if self.units is None else self.units.json,
        }

    @property
    def columns(self) -> dict[str, str]:
        """Columns of the data, and what they are called among the entries."""
        by = {name: f"by:{name}" for name in self.by}
        unit = {} if self.unit is None else {self.unit: f"unit:{self.unit}"}
        return {**by, **unit, **self.sets}

    @property
    def sets(self) -> dict[str, str]:
        """The truth and the systems, and what they are called among the entries."""
        return {TRUTH: TRUTH, **{name: f"pred:{name}" for name in self.systems}}

    @property
    def names(self) -> list[str]:
        """What the columns of its entries are called."""
        return [*self.columns.values(), ROWS]

    def faults(self) -> list[str]:
        """What a header that somebody wrote may have wrong."""
        columns = [TRUTH, ROWS, *self.systems, *(name for name in self.by if name != self.unit)]
        listed = [*columns, *([] if self.unit is None else [self.unit])]
        checks = {
            "an empty name": all([*listed, *self.labels]),
            f"two columns of one name, or one that is called {TRUTH!r} or {ROWS!r}": len(set(listed)) == len(listed),
            "no system": bool(self.systems),
            "no label": bool(self.labels),
            "one label twice": len(set(map(normal, self.labels))) == len(self.labels),
            "a label with blanks or quotes around it": all(named([each]) == frozenset([each]) for each in self.labels),
            "units without a column": (self.units is None) == (self.unit is None),
        }
        return [what for what, holds in checks.items() if not holds]

    def lacks(self, name: str) -> bool:
        """Whether the truth or a system may have no set in some rows."""
        return self.missing == DROP or (self.missing == WRONG and name != TRUTH)


def checked(statistic: Statistic) -> SetQuestion:
    """The header of a statistic, refused where it does not fit its task or its entries."""
    question = question_of(statistic, SetQuestion.read)
    if statistic.rule is not None:
        raise StatisticError.broken(statistic.origin, "its counts are rounded, and those of label sets are exact")
    for name, column in question.sets.items():
        values = statistic.entries.columns[column]
        if (values.codes < 0).any() and not question.lacks(name):
            problem = f"rows have no {column!r}, and by its header there are none"
            raise StatisticError.broken(statistic.origin, problem)
        strange = [str(value) for value in values.values if not _fits(str(value), question)]
        if strange:
            problem = f"{column!r} holds {strange[0]!r}, which is no set of its labels"
            raise StatisticError.broken(statistic.origin, problem)
    return question


def set_text(held: Iterable[str]) -> str:
    """A set of labels as an entry has it.

    >>> set_text({"flood", "fire"})
    '["fire", "flood"]'
    """
    return json.dumps(sorted(held), ensure_ascii=False)


def set_of(value: str) -> list[Any] | str:
    """The labels of an entry; or its word for nothing, as it stands.

    >>> set_of('["fire", "flood"]'), set_of("n/a")
    (['fire', 'flood'], 'n/a')
    """
    if not value.startswith("["):
        return value
    found: list[Any] = json.loads(value)
    return found


def _fits(value: str, question: SetQuestion) -> bool:
    """Whether a count would have written it so."""
    try:
        held = set_of(value)
    except (ValueError, RecursionError):
        return False
    if isinstance(held, str):
        return question.missing == EMPTY and says_missing(held, words_beside(question.labels))
    known = all(isinstance(each, str) and each in question.labels for each in held)
    return known and set_text(set(held)) == value
