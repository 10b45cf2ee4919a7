"""The confusion table: how it is made, merged, seen class by class, and turned into baselines."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.errors import ClassError, LengthError, MercalliError
from mercalli.stats.confusion import Confusion

TABLE = [[3, 1, 0], [2, 4, 1], [0, 0, 5]]


def test_a_square_table_gets_an_empty_column_for_invalid_predictions():
    confusion = Confusion.of(TABLE)
    assert confusion.cells.shape == (3, 4)
    assert confusion.invalid == 0


def test_a_table_with_one_more_column_keeps_it_as_the_invalid_one():
    confusion = Confusion.of([[3, 1, 2], [0, 2, 1]])
    assert confusion.invalid == 3
    assert confusion.preds.tolist() == [3, 3]


def test_classes_without_names_are_numbered():
    assert Confusion.of(TABLE).classes == ("0", "1", "2")


def test_margins_are_truth_by_row_and_predictions_by_column():
    confusion = Confusion.of(TABLE, "abc")
    assert confusion.truths.tolist() == [4, 7, 5]
    assert confusion.preds.tolist() == [5, 5, 6]
    assert confusion.accurate.tolist() == [3, 4, 5]
    assert confusion.total == 16


def test_invalid_predictions_count_as_truth_but_not_as_predictions():
    confusion = Confusion.of([[3, 1, 2], [0, 2, 1]])
    assert confusion.truths.tolist() == [6, 3]
    assert (confusion.total, confusion.preds.sum()) == (9, 6)


def test_as_many_names_as_classes_are_needed():
    with pytest.raises(LengthError, match="3"):
        Confusion.of(TABLE, "ab")


@pytest.mark.parametrize("table", [[[3]], [1, 2], 5])
def test_two_classes_at_least_are_needed(table):
    with pytest.raises(ClassError):
        Confusion.of(table)


def test_a_table_whose_columns_are_not_the_classes_is_refused():
    with pytest.raises(MercalliError):
        Confusion.of(np.ones((2, 4)))


def test_a_table_with_too_many_columns_is_told_so():
    with pytest.raises(MercalliError) as refused:
        Confusion.of(np.ones((3, 5)))
    assert "5" in str(refused.value)


def test_two_parts_add_up():
    both = Confusion.of(TABLE, "abc") + Confusion.of(np.ones((3, 4)), "abc")
    assert both.cells.tolist() == [[4, 2, 1, 1], [3, 5, 2, 1], [1, 1, 6, 1]]


def test_parts_of_other_classes_do_not_add_up():
    with pytest.raises(ClassError):
        Confusion.of(TABLE, "abc") + Confusion.of(TABLE, "abd")


def test_merging_counts_axes_from_the_last_leading_one():
    tables = np.arange(2 * 3 * 4 * 5.0).reshape(2, 3, 4, 5)
    confusion = Confusion.of(tables, "abcd")
    np.testing.assert_array_equal(confusion.merged(-1).cells, tables.sum(axis=1))
    np.testing.assert_array_equal(confusion.merged(-2).cells, tables.sum(axis=0))


def test_each_class_against_the_rest():
    counts = Confusion.of(TABLE).per_class
    assert counts.tp.tolist() == [3, 4, 5]
    assert counts.fp.tolist() == [2, 1, 1]
    assert counts.fn.tolist() == [1, 3, 0]
    assert counts.tn.tolist() == [10, 8, 10]


def test_an_invalid_prediction_is_a_miss_of_its_class_and_a_false_alarm_of_none():
    counts = Confusion.of([[3, 1, 2], [0, 2, 1]]).per_class
    assert counts.tp.tolist() == [3, 2]
    assert counts.fp.tolist() == [0, 1]
    assert counts.fn.tolist() == [3, 1]
    assert counts.tn.tolist() == [3, 5]


def test_counts_of_every_class_add_up_to_all_rows():
    counts = Confusion.of([[3, 1, 2], [0, 2, 1]]).per_class
    assert counts.total.tolist() == [9, 9]
    assert counts.positives.tolist() == [6, 3]
    assert counts.negatives.tolist() == [3, 6]
    assert counts.alarms.tolist() == [3, 3]


def test_pooled_counts_are_sums_over_classes():
    pooled = Confusion.of(TABLE).per_class.pooled()
    assert (pooled.tp, pooled.fp, pooled.fn, pooled.tn) == (12, 4, 4, 28)


def test_the_majority_baseline_predicts_the_most_frequent_class_everywhere():
    confusion = Confusion.of(TABLE)
    constant = confusion.as_if(confusion.majority())
    assert constant.cells.tolist() == [[0, 4, 0, 0], [0, 7, 0, 0], [0, 5, 0, 0]]


def test_of_equally_frequent_classes_the_first_is_the_majority():
    assert Confusion.of([[1, 1], [2, 0]]).majority().tolist() == [1, 0]


def test_the_prior_baseline_predicts_every_class_as_often_as_it_occurs():
    confusion = Confusion.of(TABLE)
    drawn = confusion.as_if(confusion.prior())
    np.testing.assert_allclose(drawn.truths, [4, 7, 5])
    np.testing.assert_allclose(drawn.preds, [4, 7, 5])
    np.testing.assert_allclose(drawn.cells[0], [1, 7 / 4, 5 / 4, 0])


def test_a_baseline_makes_no_invalid_predictions():
    confusion = Confusion.of([[3, 1, 2], [0, 2, 1]])
    assert confusion.as_if(confusion.prior()).invalid == 0


def test_baselines_of_several_tables_are_made_at_once():
    confusion = Confusion.of([TABLE, [[1, 0, 0], [0, 1, 0], [9, 0, 0]]])
    assert confusion.majority().tolist() == [[0, 1, 0], [0, 0, 1]]
