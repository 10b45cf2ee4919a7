"""What a stress test carries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from mercalli.results.difference import Difference, Ranking, SystemPair
from mercalli.results.measure import Measure, MetricCard, Provenance, by_text
from mercalli.results.personal import PERSONAL
from mercalli.results.seal import Result


@dataclass(frozen=True)
class Flip:
    """Items of a class whose answer changed, and how many.

    `text` and `stressed_text` are those of one of them, before and under the stress, if texts are known.
    """

    truth: str
    clean: str
    stressed: str
    count: int
    id: str = ""
    text: str = field(default="", metadata=PERSONAL)
    stressed_text: str = field(default="", metadata=PERSONAL)


@dataclass(frozen=True)
class Beside:
    """A stress compared with its control, or with the same text asked again, on the items that both touched.

    Attributes:
        reference: What it is compared with: the name of a stress.
        n: How many items both touched.
        differences: Shares under the stress minus shares under the reference: flips and, of attacks, urgent items that
            are lost and answers that are the target.
    """

    reference: str
    n: int
    differences: tuple[Difference, ...]

    def difference(self, metric: str) -> Difference | None:
        """One of them by its name, if it is there."""
        return next((each for each in self.differences if each.metric == metric), None)


@dataclass(frozen=True)
class StressReport:
    """One system under one stress.

    Attributes:
        stress: The name of the stress ...
        strength: ... and how strong it is, if it has a strength.
        family: "noise", "keep" (the meaning stays), "change" (it may not), "attack" or "control".
        says: What the stress does.
        n: Touched items: those whose text really changed.
        untouched: Items whose text stayed as it was.
        empty: Touched items whose text is empty under the stress.
        lacking: Touched items that were left out, because an answer is missing.
        outside: Answers that are none of the classes, or could not be read; they count as wrong.
        drops: Clean minus stressed on every metric, p-values corrected over all stresses.
        measures: Flips, broken, mended, survives, and what is lost.
        beside: The stress compared with its control or with the identity, if there is one.
        flips: Changed answers of urgent items and then of others, the most frequent first.
    """

    stress: str
    strength: float | None
    family: str
    says: str
    n: int
    untouched: int
    empty: int
    lacking: int
    outside: int
    drops: tuple[Difference, ...]
    measures: tuple[Measure, ...]
    beside: Beside | None
    flips: tuple[Flip, ...]

    @property
    def name(self) -> str:
        """The stress with its strength."""
        return self.stress if self.strength is None else f"{self.stress} {self.strength:g}"

    def measure(self, metric: str) -> Measure:
        """A measure by its name."""
        return by_text(self.measures, metric)

    def drop(self, metric: str) -> Difference:
        """What a metric loses."""
        return by_text(self.drops, metric)


def survives_name(family: str) -> str:
    """What the share is called that is right under all stresses of a family."""
    return "survives_all" if family == "keep" else f"survives_all_{family}s"


@dataclass(frozen=True)
class UnderAll:
    """How many items are right before and under every stress of a list; lists of other stresses compare with nothing.

    Attributes:
        stresses: The list.
        family: What they have in common.
        n: Items with an answer to all of them.
        right: The share that is right before the stress.
        survives: The share that is right before and under all.
    """

    stresses: tuple[str, ...]
    family: str
    n: int
    right: Measure
    survives: Measure


@dataclass(frozen=True)
class StressedSystem:
    """A system under all stresses.

    Attributes:
        name: Its name.
        stresses: A report on each stress, in the order in which they came.
        under_all: Right under all stresses of a family.
        digest: What tells its clean answers from others.
    """

    name: str
    stresses: tuple[StressReport, ...]
    under_all: tuple[UnderAll, ...]
    digest: str

    def report(self, name: str) -> StressReport | None:
        """The report on a stress by its name with its strength, if it was asked."""
        return next((each for each in self.stresses if each.name == name), None)

    def all_of(self, family: str) -> UnderAll | None:
        """Right under all stresses of a family, if there are any."""
        return next((each for each in self.under_all if each.family == family), None)


@dataclass(frozen=True)
class StressResult(Result):
    """What answers become under stress.

    Attributes:
        headline: The metrics whose drop is shown, the first one first.
        metrics: What each metric means.
        n: Items.
        units: Units that were resampled, if there were any.
        urgent: The urgent classes.
        target: The class that attacks ask for, if it is known.
        systems: The systems.
        pairs: Systems compared by what survives all stresses that keep the meaning.
        rankings: Who is ahead.
        notes: What should be known before relying on it.
        provenance: How it came about.
    """

    sealed_as: ClassVar[str] = "stress"

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    n: int
    units: int | None
    urgent: tuple[str, ...]
    target: str | None
    systems: tuple[StressedSystem, ...]
    pairs: tuple[SystemPair, ...]
    rankings: tuple[Ranking, ...]
    notes: tuple[str, ...]
    provenance: Provenance
