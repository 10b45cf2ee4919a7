"""Samples: the entries that are resampled, for one system or several on the same items."""

from __future__ import annotations

import numpy as np

from mercalli.stats.groups import Contexts, slices
from mercalli.stats.sample import Sample
from tests.stats.rows import labels_of, sample_of

TRUTH = "aabbbc"
FIRST = "abbbac"
SECOND = "aabbcc"


def test_the_table_of_one_system_counts_its_rows():
    table = sample_of(TRUTH, FIRST).confusions[0].merged(-1)
    assert table.cells.tolist() == [[1, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 0]]


def test_equal_rows_are_one_entry():
    sample = sample_of("aab" * 10, "aaa" * 10)
    assert sample.rows.tolist() == [20, 10]
    assert sample.n == 30


def test_declared_classes_that_do_not_occur_keep_their_place():
    sample = sample_of("ac", "ac", classes="abc")
    assert sample.confusions[0].truths.tolist() == [[1, 0, 1]]


def test_predictions_outside_the_classes_are_the_last_column():
    sample = sample_of("ab", ["a", "?"], invalid="wrong")
    assert sample.confusions[0].merged(-1).cells[1].tolist() == [0, 0, 0, 1]


def test_two_systems_share_entries_of_the_joint_table():
    sample = sample_of(TRUTH, FIRST, SECOND)
    first, second = (each.merged(-1).cells for each in sample.confusions)
    assert first.tolist() == sample_of(TRUTH, FIRST).confusions[0].merged(-1).cells.tolist()
    assert second.tolist() == sample_of(TRUTH, SECOND).confusions[0].merged(-1).cells.tolist()


def test_an_entry_of_the_joint_table_is_one_combination_of_answers():
    sample = sample_of("aaaa", "abab", "aabb")
    assert len(sample.rows) == 4
    assert [cell.tolist() for cell in sample.cells] == [[0, 0, 1, 1], [0, 1, 0, 1]]


def test_the_joint_table_grows_to_any_number_of_systems():
    sample = sample_of(TRUTH, FIRST, SECOND, TRUTH)
    assert len(sample.confusions) == 3
    assert sample.confusions[2].accurate.sum() == 6


def test_entries_of_different_units_stay_apart():
    sample = sample_of("aaaa", "aaab", unit=["x", "y", "y", "x"])
    assert sample.units == 2
    assert sample.rows.tolist() == [1, 1, 2]
    assert sample.unit.tolist() == [0, 0, 1]


def test_units_of_a_part_are_counted_anew():
    labels = labels_of("aabb", "abab", unit=[7, 8, 9, 9])
    part = labels.take(np.array([1, 2]))
    sample = Sample.of(part, Contexts.of(part))
    assert sample.units == len(np.unique(sample.unit))
    assert sample.unit.max() == sample.units - 1


def test_weights_and_their_squares_are_added_up():
    sample = sample_of("aab", "aab", weight=[0.5, 2.0, 1.0])
    assert sample.rows.tolist() == [2, 1]
    assert sample.weight.tolist() == [2.5, 1.0]
    assert sample.weight_sq.tolist() == [4.25, 1.0]


def test_the_table_holds_weights_and_the_row_table_rows():
    sample = sample_of("aab", "aab", weight=[0.5, 2.0, 1.0])
    assert sample.confusions[0].total == 3.5
    assert sample.row_table().sum() == 3


def test_contexts_are_an_axis_of_the_table():
    sample = sample_of("aab", "aab", context={"phase": ["before", "after", "before"]})
    assert sample.confusions[0].cells.shape == (2, 3, 4)
    assert sample.confusions[0].total.tolist() == [1, 2]


def test_scattering_the_weights_gives_the_table():
    sample = sample_of(TRUTH, FIRST, SECOND)
    for scatter, confusion in zip(sample.scatters, sample.confusions, strict=True):
        np.testing.assert_array_equal(scatter(sample.weight[None])[0], confusion.cells)


def test_slices_are_every_value_of_every_column_then_their_crossings():
    labels = labels_of("aabb", "abab", by={"event": ["flood", "fire"] * 2, "lang": ["en", "en", "es", "es"]})
    found = [(part.columns, part.values) for part in slices(labels)]
    assert found == [
        (("event",), ("fire",)),
        (("event",), ("flood",)),
        (("lang",), ("en",)),
        (("lang",), ("es",)),
        (("event", "lang"), ("fire", "en")),
        (("event", "lang"), ("fire", "es")),
        (("event", "lang"), ("flood", "en")),
        (("event", "lang"), ("flood", "es")),
    ]


def test_only_crossings_that_occur_are_slices():
    labels = labels_of("ab", "ab", by={"event": ["flood", "fire"], "lang": ["en", "es"]})
    assert len(list(slices(labels))) == 6


def test_a_missing_slice_value_is_a_slice_of_its_own():
    labels = labels_of("ab", "ab", by={"event": ["flood", None]})
    assert [part.values for part in slices(labels)] == [("flood",), ("(missing)",)]


def test_the_slices_of_one_column_hold_every_row_once():
    labels = labels_of(TRUTH, FIRST, by={"event": list("xyxyzz")})
    assert sum(labels.rows[part.chosen].sum() for part in slices(labels)) == 6
