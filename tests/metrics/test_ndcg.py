"""nDCG held against every order of equal scores, and against scikit-learn."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import ndcg_score

from mercalli.errors import MetricError
from mercalli.metrics.ranking.ndcg_at_k import ndcg_at_k
from mercalli.stats.lists import GainTable

LAW = settings(deadline=None, max_examples=60, derandomize=True)
TIES = ("expected", "best", "worst")
FEW = st.lists(st.tuples(st.sampled_from([0.1, 0.5, 0.9]), st.integers(0, 3)), min_size=2, max_size=6)
MORE = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), min_size=2, max_size=40)
GAINS = {"linear": lambda grade: grade, "exponential": lambda grade: 2.0**grade - 1}


def table_of(rows):
    score, grade = (np.array(part, float) for part in zip(*rows, strict=True))
    return GainTable.of(score, grade)


def dcg(gains, k):
    return sum(gain / np.log2(place + 2) for place, gain in enumerate(gains[:k]))


def every_order(rows, k, gain):
    """nDCG in every order in which scores fall."""
    best = dcg(sorted((gain(grade) for _, grade in rows), reverse=True), k)
    falling = [order for order in permutations(rows) if all(a[0] >= b[0] for a, b in pairwise(order))]
    return np.array([dcg([gain(grade) for _, grade in order], k) / best if best else np.nan for order in falling])


@LAW
@given(rows=FEW, k=st.integers(1, 7))
@pytest.mark.parametrize("gain", GAINS)
def test_ties_count_as_the_mean_best_and_worst_of_all_their_orders(gain, rows, k):
    orders = every_order(rows, k, GAINS[gain])
    found = [float(ndcg_at_k(table_of(rows), k=k, gain=gain, ties=ties)) for ties in TIES]
    assert found == pytest.approx([orders.mean(), orders.max(), orders.min()], nan_ok=True)


@LAW
@given(rows=MORE, k=st.integers(1, 45))
def test_the_linear_reading_is_that_of_scikit_learn(rows, k):
    score, grade = (np.array(part, float) for part in zip(*rows, strict=True))
    theirs = ndcg_score([grade], [score], k=k, ignore_ties=False) if grade.any() else np.nan
    assert float(ndcg_at_k(table_of(rows), k=k)) == pytest.approx(theirs, nan_ok=True)


@LAW
@given(rows=MORE)
def test_the_best_order_gets_one(rows):
    table = table_of([(grade, grade) for _, grade in rows])
    assert float(ndcg_at_k(table, k=3)) == pytest.approx(1.0 if table.grade.any() else np.nan, nan_ok=True)


@LAW
@given(rows=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=30))
@pytest.mark.parametrize("k", [1, 4, 0.5])
def test_several_lists_are_the_mean_over_the_lists(k, rows):
    score, grade, group = (np.array(part, float) for part in zip(*rows, strict=True))
    alone = [ndcg_at_k(GainTable.of(score[group == each], grade[group == each]), k=k) for each in np.unique(group)]
    known = [float(each) for each in alone if not np.isnan(each)]
    found = float(ndcg_at_k(GainTable.of(score, grade, group.astype(int)), k=k))
    assert found == pytest.approx(np.mean(known) if known else np.nan, nan_ok=True)


@LAW
@given(rows=MORE, k=st.integers(1, 10))
@pytest.mark.parametrize("ties", TIES)
def test_replicates_at_once_equal_replicates_one_by_one(ties, rows, k):
    table = table_of(rows)
    times = np.random.default_rng(1).integers(0, 3, (4, len(table.count)))
    counts = [GainTable(table.score, table.grade, table.count * each, table.lists, table.times) for each in times]
    stacked = GainTable(table.score, table.grade, table.count * times, table.lists, table.times)
    single = [float(ndcg_at_k(each, k=k, ties=ties)) for each in counts]
    assert ndcg_at_k(stacked, k=k, ties=ties) == pytest.approx(np.array(single), nan_ok=True)


def test_no_item_has_no_value():
    assert np.isnan(ndcg_at_k(table_of([(1, 1), (2, 0)]), k=0))


def test_no_rows_have_no_value():
    assert np.isnan(ndcg_at_k(GainTable.of(np.zeros(0), np.zeros(0)), k=1))


def test_another_reading_of_gain_is_refused():
    with pytest.raises(MetricError, match="'linear' or 'exponential'"):
        ndcg_at_k(table_of([(1, 1), (2, 0)]), k=1, gain="cubic")
