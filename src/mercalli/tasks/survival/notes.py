"""What should be known before relying on values of survival."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mercalli.results.limits import FEW_IN_CLASS, on_few_units, on_weights
from mercalli.results.measure import Measure
from mercalli.stats.survival import Survival
from mercalli.stats.weighing import Weighing
from mercalli.tasks.survival.data import FollowUp
from mercalli.tasks.survival.result import COIN, SurvivalSlice
from mercalli.text.numbers import DIGITS, number, percent
from mercalli.text.words import counted

FEW_SEEN = 0.1
MANY_TIED = 0.1
FEW_CAUSES = 2
DEEPHIT, UNFOLDED = "deephit", "deephit_unfolded"
WORSE = "The order is worse than chance"


def survival_notes(
    people: FollowUp,
    survival: Survival,
    measures: Sequence[Measure],
    tau: float,
    *,
    given_tau: float | None,
    like: str | None,
    slices: Sequence[SurvivalSlice],
) -> Iterator[str]:
    """Notes in the order in which they matter."""
    yield from _swapped(people)
    if people.dropped:
        yield f"Rows without a time, an event or a prediction were left out: {people.dropped:,}."
    if survival.outcomes.weight is not None:
        yield from on_weights(Weighing.of_rows(survival.outcomes.weight), "person")
    events = int(survival.happened.sum())
    if events < FEW_IN_CLASS:
        yield f"Only {counted(events, 'event')}: intervals are wide and rough."
    yield from _order(measures[0])
    yield from (f"{each.metric} is undefined because {each.undefined}." for each in measures if each.undefined)
    if any(each.undefined and DEEPHIT in each.metric for each in measures):
        yield "DeepHit's routine returns -1 where it has no pair. That is no concordance, so it is undefined here."
    yield from _competing(survival, measures)
    yield from _censoring(survival, tau, given_tau)
    yield from _weighing(survival, like)
    yield from _chances(survival, tau, given_tau)
    yield from _ties(survival, tau, like)
    yield from _close_times(people)
    yield from _units(people)
    few_events = sum(part.few for part in slices)
    if few_events:
        yield f"{few_events} of {len(slices)} slices have fewer than {FEW_IN_CLASS} events."


def _order(first: Measure) -> Iterator[str]:
    if first.low is None or first.high is None:
        return
    if first.high < COIN:
        yield f"{WORSE}: check whether higher means sooner (risk) or later (survival)."
    elif first.low <= COIN:
        yield f"The interval of {first.metric} includes 0.5, so it was not shown that the order is better than chance."


def _censoring(survival: Survival, tau: float, given_tau: float | None) -> Iterator[str]:
    curve = survival.censoring()
    seen = float(curve.before(np.array([tau]))[0])
    last = float(survival.outcomes.time[survival.happened].max())
    if given_tau is None and tau < last:
        yield f"Events after {tau:g} do not count where they need a weight or a prediction; the last was at {last:g}."
    end = float(survival.outcomes.time.max())
    if given_tau is not None and given_tau > end:
        yield f"Nobody was followed until tau ({tau:g}): follow-up, and so the curves, end at {end:g}."
    if 0 < seen < FEW_SEEN:
        yield (
            f"At {tau:g} the probability of being uncensored is only {percent(round(seen, 3))}, so a late event weighs "
            f"up to {1 / seen**2:,.0f} times as much as an early one. A smaller tau gives a more stable value."
        )


def _weighing(survival: Survival, like: str | None) -> Iterator[str]:
    """Where intervals leave out that weights are estimated."""
    if survival.training is not None:
        others = f"{len(survival.training.time):,} other people"
        yield f"The censoring distribution comes from {others}; intervals treat it as known."
    elif like is not None and survival.censored.any():
        yield f"As in {like}, intervals of weighted C treat the censoring distribution as known."


def _competing(survival: Survival, measures: Sequence[Measure]) -> Iterator[str]:
    """What metrics make of those who had another event first; two of them hardly ever differ."""
    if not survival.competing.any():
        return
    first = counted(int(survival.competing.sum()), "person")
    values = {each.metric.partition("(")[0]: number(each.value, DIGITS) or "undefined" for each in measures}
    yield (
        f"{first} had another event first. c_index ({values['c_index']}) and c_index_cause_specific "
        f"({values['c_index_cause_specific']}) compare them only before it; the two differ only by ties in time and by "
        f"tau. c_index_competing counts them as safe from this cause for ever. Say which you use."
    )


def _close_times(people: FollowUp) -> Iterator[str]:
    if not people.close:
        return
    close = f"The times of {counted(people.close, 'person')} differ from others by rounding alone"
    if people.timefix:
        yield f"{close}; they were made equal (timefix), as R's survival does."
    else:
        yield f"{close}, and count as different. R's survival makes them equal: so does timefix (--timefix)."


def _chances(survival: Survival, tau: float, given_tau: float | None) -> Iterator[str]:
    """Which time of a grid ranks people, and what came before all of them."""
    if survival.grid is None:
        return
    first, last, at = (float(survival.grid[place]) for place in (0, -1, survival.column(tau)))
    apart = f"; c_index, which counts all events, uses that by {last:g}" if given_tau is None and at < last else ""
    yield f"Metrics with one ranking use the probability by {at:g}{apart}; c_td uses that at each event."
    time = survival.outcomes.time
    early = int((survival.happened & (time < min(first, np.nextafter(tau, np.inf)))).sum())
    if early:
        yield (
            f"{counted(early, 'event')} came before {first:g}, the first time of the grid, so they have no "
            f"prediction: c_td counts each of their pairs as half."
        )


def _swapped(people: FollowUp) -> Iterator[str]:
    """More kinds of events than times are hardly ever meant."""
    codes, times = len(people.causes), len(people.outcomes.followed.time)
    if codes > max(times, FEW_CAUSES):
        yield f"Events have {codes:,} codes and times only {counted(times, 'value')}: time and event may be swapped."


def _ties(survival: Survival, tau: float, like: str | None) -> Iterator[str]:
    risk = survival.risk_at(tau)
    _, count = np.unique(risk, return_counts=True)
    tied = float((count * (count - 1)).sum() / max(len(risk) * (len(risk) - 1), 1))
    if tied > MANY_TIED:
        lost = f"; in weighted C as in {like} it counts as wrong" if like in (DEEPHIT, UNFOLDED) else ""
        yield f"{percent(round(tied, 2))} of all pairs have equal risks, and each counts half{lost}."


def _units(people: FollowUp) -> Iterator[str]:
    units = None if people.unit is None else len(np.unique(people.unit.codes))
    yield from on_few_units(units)
