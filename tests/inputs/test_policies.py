"""What happens to labels that are missing or outside the classes."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import mercalli
from mercalli.errors import ClassError, MissingError, WeightError

TRUTH = ["fire", "flood", "fire", "flood", "fire"]
STRAY = ["fire", "hail", "fire", "Flood", "fog"]
CLASSES = ["fire", "flood"]


def evaluated(truth, pred, **settings):
    """The only system's report."""
    return mercalli.evaluate(truth=truth, pred=pred, replicates=0, **settings).systems[0]


def test_a_stray_prediction_is_an_error_by_default():
    with pytest.raises(ClassError, match="'fog', 'hail'"):
        evaluated(TRUTH, STRAY, classes=CLASSES)


def test_a_stray_prediction_may_count_as_wrong_in_its_own_column():
    found = evaluated(TRUTH, STRAY, classes=CLASSES, invalid="wrong")
    assert found.table.cells == ((2.0, 0.0, 1.0), (0.0, 1.0, 1.0))
    assert (found.invalid, found.measure("accuracy").value) == (2, 3 / 5)


def test_the_share_of_stray_predictions_is_reported():
    notes = evaluated(TRUTH, STRAY, classes=CLASSES, invalid="wrong").notes
    assert "2 predictions (40.0%) are outside the classes and count as wrong: 'fog' (1) and 'hail' (1)." in notes


def test_a_stray_truth_is_an_error_even_if_stray_predictions_are_not():
    with pytest.raises(ClassError, match="have a truth outside"):
        evaluated(STRAY, TRUTH, classes=CLASSES, invalid="wrong")


def test_a_class_the_profile_does_not_know_may_get_its_default_weight():
    truth = ["injured_or_dead_people", "volcano", "volcano"]
    found = evaluated(
        truth, ["injured_or_dead_people", "volcano", "not_humanitarian"], profile="humaid", unknown="default"
    )
    assert found.measure("dua").value == (5 + 1) / (5 + 1 + 1)
    assert found.measure("ar").value == (4 + 1) / (4 + 1 + 1)
    assert "The profile does not have volcano; they got its default weight." in found.notes


def test_unknown_truth_and_stray_predictions_have_a_policy_each():
    found = evaluated(["fire", "hail"], ["fog", "hail"], classes=CLASSES, invalid="wrong", unknown="default")
    assert found.table.classes == ("fire", "flood", "hail")
    assert found.invalid == 1


@pytest.mark.parametrize("nothing", [None, float("nan"), "", "  "])
def test_a_missing_label_is_an_error_by_default(nothing):
    with pytest.raises(MissingError, match="has no truth"):
        evaluated([nothing, "flood"], ["fire", "flood"])


@pytest.mark.parametrize("nothing", [None, float("nan"), "", "  "])
def test_a_missing_label_may_be_left_out_and_is_reported(nothing):
    found = evaluated(["fire", nothing, "flood", "fire"], ["fire", "fire", "flood", nothing], missing="drop")
    assert (found.n, found.dropped, found.measure("accuracy").value) == (2, 2, 1.0)
    assert "2 rows (50.0%) lack a truth or a prediction and were left out." in found.notes


def test_a_masked_value_is_missing():
    truth = np.ma.masked_array([1, 2, 2, 0], mask=[False, False, False, True])
    found = evaluated(truth, np.array([1, 2, 1, 1]), missing="drop")
    assert (found.n, found.dropped) == (3, 1)


def test_a_null_of_an_arrow_array_is_missing():
    found = evaluated(pa.array(["fire", "flood", None]), pa.array(["fire", "fire", "fire"]), missing="drop")
    assert (found.n, found.dropped) == (2, 1)


def test_several_systems_rest_on_the_rows_that_all_of_them_answered():
    result = mercalli.evaluate(
        truth=["fire", "flood", "fire"],
        pred={"whole": ["fire", "flood", "fire"], "holed": ["fire", None, "fire"]},
        missing="drop",
        replicates=0,
    )
    assert [(each.name, each.n, each.dropped) for each in result.systems] == [("whole", 2, 1), ("holed", 2, 1)]


def test_a_comparison_drops_rows_that_either_system_lacks():
    pred = {"a": ["fire", None, "fire", "flood"], "b": ["fire", "flood", None, "flood"]}
    result = mercalli.compare(truth=["fire", "flood", "fire", "flood"], pred=pred, missing="drop", replicates=100)
    assert (result.pairs[0].n, result.pairs[0].dropped) == (2, 2)


def test_a_missing_slice_stays_visible():
    found = evaluated(["fire", "flood"], ["fire", "fire"], by={"event": ["quake", None]})
    assert [each.name for each in found.slices] == ["event=quake", "event=(missing)"]


def test_moments_are_written_as_dates_and_not_as_counts_of_nanoseconds():
    when = np.array(["2016-11-14T00:02:56", "2016-11-15T00:00:01"], "datetime64[ns]")
    found = evaluated(["fire", "flood"], ["fire", "fire"], by={"when": when})
    assert [each.values for each in found.slices] == [("2016-11-14 00:02:56",), ("2016-11-15 00:00:01",)]


def test_a_weight_of_zero_leaves_its_row_without_a_say():
    found = evaluated(["fire", "flood", "fire"], ["fire", "fire", "fire"], weight=[1, 0, 3])
    assert found.measure("accuracy").value == 1.0


def test_weights_that_are_all_zero_once_rows_were_dropped_are_an_error():
    with pytest.raises(WeightError):
        evaluated([None, "fire", "flood"], ["fire", "fire", "fire"], weight=[5, 0, 0], missing="drop")


def test_truth_as_a_slice_too_is_allowed():
    found = mercalli.evaluate({"truth": TRUTH, "pred": TRUTH}, truth="truth", pred="pred", by="truth", replicates=0)
    assert [each.name for each in found.systems[0].slices] == ["truth=fire", "truth=flood"]
