"""One record of a number for every task."""

from dataclasses import replace

import numpy as np
import pytest

from mercalli.estimates.intervals import NO_INTERVAL, Interval, Intervals
from mercalli.estimates.measure import difference_of, measure_of
from mercalli.metrics.catalogue import catalogue, parse
from mercalli.profiles.profile import Band

ACCURACY, BRIER = parse("accuracy"), parse("brier")
SURE = Interval(0.6, 0.9, "percentile", 0.1)


def test_skill_is_0_for_the_trivial_model_and_1_for_a_perfect_one():
    found = [
        measure_of(metric, value, n=9, baselines={"trivial": 0.4}, trivial="trivial").skill
        for metric, value in (
            (ACCURACY, 0.4),
            (ACCURACY, 1.0),
            (ACCURACY, 0.7),
            (BRIER, 0.4),
            (BRIER, 0.0),
            (BRIER, 0.2),
        )
    ]
    assert found == pytest.approx([0, 1, 0.5, 0, 1, 0.5])


@pytest.mark.parametrize(
    ("metric", "value", "trivial"),
    [
        ("accuracy", np.nan, 0.4),
        ("accuracy", 0.8, np.nan),
        ("accuracy", 1.0, 1.0),
        ("frequency_bias", 0.8, 0.4),
        ("prevalence", 0.8, 0.4),
        ("auuc", 0.8, 0.4),
    ],
)
def test_there_is_no_skill_without_a_value_a_baseline_or_a_best_value_beyond_it(metric, value, trivial):
    assert measure_of(parse(metric), value, n=9, baselines={"t": trivial}, trivial="t").skill is None


def test_an_undefined_number_has_a_reason_and_no_interval():
    found = measure_of(ACCURACY, np.nan, SURE, n=9)
    assert (found.value, found.low, found.high, found.method) == (None, None, None, None)
    assert (found.undefined, found.undefined_share) == (ACCURACY.facts.undefined, 0.1)


def test_no_method_is_named_where_there_is_no_interval():
    known = measure_of(ACCURACY, 0.8, SURE, n=9)
    assert (known.low, known.method, known.undefined) == (0.6, "percentile", None)
    assert measure_of(ACCURACY, 0.8, replace(SURE, low=np.nan), n=9).method is None


def test_a_value_that_misses_a_band_by_a_rounding_error_is_in_it():
    bands = (Band("high", 0.3, ""), Band("low", 0.0, ""))
    assert [measure_of(ACCURACY, value, n=9, bands=bands).band for value in (0.1 * 3, 0.3 - 1e-12, 0.29)] == [
        "high",
        "high",
        "low",
    ]


def test_a_difference_is_undefined_where_one_value_is():
    found = difference_of(ACCURACY, 0.8, np.nan, SURE, 0.5)
    assert (found.first, found.second, found.difference, found.low, found.method) == (0.8, None, None, None, None)
    assert found.undefined == ACCURACY.facts.undefined
    assert difference_of(ACCURACY, 0.8, 0.5, SURE, 0.5).difference == pytest.approx(0.3)


def test_intervals_are_read_one_by_one():
    drawn = np.array([[0.0, np.nan], [1.0, 2.0], [2.0, np.nan]])
    found = Intervals.percentile(drawn, 0.5, "percentile")
    assert found[0] == Interval(0.5, 1.5, "percentile", 0.0)
    assert found[1] == Interval(2.0, 2.0, "percentile", pytest.approx(2 / 3))
    assert Intervals.none(2)[1].method is NO_INTERVAL.method


def test_only_metrics_of_scores_have_intervals_of_their_own_kind():
    special = {metric.name for metric in catalogue().values() if metric.facts.interval != "percentile"}
    assert special == {"roc_auc", "ks", "brier_refinement", "expected_calibration_error", "brier_calibration"}
