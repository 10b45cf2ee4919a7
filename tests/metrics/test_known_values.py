"""Every metric gives the numbers that were published or worked out by hand."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import mercalli
from mercalli.estimates.measure import band
from mercalli.metrics.profiled import metrics_of
from tests.metrics.known_values import (
    FINLEY,
    KAIKOURA,
    KAIKOURA_CLASSES,
    KAIKOURA_LEVELS,
    KAIKOURA_PRINTED,
    KNOWN_VALUES,
    Known,
)


@cache
def metrics(profile, classes):
    return metrics_of(mercalli.read_profile(profile), classes)


def metric_of(known: Known):
    if known.profile is None:
        return mercalli.parse(known.metric)
    return mercalli.parse(known.metric, metrics(known.profile, known.statistic.classes))


def value_of(known: Known) -> float:
    metric = metric_of(known)
    return float(metric.function(known.statistic, **metric.options))


@pytest.mark.parametrize("known", KNOWN_VALUES, ids=lambda known: f"{known.metric}: {known.source}")
def test_the_known_value_comes_out(known):
    value = value_of(known)
    expected = np.nan if known.value is None else float(known.value)
    assert value == pytest.approx(expected, rel=0, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", mercalli.catalogue())
def test_every_metric_has_a_known_value(name):
    rows = [known for known in KNOWN_VALUES if metric_of(known).name == name]
    assert any(known.value is not None for known in rows)


@pytest.mark.parametrize("name", mercalli.catalogue())
def test_every_metric_has_a_row_where_it_is_undefined(name):
    rows = [known for known in KNOWN_VALUES if metric_of(known).name == name]
    assert any(known.value is None for known in rows)


@pytest.mark.parametrize(("metric", "printed"), KAIKOURA_PRINTED.items())
def test_the_worked_example_comes_out_as_it_is_printed(metric, printed):
    known = Known(metric, KAIKOURA, printed, "", "humaid")
    assert round(value_of(known), 6) == printed


def kaikoura_rows():
    cells = KAIKOURA.cells[:, :-1].astype(int)
    truth, pred = np.nonzero(cells)
    names = np.array(KAIKOURA_CLASSES, object)
    times = cells[truth, pred]
    return np.repeat(names[truth], times), np.repeat(names[pred], times)


def test_the_levels_of_the_worked_example_come_out():
    truth, pred = kaikoura_rows()
    result = mercalli.evaluate(truth=truth, pred=pred, profile="humaid", replicates=0)
    levels = {each.level: (each.correct, each.total) for each in result.systems[0].levels}
    assert levels == KAIKOURA_LEVELS


def test_the_bands_of_the_worked_example_come_out():
    truth, pred = kaikoura_rows()
    system = mercalli.evaluate(truth=truth, pred=pred, profile="humaid", replicates=0).systems[0]
    bands = {metric: system.measure(metric).band for metric in ("dua", "ar", "ecs")}
    assert bands == {"dua": "moderate", "ar": "good", "ecs": "excellent"}


def test_classes_that_never_occur_count_in_macro_averages_only_if_asked_for():
    truth, pred = kaikoura_rows()
    metrics_wanted = ["f1_macro(classes='declared')", "f1_macro"]
    result = mercalli.evaluate(truth=truth, pred=pred, profile="humaid", metrics=metrics_wanted, replicates=0)
    values = [result.systems[0].measure(metric).value for metric in metrics_wanted]
    assert values == pytest.approx([0.666262 * 9 / 11, 0.666262], abs=1e-6)


def test_the_majority_baseline_of_the_worked_example_comes_out():
    truth, pred = kaikoura_rows()
    wanted = ["accuracy", "dua", "ar", "ecs(reading='first_group')"]
    system = mercalli.evaluate(truth=truth, pred=pred, profile="humaid", metrics=wanted, replicates=0).systems[0]
    baselines = [round(system.measure(metric).baselines["majority"], 4) for metric in wanted]
    assert baselines == [0.2246, 0.2271, 0.2041, 0.6742]


def test_the_majority_baseline_gets_a_band_that_flatters():
    spec = mercalli.read_profile("humaid").metrics["ecs"]
    assert band(spec.bands, 0.6742) == "moderate"


@pytest.mark.parametrize("alias", ["threat_score", "iou", "jaccard"])
def test_an_alias_is_the_same_metric(alias):
    metric = mercalli.parse(alias)
    assert (metric.name, float(metric.function(FINLEY))) == ("csi", pytest.approx(28 / 123))
