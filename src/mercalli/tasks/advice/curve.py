"""Labels with too small a share of the documents: what more of them would bring, by a learning curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Bools, Floats
from mercalli.results.findings import HIGH, MEDIUM, Evidence, Finding, Fine, Unsaid
from mercalli.tasks.advice.texts import TextStudy
from mercalli.tasks.advice.unseen import FOLDS, SHARES
from mercalli.text.names import quoted
from mercalli.text.numbers import DIGITS, interval, number, share_text
from mercalli.text.words import counted
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.weighted_texts import f1_scores

UNDER = "under-represented labels"
WORTH = 0.01
WIDEST = 0.2
TIMES = 2
WEAK = 0.5
AGREE = 0.5
POWERS = np.linspace(0.05, 1.5, 30)
HIGHEST = 1.0


def under_represented(study: TextStudy) -> list[Finding | Fine | Unsaid]:
    """Each label with less than half of an even share, and what doubling its documents would bring."""
    counts = study.data.counts
    if study.unjudged:
        return [Unsaid(UNDER, study.unjudged)]
    if not study.under.any():
        even = f"{counts.sum() / len(counts):,.0f} documents"
        return [Fine(UNDER, f"every label has at least half of an even share ({even})")]
    scores = f1_scores(study.unseen.flags, study.unseen.decided, study.weights)
    return [
        *(_too_few(study, label) for label in np.flatnonzero(study.under & ~study.rare).tolist()),
        *(_label(study, label, scores[..., label]) for label in np.flatnonzero(study.rare).tolist()),
    ]


def _too_few(study: TextStudy, label: int) -> Unsaid:
    name, have = quoted(study.data.classes[label]), int(study.data.counts[label])
    return Unsaid(UNDER, f"{name} has {counted(have, 'document')}, too few for a learning curve")


def _label(study: TextStudy, label: int, scores: Floats) -> Finding | Fine | Unsaid:
    """One label, by its scores under every share and weighting: (S, 1 + R)."""
    name, have = quoted(study.data.classes[label]), int(study.data.counts[label])
    sizes = np.array(SHARES) * have * (FOLDS - 1) / FOLDS
    defined: Bools = np.asarray(~np.isnan(scores).any(axis=0))
    if not defined[0] or defined.mean() < 1 - WORTH:
        return _too_few(study, label)
    outlook = Outlook.of(sizes, scores[:, defined], study.level)
    if outlook.gain[1] - outlook.gain[0] > WIDEST:
        gain = _signed(outlook.gain)
        why = f"by its learning curve, twice the documents change F1 by {gain}: too uncertain to say more"
        return Unsaid(UNDER, f"{name} has {counted(have, 'document')}; {why}")
    return _finding(study, label, outlook, _table(study, sizes, scores))


@dataclass(frozen=True)
class Outlook:
    """Where a learning curve leads.

    Attributes:
        measured: F1 on unseen documents with half of what is learnt from, and with all of it.
        last: The interval of the difference.
        then: F1 to expect of twice as many documents, measured in the same way, and its interval: from the lower of
            what the curve and the last two doublings lead to, to the higher.
        gain: The interval of the difference to what was measured with all.
        foreseen: The interval that the curve of half of the documents gave for what was measured with the rest.
        doubt: Why the curve cannot be trusted with what is not known, if it cannot.
    """

    measured: tuple[float, float]
    last: Floats
    then: tuple[float, float, float]
    gain: tuple[float, float]
    foreseen: Floats
    doubt: str | None

    @classmethod
    def of(cls, sizes: Floats, scores: Floats, level: float) -> Outlook:
        """From F1 at every size under every weighting of the texts: (S, 1 + R)."""
        curve, earlier = PowerCurve.of(sizes, scores.T), PowerCurve.of(sizes[:-1], scores[:-1].T)
        here, there = (curve.at(np.full(scores.shape[1], times * sizes[-1])) for times in (1, TIMES))
        gains = np.sort([there - here, steady(scores)], axis=0)
        thens = np.minimum(scores[-1] + gains, HIGHEST)
        foreseen = percentile(earlier.at(np.full(scores.shape[1], sizes[-1]))[1:], level)
        return cls(
            measured=(float(scores[-2, 0]), float(scores[-1, 0])),
            last=percentile((scores[-1] - scores[-2])[1:], level),
            then=(float(min(scores[-1, 0] + there[0] - here[0], HIGHEST)), *_outer(thens, level)),
            gain=_outer(thens - scores[-1], level),
            foreseen=foreseen,
            doubt=_foreseen(scores, foreseen)
            or _passed(float(here[0]), percentile(scores[-1, 1:], level))
            or _slowing(scores[:, 0], float(there[0] - here[0])),
        )

    @property
    def full(self) -> bool:
        """Whether F1 is so high that there is nothing to gain."""
        return self.measured[1] > HIGHEST - WORTH

    @property
    def flat(self) -> bool:
        """Whether more documents are not shown to help: the last doubling did not, or by the curve the next may not."""
        return self.stalled or (self.doubt is None and self.gain[0] < WORTH)

    @property
    def stalled(self) -> bool:
        """Whether the last doubling brought next to nothing."""
        return self.measured[1] - self.measured[0] < WORTH


def _foreseen(scores: Floats, foreseen: Floats) -> str | None:
    """Whether the curve of the other points misses the last one."""
    if foreseen[0] <= scores[-1, 0] <= foreseen[1]:
        return None
    return f"a curve fitted to half of them predicted [{interval(*foreseen.tolist(), digits=2)}]"


def _passed(here: float, around: Floats) -> str | None:
    """Whether the curve of all points passes the last one by."""
    return None if around[0] <= here <= around[1] else f"the fitted curve is at {number(here, 2)} where it was measured"


def _slowing(scores: Floats, gain: float) -> str | None:
    """Whether the curve rises on where the scores level off.

    >>> _slowing(np.array([0.18, 0.43, 0.79, 0.84]), 0.04)
    'the fitted curve would add +0.04 after gains of +0.36 and +0.05'
    """
    before, last = np.diff(scores)[-2:].tolist()
    if gain < last and steady(scores[:, None])[0] >= AGREE * gain:
        return None
    return f"the fitted curve would add {gain:+.2f} after gains of {before:+.2f} and {last:+.2f}"


def steady(scores: Floats) -> Floats:
    """What the next doubling brings if gains go on shrinking as they last did, as those of a power do.

    >>> steady(np.array([[0.1], [0.3], [0.5], [0.6]]))
    array([0.05])
    """
    before, last = np.maximum(np.diff(scores, axis=0)[-2:], 0.0)
    share = np.divide(last, before, out=np.ones_like(last), where=before > last)
    gain: Floats = last * share
    return gain


def _outer(ordered: Floats, level: float) -> tuple[float, float]:
    """From the lower end of the first line's interval to the upper end of the second's: (2, 1 + R)."""
    return float(percentile(ordered[0, 1:], level)[0]), float(percentile(ordered[1, 1:], level)[1])


def _finding(study: TextStudy, label: int, outlook: Outlook, table: Evidence) -> Finding | Fine:
    name, have = quoted(study.data.classes[label]), int(study.data.counts[label])
    even = study.data.counts.sum() / len(study.data.counts)
    learnt, score = table.rows[-1][:2]
    evidence = (
        f"{counted(have, 'document')}, {share_text(have / even)} of an even share; F1 {score} on unseen documents "
        f"after learning from {learnt} of them"
    )
    if outlook.full:
        return Fine(UNDER, f"{name} has {evidence}: more would gain nothing")
    names = ("f1_then", "f1_then_low", "f1_then_high")
    then: dict[str, float] = {} if outlook.doubt else dict(zip(names, outlook.then, strict=True))
    return Finding(
        kind=UNDER,
        severity=HIGH if outlook.measured[1] < WEAK and not outlook.flat else MEDIUM,
        finding=f"{name} is under-represented",
        evidence=evidence,
        action=action_of(name, (TIMES - 1) * have, outlook),
        numbers={
            "documents": have,
            "to_add": None if outlook.flat else (TIMES - 1) * have,
            "f1_half": outlook.measured[0],
            "f1_now": outlook.measured[1],
            **then,
            "foreseen_low": float(outlook.foreseen[0]),
            "foreseen_high": float(outlook.foreseen[1]),
        },
        tables=(table,),
    )


def action_of(name: str, added: int, outlook: Outlook) -> str:
    """What to label, or why it cannot be said how many."""
    half, full = (number(score, 2) for score in outlook.measured)
    if outlook.flat:
        curve = (
            "is nearly flat" if outlook.stalled else f"expects twice as many to change F1 by {_signed(outlook.gain)}"
        )
        return (
            f"It is not shown that more documents of {name} help: its learning curve {curve}. The last doubling "
            f"brought F1 {half} -> {full}, a change of {_signed(outlook.last)}. Look first at what it is confused with."
        )
    if outlook.doubt:
        return (
            f"Label {counted(added, 'more document')} of {name} and measure again: the last doubling brought F1 {half} "
            f"-> {full}. The gain of the next doubling is not known: {outlook.doubt}."
        )
    value, low, high = outlook.then
    return (
        f"Label {counted(added, 'more document')} of {name}: by the learning curve F1 {full} -> {number(value, 2)} "
        f"[{interval(low, high, digits=2)}], measured in the same way, with the other labels unchanged."
    )


def _signed(gain: Floats | tuple[float, float]) -> str:
    return f"{gain[0]:+.2f} to {gain[1]:+.2f}"


def _table(study: TextStudy, sizes: Floats, scores: Floats) -> Evidence:
    ends = percentile(scores[:, 1:].T, study.level).T
    rows = tuple(
        (f"{size:,.0f}", number(score, DIGITS), interval(low, high))
        for size, score, (low, high) in zip(sizes, scores[:, 0], ends, strict=True)
    )
    return Evidence("Learning curve", ("documents", "F1 unseen", "interval"), rows)


@dataclass(frozen=True)
class PowerCurve:
    """Scores that rise with the number of examples towards `top`; arrays of one shape."""

    top: Floats
    drop: Floats
    power: Floats

    @classmethod
    def of(cls, sizes: Floats, scores: Floats) -> PowerCurve:
        """The least squares over a grid of powers, rising and at most 1: `sizes` and `scores` are (..., sizes).

        Errors weigh in proportion to the size: where a curve does not follow the power, its end leads on.

        >>> sizes = np.array([25.0, 50.0, 100.0, 200.0])
        >>> curve = PowerCurve.of(sizes, 0.8 - 2 * sizes**-0.5)
        >>> print(curve.at(np.array(400.0)).round(4), curve.power.round(4))
        0.7 0.5
        """
        powers = POWERS.reshape(-1, *(1,) * scores.ndim)
        scaled = np.broadcast_to(sizes, scores.shape) ** -powers
        weights = np.broadcast_to(sizes / sizes.sum(axis=-1, keepdims=True), scores.shape)
        top, drop = _line(scaled, scores, weights)
        error = (weights * (top[..., None] - drop[..., None] * scaled - scores) ** 2).sum(axis=-1)
        best = error.argmin(axis=0)[None]
        return cls(
            np.take_along_axis(top, best, 0)[0], np.take_along_axis(drop, best, 0)[0], np.asarray(POWERS[best[0]])
        )

    def at(self, size: Floats) -> Floats:
        """The score to expect of so many examples."""
        return self.top - self.drop * size**-self.power


def _line(scaled: Floats, scores: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Top and drop that fit best among those that rise and end at most at 1."""
    centre, level = ((weights * each).sum(axis=-1) for each in (scaled, scores))
    spread = (weights * (scaled - centre[..., None]) ** 2).sum(axis=-1)
    slope = (weights * (scaled - centre[..., None]) * (scores - level[..., None])).sum(axis=-1) / spread
    drop = np.maximum(-slope, 0.0)
    top = level + drop * centre
    through = (weights * (HIGHEST - scores) * scaled).sum(axis=-1) / (weights * scaled**2).sum(axis=-1)
    high = top > HIGHEST
    return np.where(high, HIGHEST, top), np.where(high, through, drop)
