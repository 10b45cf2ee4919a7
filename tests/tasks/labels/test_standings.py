"""Several systems on a terminal."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.text.numbers import interval
from tests.telling.screens import screen

CLASSES = ["injured_or_dead_people", "not_humanitarian", "sympathy_and_support"]
TRUTH = CLASSES * 40
PREDS = {"good": TRUTH, "poor": [CLASSES[0], *CLASSES[:-1]] * 40}


def shown(width, **given):
    """The result, and the lines of each table of systems."""
    result = mercalli.evaluate(truth=TRUTH, pred=PREDS, compared=False, **given)
    parts = screen(result, width).partition("Best first by")[2].partition("Details of ")[0].split("\n\n")
    return result, [part.splitlines() for part in parts if "poor" in part]


def headers(table):
    """The names of columns, whose words may stand below each other."""
    above, names = table[-5], table[-4].split()
    return set(names) | {f"{word}{name}" for word in above.split() for name in names}


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_every_metric_asked_for_is_shown_however_narrow_the_terminal_is(width):
    asked = ["precision_weighted", "recall_weighted", "f1_weighted", "csi_weighted", "npv_weighted", "mcc"]
    _, tables = shown(width, metrics=asked)
    assert set(asked) <= {name for table in tables for name in headers(table)}


@pytest.mark.parametrize("width", [60, 80])
def test_a_score_that_flatters_stands_beside_what_it_must_be_read_with(width):
    _, tables = shown(width, profile="humaid")
    (found,) = [headers(table) for table in tables if "ecs" in headers(table)]
    assert {"accuracy", "ecs_floor"} <= found


def test_the_metric_that_decides_has_its_interval_and_its_band():
    result, tables = shown(80, profile="humaid")
    measure = result["poor"].measure("dua")
    row = next(line for line in tables[0] if line.startswith("poor"))
    assert interval(measure.low, measure.high) in row
    assert measure.band in row


def test_every_table_ends_with_what_always_predicting_one_class_gets():
    _, tables = shown(60, profile="humaid")
    assert len(tables) > 1
    assert all(table[-1].startswith("majority class") for table in tables)
