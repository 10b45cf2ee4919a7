"""Thresholds of data with few units: no fold without rows, and a note."""

import numpy as np
import pytest

import mercalli


def decided(units, replicates=0):
    """A decision on 200 rows of so many units."""
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 200)
    data = {"truth": truth, "score": rng.normal(truth, 1), "unit": np.arange(200) % units}
    return mercalli.threshold(
        data, truth="truth", score="score", unit="unit", value_tp=1, cost_fp=1, replicates=replicates
    ).systems[0]


@pytest.mark.parametrize(("units", "folds"), [(2, 2), (3, 3), (4, 4), (5, 5), (12, 5)])
def test_there_are_no_more_folds_than_units(units, folds):
    decision = decided(units).decision
    assert len(decision.cross_fitted.thresholds) == folds * decision.splits


def test_every_row_is_held_out_once():
    held_out = decided(3).decision.cross_fitted
    assert held_out.total == 200


def test_one_unit_leaves_nothing_to_hold_out_or_resample():
    system = decided(1, replicates=100)
    assert system.decision.cross_fitted is None
    assert any(note.startswith("1 unit does not show how much units vary") for note in system.notes)


@pytest.mark.parametrize(("units", "noted"), [(4, True), (19, True), (25, False)])
def test_few_units_are_told(units, noted):
    assert (
        any(f"Only {units} units: this applies to new ones only if" in note for note in decided(units, 100).notes)
        is noted
    )
