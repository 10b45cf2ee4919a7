"""Outputs of language models in sentences: how they were read, and what depends on those that were not."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.results.measure import by_text
from mercalli.results.outputs import Bounds, OutputReport
from mercalli.text.names import quoted
from mercalli.text.numbers import value_text
from mercalli.text.words import counted

MOST_UNDECLARED = 3


def output_notes(outputs: OutputReport, metric: str | None, n: int) -> Iterator[str]:
    """How outputs were read; if some were not, what a metric would be otherwise, and whether urgent items are hit.

    `n` are the items that count.
    """
    yield f"Answers: {read_shares(outputs)}."
    if outputs.unread and metric is not None:
        bounds = by_text(outputs.bounds, metric)
        yield f"{answered_text(bounds, n, outputs.n) if outputs.excluded else bounds_text(bounds)}."
    for each in outputs.undeclared[:MOST_UNDECLARED]:
        yield (
            f"{quoted(each.label)} makes up {each.count / outputs.n:.1%} of the outputs and is no class: declare it if "
            f"it is one, or give it an alias in the profile."
        )
    if outputs.urgent is not None and outputs.urgent[1] > 0:
        more, low, high = (f"{100 * part:.1f}" for part in outputs.urgent)
        yield (
            f"Answers to critical items could not be read more often than others, by {more} points ({low} to {high}): "
            f"a score that leaves them out flatters."
        )


def read_shares(outputs: OutputReport) -> str:
    """The share that was read, and of what else.

    >>> from mercalli.results.outputs import OutcomeCount
    >>> counts = (OutcomeCount("read", "exact", True, 7, 0, 1), OutcomeCount("read", "mention", False, 1, 0, 1))
    >>> print(read_shares(OutputReport(10, 5, (*counts, OutcomeCount("refused", "", False, 2, 0, 1)), (), (), ())))
    80.0% read (70.0% whole, 10.0% found in text), 20.0% refused
    """
    read = outputs.count(READ)
    ways = f"{percent(outputs.whole, outputs)} whole, {percent(read - outputs.whole, outputs)} found in text"
    others = [(outcome, outputs.count(outcome)) for outcome in OUTCOMES if outcome != READ]
    rest = [f"{percent(count, outputs)} {outcome}" for outcome, count in others if count]
    return ", ".join([f"{percent(read, outputs)} read ({ways})", *rest])


def percent(count: int, outputs: OutputReport) -> str:
    """A count as a share of all items."""
    return f"{count / outputs.n:.1%}"


def answered_text(bounds: Bounds, n: int, items: int) -> str:
    """A metric of the answered, beside what it is if unread answers are wrong.

    >>> print(answered_text(Bounds("accuracy", 0.6, 0.8, 0.75, 0.5), 8, 10))
    accuracy is of the answered (8 of 10 items); unread answers counted as wrong make it 0.600, as right 0.800
    """
    wrong, right = (_value(value) for value in (bounds.wrong, bounds.right))
    answered = f"{bounds.metric} is of the answered ({n:,} of {counted(items, 'item')})"
    return f"{answered}; unread answers counted as wrong make it {wrong}, as right {right}"


def _value(value: float | None) -> str:
    return "undefined" if value is None else value_text(value)


def bounds_text(bounds: Bounds) -> str:
    """A metric under the four ways to count.

    >>> print(bounds_text(Bounds("accuracy", 0.6769, 0.6891, 0.6853, 0.6418)))
    accuracy 0.677 counts unread answers as wrong; all right 0.689, left out 0.685; only whole answers 0.642
    """
    wrong, right, left_out, strict = map(_value, bounds.ways)
    others = f"all right {right}, left out {left_out}; only whole answers {strict}"
    return f"{bounds.metric} {wrong} counts unread answers as wrong; {others}"
