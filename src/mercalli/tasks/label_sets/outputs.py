"""Outputs of language models that give label sets: their report, and whether a lead depends on unread ones."""

from __future__ import annotations

from dataclasses import replace

from mercalli.estimates.label_sets import SetPanel, set_metric
from mercalli.estimates.set_outputs import SetOutcomes, set_difference_bounds, set_output_report
from mercalli.inputs.answers.outputs import AnswerKind
from mercalli.inputs.tally import Column
from mercalli.plan.answer_settings import EXCLUDE
from mercalli.results.outputs import DifferenceBounds, OutputReport
from mercalli.stats.groups import slices
from mercalli.tasks.label_sets.data import SetItems
from mercalli.tasks.label_sets.result import MultiLabel
from mercalli.tasks.label_sets.verdict import ordered

TWO = 2


def output_report(items: SetItems, name: str, panel: SetPanel, level: float) -> OutputReport | None:
    """The report on one system's outputs, on all items; none if it has plain label sets."""
    if name not in items.kinds:
        return None
    read = items.outputs.columns[name]
    report = set_output_report(_outcomes(items, name), list(slices(items)), panel, read, level=level)
    return replace(report, excluded=items.outputs.settings.unread == EXCLUDE)


def lead_bounds(items: SetItems, result: MultiLabel) -> DifferenceBounds | None:
    """The best system minus the next on the first metric, if any of their answers was not read."""
    names = [each.name for each in ordered(result)[:TWO]]
    if len(names) < TWO or not any(items.unread(name).any() for name in names if name in items.kinds):
        return None
    first, second = (_outcomes(items, name) for name in names)
    return next(set_difference_bounds(first, second, SetPanel((set_metric(result.headline[0]),))))


def _outcomes(items: SetItems, name: str) -> SetOutcomes:
    column = items.kinds.get(name, Column((), items.rows))
    kinds = tuple(AnswerKind(*kind) for kind in column.values)  # type: ignore[misc]
    return SetOutcomes(items.labels, items.truth, items.preds[name], items.rows, kinds, column.codes)
