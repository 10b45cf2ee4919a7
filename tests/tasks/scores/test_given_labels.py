"""Labels and sizes given from Python as they stand in the data: 1, True, "10%"."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import ClassError, SettingError, SystemNameError

TRUTH = np.array([1, 0, 1, 0, 1, 0])
SCORE = np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1])
POSITIVES = [1, 1.0, np.int64(1), np.float32(1), True, "1", b"1"]


def ranked(**given):
    return mercalli.rank(**{"truth": TRUTH, "score": SCORE, "k": ["50%", 2], "replicates": 0, **given})


@pytest.mark.parametrize("positive", POSITIVES, ids=repr)
def test_the_positive_class_may_be_the_value_in_the_data(positive):
    assert ranked(positive=positive) == ranked(positive="1")
    decided = {"truth": TRUTH, "score": SCORE, "cost_fp": 1, "cost_fn": 2, "replicates": 0}
    assert mercalli.threshold(**decided, positive=positive) == mercalli.threshold(**decided, positive="1")
    alone = mercalli.recall_under_fpr_constraint(TRUTH, SCORE, 0.4, positive=positive)
    assert alone == mercalli.recall_under_fpr_constraint(TRUTH, SCORE, 0.4, positive="1")


def test_the_other_class_may_be_the_positive_one():
    assert ranked(positive=0)["score"].positive == "0"


def test_true_is_a_class_of_booleans():
    assert ranked(truth=TRUTH == 1, positive=True)["score"].positive == "True"


@pytest.mark.parametrize("positive", [7, [1], {"a": 1}], ids=repr)
def test_a_class_that_is_not_there_is_refused_by_name(positive):
    with pytest.raises(ClassError, match=r"does not occur in the truth .*'0', '1'"):
        ranked(positive=positive)


def test_the_top_is_found_as_it_was_asked_for():
    result = ranked()
    assert result.top("50%") == result.top(0.5) == result["score"].top("50%") == result["score"].tops[0]
    assert result.top(2) == result.top("2") == result["score"].tops[1]
    assert result.top("50%").measure("precision_at_k").value == 2 / 3


@pytest.mark.parametrize(("k", "says"), [("20%", "found '20%'"), ("all", "found 'all'"), (0, "found 0")])
def test_a_top_that_was_not_asked_for_is_refused(k, says):
    with pytest.raises(SettingError, match=says):
        ranked().top(k)


def test_of_several_systems_one_is_named():
    several = ranked(score={"one": SCORE, "two": SCORE[::-1]})
    assert several.top(2, "two") == several["two"].top(2)
    with pytest.raises(SystemNameError, match=r"say which one with `system`. There are: one, two"):
        several.top(2)
