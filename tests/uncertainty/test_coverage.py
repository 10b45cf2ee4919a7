"""Do intervals hold the true value as often as they claim? Simulations with fixed generators."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import mercalli
from mercalli.estimates.class_means import error_of_mean
from mercalli.estimates.confusion import estimates
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.metrics.catalogue import catalogue
from mercalli.metrics.profiled import metrics_of
from mercalli.stats.confusion import Confusion
from mercalli.uncertainty.resample import left_out
from tests.uncertainty.samples import sample_of_table, sample_of_units

SIMULATIONS = 1000
METRICS = ("accuracy", "f1_macro", "dua", "ecs", "mcc")
CLASSES = (
    "requests_or_urgent_needs",
    "injured_or_dead_people",
    "infrastructure_and_utility_damage",
    "sympathy_and_support",
    "not_humanitarian",
)
# What the model takes messages of each class for.
ANSWERS = np.array(
    [
        [0.60, 0.15, 0.10, 0.10, 0.05],
        [0.05, 0.75, 0.10, 0.05, 0.05],
        [0.05, 0.05, 0.70, 0.10, 0.10],
        [0.02, 0.03, 0.05, 0.80, 0.10],
        [0.02, 0.03, 0.05, 0.05, 0.85],
    ]
)
COMMON = (0.03, 0.10, 0.20, 0.27, 0.40)  # of 1,000 rows the rarest class has about 30
RARE = (0.015, 0.02, 0.20, 0.30, 0.465)  # of 300 rows it has about 5


def population(shares):
    """The share of every cell, (K, K + 1)."""
    return np.pad(np.array(shares)[:, None] * ANSWERS, ((0, 0), (0, 1)))


@cache
def panel():
    known = metrics_of(mercalli.read_profile("humaid"), CLASSES)
    return Panel(tuple(mercalli.parse(name, known) for name in METRICS), len(CLASSES))


def coverage(samples, shares, method="auto"):
    """How often each metric's 95 % interval holds the value it has in the population."""
    truth = panel()(Confusion(population(shares)[None], CLASSES))
    held = []
    for seed, sample in enumerate(samples):
        settings = Settings(replicates=400, method=method, seed=seed)
        found = estimates(sample, panel(), settings, "coverage").intervals
        held.append((found.low <= truth) & (truth <= found.high))
    return dict(zip(METRICS, np.mean(held, axis=0), strict=True))


def samples(shares, n):
    """Samples of n rows drawn from the population, one after the other."""
    cells = population(shares)
    tables = np.random.default_rng(23).multinomial(n, cells.ravel(), size=SIMULATIONS)
    return [sample_of_table(table.reshape(cells.shape), CLASSES) for table in tables]


@pytest.mark.parametrize("method", ["auto", "bca"])
def test_intervals_of_a_thousand_rows_hold_the_truth_as_often_as_they_claim(method):
    found = coverage(samples(COMMON, 1000), COMMON, method)
    assert {metric: share for metric, share in found.items() if not 0.93 <= share <= 0.97} == {}


def test_macro_f1_of_300_rows_with_rare_classes_is_covered_as_often_as_claimed():
    # It was about .91 while a class that a replicate lacks counted as 0.
    assert coverage(samples(RARE, 300), RARE)["f1_macro"] >= 0.93


def test_a_result_says_that_intervals_with_rare_classes_are_too_narrow():
    truth = ["a"] * 290 + ["b"] * 10
    result = mercalli.evaluate(truth=truth, pred=truth, replicates=100)
    assert any("too narrow" in note for note in result.systems[0].notes)


# Documents of 20 messages each; whether the model copes with a document varies from document to document.
UNITS, LENGTH = 100, 20


def documents(rng):
    """One table for each document: (units, K, K + 1)."""
    truth = rng.choice(len(CLASSES), (UNITS, LENGTH), p=COMMON)
    easy = rng.random((UNITS, 1)) < 0.5
    answers = np.stack([2 * ANSWERS - np.eye(len(CLASSES)), np.eye(len(CLASSES))])[easy.astype(int), truth]
    pred = (answers.cumsum(axis=-1) < rng.random((UNITS, LENGTH, 1))).sum(axis=-1)
    tables = np.zeros((UNITS, len(CLASSES), len(CLASSES) + 1))
    np.add.at(tables, (np.arange(UNITS)[:, None], truth, np.minimum(pred, len(CLASSES) - 1)), 1)
    return tables


def clustered(*, units):
    """Coverage where whole documents are resampled, or where their messages are as if each stood alone."""
    rng = np.random.default_rng(29)
    drawn = [documents(rng) for _ in range(SIMULATIONS // 2)]
    return coverage([sample_of_units(each, CLASSES, units=units) for each in drawn], COMMON, "percentile")


def test_resampling_rows_of_clustered_data_fails():
    assert max(clustered(units=False).values()) < 0.90


def test_resampling_units_of_clustered_data_holds():
    assert min(clustered(units=True).values()) >= 0.92


# Many classes with few rows of each: in replicates such classes are worse than in the data.
MANY = tuple(f"class {at}" for at in range(20))
AVERAGED = [
    name for name, metric in catalogue().items() if metric.base is not None and "classes" in metric.known_options
]


def test_macro_f1_of_many_classes_with_few_rows_is_covered_as_often_as_claimed():
    right = np.where(np.eye(20, dtype=bool), 0.7, 0.3 / 19)
    cells = np.pad(right / 20, ((0, 0), (0, 1)))
    f1 = Panel((mercalli.parse("f1_macro"),), 20)
    tables = np.random.default_rng(31).multinomial(100, cells.ravel(), size=200).reshape(-1, *cells.shape)
    held = []
    for method in ("auto", "percentile"):
        settings = Settings(replicates=200, method=method)
        found = [estimates(sample_of_table(table, MANY), f1, settings, "many").intervals for table in tables]
        held.append(np.mean([each.low <= 0.7 <= each.high for each in found]))
    assert held[0] >= 0.92 > held[1]


@pytest.mark.parametrize("name", AVERAGED)
def test_the_delta_method_agrees_with_leaving_one_row_out(name):
    metric = mercalli.parse(f"{name}(beta=2)" if name == "f_beta_macro" else name)
    table = np.random.default_rng(37).multinomial(20_000, population(COMMON).ravel()).reshape(5, 6)
    sample = sample_of_table(table, CLASSES)
    parts = [(metric(tables[0].merged(-1)), times) for tables, times in left_out(sample)]
    values, times = (np.concatenate(each) for each in zip(*parts, strict=True))
    spread = np.sqrt((times * (values - np.average(values, weights=times)) ** 2).sum())
    assert error_of_mean(metric, metric.base, Confusion(table.astype(float), CLASSES)) == pytest.approx(
        spread, rel=1e-2
    )
