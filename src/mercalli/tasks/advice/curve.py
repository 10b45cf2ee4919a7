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
    curve = PowerCurve.of(sizes, scores[:, known].T)
    now, then = curve.at(np.full(known.sum(), float(have))), curve.at(np.full(known.sum(), float(TIMES * have)))
    gain = percentile((then - now)[1:], looked.level)
    if gain[1] - gain[0] > WIDEST:
        why = f"by its learning curve, twice the documents change F1 by {_signed(gain)}: too uncertain to say how many"
        return Unsaid(UNDER, f"{name} has {counted(have, 'document')}; {why}")
    low, high = percentile(then[1:], looked.level)
    led = Led(float(now[0]), float(then[0]), float(low), float(high), gain)
    return _finding(looked, label, led, _table(looked, sizes, scores))


@dataclass(frozen=True)
class Led:
    """Where a curve leads: F1 with all documents, with twice as many and its interval, and the gain's interval."""

    now: float
    then: float
    low: float
    high: float
    gain: Floats

    @property
    def flat(self) -> bool:
        """Whether more documents are not shown to help."""
        return bool(self.gain[0] < WORTH)


def _finding(looked: Looked, label: int, led: Led, table: Evidence) -> Finding:
    name, have = quoted(looked.data.classes[label]), int(looked.data.counts[label])
    even = looked.data.counts.sum() / len(looked.data.counts)
    learnt, score = table.rows[-1][:2]
    return Finding(
        kind=UNDER,
        severity=HIGH if led.now < WEAK and not led.flat else MEDIUM,
        finding=f"{name} is under-represented",
        evidence=f"{counted(have, 'document')}, {share_text(have / even)} of an even share; F1 {score} on unseen "
        f"documents after learning from {learnt} of them",
        action=_flat(name, led.gain) if led.flat else _more(name, (TIMES - 1) * have, led),
        numbers={
            "documents": have,
            "to_add": (TIMES - 1) * have,
            "f1_now": led.now,
            "f1_then": led.then,
            "low": led.low,
            "high": led.high,
            "gain_low": float(led.gain[0]),
            "gain_high": float(led.gain[1]),
        },
        tables=(table,),
    )


def _more(name: str, added: int, led: Led) -> str:
    ends = interval(led.low, led.high, digits=2)
    return (
        f"Label {counted(added, 'more document')} of {name}: by the learning curve F1 {number(led.now, 2)} -> "
        f"{number(led.then, 2)} [{ends}], the other labels as they are."
    )


def _flat(name: str, gain: Floats) -> str:
    return (
        f"How many more documents of {name} would help cannot be said: its learning curve is flat, twice as many "
        f"change F1 by {_signed(gain)}. Look first at what it is confused with."
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
