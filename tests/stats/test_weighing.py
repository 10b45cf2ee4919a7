"""Weights of rows: what they are worth together, and a row that dominates; every task that takes weights tells it."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.results.limits import on_weights
from mercalli.stats.weighing import Weighing

RNG = np.random.default_rng(5)
ROWS = 200
DATA = {
    "truth": RNG.integers(0, 2, ROWS),
    "pred": RNG.integers(0, 2, ROWS),
    "other": RNG.integers(0, 2, ROWS),
    "score": RNG.random(ROWS),
    "plain": np.ones(ROWS),
    "light": RNG.uniform(1, 3, ROWS),
    "heavy": np.where(np.arange(ROWS) == 7, 1e6, 1.0),
    "time": RNG.exponential(1, ROWS) + 0.01,
}
CALLS = {
    "evaluate": lambda weight: mercalli.evaluate(DATA, truth="truth", pred="pred", weight=weight, replicates=0),
    "compare": lambda weight: mercalli.compare(
        DATA, truth="truth", pred=["pred", "other"], weight=weight, replicates=100
    ),
    "threshold": lambda weight: mercalli.threshold(DATA, truth="truth", score="score", weight=weight, replicates=0),
    "rank": lambda weight: mercalli.rank(DATA, truth="truth", score="score", weight=weight, k=10, replicates=0),
    "uplift": lambda weight: mercalli.uplift(
        DATA, outcome="truth", treatment="pred", score="score", weight=weight, replicates=0
    ),
    "survival": lambda weight: mercalli.survival(DATA, time="time", event="truth", risk="score", weight=weight),
}


def notes(call, weight):
    """Everything that a result says of the whole and of its first system."""
    result = CALLS[call](weight)
    systems = getattr(result, "systems", ()) or getattr(result, "predictions", ())
    return [*getattr(result, "notes", ()), *(note for system in systems[:1] for note in system.notes)]


@pytest.mark.parametrize("call", CALLS)
def test_a_row_that_dominates_is_warned_of(call):
    assert any("carries at least 99.9% of all weight" in note for note in notes(call, "heavy"))


@pytest.mark.parametrize("call", CALLS)
def test_weights_that_differ_are_told_with_the_effective_number_of_rows(call):
    said = notes(call, "light")
    assert any("of equal weight (effective n)" in note for note in said)
    assert not any("carries" in note for note in said)


@pytest.mark.parametrize("call", CALLS)
def test_equal_weights_are_not_told(call):
    assert not any("weight" in note and ("effective" in note or "carries" in note) for note in notes(call, "plain"))


def test_the_heaviest_row_of_an_entry_is_never_said_to_be_heavier_than_it_is():
    weight = RNG.exponential(1, 500)
    entry = RNG.integers(0, 12, 500)
    whole = Weighing.of_rows(weight)
    sums = [np.bincount(entry, part) for part in (np.ones(500), weight, weight**2)]
    merged = Weighing.of(type("Entries", (), dict(zip(("rows", "weight", "weight_sq"), sums, strict=True))))
    assert (merged.rows, merged.effective) == (500, pytest.approx(whole.effective))
    assert merged.heaviest <= whole.heaviest == pytest.approx(weight.max() / weight.sum())


def test_the_heaviest_of_few_rows_does_not_dominate_for_being_one_of_few():
    assert list(on_weights(Weighing.of_rows(np.ones(4)))) == []
