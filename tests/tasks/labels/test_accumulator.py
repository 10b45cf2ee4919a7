"""Labels counted batch by batch are the statistic of all rows, and evaluated as they are."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

import mercalli
from mercalli.errors import ClassError, CountError, EmptyError, LengthError, SettingError, StatisticError
from tests.tasks.labels.messages import CLASSES, messages

HUMAID = {"classes": CLASSES, "profile": "humaid"}


def halves():
    data = messages()
    truth, pred = data["truth"].astype(object), data["good"].astype(object)
    middle = len(truth) // 3
    return (truth[:middle], pred[:middle]), (truth[middle:], pred[middle:])


def counted(*batches, **rules):
    made = mercalli.Accumulator(**(rules or HUMAID))
    for truth, pred in batches:
        made.update(truth, pred)
    return made


def whole():
    first, second = halves()
    return tuple(np.concatenate(pair) for pair in zip(first, second, strict=True))


def test_batches_are_the_statistic_of_all_rows():
    truth, pred = whole()
    expected = mercalli.count({"truth": truth, "pred": pred}, truth="truth", pred="pred", site="A", **HUMAID)
    assert counted(*halves()).statistic(site="A").text == expected.text


def test_batches_evaluate_to_the_bytes_of_the_whole_in_any_order():
    texts = {mercalli.to_json(counted(*batches).compute()) for batches in (halves(), halves()[::-1], [whole()])}
    assert len(texts) == 1


def test_merged_parts_equal_the_whole():
    first, second = (counted(half) for half in halves())
    first.merge(second)
    assert mercalli.to_json(first.compute()) == mercalli.to_json(counted(whole()).compute())


def test_values_are_those_of_the_rows():
    truth, pred = whole()
    rows = mercalli.evaluate(truth=truth, pred=pred, **HUMAID)
    found = counted(*halves()).compute()
    assert found.scalars() == rows.scalars()
    assert found.systems[0].measures == rows.systems[0].measures


def test_parts_with_the_same_counts_are_different_rows():
    made = counted((["a"], ["a"]), (["a"], ["a"]), classes=["a", "b"])
    assert made.rows == 2


def test_states_add_up_and_are_loaded():
    first, second = (counted(half) for half in halves())
    together = mercalli.Accumulator(**HUMAID)
    together.load(first.state() + second.state())
    assert together.statistic() == counted(whole()).statistic()
    assert first.state().dtype == np.int64


def test_a_state_is_the_table_of_truth_against_prediction():
    made = counted((["a", "a", "b"], ["a", "x", ""]), classes=["a", "b"], invalid="wrong", missing="wrong")
    assert made.state().tolist() == [[1, 0, 1], [0, 0, 1]]
    dropping = counted((["a", "a", ""], ["a", "", "b"]), classes=["a", "b"], missing="drop")
    assert dropping.state().tolist() == [[1, 0, 0], [0, 0, 0]]


def test_numbers_stand_for_classes():
    made = counted(([0, 1], np.array([1, 1])), classes={0: "calm", 1: "fire"})
    assert made.state().tolist() == [[0, 1, 0], [0, 1, 0]]
    again = mercalli.Accumulator({0: "calm", 1: "fire"})
    again.load(made.state())
    assert again.statistic() == made.statistic()


def test_tensors_are_taken_from_where_they_are():
    made = counted((Tensor([0, 1]), Tensor([1, 1])), classes=[0, 1])
    assert made.state().tolist() == [[0, 1, 0], [0, 1, 0]]


class Tensor:
    """What a tensor on another device can do."""

    def __init__(self, values, *, here=False):
        self.values, self.here = values, here

    def detach(self):
        return self

    def cpu(self):
        return Tensor(self.values, here=True)

    def is_floating_point(self):
        return False

    def numpy(self):
        assert self.here
        return np.array(self.values)


def test_a_reset_forgets_and_a_copy_does_not():
    made = counted(*halves())
    copy = deepcopy(made)
    made.reset()
    assert made.rows == 0
    assert copy.rows == len(whole()[0])
    with pytest.raises(EmptyError, match="The accumulator"):
        made.compute()


def test_a_refused_batch_is_not_counted():
    made = counted((["a"], ["a"]), classes=["a", "b"])
    with pytest.raises(ClassError, match="'c'"):
        made.update(["a", "b"], ["a", "c"])
    assert made.rows == 1


def test_settings_are_those_of_evaluate():
    result = counted(*halves()).compute(metrics="dua", gates="dua>=0.99", replicates=0)
    assert not result.gates[0].passed


def test_a_statistic_of_batches_adds_up_with_that_of_another_site(tmp_path):
    first, second = (counted(half) for half in halves())
    mercalli.write_statistic(first.statistic(site="A", period="2026-11-01"), tmp_path / "a.stat")
    merged = mercalli.merge(tmp_path / "a.stat", second.statistic(site="B"))
    assert merged.rows == len(whole()[0])


@pytest.mark.parametrize(
    ("fault", "error", "said"),
    [
        (lambda _: mercalli.Accumulator(), SettingError, "`classes` must be declared"),
        (lambda made: made.merge(made), SettingError, "would count twice"),
        (lambda made: made.merge("part"), SettingError, "must be an Accumulator"),
        (lambda made: made.merge(mercalli.Accumulator(["b", "a"])), StatisticError, "classes.names"),
        (lambda made: made.merge(mercalli.Accumulator(["a", "b"], invalid="wrong")), StatisticError, "policy"),
        (lambda made: made.load(np.zeros((2, 2))), LengthError, r"\(2, 3\) is expected"),
        (lambda made: made.load([[0, 0.5, 0], [0, 0, 0]]), CountError, "whole numbers"),
        (lambda made: made.load([[0, -5, 0], [0, 0, 0]]), CountError, "whole numbers"),
        (lambda made: made.load([[1, 0, 3], [0, 0, 0]]), ClassError, "outside the 2 declared classes"),
        (lambda made: made.update(["a"], ["a", "b"]), LengthError, "same number of rows"),
    ],
)
def test_what_cannot_be_counted_is_refused(fault, error, said):
    made = counted((["a"], ["b"]), classes=["a", "b"])
    with pytest.raises(error, match=said):
        fault(made)
    assert made.state().tolist() == [[0, 1, 0], [0, 0, 0]]
