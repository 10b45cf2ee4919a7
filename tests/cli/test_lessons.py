"""What `mercalli metrics` says of a metric."""

from __future__ import annotations

import pytest

from mercalli.cli.metrics.lessons import lesson
from mercalli.errors import MetricError
from mercalli.io.profiles import read_profile
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


HUMAID = read_profile("humaid")


def test_every_urgency_weight_has_its_reason():
    told = lesson("dua", "humaid").theory
    assert {each.name: each.weight for each in told.weights} == HUMAID.metrics["dua"].weights
    assert {each.name for each in told.weights} == set(HUMAID.classes)
    assert all(each.reason.endswith(".") for each in told.weights)
    assert len({each.reason for each in told.weights}) == len(HUMAID.classes)


@pytest.mark.parametrize("name", ["dua", "ar", "ecs"])
def test_a_metric_of_the_profile_says_what_it_is_for_and_when_to_use_it(name):
    told = lesson(name, "humaid").theory
    assert told.purpose.endswith(".")
    assert told.use_when.endswith(".")


def test_levels_groups_and_penalties_are_those_of_the_profile():
    levels, told = lesson("ar", "humaid").theory.levels, lesson("ecs", "humaid").theory
    assert (levels[0].name, levels[0].weight) == ("high_action", 4.0)
    assert told.groups == HUMAID.groups["emotion"]
    assert (told.penalties, told.reading) == ({"within": 2.0, "between": 0.5, "ungrouped": 1.0}, "any_shared_group")


def test_a_metric_that_is_not_the_profiles_own_has_no_theory():
    assert lesson("accuracy", "humaid").theory is None


def test_the_screen_shows_weights_and_reasons(mercalli):
    shown = " ".join(mercalli("metrics", "dua").stdout.split())
    assert "best used when" in shown
    assert "requests or urgent needs 4.5 Somebody asks for help" in shown
    assert "respond at once: injured or dead people" in " ".join(mercalli("metrics", "ar").stdout.split())


def test_a_profile_of_ones_own_shows_its_reasons(mercalli, tmp_path):
    made = mercalli("profile", "new", "rows.csv", "--name", "mine").stdout
    reasons = "".join(f'{name} = "because of {name}"\n' for name in ("fire", "flood", "quake"))
    (tmp_path / "mine.toml").write_text(f"{made}\n[metrics.weighted.reasons]\n{reasons}", encoding="utf-8")
    assert "because of flood" in mercalli("metrics", "weighted", "--profile", "mine.toml").stdout


@pytest.mark.parametrize("name", [name for name, metric in catalogue().items() if metric.needs == "Survival"])
def test_metrics_of_survival_name_their_limits(name):
    said = lesson(name, "generic").card.misleads
    assert "Informative censoring" in said
    ranks_once = name.startswith("c_index")
    assert ("risk order is static" in said and "proportional hazards" in said) == ranks_once


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
