"""Rows and sentences on feedback that every report shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.limits import FEW_IN_CLASS
from mercalli.text.names import quoted
from mercalli.text.numbers import DIGITS, NOTHING, interval, number
from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.tasks.feedback.result import Beside, FeedbackReport, LabelChange, Swap

BESIDE = ("metric", "feedback", "its interval", "test", "test interval", "difference", "interval of the difference")
LABELS = ("label", "texts", "missed", "wrongly given", "recall", "test", "difference", "corrected", "changed")
SWAPS = ("model says", "people say", "texts", "first", "last")
DAY = 10
ORDER = f"Labels, the most changed first; those of fewer than {FEW_IN_CLASS} texts after them"


def beside_row(each: Beside) -> list[str]:
    """One metric."""
    return [
        each.metric,
        number(each.feedback, DIGITS),
        interval(each.feedback_low, each.feedback_high),
        number(each.test, DIGITS),
        interval(each.test_low, each.test_high),
        _signed(each.difference),
        interval(each.low, each.high),
    ]


def label_row(each: LabelChange) -> list[str]:
    """One label; the difference with its interval, and from when to when it was corrected."""
    recall = each.recall
    ends = "" if recall.low is None else f" [{interval(recall.low, recall.high)}]"
    times = NOTHING if each.first is None or each.last is None else f"{each.first[:DAY]} to {each.last[:DAY]}"
    return [
        each.name,
        f"{each.n:,}",
        f"{each.missed:,}",
        f"{each.wrongly:,}",
        number(recall.feedback, DIGITS),
        number(recall.test, DIGITS),
        f"{_signed(recall.difference)}{ends}",
        times,
        NOTHING if each.since is None else f"since {each.since[:DAY]}",
    ]


def swap_row(each: Swap) -> list[str]:
    """One kind of correction."""
    return [each.pred, each.label, f"{each.count:,}", each.first[:DAY], each.last[:DAY]]


def changed_words(result: FeedbackReport) -> str:
    """Which label changed most and since when, in a sentence."""
    enough = [each for each in result.labels if each.n >= FEW_IN_CLASS]
    worse = [each for each in enough if each.recall.high is not None and each.recall.high < 0]
    if not worse:
        few = len(result.labels) - len(enough)
        but = f" {counted(few, 'label')} of fewer than {FEW_IN_CLASS} texts in it cannot be told." if few else ""
        return f"No label is shown to be found less often on the feedback than on the test.{but}"
    most = worse[0]
    rest = f"; {len(worse) - 1} more too" if len(worse) > 1 else ""
    since = f" The errors on it change on {most.since[:DAY]}." if most.since else ""
    return (
        f"{quoted(most.name)} is found less often: recall {number(most.recall.feedback, DIGITS)} on the feedback, "
        f"{number(most.recall.test, DIGITS)} on the test, difference [{interval(most.recall.low, most.recall.high)}]"
        f"{rest}.{since}"
    )


def _signed(value: float | None) -> str:
    return NOTHING if value is None else f"{value:+z.{DIGITS}f}"
