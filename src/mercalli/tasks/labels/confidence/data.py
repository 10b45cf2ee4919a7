"""Confidences of one system, counted by whatever engine holds the data, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from mercalli.engines.source import Source
from mercalli.inputs.chances import CONFIDENCE, Chances
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.confidences import SUM_SLACK, Confidences
from mercalli.inputs.labels import Labels
from mercalli.tasks.labels.confidence.roles import ConfidenceColumns, check_classes
from mercalli.tasks.labels.plan import Plan


def confidences_of(plan: Plan, pred: str, found: ConfidenceColumns, labels: Labels) -> Confidences:
    """The checked confidences of one system."""
    table, classes = plan.table, labels.classes
    source, policy, present = plan.labelled(pred)
    occurring = np.unique(np.concatenate([labels.truth, *labels.preds]))
    check_classes(
        found, classes, [classes.names[code] for code in occurring if code < len(classes.names)], source.origin
    )
    asked = chances(source, (table.truth, pred), found, classes)
    keys = list(dict.fromkeys(name for name in (table.truth, pred, table.unit) if name is not None))
    tally = source.chance_tally(asked, keys, table.weight, present)
    first = partial(_first, table.source, asked)
    return Confidences.check(tally, asked, classes, policy, unit=table.unit, words=plan.words, first=first)


def chances(source: Source, keys: tuple[str, str], found: ConfidenceColumns, classes: ClassList) -> Chances:
    """What to ask an engine: the values of truth and predictions that each probability is for."""
    truth, pred = keys
    if not found.labels:
        return Chances(found.columns, truth, pred, alone=True)
    labels = (*found.labels, *([] if found.rest is None else [found.rest]))
    of_truth, of_pred = (
        tuple(_values_of(label, source.tally([name], None).columns[name].values, classes) for label in labels)
        for name in keys
    )
    return Chances(found.columns, truth, pred, of_truth, of_pred, rest=found.rest is not None)


def _values_of(label: str, values: Sequence[object], classes: ClassList) -> tuple[object, ...]:
    """The values that mean a label: the same class, or where it is none of the classes, the same text."""
    code, form = classes.code(label), normal(label)
    return tuple(
        value
        for value in values
        if (classes.code(label_text(value)) == code if code is not None else normal(label_text(value)) == form)
    )


def _first(source: Source, asked: Chances, problem: str, found: float) -> str:
    """Words for the first rows with the number that an error names; it may be rounded otherwise in the engine."""
    rows = source.rows(asked.columns, [])
    numbers = np.stack([rows.numbers(name).astype(np.float64) for name in asked.columns])
    wrong = {
        "missing": np.isnan(numbers),
        "outside": np.isclose(numbers, found),
        "total": np.isclose(numbers.sum(axis=0, keepdims=True), found),
    }
    return rows.first(np.any(wrong[problem], axis=0))


def says_nothing(confidences: Confidences) -> bool:
    """Whether every confidence is 0 or 1, as flags of classes are."""
    plain, _, squares = confidences.sums[CONFIDENCE].sum(axis=1)
    return not confidences.weighted and bool(abs(plain - squares) < SUM_SLACK * 1e-6 * max(plain, 1.0))
