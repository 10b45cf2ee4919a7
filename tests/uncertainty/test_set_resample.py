"""Replicates of label sets have the law of drawing items, or whole units, again."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.metrics.catalogue import parse
from mercalli.stats.label_sets import LabelSets
from mercalli.stats.set_sample import SetSample
from mercalli.uncertainty.set_resample import set_exchanges, set_replicates

RNG = np.random.default_rng(0)
TRUTH, FIRST, SECOND = RNG.random((3, 200, 4)) < 0.4
UNIT = RNG.integers(0, 25, 200)
ONES = np.ones(200, np.int64)
JACCARD = parse("mean_jaccard")


def sample(unit=None, preds=(FIRST, SECOND)):
    return SetSample.of("abcd", TRUTH, list(preds), ONES, unit=unit)


def drawn(metric, found):
    return np.concatenate([metric(tables[0]) for tables in found])


@pytest.mark.parametrize("unit", [None, UNIT])
def test_the_tables_are_those_of_the_items(unit):
    for table, pred in zip(sample(unit).tables, (FIRST, SECOND), strict=True):
        plain = LabelSets.of(TRUTH, pred)
        assert float(JACCARD(table)) == pytest.approx(float(JACCARD(plain)), abs=1e-12)
        assert table.per_class.tp.tolist() == plain.per_class.tp.tolist()


def test_replicates_of_units_are_units_drawn_again():
    found = drawn(JACCARD, set_replicates(sample(UNIT), 2000, np.random.default_rng(1)))
    rng, by_hand = np.random.default_rng(2), []
    for _ in range(2000):
        rows = np.concatenate([np.flatnonzero(each == UNIT) for each in rng.integers(0, 25, 25)])
        by_hand.append(float(JACCARD(LabelSets.of(TRUTH[rows], FIRST[rows]))))
    assert found.std() == pytest.approx(np.std(by_hand), rel=0.1)
    assert found.mean() == pytest.approx(np.mean(by_hand), abs=0.005)


def test_replicates_of_alike_items_are_items_drawn_again():
    many = SetSample.of("ab", np.array([[1, 0], [0, 1]], bool), [np.array([[1, 0], [1, 0]], bool)], np.array([30, 70]))
    found = drawn(parse("subset_accuracy"), set_replicates(many, 4000, np.random.default_rng(1)))
    assert (found.mean(), found.std()) == (pytest.approx(0.3, abs=0.005), pytest.approx(np.sqrt(0.21 / 100), rel=0.05))


@pytest.mark.parametrize("unit", [None, UNIT])
def test_an_exchange_keeps_what_both_add_up_to(unit):
    pair = sample(unit)
    whole = sum(table.both for table in pair.tables)
    for one, two in set_exchanges(pair, 100, np.random.default_rng(3)):
        assert (one.both + two.both == whole).all()


def test_exchanging_equal_answers_changes_nothing():
    same = sample(UNIT, (FIRST, FIRST))
    for one, two in set_exchanges(same, 100, np.random.default_rng(3)):
        assert (JACCARD(one) == JACCARD(two)).all()
