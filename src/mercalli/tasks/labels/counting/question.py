"""What a statistic of labels counts, and by which rules: its header, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mercalli.errors import StatisticError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Policy
from mercalli.stats.counted_units import Units
from mercalli.stats.entries import ROWS, WEIGHT, WEIGHT_SQ, Entries
from mercalli.stats.margins import CELLS, FOUND, MARGINS, TABLES
from mercalli.stats.question import flag, question_of, text
from mercalli.stats.statistic import Statistic

TRUTH, PRED = "truth", "pred"
SYSTEM = "system"  # where each is counted by itself
ALL = "(all)"  # what is told once for all systems
ANY = "(any)"  # whatever the class
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
        table: What is told of each system by itself (see `stats/margins.py`); none where all are counted together.
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
    table: str | None = None

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
            table=given.get("table"),
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
            **({} if self.table is None else {"table": self.table}),
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
        if self.table is not None:
            return [*self.slices.values(), SYSTEM, TRUTH, PRED, ROWS]
        return [*self.columns.values(), ROWS, *([WEIGHT, WEIGHT_SQ] if self.weighted else [])]

    @property
    def slices(self) -> dict[str, str]:
        """Columns to slice by or to vary weights by, and what they are called among the entries."""
        return {name: self.columns[name] for name in (*self.context, *self.by)}

    @property
    def class_list(self) -> ClassList:
        """The classes as labels are checked against them."""
        return ClassList.check(self.classes) if self.declared else ClassList(self.classes, declared=False)

    @property
    def can_share(self) -> bool:
        """Whether counts of it may be rounded: of few numbers, each of many rows."""
        plain = self.declared and not self.weighted and self.unit is None
        return (
            plain
            and len(self.slices) <= 1
            and ANY not in self.classes
            and ALL not in self.systems
            and self.table in (None, *TABLES)
        )

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
            "a table, slices or units that are not shared": self.table is None or self.can_share,
        }
        return [what for what, holds in checks.items() if not holds]


def checked(statistic: Statistic) -> LabelQuestion:
    """The header of a statistic, refused where it does not fit its task or its entries."""
    question = question_of(statistic, LabelQuestion.read)
    if (question.table is None) != (statistic.rule is None):
        raise StatisticError.broken(
            statistic.origin, "its counts are rounded without a table in its header, or the reverse"
        )
    if question.table is not None:
        check_shared(question, statistic)
        return question
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


def check_shared(question: LabelQuestion, statistic: Statistic) -> None:
    """Refuse shared counts that are none of its systems, its classes or its table."""
    columns = [map(str, each) for each in _shared_texts(statistic.entries)]
    known = _known(question)
    strange = [entry for entry in zip(*columns, strict=True) if entry not in known]
    if strange:
        found = ", ".join(map(repr, strange[0]))
        raise StatisticError.broken(statistic.origin, f"its table of {question.table!r} has no entries of {found}")
    if rows_of(statistic.entries, question) != statistic.rows:
        raise StatisticError.broken(statistic.origin, "its entries are of another number of rows than its parts")


def _shared_texts(entries: Entries) -> list[list[object]]:
    """System, truth and prediction of every entry."""
    columns = (entries.columns[name] for name in (SYSTEM, TRUTH, PRED))
    return [list(np.array([*column.values, None], object)[column.codes]) for column in columns]


def _known(question: LabelQuestion) -> set[tuple[str, str, str]]:
    """System, truth and prediction that entries of its table may have."""
    nothing, classes = str(None), question.classes
    said = (*classes, OTHER, nothing)
    cells = {(truth, pred) for truth in classes for pred in said}
    right = {(name, name) for name in classes}
    of_system = {CELLS: cells, FOUND: right, MARGINS: {*right, *((ANY, pred) for pred in said)}}[str(question.table)]
    of_all = [(nothing, nothing), *([] if question.table == CELLS else ((name, ANY) for name in classes))]
    each = ((name, truth, pred) for name in question.systems for truth, pred in of_system)
    return {*((ALL, truth, pred) for truth, pred in of_all), *each}


def rows_of(entries: Entries, question: LabelQuestion) -> int:
    """How many rows shared counts are of: by the true classes, which whole tables of cells have themselves."""
    system, truth, pred = _shared_texts(entries)
    once = question.systems[0] if question.table == CELLS else ALL
    chosen = [
        name == once or (truth, pred) == (None, None) for name, truth, pred in zip(system, truth, pred, strict=True)
    ]
    return int(entries.rows[chosen].sum())
