"""What `mercalli metrics` says of a metric."""

from __future__ import annotations

import pytest

from mercalli.cli.metrics.lessons import lesson
from mercalli.errors import MetricError
from mercalli.metrics.catalogue import catalogue
from mercalli.tasks.wildfire.kpis import CATEGORIES, kpi_names

STREAMS = "AlertStream"
SHOWN = [metric.name for metric in catalogue().values() if metric.needs != STREAMS]


@pytest.mark.parametrize("name", SHOWN)
def test_a_metric_has_a_worked_example_also_if_it_needs_options(name):
    example = lesson(name, "generic").example
    assert example is not None
    assert example.value is not None


def test_an_example_says_which_options_it_sets():
    example = lesson("expected_profit", "humaid").example
    assert "expected_profit(value_tp=100, cost_fp=5, cost_fn=40)" in example.data
    assert example.value == 28 * 100 - 72 * 5 - 23 * 40


def test_what_misleads_about_an_average_is_not_what_misleads_about_one_class():
    said = lesson("recall_macro", "generic").card.misleads
    assert said.startswith("A rare class counts as much")
    assert said.endswith("For one class: predicting the class everywhere makes it 1.")


@pytest.mark.parametrize("name", ["Binary High Severity Accuracy", "binary_high_severity_accuracy"])
def test_a_kpi_of_a_benchmark_is_explained_by_its_metric(name):
    explained = lesson(name, "humaid")
    assert (explained.card.metric, explained.known_as) == ("accuracy", "Binary High Severity Accuracy")
    assert "mercalli wildfire severity computes it" in explained.of
    assert "messages" not in explained.example.data


@pytest.mark.parametrize("name", [name for kind in CATEGORIES for name in kpi_names(kind).values()])
def test_every_kpi_of_wildfire_is_known(name):
    assert lesson(name, "generic").known_as == name


def test_a_kpi_that_is_misspelt_is_suggested():
    with pytest.raises(MetricError, match="Did you mean 'Binary High Severity Accuracy'"):
        lesson("Binary High Severity Acuracy", "humaid")
