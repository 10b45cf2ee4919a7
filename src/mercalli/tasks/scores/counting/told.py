"""What a statistic of scores is of, and what others can compute from it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.stats.statistic import Statistic
from mercalli.tasks.scores.counting.question import BIN, TRUTH, ScoreQuestion, checked
from mercalli.text.words import counted, listed

MANY = 10


def told(statistic: Statistic) -> tuple[list[str], list[str]]:
    """Lines on what is in it, and lines on what can be computed from it."""
    question = checked(statistic)
    return list(_holds(question, statistic)), list(_gives(question, statistic))


def _holds(question: ScoreQuestion, statistic: Statistic) -> Iterator[str]:
    yield f"scores of one system: {question.score}"
    truth, rows = statistic.entries.columns[TRUTH], statistic.entries.rows
    is_positive = np.array([value == question.positive for value in truth.values] + [False])[truth.codes]
    yield f"positive: {question.positive!r}, {counted(int(rows[is_positive].sum()), 'row')}"
    bins = statistic.entries.columns[BIN].values
    yield f"{counted(len(bins), 'bin')} of scores, of {counted(question.bins, 'bin')} in every octave"
    for name in question.by:
        values = statistic.entries.columns[question.columns[name]].values
        yield f"{name}: {counted(len(values), 'value')} ({listed(list(map(str, values)), MANY)})"
    if question.unit is not None and question.units is not None:
        groups = question.units.groups
        yield f"units: {question.unit}, {'by name' if groups is None else f'in {groups} groups by a key'}"
    if question.weighted:
        yield "weights: sums of weights, and of their squares, in every entry"
    for name in (TRUTH, BIN):
        missing = int(rows[statistic.entries.columns[name].codes < 0].sum())
        if missing:
            yield f"{counted(missing, 'row')} without {'a score' if name == BIN else 'a truth'}"
    yield "not in it: rows, ids, exact scores of rows, and what true classes but the positive one say"


def _gives(question: ScoreQuestion, statistic: Statistic) -> Iterator[str]:
    slices = f", also for every {listed(question.by, MANY)}" if question.by else ""
    yield f"how many positives and others have a score in each bin, and their mean score there{slices}"
    yield f"curves, thresholds and the first K of `mercalli threshold` and `mercalli rank`, with intervals{slices}"
    yield "the score of a row that is alone in its bin, to a millionth of the bin"
    if question.units is not None and question.units.groups is None:
        yield f"all of this for each {question.unit} by its name"
    if len(statistic.parts) > 1:
        yield "what one part has: whoever knows the counts of the other parts can take them away from the sum"
