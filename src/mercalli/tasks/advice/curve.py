"""Labels with too small a share of the documents: what more of them would bring, by a learning curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import counted
from mercalli.reports.words import DIGITS, interval, quoted, share_text
from mercalli.results.advice import HIGH, MEDIUM, Evidence, Finding, Fine, Unsaid
from mercalli.results.text import number
from mercalli.stats.power_curve import PowerCurve
from mercalli.tasks.advice.crossed import FOLDS, SHARES, f1_scores
from mercalli.uncertainty.intervals import percentile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.tasks.advice.looked import Looked

UNDER = "under-represented labels"
WORTH = 0.01
WIDEST = 0.2
TIMES = 2
WEAK = 0.5


def under_represented(looked: Looked) -> Iterator[Finding | Fine | Unsaid]:
    """Each label with less than half of an even share, and what doubling its documents would bring."""
    counts = looked.data.counts
    under = looked.rare
    if looked.unlearnt:
        yield Unsaid(UNDER, looked.unlearnt)
        return
    if not under.any():
        yield Fine(
            UNDER, f"every label has at least half of an even share ({counts.sum() / len(counts):,.0f} documents)"
        )
        return
    scores = f1_scores(looked.crossed.flags, looked.crossed.decided, looked.weights)[..., under]
    for at, label in enumerate(np.flatnonzero(under).tolist()):
        yield _label(looked, label, scores[..., at])


def _label(looked: Looked, label: int, scores: Floats) -> Finding | Unsaid:
    """One label, by its scores under every share and weighting: (S, 1 + R)."""
    name, have = quoted(looked.data.classes[label]), int(looked.data.counts[label])
    sizes = np.array(SHARES) * have * (FOLDS - 1) / FOLDS
    known: Bools = np.asarray(~np.isnan(scores).any(axis=0))
    if not known[0] or known.mean() < 1 - WORTH:
        return Unsaid(UNDER, f"{name} has {counted(have, 'document')}, too few for a learning curve")
    led = Led.of(sizes, scores[:, known], have, looked.level)
    if led.gain[1] - led.gain[0] > WIDEST:
        why = f"by its learning curve, twice the documents change F1 by {_signed(led.gain)}: too uncertain to say more"
        return Unsaid(UNDER, f"{name} has {counted(have, 'document')}; {why}")
    return _finding(looked, label, led, _table(looked, sizes, scores))


@dataclass(frozen=True)
class Led:
    """Where a learning curve leads.

    Attributes:
        now: F1 to expect of all documents.
        then: F1 to expect of twice as many, and its interval.
        gain: The interval of the difference.
        foreseen: The interval that the curve of half of the documents gave for what was measured with the rest.
        measured: What was measured: with half of the documents learnt from, and with all of them.
    """

    now: float
    then: tuple[float, float, float]
    gain: Floats
    foreseen: Floats
    measured: tuple[float, float]

    @classmethod
    def of(cls, sizes: Floats, scores: Floats, have: int, level: float) -> Led:
        """From F1 at every size under every weighting of the texts: (S, 1 + R)."""
        curve, earlier = PowerCurve.of(sizes, scores.T), PowerCurve.of(sizes[:-1], scores[:-1].T)
        now, then = (curve.at(np.full(scores.shape[1], float(size))) for size in (have, TIMES * have))
        foreseen = percentile(earlier.at(np.full(scores.shape[1], sizes[-1]))[1:], level)
        low, high = percentile(then[1:], level)
        ends = (float(then[0]), float(low), float(high))
        measured = (float(scores[-2, 0]), float(scores[-1, 0]))
        return cls(float(now[0]), ends, percentile((then - now)[1:], level), foreseen, measured)

    @property
    def flat(self) -> bool:
        """Whether more documents are not shown to help."""
        return bool(self.gain[0] < WORTH)

    @property
    def missed(self) -> bool:
        """Whether the curve did not foresee what is known, so that it cannot be trusted with what is not."""
        return not self.foreseen[0] <= self.measured[1] <= self.foreseen[1]


def _finding(looked: Looked, label: int, led: Led, table: Evidence) -> Finding:
    name, have = quoted(looked.data.classes[label]), int(looked.data.counts[label])
    even = looked.data.counts.sum() / len(looked.data.counts)
    learnt, score = table.rows[-1][:2]
    told = {"now": led.now, "then": led.then[0], "then_low": led.then[1], "then_high": led.then[2]}
    return Finding(
        kind=UNDER,
        severity=HIGH if led.now < WEAK and not led.flat else MEDIUM,
        finding=f"{name} is under-represented",
        evidence=f"{counted(have, 'document')}, {share_text(have / even)} of an even share; F1 {score} on unseen "
        f"documents after learning from {learnt} of them",
        action=action_of(name, (TIMES - 1) * have, led),
        numbers={
            "documents": have,
            "to_add": (TIMES - 1) * have,
            **({} if led.missed else {f"f1_{key}": value for key, value in told.items()}),
            "foreseen_low": float(led.foreseen[0]),
            "foreseen_high": float(led.foreseen[1]),
            "measured": led.measured[1],
        },
        tables=(table,),
    )


def action_of(name: str, added: int, led: Led) -> str:
    """What to label, or why it cannot be said how many."""
    half, whole = (number(each, 2) for each in led.measured)
    if led.missed:
        ends = interval(*led.foreseen.tolist(), digits=2)
        return (
            f"Label {counted(added, 'more document')} of {name} and measure again: the last doubling brought F1 {half} "
            f"-> {whole}. What the next one brings cannot be said: the curve of half of them foresaw [{ends}]."
        )
    if led.flat:
        return (
            f"How many more documents of {name} would help cannot be said: its learning curve is nearly flat, "
            f"twice as many change F1 by {_signed(led.gain)}. Look first at what it is confused with."
        )
    value, low, high = led.then
    return (
        f"Label {counted(added, 'more document')} of {name}: by the learning curve F1 {number(led.now, 2)} -> "
        f"{number(value, 2)} [{interval(low, high, digits=2)}], the other labels as they are."
    )


def _signed(gain: Floats) -> str:
    return f"{gain[0]:+.2f} to {gain[1]:+.2f}"


def _table(looked: Looked, sizes: Floats, scores: Floats) -> Evidence:
    ends = percentile(scores[:, 1:].T, looked.level).T
    rows = tuple(
        (f"{size:,.0f}", number(score, DIGITS), interval(low, high))
        for size, score, (low, high) in zip(sizes, scores[:, 0], ends, strict=True)
    )
    return Evidence("What was learnt from how many", ("documents", "F1 unseen", "interval"), rows)
