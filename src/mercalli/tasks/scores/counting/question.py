"""What a statistic of scores counts, and by which rules: its header, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mercalli.errors import StatisticError
from mercalli.inputs.arrays import Floats
from mercalli.inputs.labels import Policy
from mercalli.inputs.octaves import OFFSET, SQUARED, Octaves
from mercalli.stats.counted_units import Units
from mercalli.stats.entries import INSIDE, INSIDE_SQ, ROWS, WEIGHT, WEIGHT_SQ
from mercalli.stats.question import flag, question_of, text
from mercalli.stats.statistic import Statistic

TRUTH, BIN = "truth", "bin"
OTHER = "(other)"  # every true class but the positive one: what it says may be anything
SLACK = 1 + 1e-9  # sums of weights are rounded


@dataclass(frozen=True)
class ScoreQuestion:
    """The header of a statistic of scores.

    Attributes:
        score: What the system, or its column of scores, is called.
        by: Columns to slice by.
        unit: The column of units.
        positive: The class that the scores are for.
        bins: How many bins every octave of scores has.
        missing: What was done about rows without truth or score.
        weighted: Whether rows have weights.
        units: How units are named, if there are units.
    """

    score: str
    by: tuple[str, ...]
    unit: str | None
    positive: str
    bins: int
    missing: str
    weighted: bool
    units: Units | None

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> ScoreQuestion:
        """From a header; whatever does not fit raises something."""
        roles, scale = given["roles"], given["scale"]
        if type(scale["bins"]) is not int:
            raise TypeError(scale)
        return cls(
            score=text(roles["score"]),
            by=tuple(map(text, roles["by"])),
            unit=None if roles["unit"] is None else text(roles["unit"]),
            positive=text(given["positive"]),
            bins=Octaves.check(scale["bins"]).bins,
            missing=Policy(missing=given["policy"]["missing"]).missing,
            weighted=flag(given["weighted"]),
            units=Units.read(given["units"]),
        )

    @property
    def json(self) -> dict[str, Any]:
        """As a header has it."""
        return {
            "roles": {"score": self.score, "by": list(self.by), "unit": self.unit},
            "positive": self.positive,
            "scale": {"of": "octaves", "bins": self.bins},
            "policy": {"missing": self.missing},
            "weighted": self.weighted,
            "units": None if self.units is None else self.units.json,
        }

    @property
    def columns(self) -> dict[str, str]:
        """Columns of the data, and what they are called among the entries."""
        named = {name: f"by:{name}" for name in self.by}
        unit = {} if self.unit is None else {self.unit: f"unit:{self.unit}"}
        return {**named, **unit, TRUTH: TRUTH, self.score: BIN}

    @property
    def names(self) -> list[str]:
        """What the columns of its entries are called."""
        weights = [WEIGHT, WEIGHT_SQ] if self.weighted else []
        return [*self.columns.values(), ROWS, *weights, INSIDE, INSIDE_SQ]

    def faults(self) -> list[str]:
        """What a header that somebody wrote may have wrong."""
        names = [TRUTH, self.score, *(name for name in self.by if name != self.unit)]
        listed = [*names, *([] if self.unit is None else [self.unit])]
        checks = {
            "an empty name": all([*listed, self.positive]),
            "two parts of one name": len(set(listed)) == len(listed),
            "units without a column": (self.units is None) == (self.unit is None),
            f"a positive class {OTHER!r}, as all others are called": self.positive != OTHER,
            "a rule for missing values that is none of scores": self.missing in ("error", "drop"),
        }
        return [what for what, holds in checks.items() if not holds]


def checked(statistic: Statistic) -> ScoreQuestion:
    """The header of a statistic, refused where it does not fit its task or its entries."""
    question = question_of(statistic, ScoreQuestion.read)
    if statistic.rule is not None:
        raise StatisticError.broken(statistic.origin, "its counts are rounded, and those of scores are exact")
    strange = set(statistic.entries.columns[TRUTH].values) - {question.positive, OTHER}
    if strange:
        problem = f"{TRUTH!r} holds {min(strange, key=str)!r}, which is neither its positive class nor {OTHER!r}"
        raise StatisticError.broken(statistic.origin, problem)
    for name in (TRUTH, BIN):
        if question.missing == "error" and (statistic.entries.columns[name].codes < 0).any():
            problem = f"rows have no {name!r}, and its header says that such rows are an error"
            raise StatisticError.broken(statistic.origin, problem)
    _check_places(question, statistic)
    return question


def lows_of(statistic: Statistic) -> Floats:
    """The low end of the bin of each entry; NaN without a score."""
    column = statistic.entries.columns[BIN]
    return np.array([*map(_low, column.values), np.nan])[column.codes]


def _low(value: object) -> float:
    try:
        return float(str(value))
    except ValueError:
        return np.nan


def _check_places(question: ScoreQuestion, statistic: Statistic) -> None:
    """Refuse bins that are none, and sums that no rows of a bin have."""
    octaves, entries = Octaves(question.bins), statistic.entries
    for value in entries.columns[BIN].values:
        low = _low(value)
        if not np.isfinite(low) or repr(low) != value or octaves.placed(np.array([low])).low[0] != low:
            raise StatisticError.broken(statistic.origin, f"{BIN!r} holds {value!r}, where no bin begins")
    lows = lows_of(statistic)
    width = octaves.width(np.where(np.isnan(lows), np.inf, lows))
    mass = entries.sums[WEIGHT].astype(np.float64) if question.weighted else entries.rows.astype(np.float64)
    for name, most in ((INSIDE, OFFSET), (INSIDE_SQ, SQUARED**2)):
        added = entries.sums[name]
        whole = question.weighted or all(each == each.to_integral_value() for each in added)
        over = added.astype(np.float64) > np.where(width > 0, most * mass * SLACK, 0.0)
        if not whole or over.any():
            problem = f"{name!r} holds a sum that no rows of a bin have"
            raise StatisticError.broken(statistic.origin, problem)
