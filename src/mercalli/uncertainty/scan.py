"""Where is it worse? The circle with the most errors beyond what its classes explain, and how often chance makes one.

Kulldorff's likelihood ratio (1997). Every circle is looked at in every draw, so that the search is paid for. Where
errors come in clusters, such as incidents, each cluster gets a random factor in the draws: else a map of clustered
errors nearly always has a significant hole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Bools, Floats, Ints

Number = TypeVar("Number", np.int64, np.float64)

HALF = 0.5  # of all items: a circle holds at most so many
NEAR = 1e-9  # of a distance; rounding makes equal distances differ by less


@dataclass(frozen=True)
class Circles:
    """For each centre, places from the nearest on, and after which of them a circle may end."""

    order: tuple[Ints, ...]
    ends: tuple[Ints, ...]

    @classmethod
    def of(cls, distances: Floats | None, items: Floats, least: int = 1) -> Circles:
        """Circles around places with at most half of all items; without distances, each place by itself."""
        places, most = len(items), HALF * items.sum()
        if distances is None:
            return cls(
                tuple(np.array([at]) for at in range(places)),
                tuple(_ends(np.zeros(1), items[[at]], (least, most)) for at in range(places)),
            )
        order = tuple(np.argsort(row, kind="stable") for row in distances)
        far = (row[nearest] for row, nearest in zip(distances, order, strict=True))
        ends = tuple(_ends(each, items[nearest], (least, most)) for each, nearest in zip(far, order, strict=True))
        kept = (nearest[: end[-1] + 1 if len(end) else 0] for nearest, end in zip(order, ends, strict=True))
        return cls(tuple(kept), ends)

    def sums(self, counts: NDArray[Number], at: int) -> NDArray[Number]:
        """Counts in every circle around a place: (..., circles)."""
        found: NDArray[Number] = counts[..., self.order[at]].cumsum(axis=-1)[..., self.ends[at]]
        return found


def _ends(far: Floats, items: Floats, within: tuple[float, float]) -> Ints:
    """A circle holds all places at its radius, and so many items."""
    last: Bools = np.append(far[1:] > far[:-1] * (1 + NEAR) + NEAR, True)
    held = items.cumsum()
    return np.flatnonzero(last & (held >= within[0]) & (held <= within[1]))


@dataclass(frozen=True)
class Likelihood:
    """The logarithm of the likelihood ratio of circles, for one total of errors."""

    total: int
    table: Floats

    @classmethod
    def of(cls, total: int) -> Likelihood:
        """With n ln n looked up: draws have whole numbers of errors."""
        numbers = np.arange(total + 1, dtype=np.float64)
        logs = numbers * np.log(np.maximum(numbers, 1.0))
        return cls(total, logs + logs[::-1])

    def __call__(self, observed: Ints, expected: Floats) -> Floats:
        """O ln(O/E) + (T-O) ln((T-O)/(T-E)) where O is above E, else 0.

        >>> Likelihood.of(35)(np.array([14, 10, 11]), np.array([12.5, 8.75, 13.75])).round(4)
        array([0.1378, 0.1156, 0.    ])
        """
        inside, outside = (np.log(np.where(part > 0, part, 1.0)) for part in (expected, self.total - expected))
        found: Floats = self.table[observed] - observed * (inside - outside) - self.total * outside
        clear: Floats = np.where(observed > expected, np.maximum(found, 0.0), 0.0)
        return clear


@dataclass(frozen=True)
class Errors:
    """Items and errors of every true class in every place and unit, both (entries, classes)."""

    items: Ints
    errors: Ints
    place: Ints
    unit: Ints | None

    @property
    def rates(self) -> Floats:
        """The error rate of every true class over all places."""
        items = self.items.sum(axis=0)
        found: Floats = np.divide(self.errors.sum(axis=0), items, out=np.zeros(len(items)), where=items > 0)
        return found

    def by(self, codes: Ints) -> tuple[Ints, Floats]:
        """Errors and expected errors of each place, or unit."""
        size = int(codes.max(initial=-1)) + 1
        observed, expected = np.zeros(size, np.int64), np.zeros(size)
        np.add.at(observed, codes, self.errors.sum(axis=1))
        np.add.at(expected, codes, self.items @ self.rates)
        return observed, expected

    @property
    def dispersion(self) -> float:
        """The variance of the random factors of units, from how far their errors are from what is expected.

        What is expected comes from the same errors, so that a large unit is near to it; that is made up for.
        """
        if self.unit is None:
            return 0.0
        observed, expected = self.by(self.unit)
        share = expected / expected.sum() if expected.sum() > 0 else expected
        beyond = float(((observed - expected) ** 2 - expected * (1 - share)).sum())
        scale = float((expected**2 * (1 - 2 * share + (share**2).sum())).sum())
        return max(0.0, beyond / scale) if scale > 0 else 0.0

    @property
    def effective_units(self) -> float:
        """How many units of equal size would weigh as much: one large incident counts for few."""
        if self.unit is None:
            return 0.0
        _, expected = self.by(self.unit)
        square = float((expected**2).sum())
        return float(expected.sum() ** 2) / square if square else 0.0

    def drawn(self, draws: int, rng: np.random.Generator) -> Ints:
        """Errors by place as chance would put them, within each true class: (draws, places)."""
        return self._shuffled(draws, rng) if self.unit is None else self._clustered(draws, rng)

    def _in_places(self, each: Ints) -> Ints:
        found = np.zeros(int(self.place.max()) + 1, np.int64)
        np.add.at(found, self.place, each)
        return found

    def _shuffled(self, draws: int, rng: np.random.Generator) -> Ints:
        """Each error falls on one of the items of its class."""
        every = zip(self.items.T, self.errors.sum(axis=0).tolist(), strict=True)
        parts = [rng.multivariate_hypergeometric(self._in_places(items), total, draws) for items, total in every]
        found: Ints = np.sum(parts, axis=0)
        return found

    def _clustered(self, draws: int, rng: np.random.Generator) -> Ints:
        """The same where every unit is better or worse by a random factor."""
        unit = np.zeros(len(self.place), np.int64) if self.unit is None else self.unit
        units, places = int(unit.max()) + 1, int(self.place.max()) + 1
        spread = self.dispersion
        factors = rng.gamma(1 / spread, spread, (draws, units)) if spread > 0 else np.ones((draws, units))
        found = np.zeros((draws, places), np.int64)
        for items, total in zip(self.items.T, self.errors.sum(axis=0).tolist(), strict=True):
            weight = np.zeros((units, places))
            np.add.at(weight, (unit, self.place), items)
            chances = np.maximum(factors, np.finfo(np.float64).tiny) @ weight
            whole = chances.sum(axis=1, keepdims=True)
            if total:
                found += rng.multinomial(total, chances / whole)
        return found


@dataclass(frozen=True)
class Found:
    """The circle with the largest likelihood ratio: its centre, its places from the centre on, and the p-value."""

    centre: int
    places: Ints
    ratio: float
    p: float | None


def scan(errors: Errors, circles: Circles, draws: int, rng: np.random.Generator) -> Found | None:
    """The worst circle, and the share of draws with one as bad; nothing where no circle has more than expected."""
    observed, expected = errors.by(errors.place)
    likelihood = Likelihood.of(int(observed.sum()))
    best = max(
        (
            (float(ratios.max(initial=0.0)), -at, int(ratios.argmax()) if len(ratios) else 0)
            for at in range(len(circles.order))
            for ratios in [likelihood(circles.sums(observed, at), circles.sums(expected, at))]
        ),
        default=(0.0, 0, 0),
    )
    if not best[0] > 0:
        return None
    largest, centre = best[0], -best[1]
    places = circles.order[centre][: circles.ends[centre][best[2]] + 1]
    if not draws:
        return Found(centre, places, largest, None)
    chance = np.zeros(draws)
    drawn = errors.drawn(draws, rng)
    for at in range(len(circles.order)):
        if len(circles.ends[at]):
            ratios = likelihood(circles.sums(drawn, at), circles.sums(expected, at))
            np.maximum(chance, ratios.max(axis=1), out=chance)
    as_bad = int((chance >= largest * (1 - NEAR)).sum())
    return Found(centre, places, largest, (1 + as_bad) / (1 + draws))
