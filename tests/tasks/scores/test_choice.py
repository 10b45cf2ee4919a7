"""The best threshold is the best of all, whatever is wished."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mercalli.errors import SettingError
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.threshold.choice import Wish, choose

LAW = settings(deadline=None, max_examples=150, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def cases(draw):
    """A few rows with many ties, of both classes."""
    size = draw(st.integers(2, 14))
    score = draw(st.lists(st.integers(0, 6), min_size=size, max_size=size))
    positive = [True, False, *draw(st.lists(st.booleans(), min_size=size - 2, max_size=size - 2))]
    return np.array(score) / 6, np.array(positive)


def outcomes(score, positive, threshold):
    alert = score >= threshold
    return (alert & positive).sum(), (alert & ~positive).sum(), (~alert & positive).sum(), (~alert & ~positive).sum()


def profit(score, positive, threshold, prices):
    tp, fp, fn, tn = outcomes(score, positive, threshold)
    return tp * prices[0] - fp * prices[1] - fn * prices[2] + tn * prices[3]


@LAW
@given(cases(), st.tuples(*[st.integers(0, 9)] * 4))
def test_no_threshold_is_worth_more_than_the_chosen_one(case, prices):
    wish = Wish(**dict(zip(("value_tp", "cost_fp", "cost_fn", "value_tn"), prices, strict=True)))
    found = choose(ScoreTable.of(*case), wish)
    every = [profit(*case, each, prices) for each in (np.inf, *np.unique(case[0]))]
    chosen = np.inf if found.threshold is None else found.threshold
    assert profit(*case, chosen, prices) == max(every)


@LAW
@given(cases(), st.tuples(*[st.integers(0, 9)] * 4))
def test_every_threshold_of_the_plateau_is_as_good_and_none_above_it_is(case, prices):
    wish = Wish(**dict(zip(("value_tp", "cost_fp", "cost_fn", "value_tn"), prices, strict=True)))
    found = choose(ScoreTable.of(*case), wish)
    best = profit(*case, np.inf if found.threshold is None else found.threshold, prices)
    if found.above is not None:
        high = case[0].max() + 1 if found.threshold is None else found.threshold
        assert profit(*case, (found.above + high) / 2, prices) == best
        assert profit(*case, found.above, prices) < best
    higher = [each for each in (np.inf, *np.unique(case[0])) if found.threshold is not None and each > found.threshold]
    assert all(profit(*case, each, prices) < best for each in higher)


@LAW
@given(cases(), st.sampled_from([0, 0.2, 0.5]), st.sampled_from([0.3, 0.6, 0.9]), st.integers(1, 8))
def test_bounds_are_kept_together_by_the_best_of_those_that_keep_them(case, cap, floor, capacity):
    found = choose(ScoreTable.of(*case), Wish(max_fpr=cap, min_precision=floor, capacity=capacity))
    kept = []
    for each in np.unique(case[0]):
        tp, fp, _, tn = outcomes(*case, each)
        if fp / (fp + tn) <= cap + 1e-12 and tp / (tp + fp) >= floor - 1e-12 and tp + fp <= capacity:
            kept.append(tp)
    assert bool(found.broken) == (not kept)
    if kept:
        assert found.counts.tp == max(kept)


def test_the_nearest_threshold_says_what_it_reaches_where_bounds_conflict():
    table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.6]), np.array([False, True, False, True]))
    found = choose(table, Wish(min_precision=0.9, min_recall=1.0))
    assert (found.threshold, dict(found.broken)) == (0.6, {"min_precision": 0.5})


def test_nothing_is_alerted_where_alerts_only_cost():
    table = ScoreTable.of(np.array([0.5, 0.5]), np.array([True, False]))
    assert choose(table, Wish(value_tp=1.0, cost_fp=5.0)).threshold is None


def test_only_a_floor_of_recall_asks_for_the_fewest_alerts():
    table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.6]), np.array([True, False, True, False]))
    found = choose(table, Wish(min_recall=0.5))
    assert (found.threshold, found.counts.tp, found.counts.fp) == (0.9, 1, 0)


@pytest.mark.parametrize(
    "wish", [{"cost_fp": -1}, {"max_fpr": 1.5}, {"min_recall": -0.1}, {"capacity": 0}, {"value_tp": float("nan")}]
)
def test_wishes_that_cannot_be_meant_are_refused(wish):
    with pytest.raises(SettingError, match=next(iter(wish))):
        Wish(**wish)
