"""Several systems on a terminal."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.tasks.labels.standings import standings
from mercalli.text.numbers import interval
from tests.telling.lines import lines

CLASSES = ["injured_or_dead_people", "not_humanitarian", "sympathy_and_support"]
TRUTH = CLASSES * 40
PREDS = {"good": TRUTH, "poor": [CLASSES[0], *CLASSES[:-1]] * 40}


def shown(width, **given):
    """The result and the tables, each as its lines."""
    result = mercalli.evaluate(truth=TRUTH, pred=PREDS, **given)
    return result, [lines(part, width) for part in standings(result, width) if part]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_every_metric_asked_for_is_shown_however_narrow_the_terminal_is(width):
    asked = ["precision_weighted", "recall_weighted", "f1_weighted", "csi_weighted", "npv_weighted", "mcc"]
    _, tables = shown(width, metrics=asked)
    headers = {name for table in tables for name in table[0].split()}
    assert {name.replace("weighted", "wtd") for name in asked} <= headers


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_score_that_flatters_stands_beside_what_it_must_be_read_with(width):
    _, tables = shown(width, profile="humaid")
    (headers,) = [table[0].split() for table in tables if "ecs" in table[0].split()]
    assert {"acc", "ecs_floor"} <= set(headers)


def test_the_metric_that_decides_has_its_interval_and_its_band():
    result, tables = shown(80, profile="humaid")
    measure = result["poor"].measure("dua")
    row = next(line for line in tables[0] if line.startswith("poor"))
    assert interval(measure.low, measure.high, digits=2) in row
    assert measure.band in row


def test_every_table_ends_with_what_always_predicting_one_class_gets():
    _, tables = shown(50, profile="humaid")
    assert len(tables) > 1
    assert all(table[-1].startswith("majority class") for table in tables)
