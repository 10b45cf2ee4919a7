"""What corrections suggest for the profile: its weights, critical classes and bands. Nothing is changed by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.measure import band
from mercalli.inputs.arrays import Bools, Floats
from mercalli.metrics.ratio import ratio
from mercalli.profiles.profile import MetricSpec, Profile
from mercalli.tasks.classifier.urgency import Urgency
from mercalli.tasks.feedback.estimate import Side, between_shares, with_ends
from mercalli.tasks.feedback.result import CorrectedLabel, ProfileProposals, Proposal
from mercalli.text.names import quoted
from mercalli.text.numbers import DIGITS, interval, number
from mercalli.text.words import counted
from mercalli.uncertainty.intervals import wilson

FEWEST = 10  # corrections, or confirmations, below which nothing is suggested
HUNDREDTHS = 100


def proposals(
    profile: Profile, classes: Sequence[str], feedback: Side, test: Side, level: float, *, single: bool
) -> ProfileProposals:
    """Which labels people corrected most, by weight, and what that suggests; `single` if a text has one label."""
    corrections = _Corrections(profile, Urgency.of(profile, classes), feedback, test, level)
    suggested = (*corrections.weights(), *corrections.critical(), *(corrections.bands() if single else ()))
    return ProfileProposals(profile.name, corrections.labels, suggested)


@dataclass(frozen=True)
class _Corrections:
    """The labels that the model missed on the feedback and on its test, under the weights of a profile."""

    profile: Profile
    urgency: Urgency
    feedback: Side
    test: Side
    level: float

    @cached_property
    def labels(self) -> tuple[CorrectedLabel, ...]:
        """Every label, the one whose corrections weigh most first."""
        ours, theirs = (_shares(side, self.level, len(self.urgency.names)) for side in (self.feedback, self.test))
        _, low, high = between_shares(ours, theirs)
        columns = (self.urgency.names, _missed(self.feedback), self.urgency.weights, ours[0], theirs[0], low, high)
        rows = (self._label(*row) for row in zip(*columns, strict=True))
        return tuple(sorted(rows, key=lambda each: (-each.harm, each.name)))

    def _label(self, name: str, missed: float, weight: float, *shares: float) -> CorrectedLabel:
        share, expected, low, high = map(finite, shares)
        critical, harm = name in self.profile.critical, float(missed * weight)
        return CorrectedLabel(name, int(missed), float(weight), harm, share, expected, low, high, critical)

    @property
    def spec(self) -> MetricSpec | None:
        """The metric whose weights say what an error does."""
        return None if self.profile.harm is None else self.profile.metrics[self.profile.harm]

    def weights(self) -> Iterator[Proposal]:
        """One step up, to the next weight of the profile, for labels that are corrected more than expected.

        A lower weight is never suggested: what nobody corrects may be what nobody sees.
        """
        if self.spec is None or self.spec.weights is None:
            return
        total = sum(each.missed for each in self.labels)
        for each in self.labels:
            above = [weight for weight in self.spec.weights.values() if weight > each.weight]
            if above and each.missed >= FEWEST and each.low is not None and each.low > 0:
                place = f"metrics.{self.spec.name}.weights.{each.name}"
                yield Proposal(place, each.weight, min(above), _more_than_expected(each, total))

    def critical(self) -> Iterator[Proposal]:
        """A label whose corrections weigh more than those of any critical one."""
        critical = [each for each in self.labels if each.critical]
        first = self.labels[0]
        if not critical or first.critical or first.missed < FEWEST or first.harm == critical[0].harm:
            return
        floors = [self.profile.critical[each.name] for each in critical]
        yield Proposal(
            f"critical.{first.name}",
            None,
            min(floors),
            f"{counted(first.missed, 'correction')} to it weigh {first.harm:g}, more than those to any critical class "
            f"({quoted(critical[0].name)}: {critical[0].harm:g}).",
        )

    def bands(self) -> Iterator[Proposal]:
        """A band that the test reached and the feedback clearly did not begins above the value of the test."""
        spec = self.spec
        if spec is None or not spec.bands or int(_right(self.feedback).sum()) < FEWEST:
            return
        ours, theirs = (self._weighted(side) for side in (self.feedback, self.test))
        low, high = with_ends(ours - theirs, self.level, few=False)[1:]
        promised, reached = (band(spec.bands, float(drawn[0])) for drawn in (theirs, ours))
        names = [each.name for each in spec.bands]
        if promised is None or promised == reached or not high < 0:
            return
        at, start = names.index(promised), (floor(float(theirs[0]) * HUNDREDTHS) + 1) / HUNDREDTHS
        if at == 0 or start < spec.bands[at - 1].lower:
            yield Proposal(
                f"metrics.{spec.name}.bands.{promised}.from",
                spec.bands[at].lower,
                start,
                f"On the test {spec.name} is {number(float(theirs[0]), DIGITS)}, called {promised}; on the feedback "
                f"it is {number(float(ours[0]), DIGITS)}, called {reached or 'nothing'} (difference "
                f"{interval(float(low), float(high))}).",
            )

    def _weighted(self, side: Side) -> Floats:
        """Accuracy weighted by the true label, under every weighting of the texts: (1 + R,)."""
        weight: Floats = side.truth @ self.urgency.weights
        right, every = (np.asarray(side.weights @ each, np.float64) for each in (weight * _right(side), weight))
        return ratio(right, every)


def _missed(side: Side) -> Floats:
    """How many texts that have a label were not given it: (K,)."""
    missed: Floats = (side.truth & ~side.pred).astype(np.float64).sum(axis=0)
    return missed


def _right(side: Side) -> Bools:
    right: Bools = np.all(side.truth == side.pred, axis=1)
    return right


def _shares(side: Side, level: float, labels: int) -> Floats:
    """Each label's share of all that were missed, with ends that hold for all labels at once: (3, K)."""
    missed = _missed(side)
    shares = ratio(missed, missed.sum())
    return np.stack([shares, *wilson(shares, missed.sum(), 1 - (1 - level) / labels)])


def _more_than_expected(each: CorrectedLabel, total: int) -> str:
    expected = round(total * (each.expected or 0.0))
    return (
        f"{each.missed:,} of {counted(total, 'correction')} give this label; the errors on the test let expect about "
        f"{expected:,}. Either people care more about it than its weight says, or it has become harder."
    )
