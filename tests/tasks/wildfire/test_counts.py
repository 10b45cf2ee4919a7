"""The 2 x 2 table of two arrays: FireBench's numbers, and what it gets wrong."""

import firebench.metrics.confusion_matrix as firebench
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mercalli import Counts, burn_severity
from mercalli.errors import MapError
from mercalli.tasks.wildfire.notes import no_better

THEIRS = {
    "accuracy": firebench.binary_accuracy,
    "precision": firebench.binary_precision,
    "recall": firebench.binary_recall_rate,
    "specificity": firebench.binary_specificity,
    "npv": firebench.binary_negative_predicted_value,
    "f1": firebench.binary_f_score,
    "fpr": firebench.binary_false_positive_rate,
}
TABLES = [
    (0, 0, 0, 1),
    (0, 0, 1, 0),
    (0, 1, 0, 0),
    (1, 0, 0, 0),
    (0, 3, 4, 0),
    (0, 0, 3, 4),
    (5, 0, 0, 2),
    (7, 2, 3, 9),
]
CODES = np.array([1, 4], np.uint8)


def maps_of(tp, fp, fn, tn):
    truth = np.repeat([True, False, True, False], (tp, fp, fn, tn))
    pred = np.repeat([True, True, False, False], (tp, fp, fn, tn))
    return truth[None], pred[None]


def codes(cells):
    return CODES[np.asarray(cells, np.int8)]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.data(), st.tuples(st.integers(1, 20), st.integers(1, 20)))
def test_counts_are_those_of_firebench(data, shape):
    truth, pred = (data.draw(arrays(np.bool_, shape)) for _ in range(2))
    found = Counts.of(truth, pred)
    assert [[found.tn, found.fp], [found.fn, found.tp]] == firebench.binary_cm(truth, pred).tolist()


def test_counts_of_many_blocks_are_those_of_firebench():
    rng = np.random.default_rng(0)
    truth, pred = rng.random((700, 901)) < 0.3, rng.random((700, 901)) < 0.4
    found = Counts.of(truth, pred)
    assert [[found.tn, found.fp], [found.fn, found.tp]] == firebench.binary_cm(truth, pred).tolist()


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("metric", THEIRS)
def test_every_kpi_is_that_of_firebench_under_its_name(metric, table):
    truth, pred = maps_of(*table)
    theirs = THEIRS[metric](firebench.binary_cm(truth, pred))
    system = burn_severity(codes(truth), codes(pred), like="firebench", replicates=0).systems[0]
    assert system.measure(metric).value == pytest.approx(float(theirs), abs=1e-15)


def test_a_division_of_zero_by_zero_is_undefined_with_its_reason_and_zero_for_firebench():
    truth, pred = maps_of(0, 0, 3, 4)
    ours, theirs = (burn_severity(codes(truth), codes(pred), replicates=0, like=like) for like in (None, "firebench"))
    assert ours.systems[0].measure("precision").value is None
    assert "nothing was predicted" in ours.systems[0].measure("precision").undefined
    assert theirs.systems[0].measure("precision").value == 0.0


def test_shapes_that_numpy_would_stretch_are_refused():
    with pytest.raises(MapError, match="same"):
        Counts.of(np.ones((3, 1), bool), np.ones(3, bool))


def test_a_transposed_array_is_refused_and_told():
    with pytest.raises(MapError, match="turned on its side"):
        Counts.of(np.ones((3, 5), bool), np.ones((5, 3), bool))


def test_nan_and_masked_cells_were_not_observed():
    truth = np.array([1.0, np.nan, 1.0, 0.0])
    pred = np.ma.masked_array([True, True, False, True], [False, False, False, True])
    assert Counts.of(truth, pred) == Counts(tp=1, fp=0, fn=1, tn=0)


@pytest.mark.parametrize("odd", [[0.1, 1.0], [0, 255], ["a", "b"]])
def test_probabilities_and_masks_of_255_are_refused(odd):
    with pytest.raises(MapError, match="threshold"):
        Counts.of([1, 0], odd)


def test_a_model_that_misses_everything_is_flagged_as_no_better_than_predicting_nothing():
    truth, pred = maps_of(0, 0, 40, 960)
    system = burn_severity(codes(truth), codes(pred), replicates=0).systems[0]
    assert system.measure("accuracy").value == 0.96
    assert no_better(system.measure("accuracy"))
    assert any("No better than predicting nothing" in note for note in system.notes)
