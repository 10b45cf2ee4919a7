"""What a result says about how sure a system is."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.results.measure import Measure


@dataclass(frozen=True)
class ReliabilityBin:
    """Predictions of about the same confidence: how sure they were, and how often they were right.

    Attributes:
        low: Confidences of the bin begin here ...
        high: ... and end here.
        count: How many predictions, or what they weigh.
        confidence: Their mean confidence.
        accuracy: The share that was right.
        accuracy_low: Lower end of its interval ...
        accuracy_high: ... and its upper end.
    """

    low: float
    high: float
    count: float
    confidence: float
    accuracy: float
    accuracy_low: float | None
    accuracy_high: float | None


@dataclass(frozen=True)
class CoveragePoint:
    """A share of the items, the surest ones: from which confidence on, how many are right, and at least how many.

    `low` holds for all points together; it is None where there are too few items to tell.
    """

    share: float
    confidence: float
    accuracy: float
    low: float | None


@dataclass(frozen=True)
class ClassHandover:
    """What of one class would be left to the machine: how much, how much of that is right, and how much there is."""

    name: str
    count: float
    right: float
    total: float


@dataclass(frozen=True)
class Handover:
    """How much can be left to the machine.

    Attributes:
        target: The share of right predictions that is asked for.
        share: The largest share of items that was shown to reach it; 0 if none was.
        confidence: From which confidence on.
        count: How many items that is, or what they weigh.
        accuracy: The share of them that is right ...
        low: ... and at least how many are, on new items like these.
        apparent: The largest share that reaches the target on these items, of those looked at, chance included.
        why: Why nothing can be left to the machine.
        classes: What of each class would be left to it.
    """

    target: float
    share: float
    confidence: float | None
    count: float
    accuracy: float | None
    low: float | None
    apparent: float
    why: str | None
    classes: tuple[ClassHandover, ...] = ()


@dataclass(frozen=True)
class ConfidenceReport:
    """How sure a system is, and whether it is as right as it is sure.

    Attributes:
        columns: The columns that say how sure it is ...
        called: ... and how a sentence calls them.
        n: Rows of which it says how sure it is.
        unsaid: Rows of which it does not; they are left to people.
        moved: Rows whose prediction is not the likeliest class; None where only the confidence is known.
        accuracy: The share of right predictions among those rows.
        measures: Mean confidence, overconfidence and the other metrics.
        bins: Predictions by confidence, in tenths.
        curve: Accuracy of larger and larger shares of the items, the surest first.
        handover: How much can be left to the machine.
    """

    columns: tuple[str, ...]
    called: str
    n: int
    unsaid: int
    moved: int | None
    accuracy: Measure
    measures: tuple[Measure, ...]
    bins: tuple[ReliabilityBin, ...]
    curve: tuple[CoveragePoint, ...]
    handover: Handover
