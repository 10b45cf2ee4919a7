"""Comparisons of two systems: exchanges, p-values, their correction, and ties."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from mercalli.stats.confusion import Confusion
from mercalli.uncertainty.paired import holm, mcnemar, p_value, swapped, tie_groups
from tests.stats.rows import sample_of

RNG = np.random.default_rng
TRUTH = "aaaaaaaabbbbbbccccab"
FIRST = "aaaaabbcbbbbaaccccba"
SECOND = "aabaabccbbabacccbcba"


def accuracy(confusion):
    whole = confusion.merged(-1)
    return whole.accurate.sum(axis=-1) / whole.total


def macro_f1(confusion):
    counts = confusion.merged(-1).per_class
    return (2 * counts.tp / np.maximum(2 * counts.tp + counts.fp + counts.fn, 1e-9)).mean(axis=-1)


def exchanged(sample, metric, count, seed=1):
    return np.concatenate([metric(one) - metric(two) for one, two in swapped(sample, count, RNG(seed))])


def p_of(sample, metric, count=199, seed=1):
    one, two = (metric(confusion) for confusion in sample.confusions)
    return float(p_value(one - two, exchanged(sample, metric, count, seed)))


@pytest.mark.parametrize("others", [{}, {"weight": [0.5, 1.5] * 10}, {"unit": list(range(10)) * 2}])
def test_an_exchange_keeps_the_sum_of_both_tables(others):
    sample = sample_of(TRUTH, FIRST, SECOND, **others)
    total = sum(confusion.cells for confusion in sample.confusions)
    for first, second in swapped(sample, 200, RNG(1)):
        np.testing.assert_allclose(first.cells + second.cells, np.broadcast_to(total, first.cells.shape))


@pytest.mark.parametrize("others", [{}, {"weight": [0.5, 1.5] * 10}, {"unit": list(range(10)) * 2}])
def test_an_exchange_keeps_the_truth_and_leaves_no_cell_negative(others):
    sample = sample_of(TRUTH, FIRST, SECOND, **others)
    for first, second in swapped(sample, 200, RNG(1)):
        np.testing.assert_allclose(first.truths, np.broadcast_to(sample.confusions[0].truths, first.truths.shape))
        assert min(first.cells.min(), second.cells.min()) > -1e-9


def test_exchanges_of_rows_are_those_of_tossing_a_coin_for_each():
    sample = sample_of(TRUTH, FIRST, SECOND)
    right = [np.array([t == p for t, p in zip(TRUTH, pred, strict=True)], float) for pred in (FIRST, SECOND)]
    coins = RNG(2).choice([-1, 1], (20_000, 20))
    by_row = (coins * (right[0] - right[1])).sum(axis=1) / 20
    found = exchanged(sample, accuracy, 20_000)
    assert found.std() == pytest.approx(by_row.std(), rel=0.03)
    assert found.mean() == pytest.approx(0, abs=0.005)


def test_opposite_answers_tossed_as_one_have_the_law_of_a_coin_for_each_row():
    sample = sample_of(TRUTH, FIRST, SECOND)
    codes = [np.array([ord(label) - ord("a") for label in labels]) for labels in (TRUTH, FIRST, SECOND)]
    heads = RNG(3).integers(0, 2, (8_000, len(TRUTH)))
    tables = np.zeros((2, 8_000, 1, 3, 4))
    for system in (0, 1):
        pred = np.where(heads == system, codes[1], codes[2])
        np.add.at(tables[system], (np.arange(8_000)[:, None], 0, codes[0][None], pred), 1.0)
    by_row = macro_f1(Confusion(tables[0], tuple("abc"))) - macro_f1(Confusion(tables[1], tuple("abc")))
    found = exchanged(sample, macro_f1, 8_000)
    assert stats.ks_2samp(by_row.round(9), found.round(9)).pvalue > 0.001


@pytest.mark.parametrize("weight", [np.full(20, 2.0), RNG(3).gamma(2, 1, 20)], ids=["equal", "unequal"])
def test_weighted_exchanges_vary_as_much_as_tossing_a_coin_for_each_row(weight):
    sample = sample_of(TRUTH, FIRST, SECOND, weight=weight)
    right = [np.array([t == p for t, p in zip(TRUTH, pred, strict=True)], float) for pred in (FIRST, SECOND)]
    by_row = np.sqrt(((weight * (right[0] - right[1])) ** 2).sum()) / weight.sum()
    assert exchanged(sample, accuracy, 20_000).std() == pytest.approx(by_row, rel=0.05)


def test_units_are_exchanged_as_a_whole():
    unit = [0] * 10 + [1] * 10
    sample = sample_of(TRUTH, FIRST, SECOND, unit=unit)
    found = np.unique(exchanged(sample, accuracy, 200).round(9))
    right = [np.array([t == p for t, p in zip(TRUTH, pred, strict=True)], float) for pred in (FIRST, SECOND)]
    halves = [(right[0] - right[1])[:10].sum() / 20, (right[0] - right[1])[10:].sum() / 20]
    assert set(found) <= {round(s * halves[0] + t * halves[1], 9) for s in (-1, 1) for t in (-1, 1)}


def test_equal_systems_get_a_p_of_one():
    assert p_of(sample_of(TRUTH, FIRST, FIRST), accuracy) == 1.0


def test_p_counts_the_observed_difference_in():
    assert p_value(np.array(3.0), np.array([0.0, 1.0, -3.0, 2.0])) == pytest.approx(2 / 5)


def test_p_leaves_undefined_exchanges_out():
    assert p_value(np.array(3.0), np.array([0.0, np.nan, -3.0, np.nan])) == pytest.approx(2 / 3)


def test_p_of_an_undefined_difference_is_undefined():
    assert np.isnan(p_value(np.array(np.nan), np.array([0.0, 1.0])))


def noisy(rng, truth, right, size):
    """A system that is right with a given chance and else guesses."""
    return np.where(rng.random(len(truth)) < right, truth, rng.integers(0, size, len(truth)))


def null_p_values(*, n, size, metric, weigh=False, simulations=300):
    """p-values of two systems of the same quality."""
    found = []
    for seed in range(simulations):
        rng = RNG([11, seed])
        truth = rng.integers(0, size, n)
        first, second = noisy(rng, truth, 0.6, size), noisy(rng, truth, 0.6, size)
        others = {"weight": rng.gamma(4, 1, n)} if weigh else {}
        sample = sample_of(truth, first, second, classes=range(size), **others)
        found.append(p_of(sample, metric, seed=seed))
    return np.array(found)


def test_p_values_are_even_when_there_is_no_difference():
    p = null_p_values(n=200, size=3, metric=macro_f1)
    assert 0.02 <= (p <= 0.05).mean() <= 0.085
    assert 0.42 <= (p <= 0.5).mean() <= 0.58


def test_weighted_p_values_are_even_when_there_is_no_difference():
    p = null_p_values(n=60, size=4, metric=macro_f1, weigh=True)
    assert 0.02 <= (p <= 0.05).mean() <= 0.085
    assert 0.42 <= (p <= 0.5).mean() <= 0.58


def test_p_values_are_small_when_there_is_a_difference():
    rng = RNG(5)
    truth = rng.integers(0, 3, 300)
    sample = sample_of(truth, noisy(rng, truth, 0.8, 3), noisy(rng, truth, 0.5, 3), classes="012")
    assert p_of(sample, macro_f1, 999) == pytest.approx(1 / 1000)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (5, 5), (10, 2), (3, 40), (400, 460), (7000, 7300)])
def test_mcnemar_is_the_exact_binomial_test(first, second):
    expected = stats.binomtest(first, first + second, 0.5).pvalue if first + second else 1.0
    assert mcnemar(first, second) == pytest.approx(expected, rel=1e-9)


def test_mcnemar_does_not_depend_on_which_system_is_first():
    assert mcnemar(3, 12) == mcnemar(12, 3)


def test_holm_multiplies_the_smallest_by_the_number_of_tests_and_keeps_the_order():
    # Holm (1979): .01 x 4, then .02 x 3, then max(.06, .03 x 2), then max(.06, .04)
    assert holm([0.01, 0.04, 0.03, 0.02]) == pytest.approx([0.04, 0.06, 0.06, 0.06])


def test_holm_never_goes_above_one():
    assert holm([0.6, 0.9]) == [1.0, 1.0]


def test_holm_of_one_test_changes_nothing():
    assert holm([0.03]) == [0.03]
    assert holm([]) == []


def test_holm_treats_equal_values_alike():
    assert holm([0.02, 0.02, 0.02]) == pytest.approx([0.06, 0.06, 0.06])


def pairs(**p_values):
    return {frozenset(names): p for names, p in p_values.items()}


def test_systems_that_do_not_differ_from_the_best_are_tied_with_it():
    assert tie_groups("abc", pairs(ab=0.5, ac=0.2, bc=0.9), 0.05) == [["a", "b", "c"]]


def test_a_system_that_differs_from_the_best_begins_a_new_group():
    assert tie_groups("abcd", pairs(ab=0.5, ac=0.01, ad=0.01, bc=0.2, bd=0.01, cd=0.3), 0.05) == [
        ["a", "b"],
        ["c", "d"],
    ]


def test_systems_that_all_differ_stand_alone():
    assert tie_groups("abc", pairs(ab=0.01, ac=0.01, bc=0.05), 0.05) == [["a"], ["b"], ["c"]]


def test_no_systems_make_no_groups():
    assert tie_groups([], {}, 0.05) == []
