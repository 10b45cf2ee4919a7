"""survival(): what may be asked of it, how it is read, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import InputError, SurvivalError
from mercalli.stats.survival import Survival

FIVE = {"time": [1, 2, 3, 4, 5], "event": [1, 1, 1, 1, 0], "risk": [5, 3, 4, 2, 1]}


def close_times(n=200):
    """Chances by times that differ in their eighth digit, the first column unlike the second."""
    rng = np.random.default_rng(0)
    risk, grid = rng.normal(size=n), np.array([1000.001, 1000.002, 1500.0])
    time, end = rng.exponential(1200 * np.exp(-risk)), rng.uniform(0, 3000, n)
    cif = 1 - np.exp(-np.outer(np.exp(risk), grid) / 1200)
    cif[:, 0] = 0.01 * rng.random(n)
    return {"time": np.minimum(time, end), "event": (time <= end).astype(int), "cif": cif, "grid": grid}


def test_times_of_a_grid_that_are_close_keep_their_columns():
    data = close_times()
    found = mercalli.survival(**data, at=1000.001).systems[0]
    survival = Survival.of(data["time"], data["event"], grid=data["grid"], cif=data["cif"])
    direct = float(mercalli.parse("brier_at(at=1000.001)")(survival))
    assert found.measure("brier_at(at=1000.001)").value == direct
    assert len(set(found.columns)) == 3


def test_a_name_that_a_column_of_a_matrix_has_is_refused():
    chances = {"cif": {"a": np.full((5, 2), 0.5)}, "grid": [1, 2]}
    with pytest.raises(InputError, match="'a at 2' is used twice"):
        mercalli.survival(time=FIVE["time"], event=FIVE["event"], risk={"a at 2": FIVE["risk"]}, **chances)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"cif": np.zeros((5, 2)), "grid": ["a", "b"]}, "times of `grid` must rise"),
        ({"cif": [[0.1, 0.2], [0.1], [0.2, 0.3], [0.1, 0.2], [0.1, 0.2]], "grid": [1, 2]}, "rows of different lengths"),
    ],
)
def test_chances_that_are_no_matrix_are_refused(given, says):
    with pytest.raises(SurvivalError, match=says):
        mercalli.survival(time=FIVE["time"], event=FIVE["event"], **given)
