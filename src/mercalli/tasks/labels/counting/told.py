"""What a statistic of labels is of, and what others can compute from it."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.stats.statistic import Statistic
from mercalli.tasks.labels.counting.question import OTHER, TRUTH, LabelQuestion, checked
from mercalli.text.words import counted, listed

MANY = 10


def told(statistic: Statistic) -> tuple[list[str], list[str]]:
    """Lines on what is in it, and lines on what can be computed from it."""
    question = checked(statistic)
    return list(_holds(question, statistic)), list(_gives(question, statistic))


def _holds(question: LabelQuestion, statistic: Statistic) -> Iterator[str]:
    systems = question.systems
    yield f"{counted(len(systems), 'system')}: {listed(systems, MANY)}"
    how = "declared" if question.declared else "those of the truth"
    yield f"{counted(len(question.classes), 'class')} ({how}): {listed(question.classes, MANY)}"
    yield f"profile: {question.profile[0]}"
    for name in (*question.by, *question.context):
        values = statistic.entries.columns[question.columns[name]].values
        yield f"{name}: {counted(len(values), 'value')} ({listed(list(map(str, values)), MANY)})"
    if question.unit is not None and question.units is not None:
        groups = question.units.groups
        yield f"units: {question.unit}, {'by name' if groups is None else f'in {groups} groups by a key'}"
    if question.weighted:
        yield "weights: sums of weights, and of their squares, in every entry"
    yield from _beside(question, statistic)
    yield "not in it: texts, ids, rows, times of rows, and what predictions outside the classes say"


def _beside(question: LabelQuestion, statistic: Statistic) -> Iterator[str]:
    """Rows without a label, and predictions that are no class."""
    for name in (TRUTH, *(f"pred:{system}" for system in question.systems)):
        column = statistic.entries.columns[name]
        missing = int(statistic.entries.rows[column.codes < 0].sum())
        if missing:
            yield f"{counted(missing, 'row')} without {name}"
        if OTHER in column.values:
            rows = int(statistic.entries.rows[column.codes == column.values.index(OTHER)].sum())
            yield f"{counted(rows, 'prediction')} of {name} outside the classes, without what they say"


def _gives(question: LabelQuestion, statistic: Statistic) -> Iterator[str]:
    slices = f", also for every {listed(question.by, MANY)}" if question.by else ""
    yield f"how many rows have which true class and which prediction{slices}"
    yield f"every metric of `mercalli evaluate`, with intervals{slices}"
    if len(question.systems) > 1:
        yield "which system is better, with intervals and p-values, and where each is right alone"
    if question.units is not None and question.units.groups is None:
        yield f"all of this for each {question.unit} by its name"
    if len(statistic.parts) > 1:
        yield "what one part has: whoever knows the counts of the other parts can take them away from the sum"
