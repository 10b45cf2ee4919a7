"""Outputs of language models in sentences: how they were read, and what depends on those that were not."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.results.measure import by_text
from mercalli.results.outputs import Bounds, OutputReport
from mercalli.text.numbers import value_text


def output_notes(outputs: OutputReport, metric: str | None) -> Iterator[str]:
    """How outputs were read; if some were not, what a metric would be otherwise, and whether urgent items are hit."""
    yield f"Answers: {read_shares(outputs)}."
    if outputs.unread and metric is not None:
        yield f"{bounds_text(by_text(outputs.bounds, metric))}."
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


def bounds_text(bounds: Bounds) -> str:
    """A metric under the four ways to count.

    >>> print(bounds_text(Bounds("accuracy", 0.6769, 0.6891, 0.6853, 0.6418)))
    accuracy 0.677 counts unread answers as wrong; all right 0.689, left out 0.685; only whole answers 0.642
    """
    wrong, right, left_out, strict = (
        "undefined" if value is None else value_text(value)
        for value in (bounds.wrong, bounds.right, bounds.left_out, bounds.strict)
    )
    others = f"all right {right}, left out {left_out}; only whole answers {strict}"
    return f"{bounds.metric} {wrong} counts unread answers as wrong; {others}"
