"""What some engines would take for a number and is none: 1_000, dates, durations; and weights without bounds."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import mercalli
from mercalli.errors import ColumnError, SettingError, WeightError

ENGINES = {
    "arrays": dict,
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "pyarrow": lambda columns: pa.table(dict(columns)),
    "duckdb": lambda columns: duckdb.from_arrow(pa.table(dict(columns))),
}
NO_NUMBERS = {
    "underscores": np.array(["1", "1_000"] * 20),
    "dates": np.arange(40).astype("datetime64[D]").astype("datetime64[us]"),
    "durations": np.arange(40).astype("timedelta64[us]"),
}
TRUTH = np.array([0, 1] * 20)
CALLS = {
    "score": lambda table: mercalli.threshold(table, truth="truth", score="x", replicates=0),
    "ranked": lambda table: mercalli.rank(table, truth="truth", score="x", replicates=0),
    "weight": lambda table: mercalli.evaluate(table, truth="truth", pred="truth", weight="x", replicates=0),
    "uplift": lambda table: mercalli.uplift(table, treatment="arm", outcome="truth", score="x", replicates=0),
    "survival": lambda table: mercalli.survival(table, time="time", event="truth", risk="x"),
}


def rows(x):
    return {"truth": TRUTH, "x": x, "arm": np.array([0, 0, 1, 1] * 10), "time": np.arange(1.0, 41.0)}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", NO_NUMBERS)
@pytest.mark.parametrize("call", CALLS)
def test_what_is_no_number_is_refused_by_every_engine(engine, kind, call):
    with pytest.raises(ColumnError, match=r"'x' of .* must hold numbers"):
        CALLS[call](ENGINES[engine](rows(NO_NUMBERS[kind])))


@pytest.mark.parametrize("engine", ENGINES)
def test_underscores_in_other_columns_stay(engine):
    columns = {"truth": np.array(["no_fire", "fire"] * 20), "w": np.array(["1", "2.5"] * 20)}
    result = mercalli.evaluate(ENGINES[engine](columns), truth="truth", pred="truth", weight="w", replicates=0)
    assert result.systems[0].table.total == 70
    assert result.systems[0].table.classes == ("fire", "no_fire")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_weight_beyond_bounds_is_named_with_its_row(engine):
    table = ENGINES[engine](rows(np.r_[np.ones(39), 1e49]))
    place = r"first at (row 40|index 39)" if engine != "lazy" else "Divide"
    for call in (
        lambda: mercalli.evaluate(table, truth="truth", pred="truth", weight="x", replicates=0),
        lambda: mercalli.rank(table, truth="truth", score="time", weight="x", replicates=0),
        lambda: mercalli.threshold(table, truth="truth", score="time", weight="x", replicates=0),
    ):
        with pytest.raises(WeightError, match=rf"at most 1e\+15; found 1e\+49.*{place}"):
            call()
    eager = rows(np.r_[np.ones(39), 1e49])
    for call in (
        lambda: mercalli.uplift(eager, treatment="arm", outcome="truth", score="time", weight="x", replicates=0),
        lambda: mercalli.survival(eager, time="time", event="truth", risk="arm", weight="x"),
    ):
        with pytest.raises(WeightError, match=r"at most 1e\+15; found 1e\+49 \(first at index 39\)"):
            call()


@pytest.mark.parametrize("level", [1e-9, 0.49, 0.99999, float("nan"), "0.9"])
def test_a_level_that_is_none_is_refused(level):
    with pytest.raises(SettingError, match=r"from 0\.5 to 0\.9999"):
        mercalli.evaluate(truth=TRUTH, pred=TRUTH, level=level)
