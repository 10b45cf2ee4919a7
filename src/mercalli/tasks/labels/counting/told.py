"""What a statistic of labels is of, and what others can compute from it."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.stats.margins import CELLS, FOUND, MARGINS
from mercalli.stats.sharing import Rule
from mercalli.stats.statistic import Statistic
from mercalli.tasks.labels.counting.question import OTHER, TRUTH, LabelQuestion, checked
from mercalli.text.words import counted, listed

MANY = 10
FEWEST_SITES = 3  # of fewer, each knows what the other has


def told(statistic: Statistic) -> tuple[list[str], list[str]]:
    """Lines on what is in it, and lines on what can be computed from it."""
    question = checked(statistic)
    if statistic.rule is not None:
        return list(_shared_holds(question, statistic, statistic.rule)), list(_shared_gives(question, statistic))
    return list(_holds(question, statistic)), list(_gives(question, statistic))


def _shared_holds(question: LabelQuestion, statistic: Statistic, rule: Rule) -> Iterator[str]:
    """What was done first."""
    base = rule.base
    yield f"every count is a multiple of {base}, up or down at random: {base} says 1 to {2 * base - 1}"
    yield f"a count that is not there says 0 to {base - 1}"
    yield f"values of a slice with fewer than {rule.least} rows are one: {OTHER}"
    yield from _named(question, statistic)
    yield f"told of each class: {TOLD[str(question.table)]}"
    yield "not in it: texts, ids, rows, exact counts, units, weights, and which systems are right on the same rows"


TOLD = {
    FOUND: "how many rows there are, and of each system how many are right",
    MARGINS: "how many rows there are, and of each system how many are right and how many predicted",
    CELLS: "of each system, for which class its rows were taken",
}


def _shared_gives(question: LabelQuestion, statistic: Statistic) -> Iterator[str]:
    slices = f", also for every {listed(tuple(question.slices), MANY)}" if question.slices else ""
    metrics = {
        FOUND: "accuracy, recall, and metrics made of these",
        MARGINS: "accuracy, recall, precision, F1, and metrics made of these",
        CELLS: "every metric of `mercalli evaluate`",
    }
    yield f"{metrics[str(question.table)]}{slices}, with intervals that contain the rounding"
    yield "what one row is, perhaps, to somebody who knows all others: this is no differential privacy"
    yield "more, if the same rows are counted into a second file: by another rule, other slices, or with some rows more"
    yield "  so share each row once: a day as a part of its own, and never the sum of all days so far"
    sites = statistic.sites
    if len(statistic.parts) > 1 and len(sites) < FEWEST_SITES:
        yield f"what the other site shared: of fewer than {FEWEST_SITES}, each can take its own away from the sum"


def _holds(question: LabelQuestion, statistic: Statistic) -> Iterator[str]:
    yield from _named(question, statistic)
    if question.unit is not None and question.units is not None:
        groups = question.units.groups
        yield f"units: {question.unit}, {'by name' if groups is None else f'in {groups} groups by a key'}"
    if question.weighted:
        yield "weights: sums of weights, and of their squares, in every entry"
    yield from _beside(question, statistic)
    yield "not in it: texts, ids, rows, times of rows, and what predictions outside the classes say"


def _named(question: LabelQuestion, statistic: Statistic) -> Iterator[str]:
    """Systems, classes, profile and slices."""
    systems = question.systems
    yield f"{counted(len(systems), 'system')}: {listed(systems, MANY)}"
    how = "declared" if question.declared else "those of the truth"
    yield f"{counted(len(question.classes), 'class')} ({how}): {listed(question.classes, MANY)}"
    yield f"profile: {question.profile[0]}"
    for name in (*question.by, *question.context):
        values = statistic.entries.columns[question.columns[name]].values
        yield f"{name}: {counted(len(values), 'value')} ({listed(list(map(str, values)), MANY)})"


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
