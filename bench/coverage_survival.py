"""How often intervals of survival hold the true value: `python -m bench.coverage_survival [--simulations N]`.

Three tables, as they stand in docs/uncertainty.md: metrics weighted for censoring, metrics over few units, and curves
of incidence. All numbers come from fixed generators.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli import parse
from mercalli.stats.incidence import Incidence
from mercalli.stats.survival import Outcomes, Survival
from mercalli.tasks.survival.curves import incidence_curve
from mercalli.tasks.survival.estimate import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator

LEVEL = 0.95
GRID = np.array([6.0, 12.0, 18.0, 24.0])
CENSORED_BY = {
    "light": lambda rng, n: rng.uniform(0, 120, n),
    "half": lambda rng, n: rng.uniform(0, 40, n),
    "heavy": lambda rng, n: rng.exponential(12, n),
    "none": lambda _, n: np.full(n, np.inf),
}
RANKS = ("c_index_ipcw(tau=24)", "c_index_competing(tau=24)", "c_index_at(at=12)", "auc_at(at=24)")
CHANCES = ("brier_at(at=24)", "integrated_brier(tau=24)")
OVER_UNITS = ("c_index", "c_index_ipcw(tau=36)", "auc_at(at=12)")
# Mean and spread between units of how strong the risk is, and spread of how early events come.
VARYING = {"strength": (1.0, 0.5, 0.0), "hazard": (1.0, 0.0, 0.7), "both": (2.0, 0.7, 0.5)}
MANY = 300_000


@dataclass(frozen=True)
class Held:
    """Of many simulations: the true value, how far values spread, the mean standard error, and how many held it."""

    metric: str
    truth: float
    spread: float
    error: float
    held: float


def two_causes(rng: Generator, n: int, censoring: str) -> tuple[Survival, Survival]:
    """People with two causes of events, and a risk that is right about the first; the same with probabilities."""
    risk = rng.normal(size=n)
    first, second = rng.exponential(24 * np.exp(-risk)), rng.exponential(40 * np.exp(risk / 2))
    end = CENSORED_BY[censoring](rng, n)
    time = np.minimum(np.minimum(first, second), end)
    event = np.where(time == end, 0, np.where(first <= second, 1, 2))
    cif = 1 - np.exp(-np.outer(np.exp(risk), GRID) / 24)
    return Survival.of(time, event, risk), Survival.of(time, event, grid=GRID, cif=cif)


def weighted(censoring: str, simulations: int, n: int = 300) -> Iterator[Held]:
    """Metrics weighted for censoring, against the value of many people of whom nobody is censored."""
    rng = np.random.default_rng(3)
    everyone = two_causes(rng, MANY, "none")
    drawn = [two_causes(rng, n, censoring) for _ in range(simulations)]
    for side, names in enumerate((RANKS, CHANCES)):
        for name in names:
            yield _held(name, everyone[side], [(each[side], None) for each in drawn])


def in_units(rng: Generator, units: int, varying: str) -> tuple[Survival, np.ndarray]:
    """Units of 20 to 60 people, that differ in how strong the risk is, or in how early events come."""
    unit = np.repeat(np.arange(units), rng.integers(20, 61, units))
    strength, spread, hazard = VARYING[varying]
    risk = rng.normal(size=len(unit))
    early = rng.normal(strength, spread, units)[unit] * risk + rng.normal(0, hazard, units)[unit]
    time, end = rng.exponential(24 * np.exp(-early)), rng.uniform(0, 60, len(unit))
    return Survival.of(np.minimum(time, end), time <= end, risk), unit


def over_units(varying: str, units: int, simulations: int) -> Iterator[Held]:
    """Metrics over few units, against the value of many units."""
    rng = np.random.default_rng(1)
    everyone = in_units(rng, 4000, varying)[0]
    drawn = [in_units(rng, units, varying) for _ in range(simulations)]
    return (_held(name, everyone, drawn) for name in OVER_UNITS)


def _held(name: str, everyone: Survival, drawn: list[tuple[Survival, np.ndarray | None]]) -> Held:
    metric = parse(name)
    truth = float(metric(everyone))
    found = [estimate(metric, survival, unit) for survival, unit in drawn]
    ends = [each.interval(LEVEL) for each in found]
    return Held(
        name,
        truth,
        float(np.std([each.value for each in found])),
        float(np.mean([each.error for each in found])),
        float(np.mean([each.low <= truth <= each.high for each in ends])),
    )


def curves(n: int, censoring: str, simulations: int) -> tuple[list[float], float, float]:
    """How often intervals of incidence hold it at 6, 12, 18, 24, a band as a whole, and how many times a band spans."""
    rng, end = np.random.default_rng(5), 24.0
    everyone = two_causes(rng, MANY, "none")[0].outcomes
    truth = Incidence(everyone, 1).curve
    points, whole, spans = [], [], []
    for _ in range(simulations):
        people: Outcomes = two_causes(rng, n, censoring)[0].outcomes
        curve = incidence_curve(Incidence(people, 1), "all", end, LEVEL, None)
        wanted = truth.at(np.array(curve.time))
        low, high, least, most = (
            np.array(part, float) for part in (curve.low, curve.high, curve.band_low, curve.band_high)
        )
        at = np.searchsorted(curve.time, GRID)
        known = ~np.isnan(low[at])
        points.append(np.where(known, (low[at] <= wanted[at]) & (wanted[at] <= high[at]), np.nan))
        there = ~np.isnan(least)
        whole.append(bool(((least <= wanted) & (wanted <= most))[there].all()))
        spans.append(there.mean())
    return np.nanmean(points, axis=0).tolist(), float(np.mean(whole)), float(np.mean(spans))


def main() -> None:
    """All tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.coverage_survival", description=__doc__)
    parser.add_argument("--simulations", type=int, default=1000)
    simulations = parser.parse_args().simulations
    for censoring in ("light", "half", "heavy"):
        for each in weighted(censoring, simulations):
            ratio = each.error / each.spread
            print(f"{censoring:8} {each.metric:28} {each.truth:.3f} error/spread {ratio:.2f} held {each.held:.1%}")
    for varying in VARYING:
        for units in (4, 8, 20):
            for each in over_units(varying, units, simulations):
                print(f"{varying:8} {units:2} units {each.metric:24} {each.truth:.3f} held {each.held:.1%}", flush=True)
    for n in (50, 100, 300):
        for censoring in ("half", "heavy"):
            points, band, spans = curves(n, censoring, simulations)
            told = " ".join(f"{each:.1%}" for each in points)
            print(f"{n} people, {censoring}: {told}; band {band:.1%} over {spans:.0%} of times", flush=True)


if __name__ == "__main__":
    main()
