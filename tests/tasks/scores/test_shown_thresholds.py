"""A threshold, however it is told, acts on exactly what is told with it."""

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.tasks.scores.threshold.operating import OperatingPoints
from mercalli.tasks.scores.threshold.words import thresholds
from mercalli.telling.kinds import article_of

WISHES = ({"max_fpr": 0.1}, {"min_recall": 0.8}, {"capacity": 40}, {"value_tp": 5.0, "cost_fp": 3.0})
SPREADS = {
    "plain": lambda score: score,
    "next to 1": lambda score: 1 - 1e-5 * (1 - score),
    "huge": lambda score: 1e7 + 1000 * score,
    "below 0": lambda score: -3 * score,
}


def rows(count=300, seed=0):
    """A truth and scores that say something about it."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, count)
    return {"truth": truth, "score": np.clip(rng.normal(0.4 + 0.2 * truth, 0.15), 0, 1)}


def outcomes(data, threshold):
    """True and false positives of acting from a score on, in the rows as they are."""
    alert = np.asarray(data["score"]) >= threshold
    return int(alert[data["truth"] == 1].sum()), int(alert[data["truth"] == 0].sum())


def found(data, **options):
    """The only system of a result."""
    return mercalli.threshold(data, truth="truth", score="score", replicates=0, **options).systems[0]


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: next(iter(wish)))
@pytest.mark.parametrize("bins", [1, 2, 8, 64, 1024])
def test_the_threshold_of_binned_scores_gives_the_counts_told_with_it(bins, wish):
    data = rows()
    system = found(data, bins=bins, **wish)
    chosen, threshold = system.decision.chosen, system.decision.threshold
    assert outcomes(data, np.inf if threshold is None else threshold) == (chosen.tp, chosen.fp)
    for at, each in enumerate(system.curve.threshold):
        assert outcomes(data, each) == (system.curve.tp[at], system.curve.fp[at])


@pytest.mark.parametrize("bins", [2, 32])
def test_every_threshold_said_to_be_as_good_acts_on_the_same_binned_scores(bins):
    data = rows()
    decision = found(data, bins=bins, max_fpr=0.3).decision
    between = [each for each in data["score"] if decision.above < each <= decision.threshold]
    assert decision.above < decision.threshold
    assert set(between) <= {decision.threshold}


@pytest.mark.parametrize("engine", [duckdb, pl])
def test_engines_agree_on_the_thresholds_of_bins(engine):
    data = rows()
    frame = pl.DataFrame(data)  # noqa: F841 - DuckDB finds it by its name
    lazy = duckdb.sql("select * from frame") if engine is duckdb else pl.DataFrame(data).lazy()
    assert found(lazy, bins=8, max_fpr=0.1).curve == found(data, bins=8, max_fpr=0.1).curve


@pytest.mark.parametrize("engine", [np, duckdb, pl])
def test_rows_without_a_score_change_nothing_in_the_bins(engine):
    data = rows()
    gaps = {"truth": np.append(data["truth"], [0, 1]), "score": np.append(data["score"], [np.nan, np.nan])}
    frame = pl.DataFrame(gaps)
    lazy = {np: gaps, duckdb: duckdb.sql("select * from frame"), pl: frame.lazy()}[engine]
    assert found(lazy, bins=8, max_fpr=0.1, missing="drop").curve == found(data, bins=8, max_fpr=0.1).curve


def test_a_slice_of_binned_scores_is_acted_on_from_a_score_that_gives_its_counts():
    data = rows() | {"place": np.arange(300) % 3}
    for part in found(data, bins=8, by="place", max_fpr=0.2).slices:
        inside = {name: values[data["place"] == int(part.values[0])] for name, values in data.items()}
        assert outcomes(inside, part.own.threshold) == (part.own.chosen.tp, part.own.chosen.fp)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(SPREADS)), st.integers(0, 1000), st.sampled_from(WISHES))
def test_thresholds_as_they_are_written_give_the_counts_written_beside_them(spread, seed, wish):
    data = rows(120, seed)
    data["score"] = SPREADS[spread](data["score"])
    result = mercalli.threshold(data, truth="truth", score="score", replicates=0, **wish)
    decision = result.systems[0].decision
    text, chosen = thresholds(decision)[0], decision.chosen
    assert outcomes(data, np.inf if text == "nothing" else float(text)) == (chosen.tp, chosen.fp)
    points = OperatingPoints.of(result, result.systems[0])
    for at in range(1, len(points.text)):
        assert outcomes(data, float(points.text[at])) == (points.counts.tp[at], points.counts.fp[at])


def test_thresholds_of_folds_are_told_apart_however_near_they_are():
    data = rows()
    data["score"] = SPREADS["next to 1"](data["score"])
    told = article_of(mercalli.threshold(data, truth="truth", score="score", replicates=0, max_fpr=0.1))
    blocks = [block for section in told.sections for block in section.blocks]
    rows_of_tables = [row for block in blocks if block.kind == "table" for row in block.rows]
    low, high = next(row[-1] for row in rows_of_tables if row[0] == "threshold").split(" to ")
    assert float(low) < float(high) < 1
