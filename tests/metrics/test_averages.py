"""Means over classes: which classes take part, and what an undefined one counts as."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

import mercalli
from mercalli import Confusion, parse

TABLES = st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=3, max_size=3).filter(
    lambda table: np.sum(table) > 0
)
LABELS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abcde")), min_size=1, max_size=12)


@given(TABLES)
def test_a_share_and_its_complement_add_up_to_1(table):
    confusion = Confusion.of(table)
    for one, other in (("fnr_macro", "recall_macro"), ("false_alarm_ratio_macro", "precision_macro")):
        assert parse(one)(confusion) == pytest.approx(1 - parse(other)(confusion))


def test_classes_that_are_never_true_do_not_count():
    few, more = [[8, 2], [1, 9]], [[8, 2, 0], [1, 9, 0], [0, 0, 0]]
    assert parse("f1_macro")(Confusion.of(few)) == parse("f1_macro")(Confusion.of(more))
    assert parse("f1_macro(classes='declared')")(Confusion.of(more)) == pytest.approx(
        parse("f1_macro")(Confusion.of(few)) * 2 / 3
    )


def test_an_undefined_class_counts_as_the_worst_value():
    never_predicted = Confusion.of([[5, 0], [5, 0]])
    assert parse("precision_macro")(never_predicted) == 0.25
    assert parse("precision_macro(undefined='skip')")(never_predicted) == 0.5
    assert parse("false_alarm_ratio_macro")(never_predicted) == 0.75


@given(TABLES)
def test_balanced_accuracy_is_the_macro_recall(table):
    confusion = Confusion.of(table)
    assert parse("balanced_accuracy")(confusion) == parse("recall_macro")(confusion)


@given(LABELS)
def test_like_sklearn_gives_the_numbers_of_sklearn(pairs):
    truth, pred = zip(*pairs, strict=True)
    result = mercalli.evaluate(truth=list(truth), pred=list(pred), like="sklearn", replicates=0)
    for average in ("macro", "weighted"):
        expected = precision_recall_fscore_support(truth, pred, average=average, zero_division=0)
        for name, value in zip(("precision", "recall", "f1"), expected, strict=False):
            assert result.systems[0].measure(f"{name}_{average}").value == pytest.approx(value)
