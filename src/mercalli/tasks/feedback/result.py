"""What a report on feedback carries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from mercalli.results.measure import Provenance
from mercalli.results.seal import Result


@dataclass(frozen=True)
class FeedbackMeasure:
    """A metric on the feedback and on the test; `low` and `high` are of the difference.

    Attributes:
        metric: Its name.
        feedback: The value on the feedback.
        feedback_low: Lower end of its interval.
        feedback_high: Upper end.
        test: The value on the test.
        test_low: Lower end of its interval.
        test_high: Upper end.
        difference: Feedback minus test.
        low: Lower end of its interval.
        high: Upper end.
    """

    metric: str
    feedback: float | None
    feedback_low: float | None
    feedback_high: float | None
    test: float | None
    test_low: float | None
    test_high: float | None
    difference: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class LabelChange:
    """A label on the feedback compared with the test.

    Attributes:
        name: The label.
        n: Texts of the feedback that have it, as people say.
        missed: How many of these the model gives another label.
        wrongly: How many texts it gives this label that have another.
        recall: The share that is found, on the feedback and on the test.
        first: When the first correction to or from this label was recorded.
        last: When the last one was.
        since: From when on the model errs clearly more often, or less, on it; None where no change is clear.
        p: How likely so clear a change is where nothing changes; None where there are too few texts to look.
    """

    name: str
    n: int
    missed: int
    wrongly: int
    recall: FeedbackMeasure
    first: str | None
    last: str | None
    since: str | None
    p: float | None


@dataclass(frozen=True)
class Swap:
    """What the model says and people say instead, and how often."""

    pred: str
    label: str
    count: int
    first: str
    last: str


@dataclass(frozen=True)
class CorrectedLabel:
    """How often people corrected the model to a label, and what that weighs.

    Attributes:
        name: The label, as the profile writes it.
        missed: Texts that have it, as people say, and that the model gave another.
        weight: What an error on it weighs in the profile.
        harm: Both multiplied.
        share: Its share of all that the model missed on the feedback.
        expected: Its share of all that the model missed on the test.
        low: Lower end of the difference of the two, for all labels at once.
        high: Upper end.
        critical: Whether the profile says that it must not be missed.
    """

    name: str
    missed: int
    weight: float
    harm: float
    share: float | None
    expected: float | None
    low: float | None
    high: float | None
    critical: bool


@dataclass(frozen=True)
class Proposal:
    """A change of a profile that corrections suggest.

    Attributes:
        setting: The place in the profile, as in critical.fire.
        now: The number that is there; None where there is none.
        proposed: The number that is suggested.
        evidence: Why.
    """

    setting: str
    now: float | None
    proposed: float
    evidence: str


@dataclass(frozen=True)
class ProfileProposals:
    """What corrections suggest for a profile; only a person changes it.

    Attributes:
        profile: Its name.
        labels: Every label, the one whose corrections weigh most first.
        proposals: What may be changed.
    """

    profile: str
    labels: tuple[CorrectedLabel, ...]
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True)
class FeedbackReport(Result):
    """A model on what people in operations said, compared with the test that it came with.

    Attributes:
        entries: Entries of the file.
        n: Different texts, each with the last word on it.
        tested: Texts of the test.
        people: How many people or teams there are.
        start: When the first entry was recorded.
        end: When the last one was.
        measures: Metrics on all texts.
        labels: Every label, the one whose recall fell most first, those with few texts last.
        swaps: The most frequent corrections.
        notes: What should be known before relying on it.
        provenance: How it came about.
        digest: That of the model.
        for_profile: What the corrections suggest for the profile of the labels; None where they have none.
    """

    sealed_as: ClassVar[str] = "feedback"

    entries: int
    n: int
    tested: int
    people: int
    start: str
    end: str
    measures: tuple[FeedbackMeasure, ...]
    labels: tuple[LabelChange, ...]
    swaps: tuple[Swap, ...]
    notes: tuple[str, ...]
    provenance: Provenance
    digest: str
    for_profile: ProfileProposals | None = field(default=None, metadata={"since": "0.2.0"})
