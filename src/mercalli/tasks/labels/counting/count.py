"""From rows to the entries of a statistic: classes for labels, groups for units, and no free text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mercalli.errors import ColumnError, StatisticError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import rounded
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.labels import Labels, Policy, Roles
from mercalli.inputs.tally import MISSING, Column, Tally
from mercalli.plan.roles import table_roles
from mercalli.profiles.profile import Profile
from mercalli.stats.counted_units import Units
from mercalli.stats.entries import WEIGHT, WEIGHT_SQ, Entries, exact
from mercalli.tasks.labels.counting.question import OTHER, TRUTH, LabelQuestion
from mercalli.tasks.labels.data import LabelFiles, open_labels
from mercalli.tasks.labels.plan import Plan, plan

NAMED: dict[str, Any] = {"truth": None, "pred": (), "profile": None, "classes": ()}


def counted(
    data: object = None,
    *,
    key: bytes | None = None,
    truth: object = None,
    pred: object = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    weight: object = None,
    count: object = None,
    unit: object = None,
    by: object = None,
    groups: int = 256,
    public_units: bool = False,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "wrong", "drop"] = "error",
    unknown: Literal["error", "default"] = "error",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> tuple[dict[str, Any], Entries]:
    """The header and the entries; arguments are those of `evaluate`, and how units are named."""
    table = table_roles(data, truth=truth, pred=pred, weight=weight, count=count, unit=unit, by=by, encoding=encoding)
    policy = Policy(invalid, missing, unknown)
    wired = plan(table, profile, classes=classes, settings=Settings(replicates=0), policy=policy, progress=progress)
    units = Units.chosen(table.unit, table.by, groups, key, public=public_units)
    return _Counter(wired, units, key).counted()


def opened_file(
    path: str, asked: Mapping[str, Any], settings: Mapping[str, Any]
) -> tuple[object, dict[str, Any], list[str]]:
    """A file with its columns, its classes and its profile found, and what to say about that."""
    named = [asked.get(name, nothing) for name, nothing in NAMED.items()]
    files = LabelFiles([path], *named, **settings)
    tables = open_labels(files)
    if tables.lone is None:
        raise StatisticError.about(repr(path), "is a log of answers, and only plain labels are counted. Evaluate it.")
    lone = tables.lone
    found = {
        "truth": lone.truth,
        "pred": list(lone.columns["pred"]),
        "profile": tables.profile,
        "classes": tables.classes,
    }
    return lone.source, {**asked, **found}, list(tables.guesses)


@dataclass(frozen=True)
class _Counter:
    plan: Plan
    units: Units | None
    key: bytes | None

    def counted(self) -> tuple[dict[str, Any], Entries]:
        self._check_plain()
        table, profile = self.plan.table, self.plan.profile
        roles = Roles(table.truth, tuple(table.systems.values()), table.unit, table.by, tuple(profile.contexts))
        tally = table.source.tally(roles.keys, table.weight)
        classes = self._classes(tally, roles)
        question = LabelQuestion(
            systems=tuple(table.systems),
            by=table.by,
            context=tuple(name for name in roles.context if name not in table.by),
            unit=table.unit,
            classes=classes.names,
            declared=classes.declared,
            profile=(profile.name, profile.digest),
            policy=self.plan.policy,
            weighted=table.weight is not None,
            units=self.units,
        )
        self._check_names(question)
        return question.json, self._entries(tally, question, classes)

    def _check_plain(self) -> None:
        """Refuse free text: it has to be read before, and its answers are then labels."""
        for name in self.plan.outputs.columns:
            raise ColumnError.in_column(
                name,
                self.plan.table.source.origin,
                "holds outputs of a language model, and only plain labels are counted. Read them first: "
                "`mercalli evaluate --out DIR` writes a file of labels.",
            )

    def _check_names(self, question: LabelQuestion) -> None:
        """Refuse two parts of one name, and a class that is called as what is no class."""
        if OTHER in question.classes:
            raise StatisticError.about(
                "a class", f"is called {OTHER!r}, as predictions outside the classes are. Rename it."
            )
        faults = question.faults()
        if faults:
            raise ColumnError.about(
                "the columns",
                f"have {faults[0]}. Every system and slice needs its own name, and none may be {TRUTH!r}. Rename one.",
            )

    def _classes(self, tally: Tally, roles: Roles) -> ClassList:
        """The classes that count, once all labels have been checked; declared ones may have no row."""
        declared = self.plan.classes
        if declared is not None and declared.declared and not tally.rows.sum():
            return declared
        return Labels.check(tally, roles, declared, self.plan.policy, self.plan.table.source.where).classes

    def _entries(self, tally: Tally, question: LabelQuestion, classes: ClassList) -> Entries:
        """Classes in place of labels, groups in place of units."""
        table = self.plan.table
        columns = {new: _as_text(tally.columns[old]) for old, new in question.columns.items() if old in tally.columns}
        labels = {TRUTH: table.truth, **{f"pred:{name}": column for name, column in table.systems.items()}}
        columns |= {new: _as_class(tally.columns[old], classes) for new, old in labels.items()}
        if self.units is not None:
            columns[f"unit:{table.unit}"] = self.units.named(columns[f"unit:{table.unit}"], self.key)
        ordered = {name: columns[name] for name in question.columns.values()}
        sums = {WEIGHT: exact(rounded(tally.weight)), WEIGHT_SQ: exact(rounded(tally.weight_sq))}
        return Entries.of(ordered, tally.rows, sums if question.weighted else None)


def _as_text(column: Column) -> Column:
    """Values as slices and units name them."""
    return replace(column, values=tuple(label_text(value) for value in column.values))


def _as_class(column: Column, classes: ClassList) -> Column:
    """The class that each label means, one word for all that mean none, and nothing for what is missing."""
    known = column.known(classes.missing_words)
    codes = [classes.code(label_text(value)) for value in known.values]
    named = tuple(OTHER if code is None else classes.names[code] for code in codes)
    return Column(named, np.where(known.codes < 0, MISSING, known.codes))
