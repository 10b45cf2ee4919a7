"""What a statistic of label sets is of, and what others can compute from it."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.stats.statistic import Statistic
from mercalli.tasks.label_sets.counting.question import TRUTH, SetQuestion, checked
from mercalli.text.words import counted, listed

MANY = 10


def told(statistic: Statistic) -> tuple[list[str], list[str]]:
    """Lines on what is in it, and lines on what can be computed from it."""
    question = checked(statistic)
    return list(_holds(question, statistic)), list(_gives(question, statistic))


def _holds(question: SetQuestion, statistic: Statistic) -> Iterator[str]:
    yield f"{counted(len(question.systems), 'system')}: {listed(question.systems, MANY)}"
    yield f"{counted(len(question.labels), 'label')}: {listed(question.labels, MANY)}"
    columns, rows = statistic.entries.columns, statistic.entries.rows
    for name, column in question.sets.items():
        what = "true sets" if name == TRUTH else f"sets that {name} gave"
        yield f"{counted(len(columns[column].values), 'kind')} of {what}"
    for name in question.by:
        values = columns[question.columns[name]].values
        yield f"{name}: {counted(len(values), 'value')} ({listed(list(map(str, values)), MANY)})"
    if question.unit is not None and question.units is not None:
        groups = question.units.groups
        yield f"units: {question.unit}, {'by name' if groups is None else f'in {groups} groups by a key'}"
    for name, column in question.sets.items():
        missing = int(rows[columns[column].codes < 0].sum())
        if missing:
            yield f"{counted(missing, 'row')} without {'a truth' if name == TRUTH else f'an answer of {name}'}"
    yield "not in it: texts, ids, rows, and times of rows"


def _gives(question: SetQuestion, statistic: Statistic) -> Iterator[str]:
    slices = f", also for every {listed(question.by, MANY)}" if question.by else ""
    yield f"how many rows have which set of true labels and which predicted ones{slices}"
    yield f"every metric of `mercalli multilabel`, with intervals{slices}"
    if len(question.systems) > 1:
        yield "which system is better, with intervals and p-values"
    yield "a rare set of labels is a fingerprint: whoever knows most labels of a row may learn its others"
    if question.units is not None and question.units.groups is None:
        yield f"all of this for each {question.unit} by its name"
    if len(statistic.parts) > 1:
        yield "what one part has: whoever knows the counts of the other parts can take them away from the sum"
