"""What should be known before relying on uplift."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mercalli.metrics.scores.roc_auc import roc_auc
from mercalli.results.limits import FEW_IN_CLASS, on_few_units, on_weights
from mercalli.results.measure import Measure
from mercalli.stats.scores import ScoreTable
from mercalli.stats.uplift import UpliftTable
from mercalli.stats.weighing import Weighing
from mercalli.tasks.uplift.data import Trial
from mercalli.tasks.uplift.resample import arm_units
from mercalli.tasks.uplift.result import Target, UpliftSlice
from mercalli.tasks.uplift.sample import UpliftSample
from mercalli.text.numbers import percent

FAR = 4.0
WORTH = 0.5
LATE = 0.02


def uplift_notes(
    trial: Trial,
    table: UpliftTable,
    sample: UpliftSample | None,
    *,
    measures: Sequence[Measure],
    targets: Sequence[Target],
    slices: Sequence[UpliftSlice],
) -> Iterator[str]:
    """Notes in the order in which they matter."""
    if trial.turned_at is not None:
        yield "Lower outcomes are better here: what is gained is how much lower the outcome is with the treatment."
    if trial.dropped:
        yield f"Rows without an outcome, a treatment or a score were left out: {trial.dropped:,}."
    if trial.weight is not None:
        yield from on_weights(Weighing.of_rows(trial.weight), "person")
    yield from _arms(trial, table)
    yield from _order(table, measures)
    yield from _units(sample)
    yield from _targets(targets)
    thin = sum(part.few for part in slices)
    if thin:
        yield f"{thin} of {len(slices)} slices have fewer than {FEW_IN_CLASS} people in an arm."


def _arms(trial: Trial, table: UpliftTable) -> Iterator[str]:
    """Few people, people who stand for many others, and arms that differ before they were treated."""
    sizes = {"treated people": int(trial.treated.sum()), "controls": int((~trial.treated).sum())}
    few = [f"{size:,} {who}" for who, size in sizes.items() if size < FEW_IN_CLASS]
    if few:
        yield f"Only {' and '.join(few)}: intervals are wide and rough."
    if trial.propensity is None:
        yield from _balance(table, *sizes.values())
        return
    for who, arm, chance in (
        ("treated people", trial.treated, trial.propensity),
        ("controls", ~trial.treated, 1 - trial.propensity),
    ):
        mass = (np.ones(trial.n) if trial.weight is None else trial.weight)[arm] / chance[arm]
        worth = float(mass.sum() ** 2 / (mass**2).sum())
        if worth < WORTH * len(mass):
            yield f"With these propensities, {len(mass):,} {who} count as only {worth:,.0f}: a few have large weights."


def _balance(table: UpliftTable, treated: int, controls: int) -> Iterator[str]:
    """In a random trial both arms have the same scores, but for chance (Mann and Whitney's variance without ties)."""
    auc = float(roc_auc(ScoreTable(table.score, table.treated.people, table.control.people)))
    error = ((treated + controls + 1) / (12 * treated * controls)) ** 0.5
    if abs(auc - 1 / 2) > FAR * error:
        which = "higher" if auc > 1 / 2 else "lower"
        yield (
            f"The treated have {which} scores than the controls (in {max(auc, 1 - auc):.0%} of pairs), more than "
            f"chance explains. If treatment was not random, give each person's probability of it as the propensity."
        )


def _order(table: UpliftTable, measures: Sequence[Measure]) -> Iterator[str]:
    if len(table.score) == 1:
        yield "All scores are equal: the curves are the random line, and the top K are any K people."
    start = float(table.start)
    if start > LATE * float(table.total):
        yield f"The {start:,.0f} highest scores are all of one arm: up to there the curves are straight lines."
    low, high, random = measures[0].low, measures[0].high, measures[0].baselines.get("random")
    if low is not None and high is not None and random is not None and low <= random <= high:
        area = measures[0].metric
        yield f"The interval of {area} includes the value of a random order: it was not shown to be better."


def _units(sample: UpliftSample | None) -> Iterator[str]:
    if sample is None or sample.unit is None:
        return
    fewest = min(arm_units(sample))
    if fewest == 1:
        yield "One arm is a single unit, so there is nothing to resample and no interval."
        return
    yield from on_few_units(sample.units)


def _targets(targets: Sequence[Target]) -> Iterator[str]:
    for target in targets:
        if target.uplift.undefined:
            yield f"Uplift of the top {_k(target)} is undefined because {target.uplift.undefined}."
    cut = [f"top {_k(target)} ({target.taken:,.0f} of {target.tied:,.0f})" for target in targets if target.tied]
    if cut:
        yield f"K cuts through equal scores; each counts with its probability of being included: {', '.join(cut)}."
    thin = [
        _k(target)
        for target in targets
        if min(target.treated, target.control) < FEW_IN_CLASS and not target.uplift.undefined
    ]
    if thin:
        yield f"Fewer than {FEW_IN_CLASS} people of an arm are in the top {', '.join(thin)}: their gain is rough."


def _k(target: Target) -> str:
    return percent(target.asked) if target.asked < 1 else f"{target.asked:,.0f}"
