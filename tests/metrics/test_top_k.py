"""Precision, recall, hit rate and lift of the K highest scores, held against every order of equal scores."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import MetricError
from mercalli.metrics.ranking.top_k import top
from mercalli.stats.lists import RankedLists
from mercalli.stats.scores import ScoreTable

LAW = settings(deadline=None, max_examples=60, derandomize=True)
NAMES = ("precision_at_k", "recall_at_k", "hit_rate_at_k", "lift_at_k")
TIES = ("expected", "best", "worst")
FEW = st.lists(st.tuples(st.sampled_from([0.1, 0.5, 0.9]), st.booleans()), min_size=1, max_size=6)
MORE = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=40)


def columns(rows):
    score, positive = zip(*rows, strict=True)
    return np.array(score, float), np.array(positive, bool)


def table_of(rows):
    return ScoreTable.of(*columns(rows))


def value(name, table, k, ties="expected"):
    return float(mercalli.catalogue()[name].function(table, k=k, ties=ties))


def plain(name, labels, k):
    """A metric of a list in which no two scores are equal."""
    hits, positives, n = sum(labels[:k]), sum(labels), len(labels)
    if name == "precision_at_k":
        return hits / k
    if name == "hit_rate_at_k":
        return float(hits > 0)
    if not positives:
        return np.nan
    return hits / positives if name == "recall_at_k" else (hits / k) / (positives / n)


def every_order(name, rows, k):
    """A metric in every order in which scores fall."""
    falling = [order for order in permutations(rows) if all(a[0] >= b[0] for a, b in pairwise(order))]
    return np.array([plain(name, [positive for _, positive in order], k) for order in falling])


@LAW
@given(rows=FEW, data=st.data())
@pytest.mark.parametrize("name", NAMES)
def test_ties_count_as_the_mean_best_and_worst_of_all_their_orders(name, rows, data):
    k = data.draw(st.integers(1, len(rows)))
    orders = every_order(name, rows, k)
    found = [value(name, table_of(rows), k, ties) for ties in TIES]
    assert found == pytest.approx([orders.mean(), orders.max(), orders.min()], nan_ok=True)


@LAW
@given(rows=MORE, data=st.data())
@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_rows_does_not_matter(name, rows, data):
    shuffled = data.draw(st.permutations(rows))
    assert value(name, table_of(shuffled), 1) == pytest.approx(value(name, table_of(rows), 1), nan_ok=True)


@LAW
@given(rows=MORE, k=st.integers(1, 40))
@pytest.mark.parametrize("name", NAMES)
def test_the_expected_value_lies_between_worst_and_best(name, rows, k):
    expected, best, worst = (value(name, table_of(rows), k, ties) for ties in TIES)
    assert np.isnan(expected) or worst - 1e-12 <= expected <= best + 1e-12


@LAW
@given(rows=MORE, share=st.floats(0.01, 0.99))
@pytest.mark.parametrize("name", NAMES)
def test_a_share_is_the_count_it_comes_to(name, rows, share):
    k = max(1, int(np.floor(share * len(rows) + 1e-9)))
    assert value(name, table_of(rows), share) == pytest.approx(value(name, table_of(rows), k), nan_ok=True)


def test_a_share_is_rounded_down_but_not_by_rounding_errors():
    table = ScoreTable.of(np.arange(100.0), np.arange(100) % 2 == 0)
    assert 0.29 * 100 < 29
    assert top(table, 0.29, "expected", "").k == 29


def test_a_share_is_at_least_one_item():
    assert top(table_of([(1, True), (0, False)]), 0.1, "expected", "").k == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("k", [0, 4])
def test_no_item_and_more_items_than_there_are_have_no_value(name, k):
    assert np.isnan(value(name, table_of([(3, True), (2, False), (2, True)]), k))


@pytest.mark.parametrize("name", NAMES)
def test_no_rows_have_no_value(name):
    assert np.isnan(value(name, ScoreTable.of(np.zeros(0), np.zeros(0, bool)), 1))


@pytest.mark.parametrize("k", [-1, 2.5, float("nan"), float("inf"), True, "ten"])
def test_what_is_no_count_and_no_share_is_refused(k):
    with pytest.raises(MetricError, match="must be a whole number, or a share between 0 and 1"):
        value("precision_at_k", table_of([(1, True)]), k)


def test_ties_in_another_way_are_refused():
    with pytest.raises(MetricError, match="'expected', 'best' or 'worst'"):
        value("precision_at_k", table_of([(1, True)]), 1, "first")


@LAW
@given(rows=MORE, k=st.integers(1, 40))
@pytest.mark.parametrize("name", NAMES)
def test_weights_of_two_are_rows_twice(name, rows, k):
    score, positive = columns(rows)
    doubled = value(name, table_of([*rows, *rows]), k)
    assert value(name, ScoreTable.of(score, positive, np.full(len(rows), 2.0)), k) == pytest.approx(
        doubled, nan_ok=True
    )


@LAW
@given(rows=MORE, scale=st.sampled_from([1e-3, 1 / 3, 7.5]))
@pytest.mark.parametrize("name", ["precision_at_k", "recall_at_k", "lift_at_k"])
def test_a_share_of_weights_does_not_depend_on_their_scale(name, rows, scale):
    score, positive = columns(rows)
    weight = 0.3 + np.arange(len(rows)) % 3
    found = [value(name, ScoreTable.of(score, positive, weight * each), 0.37) for each in (1.0, scale)]
    assert found[0] == pytest.approx(found[1], nan_ok=True)


@LAW
@given(rows=MORE, k=st.integers(1, 10))
@pytest.mark.parametrize("name", NAMES)
def test_replicates_at_once_equal_replicates_one_by_one(name, rows, k):
    table = table_of(rows)
    times = np.random.default_rng(1).integers(0, 4, (5, len(table.score)))
    stacked = ScoreTable(table.score, table.positive * times, table.negative * times)
    found = mercalli.catalogue()[name].function(stacked, k=k)
    single = [value(name, ScoreTable(table.score, table.positive * each, table.negative * each), k) for each in times]
    assert found == pytest.approx(np.array(single), nan_ok=True)


@LAW
@given(rows=st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(0, 4)), min_size=1, max_size=30))
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("k", [1, 3, 0.5])
def test_several_lists_are_the_mean_over_the_lists(name, k, rows):
    score, positive, group = (np.array(part) for part in zip(*rows, strict=True))
    lists = RankedLists.of(score.astype(float), positive.astype(bool), group)
    one_by_one = []
    for each in np.unique(group):
        table = ScoreTable.of(score[group == each].astype(float), positive[group == each].astype(bool))
        one_by_one.append(value(name, table, k if k < 1 else min(k, int(table.total))))
    known = [each for each in one_by_one if not np.isnan(each)]
    assert value(name, lists, k) == pytest.approx(np.mean(known) if known else np.nan, nan_ok=True)


def test_lists_count_as_often_as_they_were_drawn():
    lists = RankedLists.of(np.array([1.0, 1.0]), np.array([True, False]), np.array([0, 1]))
    drawn = RankedLists(lists.positive, lists.negative, lists.lists, np.array([[3.0, 1.0], [0.0, 2.0]]))
    assert mercalli.catalogue()["precision_at_k"].function(drawn, k=1).tolist() == [0.75, 0.0]
