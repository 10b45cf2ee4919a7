"""What decisions are worth: under the same prices for all cases, or under values that each case has of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import SettingError
from mercalli.estimates.confusion import generator
from mercalli.estimates.intervals import NO_INTERVAL, Interval
from mercalli.estimates.measure import measure_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.scores import Scores
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.plan.roles import TableRoles
from mercalli.plan.rows import check_finite, check_present
from mercalli.results.measure import Measure
from mercalli.stats.counts import Counts
from mercalli.stats.scores import ScoreTable
from mercalli.stats.weighing import Weighing
from mercalli.tasks.scores.data import whole
from mercalli.tasks.scores.joint import MOST_GROUPS
from mercalli.tasks.scores.paired import mean_interval
from mercalli.tasks.scores.result import EVERYTHING, NONE
from mercalli.tasks.scores.threshold.choice import Wish
from mercalli.uncertainty.delong import FEW_LOST
from mercalli.uncertainty.four_outcomes import worth_interval

PROFIT = "expected_profit"
CHOSEN_AGAIN = "thresholds chosen again"


def profits(wish: Wish | None) -> list[Metric]:
    """The profit in all and per case, if there are prices; a column of values stands in its text by its name."""
    if wish is None or not wish.prices:
        return []
    metric = catalogue()[PROFIT]
    defaults = {name: option.default for name, option in metric.known_options.items()}
    prices: dict[str, object] = {name: value for name, value in wish.prices.items() if value != defaults[name]}
    return [replace(metric, options=prices), replace(metric, options={**prices, "per": "case"})]


def priced(scores: Scores, roles: TableRoles, positive: str, columns: Iterable[str], wish: Wish) -> Scores:
    """The same scores, each with what acting on its case and leaving it is worth; the source must hold single rows.

    `columns` are those that no row of the scores lacks.
    """
    table = roles.source.rows([], [])
    there = whole(table, roles, positive, columns)
    value_tp, cost_fp, cost_fn, value_tn = (_values(table, name, each, there) for name, each in wish.prices.items())
    return replace(
        scores,
        acted=scores.weight * np.where(scores.positive, value_tp, -cost_fp),
        left=scores.weight * np.where(scores.positive, -cost_fn, value_tn),
    )


def _values(table: ArraySource, name: str, asked: float | str, there: Bools) -> Floats:
    """A value for each row that counts."""
    if not isinstance(asked, str):
        return np.full(int(there.sum()), float(asked))
    numbers = table.numbers(asked).astype(np.float64)
    check_present(table, name, asked, np.isnan(numbers) & there)
    check_finite(table, name, asked, np.where(there, numbers, 0.0))
    kept: Floats = numbers[there]
    if name.startswith("cost") and (kept < 0).any():
        asked_for = f"at least 0 in every row of {asked!r}: a cost is what is lost, written without a sign"
        raise SettingError.outside(name, float(kept[kept < 0][0]), asked_for)
    return kept


def worths(scores: Scores, table: ScoreTable) -> Floats | None:
    """What acting on nothing, then from every score on, is worth in all; None under the same prices for all cases."""
    if scores.acted is None or scores.left is None:
        return None
    size = len(table.score)
    place = size - 1 - np.searchsorted(table.score[::-1], scores.score)
    gain = sums(place, scores.acted - scores.left, size)
    return float(scores.left.sum()) + np.append(0.0, np.cumsum(gain))


def case_worth(scores: Scores, acted: Floats, wish: Wish, settings: Settings, name: str) -> Iterator[Measure]:
    """The sum over cases, and the same per case, of what each is worth; `acted` is the share acted on of each."""
    if scores.acted is None or scores.left is None:
        return
    group, units = _groups(scores, settings, name)
    size = int(group.max(initial=0)) + 1
    parts = (acted * scores.acted + (1 - acted) * scores.left, scores.weight)
    each = np.stack([sums(group, part, size) for part in parts], axis=-1)
    worth, total = each.sum(axis=0)
    interval = mean_interval(each, units, settings, f"{name}|worth")
    for metric, times in zip(profits(wish), (float(total), 1.0), strict=True):
        yield measure_of(metric, worth / total * times, _times(interval, times), n=scores.n)


def _groups(scores: Scores, settings: Settings, name: str) -> tuple[Ints, int | None]:
    """Units as they are, or rows in some hundred groups by chance."""
    if scores.unit is not None:
        present, codes = np.unique(scores.unit.codes, return_inverse=True)
        return codes.astype(np.int64), len(present)
    rows = len(scores.score)
    return generator(settings, f"{name}|groups").permutation(rows) % min(rows, MOST_GROUPS), None


def _times(interval: Interval, times: float) -> Interval:
    return replace(interval, low=interval.low * times, high=interval.high * times) if interval.method else NO_INTERVAL


def where_few(measure: Measure, scores: Scores, counts: Counts, wish: Wish, level: float, *, sure: bool) -> Measure:
    """A profit with the wider of its interval and that from Wilson's of its parts, where few rows had some outcome.

    If it is `sure` that nothing is acted on, and that is worth the same whatever happens, the worth is certain.
    """
    metric = next((each for each in profits(wish) if each.text == measure.metric), None)
    few = min(float(part) for part in (counts.tp, counts.fp, counts.fn, counts.tn)) < FEW_LOST
    if metric is None or measure.value is None or not few:
        return measure
    if sure and not float(counts.alarms):
        return (
            measure if measure.low is not None else replace(measure, low=measure.value, high=measure.value, method=NONE)
        )
    if scores.unit is not None or scores.acted is not None:
        return measure if measure.low != measure.high else replace(measure, low=None, high=None, method=None)
    times = 1.0 if "per" in metric.options else float(counts.total)
    prices = {name: float(each) for name, each in wish.prices.items()}
    ends = worth_interval(counts, prices, Weighing.of(scores).effective, level) * times
    low, high = min(float(ends[0]), measure.low or np.inf), max(float(ends[1]), measure.high or -np.inf)
    return replace(measure, low=low, high=high, method="percentile or wilson of its parts")


def stretched(measure: Measure, factor: float, wish: Wish, total: float) -> Measure:
    """A profit with ends so many times as far from its value, but no further than all cases of the best outcome are."""
    metric = next((each for each in profits(wish) if each.text == measure.metric), None)
    if metric is None or measure.value is None or measure.low is None or measure.high is None:
        return measure
    low, high = (measure.value + factor * (end - measure.value) for end in (measure.low, measure.high))
    if not wish.columns:
        outcomes = [float(each) * (-1 if name.startswith("cost") else 1) for name, each in wish.prices.items()]
        times = 1.0 if "per" in metric.options else total
        low, high = max(low, min(outcomes) * times), min(high, max(outcomes) * times)
    return replace(measure, low=low, high=high, method=f"{measure.method}, {CHOSEN_AGAIN}")


def beside_trivial(measure: Measure, scores: Scores, counts: Counts, wish: Wish) -> Measure:
    """A profit beside what acting on nothing and on everything comes to; other measures as they are."""
    metric = next((each for each in profits(wish) if each.text == measure.metric), None)
    if metric is None:
        return measure
    none, every = trivial_worths(scores, counts, wish)
    share = 1.0 / float(counts.total) if "per" in metric.options else 1.0
    return replace(measure, baselines={**measure.baselines, NONE: none * share, EVERYTHING: every * share})


def trivial_worths(scores: Scores, counts: Counts, wish: Wish) -> tuple[float, float]:
    """What acting on nothing, and on everything, is worth in all."""
    if scores.acted is not None and scores.left is not None:
        return float(scores.left.sum()), float(scores.acted.sum())
    positives, negatives = float(counts.positives), float(counts.total - counts.positives)
    value_tp, cost_fp, cost_fn, value_tn = (float(each) for each in wish.prices.values())
    return negatives * value_tn - positives * cost_fn, positives * value_tp - negatives * cost_fp
