"""Intervals in results: which method, how reproducible, and what does not disturb them."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import SettingError
from mercalli.uncertainty.intervals import wilson
from tests.tasks.labels.messages import evaluate, messages, report


def interval(measure):
    return measure.low, measure.high


def test_plain_proportions_get_wilsons_interval():
    measure = report(replicates=100).measure("accuracy")
    assert measure.method == "wilson"
    assert interval(measure) == pytest.approx(tuple(wilson(np.array(measure.value), np.array(400.0), 0.95)))


def test_other_metrics_get_percentiles():
    assert report(replicates=100).measure("dua").method == "percentile"


def test_proportions_of_a_class_get_wilsons_interval_on_their_denominator():
    first = report(replicates=100).classes[0]
    precision = next(each for each in first.measures if each.metric == "precision")
    expected = wilson(np.array(precision.value), np.array(float(first.predicted)), 0.95)
    assert interval(precision) == pytest.approx(tuple(expected))


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_a_method_may_be_asked_for_by_name(method):
    assert {each.method for each in report(replicates=100, method=method).measures if each.value is not None} == {
        method
    }


def test_units_are_named_in_the_method():
    system = report(replicates=100, unit="document")
    assert {each.method for each in system.measures if each.value is not None} == {"t over units left out in turn"}


def test_weighted_rows_get_no_interval_for_plain_proportions():
    assert report(replicates=100, weight="weight").measure("accuracy").method == "percentile"


@pytest.mark.parametrize("settings", [{}, {"unit": "document"}, {"weight": "weight"}, {"method": "bca"}])
def test_the_value_lies_within_its_interval(settings):
    measured = [each for each in report(replicates=200, **settings).measures if each.value is not None]
    assert all(each.low - 1e-12 <= each.value <= each.high + 1e-12 for each in measured)


def test_a_higher_level_gives_wider_intervals():
    narrow, wide = (report(replicates=500, level=level).measure("dua") for level in (0.8, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_without_replicates_there_are_values_and_no_intervals():
    measures = report(replicates=0).measures
    assert {(each.low, each.high, each.method) for each in measures} == {(None, None, None)}
    assert [each.value for each in measures] == [each.value for each in report(replicates=100).measures]


@pytest.mark.parametrize(
    "settings", [{"replicates": 5}, {"level": 1.0}, {"level": 95}, {"method": "exact"}, {"seed": -1}]
)
def test_settings_that_make_no_sense_are_refused(settings):
    with pytest.raises(SettingError, match=next(iter(settings))):
        report(**settings)


@pytest.mark.parametrize("settings", [{}, {"unit": "document"}, {"weight": "weight"}, {"by": ["event", "lang"]}])
def test_the_same_seed_gives_the_same_bytes(settings):
    first, second = (mercalli.to_json(evaluate(replicates=200, seed=3, **settings)) for _ in range(2))
    assert first == second


def test_another_seed_gives_another_interval_of_the_same_value():
    first, second = (report(replicates=200, seed=seed).measure("dua") for seed in (1, 2))
    assert first.value == second.value
    assert interval(first) != interval(second)


@pytest.mark.parametrize("settings", [{}, {"unit": "document"}, {"weight": "weight"}])
def test_slicing_does_not_change_the_whole(settings):
    assert report(replicates=200, by="event", **settings).measures == report(replicates=200, **settings).measures


def test_another_slice_column_does_not_change_a_slice():
    one, two = (report(replicates=200, by=by).slices for by in ("event", ["lang", "event"]))
    assert one[0] == next(each for each in two if each.name == one[0].name)


def test_another_system_does_not_change_a_system():
    one, two = (evaluate(replicates=200, pred=pred)["good"] for pred in ("good", ["poor", "good"]))
    assert one == two


def test_fewer_metrics_do_not_change_an_interval():
    one, two = (report(replicates=200, metrics=metrics).measure("dua") for metrics in (None, "dua"))
    assert one == two


def test_resampling_whole_documents_widens_intervals_of_clustered_errors():
    data = messages()
    data["good"] = np.where(data["document"] % 2 == 0, data["truth"], data["poor"])
    rows, units = (report(data, replicates=500, method="percentile", unit=unit) for unit in (None, "document"))
    assert width(units) > 1.3 * width(rows)


def width(system):
    measure = system.measure("accuracy")
    return measure.high - measure.low


def test_a_result_is_the_same_after_writing_and_reading():
    result = evaluate(replicates=100, by="event", gates=["dua>=0.5"])
    assert mercalli.from_json(mercalli.to_json(result)) == result


def test_two_results_differ_only_where_they_do():
    first, second = (evaluate(replicates=100, pred={"model": pred}) for pred in ("good", "poor"))
    assert mercalli.diff(first, first) == []
    assert any(change.path == "systems[model].measures[dua].value" for change in mercalli.diff(first, second))
