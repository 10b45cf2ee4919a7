"""What should be known about confidences before relying on them."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.results.measure import Measure, by_text
from mercalli.tasks.labels.confidence.result import ConfidenceReport
from mercalli.text.words import counted

WORTH_SAYING = 0.05


def notes(report: ConfidenceReport, impossible: int) -> Iterator[str]:
    """Notes in the order in which they matter."""
    yield from _too_sure(report)
    if report.unsaid:
        have, are = ("has", "is") if report.unsaid == 1 else ("have", "are")
        yield f"{counted(report.unsaid, 'item')} {have} no confidence and {are} left to people."
    if report.moved:
        share = f"{report.moved:,} of {report.n:,} predictions ({report.moved / report.n:.1%})"
        yield f"{share} {'is' if report.moved == 1 else 'are'} not the class with the highest probability."
    if impossible and report.moved is not None:
        have = "row has" if impossible == 1 else "rows have"
        yield f"{impossible:,} {have} a true class with probability 0, which weighs very much in the log loss."


def _too_sure(report: ConfidenceReport) -> Iterator[str]:
    """Where confidence is plainly not how often it is right."""
    over = by_text(report.measures, "overconfidence")
    if over.value is None or abs(over.value) < WORTH_SAYING:
        return
    if _may_be_chance(over):
        return
    yield f"Do not read its confidence as a probability: it {gap_text(report)}."


def gap_text(report: ConfidenceReport) -> str:
    """How sure it is, and how right, in a few words.

    As in "says 91.2% on average and is right on 73.1%: over-confident by 18.1 points [17.0 to 19.2]".
    """
    says, over = (by_text(report.measures, name) for name in ("mean_confidence", "overconfidence"))
    if says.value is None or report.accuracy.value is None or over.value is None:
        return "says nothing"
    pair = f"says {says.value:.1%} on average and is right on {report.accuracy.value:.1%}"
    if _may_be_chance(over):
        return f"{pair}; the difference may be chance"
    word = "over-confident" if over.value > 0 else "under-confident"
    return f"{pair}: {word} by {100 * abs(over.value):.1f} points{_ends(over.low, over.high, over.value)}"


def _may_be_chance(over: Measure) -> bool:
    return over.low is not None and over.high is not None and over.low <= 0 <= over.high


def _ends(low: float | None, high: float | None, value: float) -> str:
    if low is None or high is None:
        return ""
    ends = (low, high) if value > 0 else (-high, -low)
    return f" [{100 * ends[0]:.1f} to {100 * ends[1]:.1f}]"
