"""Models of a fire against each other: paired differences over tiles, structures, steps or fires, and rankings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import Intervals, finite
from mercalli.estimates.measure import named_difference
from mercalli.estimates.panel import Panel
from mercalli.estimates.ranking import Directed, best_first, ranked_pairs
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats
from mercalli.results.difference import Difference, SystemPair
from mercalli.stats.tiles import CLASSES
from mercalli.tasks.wildfire.estimate import fire_metrics, place_in, tables_of
from mercalli.tasks.wildfire.result import FireComparison
from mercalli.text.names import plain
from mercalli.text.words import plural
from mercalli.uncertainty.few_units import FEWEST_UNITS, MANY_UNITS, TESTED_UNITS
from mercalli.uncertainty.paired import every_toss, exact_p_value, exchanged_differences, exchanges, p_value, tosses
from mercalli.uncertainty.resample import BLOCK_NUMBERS, totals_drawn

DECISIVE = "csi"  # of 2 x 2 tables
ONE_EACH = "one model has no value"
COUNTED_UNITS = 12  # that differ: all ways to exchange them are counted instead of drawn


@dataclass(frozen=True)
class Number:
    """What models are compared by; `direction` is 1 if more is better, -1 if less is, 0 if neither."""

    text: str
    direction: int


@dataclass(frozen=True)
class Compared:
    """Numbers of sums: from sums of any units (..., K) to as many numbers (..., M) as there are names.

    The one at the place `by` decides which model comes first; `unit` is what a unit is called.
    """

    names: tuple[Directed, ...]
    numbers: Callable[[Floats], Floats]
    by: int = 0
    unit: str = "tile"

    @property
    def direction(self) -> int:
        """That of the number that decides."""
        return self.names[self.by].direction


def counted_numbers(like: str | None, unit: str = "tile") -> Compared:
    """Every metric of the 2 x 2 table, from [TN, FP, FN, TP]."""
    metrics = fire_metrics()
    panel = Panel(metrics, len(CLASSES), like)
    places = [place_in(panel, metric) for metric in metrics]

    def numbers(sums: Floats) -> Floats:
        values: Floats = panel(tables_of(sums.reshape(-1, sums.shape[-1])))[:, places]
        return values.reshape(*sums.shape[:-1], len(places))

    return Compared(metrics, numbers, [metric.text for metric in metrics].index(DECISIVE), unit)


def comparison(
    units: Mapping[str, Floats], compared: Compared, settings: Settings, n: int, notes: Sequence[str] = ()
) -> FireComparison | None:
    """All pairs of models, the better one first, from sums of the same units of each: (T, K); nothing of one model."""
    values = {name: compared.numbers(each.sum(axis=0)).tolist()[compared.by] for name, each in units.items()}
    pairs = list(combinations(best_first(list(units), lambda name: finite(values[name]), compared.direction), 2))
    if not pairs:
        return None
    made = [SystemPair(*pair, n, tuple(_differences(units, pair, compared, settings, len(pairs)))) for pair in pairs]
    size = len(next(iter(units.values())))
    tested, rankings = ranked_pairs(made, compared.names, list(units), 1 - settings.level)
    ranked = rankings if any(each.p is not None for pair in tested for each in pair.differences) else ()
    limits = (note for pair in pairs for note in _limits(units, pair, compared, settings))
    return FireComparison(n, size, tested, ranked, (*notes, *limits))


def _limits(
    units: Mapping[str, Floats], pair: tuple[str, str], compared: Compared, settings: Settings
) -> Iterator[str]:
    """What keeps a test over units from telling much: few units that differ, or one that decides alone."""
    first, second = (units[name] for name in pair)
    names, size = " and ".join(map(plain, pair)), len(first)
    differ = int(apart_in(first, second).sum())
    if not settings.replicates or size < TESTED_UNITS or not differ:
        return
    if differ < TESTED_UNITS:
        least = 2 / 2**differ
        yield (
            f"{names} differ in {differ} of {size} {plural(compared.unit)}: exchanging so few cannot give a p-value "
            f"below {least:.3g}, so none is given."
        )
        return
    (one, one_less), (two, two_less) = (_without(each, compared) for each in (first, second))
    shift = ((one - two) - (one_less - two_less))[:, compared.by] ** 2
    if np.isfinite(shift).all() and shift.max() > shift.sum() / 2:
        yield (
            f"One of the {size} {plural(compared.unit)} changes the difference between {names} more than all others "
            f"together. Without it the answer may be different, so do not expect the same elsewhere."
        )


def _differences(
    units: Mapping[str, Floats], pair: tuple[str, str], compared: Compared, settings: Settings, pairs: int
) -> Iterator[Difference]:
    first, second = (units[name] for name in pair)
    values = [compared.numbers(each.sum(axis=0)) for each in (first, second)]
    name = " and ".join(pair)
    intervals = _intervals(first, second, compared, settings, name)
    p = _p_values(first, second, compared, settings, exchanges(pairs, settings.level, settings.replicates), name)
    for at, each in enumerate(compared.names):
        one, two = (float(value[at]) for value in values)
        yield named_difference(each.text, one, two, intervals[at], float(p[at]), undefined=ONE_EACH)


def _intervals(first: Floats, second: Floats, compared: Compared, settings: Settings, name: str) -> Intervals:
    """Each of few units is left out in turn; many are drawn again, the same ones of both models."""
    size, units = len(compared.names), len(first)
    if not settings.replicates or units < FEWEST_UNITS:
        return Intervals.none(size)
    if units < MANY_UNITS:
        (one, one_less), (two, two_less) = (_without(each, compared) for each in (first, second))
        return Intervals.over_units(one - two, one_less - two_less, None, settings.level)
    both = np.concatenate([first, second], axis=1)
    rng = generator(settings, f"difference of {name}")
    halves = (np.split(block, 2, axis=-1) for block in totals_drawn(both, settings.replicates, rng))
    drawn = [compared.numbers(one) - compared.numbers(two) for one, two in halves]
    return Intervals.percentile(np.concatenate(drawn), settings.level, "percentile over units")


def _without(units: Floats, compared: Compared) -> tuple[Floats, Floats]:
    """The numbers of all units, and of all but one each."""
    whole = units.sum(axis=0)
    return compared.numbers(whole), compared.numbers(whole - units)


def _p_values(  # noqa: PLR0917 - both models, and how they are exchanged
    first: Floats, second: Floats, compared: Compared, settings: Settings, count: int, name: str
) -> Floats:
    """How often a difference as large comes about where coins decide which model a unit's sums are of."""
    if not settings.replicates or len(first) < TESTED_UNITS:
        return np.full(len(compared.names), np.nan)
    apart = (second - first)[apart_in(first, second)]
    if 0 < len(apart) < TESTED_UNITS:
        return np.full(len(compared.names), np.nan)
    one, two = first.sum(axis=0), second.sum(axis=0)
    observed, every = compared.numbers(one) - compared.numbers(two), len(apart) <= COUNTED_UNITS
    rng = generator(settings, f"exchange of {name}")
    coins = [every_toss(len(apart))] if every else tosses(len(apart), count, rng, len(apart), BLOCK_NUMBERS)
    exchanged = exchanged_differences(compared.numbers, one, two, (each @ apart for each in coins))
    return (exact_p_value if every else p_value)(observed, exchanged)


def apart_in(first: Floats, second: Floats) -> Bools:
    """Units in which two models differ; exchanging the others changes nothing."""
    differ: Bools = (first != second).any(axis=1)
    return differ
