"""Tables raked to one mix of classes, by hand and by their laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.metrics.catalogue import parse
from mercalli.stats.confusion import Confusion
from mercalli.stats.raking import Mix

A, B = Confusion.of([[8, 2], [5, 15]]), Confusion.of([[3, 3], [4, 10]])
POOLED = A + B
TABLES = st.lists(st.lists(st.integers(0, 20), min_size=4, max_size=4), min_size=3, max_size=3).filter(
    lambda rows: all(map(sum, rows))
)


def test_accuracy_by_hand() -> None:
    accuracy, mix = parse("accuracy"), Mix.of(POOLED)
    assert mix.shares.tolist() == [0.32, 0.68]
    assert [accuracy(table) for table in (A, B, POOLED)] == pytest.approx([23 / 30, 0.65, 0.72])
    assert accuracy(mix.raked(A)) == pytest.approx(0.766)
    assert accuracy(mix.raked(B)) == pytest.approx(0.645714, abs=5e-7)


def test_class_weighted_accuracy_by_hand() -> None:
    weighted = parse("class_weighted_accuracy(weights=[5, 1])")
    assert weighted(A) == pytest.approx(55 / 70)
    assert weighted(B) == pytest.approx(25 / 44)


def test_a_prior_shift_by_hand() -> None:
    for prior, accuracy, precision in ((1 / 3, 0.766667, 0.615385), (0.1, 0.755, 0.262295), (0.02, 0.751, 0.061303)):
        raked = Mix(np.array([prior, 1 - prior])).raked(A)
        assert parse("accuracy")(raked) == pytest.approx(accuracy, abs=5e-7)
        assert parse("precision")(raked)[0] == pytest.approx(precision, abs=5e-7)


@given(TABLES)
def test_raking_to_its_own_mix_changes_nothing(rows: list[list[int]]) -> None:
    table = Confusion.of(rows)
    assert np.allclose(Mix.of(table).raked(table).cells, table.cells)


@given(TABLES, TABLES)
def test_raking_keeps_the_total_and_recall(rows: list[list[int]], others: list[list[int]]) -> None:
    table, raked = Confusion.of(rows), Mix.of(Confusion.of(others)).raked(Confusion.of(rows))
    assert raked.total == pytest.approx(float(table.total))
    assert np.allclose(parse("recall")(raked), parse("recall")(table))


def test_classes_that_a_table_lacks_stay_out() -> None:
    table, mix = Confusion.of([[3, 1, 0], [0, 4, 0], [0, 0, 0]]), Mix(np.array([0.2, 0.3, 0.5]))
    assert mix.coverage(table) == pytest.approx(0.5)
    assert parse("accuracy")(mix.raked(table)) == pytest.approx((0.2 * 0.75 + 0.3) / 0.5)


def test_contexts_of_a_table_are_raked_together() -> None:
    both = Confusion(np.stack([A.cells, B.cells]), A.classes)
    raked = Mix(np.array([0.5, 0.5])).raked(both, axes=1)
    assert raked.merged(-1).truths.tolist() == pytest.approx([25.0, 25.0])
