"""From rows to a threshold and what it comes to."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.metrics import roc_auc_score

from mercalli.errors import ClassError, ColumnError, MetricError, MissingError, ScoreError, SettingError
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.threshold.evaluate import threshold
from mercalli.uncertainty.delong import delong


def rows(size=400, seed=0):
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.3
    score = np.round(np.clip(rng.normal(0.35 + 0.25 * positive, 0.2), 0, 1), 2)
    return {
        "truth": np.where(positive, "yes", "no").astype(object),
        "score": score,
        "lang": np.array(["en", "fr", "sw"], object)[rng.integers(0, 3, size)],
        "doc": rng.integers(0, size // 8, size),
        "weight": rng.integers(1, 4, size).astype(float),
    }


def asked(data, **others):
    return threshold(data, truth="truth", score="score", replicates=100, **others)


ENGINES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy polars": pl.LazyFrame,
    "arrow": lambda data: pl.DataFrame(data).to_arrow(),
    "duckdb": lambda data: duckdb.connect().from_arrow(pl.DataFrame(data).to_arrow()),
}
ASKED = {
    "prices": {"value_tp": 10, "cost_fp": 1, "cost_fn": 4},
    "slices": {"max_fpr": 0.1, "by": "lang"},
    "weights": {"value_tp": 10, "cost_fp": 1, "weight": "weight"},
}


@pytest.mark.parametrize("wish", ASKED)
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_same(engine, wish):
    data = rows()
    expected, found = asked(data, **ASKED[wish]), asked(ENGINES[engine](data), **ASKED[wish])
    one, two = expected.systems[0], found.systems[0]
    assert [each.value for each in one.measures] == pytest.approx([each.value for each in two.measures], abs=1e-12)
    assert (one.decision.threshold, one.decision.chosen.tp) == (two.decision.threshold, two.decision.chosen.tp)
    assert (one.curve, one.digest) == (two.curve, two.digest)
    assert [part.name for part in one.slices] == [part.name for part in two.slices]


def test_the_same_seed_gives_the_same_result():
    assert asked(rows(), value_tp=5, cost_fp=1) == asked(rows(), value_tp=5, cost_fp=1)


def test_a_threshold_chosen_on_noise_is_worth_less_on_rows_held_out():
    rng = np.random.default_rng(3)
    data = {"truth": rng.integers(0, 2, 300), "score": rng.random(300)}
    found = threshold(data, truth="truth", score="score", value_tp=1, cost_fp=1, replicates=0).systems[0].decision
    chosen, held_out = ((each.tp - each.fp) for each in (found.chosen, found.cross_fitted))
    assert held_out < chosen


def test_rows_of_one_unit_are_held_out_together():
    data = rows(seed=2)
    found = asked(data, value_tp=3, cost_fp=1, unit="doc").systems[0]
    assert found.measure("roc_auc").method == "t over units left out in turn"
    assert len(found.decision.cross_fitted.thresholds) == 5 * found.decision.splits


def test_the_interval_of_the_roc_auc_is_that_of_delong():
    data = rows(60, 4)
    positive, score = data["truth"] == "yes", data["score"]
    wins = (score[positive][:, None] > score[~positive]) + 0.5 * (score[positive][:, None] == score[~positive])
    variance = wins.mean(axis=1).var(ddof=1) / positive.sum() + wins.mean(axis=0).var(ddof=1) / (~positive).sum()
    assert float(delong(ScoreTable.of(score, positive))) == pytest.approx(variance**0.5, abs=1e-12)
    assert asked(data).systems[0].measure("roc_auc").method.startswith("delong")


def test_the_intervals_of_the_roc_auc_and_average_precision_cover():
    rng = np.random.default_rng(5)
    population = rows(200_000, 6)
    truth = {each: asked(population).systems[0].measure(each).value for each in ("roc_auc", "average_precision")}
    inside = dict.fromkeys(truth, 0)
    for _ in range(150):
        chosen = rng.integers(0, 200_000, 600)
        part = {name: values[chosen] for name, values in population.items()}
        found = asked(part, metrics=list(truth)).systems[0]
        for each, value in truth.items():
            inside[each] += found.measure(each).low <= value <= found.measure(each).high
    assert all(0.90 <= count / 150 <= 0.99 for count in inside.values()), inside


def test_bins_bound_the_roc_auc_for_certain():
    data = rows(5_000, 7)
    data["score"] = np.random.default_rng(7).random(5_000) * 0.5 + 0.4 * (data["truth"] == "yes")
    exact = roc_auc_score(data["truth"] == "yes", data["score"])
    for bins in (4, 64, 1024):
        found = asked(data, bins=bins).systems[0]
        low, high = found.auc_bounds
        assert low <= exact <= high
        assert low <= found.measure("roc_auc").value <= high
        assert found.measure("roc_auc").method == "delong, log odds, in bins"
    assert high - low < 0.001
    assert found.measure("roc_auc").value == pytest.approx(exact, abs=1e-5)


@pytest.mark.parametrize("engine", ENGINES)
def test_bins_are_the_same_in_every_engine(engine):
    data = rows(3_000, 8)
    data["score"] = np.random.default_rng(8).random(3_000)
    one, two = (asked(each, bins=64, by="lang").systems[0] for each in (data, ENGINES[engine](data)))
    assert one == two


def test_many_distinct_scores_are_resampled_in_steps_around_the_exact_value():
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 2, 20_000)
    found = threshold({"t": truth, "s": rng.normal(truth, 2)}, truth="t", score="s", replicates=200).systems[0]
    measure = found.measure("average_precision")
    assert found.distinct == 20_000
    assert measure.low < measure.value < measure.high
    assert found.measure("brier").value is None
    assert "outside 0 to 1" in found.notes[0]


def test_one_score_for_each_class_gives_one_against_the_rest_and_the_mean():
    rng = np.random.default_rng(9)
    truth = np.array(["fire", "flood", "storm"], object)[rng.integers(0, 3, 300)]
    data = {"truth": truth, **{f"p_{each}": rng.random(300) + (truth == each) for each in ("fire", "flood", "storm")}}
    found = threshold(
        data, truth="truth", score={"fire": "p_fire", "flood": "p_flood", "storm": "p_storm"}, replicates=0
    )
    alone = [roc_auc_score(truth == each, data[f"p_{each}"]) for each in ("fire", "flood", "storm")]
    macro = {each.metric: each.value for each in found.macro}
    assert macro["roc_auc_macro"] == pytest.approx(np.mean(alone))


def test_the_curve_holds_the_chosen_threshold_and_both_ends():
    report = asked(rows(), max_fpr=0.05).systems[0]
    assert report.decision.threshold in report.curve.threshold
    assert (report.curve.tp[-1], report.curve.tp[-1] + report.curve.fp[-1]) == (report.positives, report.total)


def test_a_slice_keeps_its_share_of_the_capacity():
    report = asked(rows(), capacity=40, by="lang").systems[0]
    for part in report.slices:
        assert part.own.chosen.tp + part.own.chosen.fp <= 40 * part.n / 400 + 1e-9


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"score": np.array([np.nan, *[0.5] * 399])}, MissingError, "score in 'score'"),
        ({"score": np.array([np.inf, *[0.5] * 399])}, ScoreError, "finite"),
        ({"score": np.array(["high"] * 400, object)}, ColumnError, "must hold numbers; found 'high'"),
        ({"truth": np.array(["yes"] * 400, object)}, ScoreError, "Every row"),
        ({"truth": np.array(["calm", "storm"] * 200, object)}, ClassError, "'calm', 'storm'"),
    ],
)
def test_rows_that_cannot_be_decided_are_refused(change, error, words):
    with pytest.raises(error, match=words):
        asked({**rows(), **change})


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"score": [10**400] * 40}, ColumnError, "too large to count with .first at index 0"),
        ({"weight": [1, 10**400] * 20}, ColumnError, "too large to count with .first at index 1"),
        ({"bins": "a"}, SettingError, "a whole number of at least 0"),
    ],
)
def test_numbers_that_no_float_holds_and_words_for_bins_are_refused(change, error, words):
    given = {"truth": [0, 1] * 20, "score": [0.2, 0.8] * 20, **change}
    with pytest.raises(error, match=words):
        threshold(**given)


def test_a_positive_class_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(ClassError, match=r"'yess' does not occur .* Did you mean 'yes'"):
        asked(rows(), positive="yess")


def test_a_metric_of_labels_is_refused():
    with pytest.raises(MetricError, match="'accuracy' is not a metric of scores"):
        asked(rows(), metrics="accuracy")


def test_scores_all_equal_rank_nothing_and_say_so():
    data = {**rows(), "score": np.full(400, 0.5)}
    found = asked(data, value_tp=1, cost_fp=5).systems[0]
    assert found.measure("roc_auc").value == 0.5
    assert found.decision.threshold is None
    assert any("equal" in note for note in found.notes)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.longdouble, ">f8"])
def test_scores_and_weights_of_any_width_are_the_numbers_they_are(kind):
    data = {**rows(), "weight": np.arange(1.0, 401)}
    data["score"] = data["score"].astype(kind)
    wide = {**data, "score": data["score"].astype(float)}
    narrow = {**data, "weight": data["weight"].astype(kind)}
    for others in ({"weight": "weight"}, {"bins": 16}):
        assert asked(narrow, **others).systems[0].measures == asked(wide, **others).systems[0].measures


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_an_infinite_score_is_refused_whatever_its_width(kind):
    data = rows()
    data["score"] = np.where(np.arange(400) == 3, np.inf, data["score"]).astype(kind)
    with pytest.raises(ScoreError, match="finite"):
        asked(data)


def test_a_weighted_score_of_minus_zero_is_zero():
    table = ScoreTable.of(np.array([-0.0, 0.0, 1.0]), np.array([True, False, True]), np.ones(3))
    assert not np.signbit(table.score).any()
