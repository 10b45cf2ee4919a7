"""How often the scan for clusters of errors says p <= .05 where nothing is worse than chance and its units make it.

Units (incidents) lie at random places and have random sizes; the error rate of each is that of all times a random
factor. No place has anything to do with it. A p-value that holds is at most .05 in at most 5 % of the repetitions.

    python bench/scan_null.py [REPETITIONS]
"""

from __future__ import annotations

import sys

import numpy as np

from mercalli.inputs.keys.over_place import distance
from mercalli.uncertainty.scan import Circles, Errors, scan

RATES = np.array([0.1, 0.2])
ITEMS, DRAWS, SEED, ALONE = 4_000, 199, 64, 50
BAR = 0.05
SHAPES = ("alike", "uneven", "one half")
CASES = [
    (units, shape, spread, law)
    for units in (4, 8, 16, 30, 100)
    for shape in SHAPES
    for spread, law in ((0.0, "gamma"), (0.3, "gamma"), (0.3, "lognormal"), (0.3, "logit"))
]


def sizes(units: int, shape: str, rng: np.random.Generator) -> np.ndarray:
    """Shares of the items: much the same, very uneven (as fires are), or one unit with half of all."""
    if shape == "alike":
        shares = rng.lognormal(0.0, 0.3, units)
    elif shape == "uneven":
        shares = rng.lognormal(0.0, 1.5, units)
    else:
        shares = np.append(np.full(units - 1, 1.0 / (units - 1)), 1.0)
    return shares / shares.sum()


def factors(units: int, spread: float, law: str, rng: np.random.Generator) -> np.ndarray:
    """What makes each unit better or worse, with mean 1."""
    if not spread:
        return np.ones(units)
    if law == "gamma":
        return rng.gamma(1 / spread, spread, units)
    return np.exp(rng.normal(0.0, np.sqrt(np.log1p(spread)), units) - np.log1p(spread) / 2)


def world(units: int, shape: str, spread: float, law: str, rng: np.random.Generator) -> tuple[Errors, Circles]:
    """Units of one to eight cells in a country of 30 by 30 cells; neighbours share cells."""
    each = np.maximum(rng.multinomial(ITEMS, sizes(units, shape, rng)), 5)
    middles, reach = rng.uniform(0, 30, (units, 2)), rng.uniform(0.3, 1.5, units)
    unit = np.repeat(np.arange(units), each)
    where = np.floor(np.clip(rng.normal(middles[unit], reach[unit, None]), 0, 29.99)).astype(int)
    truth = (rng.random(len(unit)) < rng.beta(2, 2, units)[unit]).astype(int)
    if law == "logit":
        odds = np.log(RATES / (1 - RATES))[truth] + rng.normal(0.0, np.sqrt(spread) * 1.2, units)[unit]
        chance = 1 / (1 + np.exp(-odds))
    else:
        chance = np.minimum(RATES[truth] * factors(units, spread, law, rng)[unit], 1.0)
    wrong = rng.random(len(unit)) < chance
    cells, place = np.unique(where, axis=0, return_inverse=True)
    both, entry = np.unique(np.stack([place.ravel(), unit]), axis=1, return_inverse=True)
    items, errors = (np.zeros((both.shape[1], 2), np.int64) for _ in range(2))
    np.add.at(items, (entry.ravel(), truth), 1)
    np.add.at(errors, (entry.ravel(), truth), wrong)
    lat, lon = (cells + 0.5).T * 25 / 111
    far = np.array([distance(lat, lon, (one, two)) for one, two in zip(lat, lon, strict=True)])
    found = Errors(items, errors, both[0], both[1])
    return found, Circles.of(far, items.sum(axis=1) @ np.eye(len(cells))[both[0]])


def main(repetitions: int) -> None:
    """A row for each case."""
    print("| units | sizes | spread | law | effective | p <= .05 | without units |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for case in CASES:
        rng = np.random.default_rng([SEED, CASES.index(case)])
        hits, plain, effective = 0, 0, []
        for _ in range(repetitions):
            errors, circles = world(*case, rng)
            found = scan(errors, circles, DRAWS, rng)
            hits += found is not None and found.p is not None and found.p <= BAR
            effective.append(errors.effective_units)
            if len(effective) <= ALONE:
                alone = scan(Errors(errors.items, errors.errors, errors.place, None), circles, DRAWS, rng)
                plain += alone is not None and alone.p is not None and alone.p <= BAR
        units, shape, spread, law = case
        share = f"{hits / repetitions:.3f} | {plain / min(ALONE, repetitions):.2f}"
        print(f"| {units} | {shape} | {spread} | {law} | {np.mean(effective):.1f} | {share} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
