"""What a statistic of labels counts, and by which rules: its header, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from mercalli.errors import StatisticError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Policy
from mercalli.stats.counted_units import Units
from mercalli.stats.entries import ROWS, WEIGHT, WEIGHT_SQ
from mercalli.stats.question import flag, question_of, text
from mercalli.stats.statistic import Statistic

TRUTH = "truth"
OTHER = "(other)"  # every prediction outside the classes: what it says may be anything


@dataclass(frozen=True)
class LabelQuestion:
    """The header of a statistic of labels.

    Attributes:
        systems: What the systems are called.
        by: Columns to slice by.
        context: Columns that the profile varies its weights by.
        unit: The column of units.
        classes: The classes, in order.
        declared: Whether they were declared, or are those of the truth.
        profile: The name and the digest of the profile.
        policy: What was done about missing labels and others outside the classes.
        weighted: Whether rows have weights.
        units: How units are named, if there are units.
    """

    systems: tuple[str, ...]
    by: tuple[str, ...]
    context: tuple[str, ...]
    unit: str | None
    classes: tuple[str, ...]
    declared: bool
    profile: tuple[str, str]
    policy: Policy
    weighted: bool
    units: Units | None

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> LabelQuestion:
        """From a header; whatever does not fit raises something."""
        roles, classes, profile, units = given["roles"], given["classes"], given["profile"], given["units"]
        found = cls(
            systems=tuple(map(text, roles["systems"])),
            by=tuple(map(text, roles["by"])),
            context=tuple(map(text, roles["context"])),
            unit=None if roles["unit"] is None else text(roles["unit"]),
            classes=tuple(map(text, classes["names"])),
            declared=flag(classes["declared"]),
            profile=(text(profile["name"]), text(profile["digest"])),
            policy=Policy(**given["policy"]),
            weighted=flag(given["weighted"]),
            units=Units.read(units),
        )
        _ = found.class_list
        return found

    @property
    def json(self) -> dict[str, Any]:
        """As a header has it."""
        return {
            "roles": {
                "systems": list(self.systems),
                "by": list(self.by),
                "context": list(self.context),
                "unit": self.unit,
            },
            "classes": {"names": list(self.classes), "declared": self.declared},
            "profile": dict(zip(("name", "digest"), self.profile, strict=True)),
            "policy": asdict(self.policy),
            "weighted": self.weighted,
            "units": None if self.units is None else self.units.json,
        }

    @property
    def columns(self) -> dict[str, str]:
        """Columns of the data, and what they are called among the entries."""
        named = {
            **{name: f"context:{name}" for name in self.context},
            **{name: f"by:{name}" for name in self.by},
            **({} if self.unit is None else {self.unit: f"unit:{self.unit}"}),
        }
        return {**named, TRUTH: TRUTH, **{name: f"pred:{name}" for name in self.systems}}

    @property
    def names(self) -> list[str]:
        """What the columns of its entries are called."""
        return [*self.columns.values(), ROWS, *([WEIGHT, WEIGHT_SQ] if self.weighted else [])]

    @property
    def class_list(self) -> ClassList:
        """The classes as labels are checked against them."""
        return ClassList.check(self.classes) if self.declared else ClassList(self.classes, declared=False)

    def faults(self) -> list[str]:
        """What a header that somebody wrote may have wrong."""
        names = [TRUTH, *self.systems, *(name for name in (*self.by, *self.context) if name != self.unit)]
        listed = [*names, *([] if self.unit is None else [self.unit])]
        texts = [*listed, *self.classes, *self.profile]
        checks = {
            "an empty name": all(each for each in texts),
            "no system, or two parts of one name": bool(self.systems) and len(set(names)) == len(names),
            "units without a column": (self.units is None) == (self.unit is None),
            "no class, or one twice": bool(self.classes) and len(set(self.classes)) == len(self.classes),
            f"a class {OTHER!r}, as predictions outside the classes are called": OTHER not in self.classes,
        }
        return [what for what, holds in checks.items() if not holds]


def checked(statistic: Statistic) -> LabelQuestion:
    """The header of a statistic, refused where it does not fit its task or its entries."""
    question = question_of(statistic, LabelQuestion.read)
    for name in (TRUTH, *(f"pred:{system}" for system in question.systems)):
        _check_labels(question, statistic, name)
    unused = set(question.classes) - set(statistic.entries.columns[TRUTH].values)
    if unused and not question.declared:
        why = f"its classes are those of the truth, and no row of the truth has {min(unused)!r}"
        raise StatisticError.broken(statistic.origin, why)
    return question


def _check_labels(question: LabelQuestion, statistic: Statistic, name: str) -> None:
    """Refuse labels that its classes and its rules do not allow."""
    column, policy = statistic.entries.columns[name], question.policy
    outside = name != TRUTH and not (question.declared and policy.invalid == "error")
    known = (*question.classes, OTHER) if outside else question.classes
    strange = [value for value in column.values if value not in known]
    if strange:
        why = f"{name!r} holds {strange[0]!r}, which is none of the classes of its header"
        raise StatisticError.broken(statistic.origin, why)
    if (column.codes < 0).any() and policy.missing not in (("drop",) if name == TRUTH else ("drop", "wrong")):
        why = f"rows have no {name!r}, and its header says that such rows are an error"
        raise StatisticError.broken(statistic.origin, why)
