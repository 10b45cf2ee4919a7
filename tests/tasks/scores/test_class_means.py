"""Means over classes of how well their scores rank, and how sure they are."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

from mercalli.tasks.scores.threshold.class_means import MOST_GROUPS
from mercalli.tasks.scores.threshold.evaluate import threshold
from mercalli.telling.kinds import files_of

CLASSES = ("fire", "flood", "storm")
COLUMNS = {each: f"p_{each}" for each in CLASSES}


def rows(size=300, seed=0, apart=1.0):
    """Probabilities of three classes; the true one has more by `apart` on the scale of logits."""
    rng = np.random.default_rng(seed)
    code = rng.integers(0, 3, size)
    odds = np.exp(rng.normal(size=(size, 3)) + apart * np.eye(3)[code])
    share = odds / odds.sum(axis=1, keepdims=True)
    return {"truth": np.array(CLASSES, object)[code], **dict(zip(COLUMNS.values(), share.T, strict=True))}


def means(data, score=COLUMNS, metrics=("roc_auc", "average_precision"), replicates=1000, **others):
    asked = {"metrics": list(metrics), "replicates": replicates, **others}
    return threshold(data, truth="truth", score=score, **asked).macro


def width(measure):
    return measure.high - measure.low


def of_rows(data, times):
    """The means of ROC-AUC and average precision where rows count so many times: (..., 2)."""
    found = []
    for name, column in COLUMNS.items():
        falling = np.argsort(-data[column])
        positive = times[..., falling] * (data["truth"][falling] == name)
        negative = times[..., falling] - positive
        right, wrong = np.cumsum(positive, axis=-1), np.cumsum(negative, axis=-1)
        pairs = right[..., -1] * wrong[..., -1]
        precision = right / np.maximum(right + wrong, 1)
        found.append([(right * negative).sum(axis=-1) / pairs, (precision * positive).sum(axis=-1) / right[..., -1]])
    return np.moveaxis(np.mean(found, axis=0), 0, -1)


def test_their_spread_is_that_of_drawing_rows_again():
    data, rng = rows(60), np.random.default_rng(1)
    plain = of_rows(data, np.array([np.bincount(rng.integers(0, 60, 60), minlength=60) for _ in range(4000)]))
    low, high = np.quantile(plain, [0.025, 0.975], axis=0)
    found = means(data, replicates=4000)
    assert [each.value for each in found] == pytest.approx(of_rows(data, np.ones(60)))
    assert [width(each) for each in found] == pytest.approx(high - low, rel=0.06)
    assert [each.low for each in found] == pytest.approx(low, abs=0.01)


def test_of_many_rows_groups_are_drawn_and_spread_alike():
    size = 4 * MOST_GROUPS
    data = rows(size)
    truth, share = data["truth"], np.stack([data[column] for column in COLUMNS.values()], axis=-1)
    errors = ((share - (truth[:, None] == np.array(CLASSES, object))) ** 2).mean(axis=1)
    (found,) = means(data, metrics=["brier"], replicates=4000)
    assert found.value == pytest.approx(errors.mean())
    assert width(found) == pytest.approx(2 * 1.96 * errors.std() / size**0.5, rel=0.1)
    assert (found.low + found.high) / 2 == pytest.approx(found.value, abs=width(found) / 10)


def test_equal_rows_of_many_vary_as_rows_do():
    size = 5 * MOST_GROUPS
    truth = np.array(["fire", "flood"] * (size // 2), object)
    share = np.where(np.arange(size) % 10 < 7, 0.8, 0.2)
    data = {"truth": truth, "one": np.where(truth == "fire", share, 1 - share)}
    data["two"] = 1 - data["one"]
    errors = np.where(share > 0.5, 0.04, 0.64)
    (found,) = means(data, {"fire": "one", "flood": "two"}, ["brier"], 4000)
    assert width(found) == pytest.approx(2 * 1.96 * errors.std() / size**0.5, rel=0.1)


def test_two_classes_that_mirror_each_other_are_as_unsure_together_as_alone():
    data = rows(400)
    mirrored = {
        "truth": np.where(data["truth"] == "fire", "fire", "other"),
        "one": data["p_fire"],
        "two": 1 - data["p_fire"],
    }
    asked = {"metrics": ["roc_auc"], "method": "percentile", "replicates": 4000}
    found = threshold(mirrored, truth="truth", score={"fire": "one", "other": "two"}, **asked)
    assert width(found.macro[0]) == pytest.approx(width(found.systems[0].measures[0]), rel=0.08)


ENGINES = {
    "pandas": pd.DataFrame,
    "lazy polars": pl.LazyFrame,
    "duckdb": lambda data: duckdb.connect().from_arrow(pl.DataFrame(data).to_arrow()),
    "other order": lambda data: {name: values[::-1] for name, values in data.items()},
    "32 bits": lambda data: pl.DataFrame(data).with_columns(pl.col("weight").cast(pl.Float32)),
}


@pytest.mark.parametrize("others", [{}, {"unit": "doc"}, {"weight": "weight"}], ids=str)
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_and_order_of_rows_gives_the_same(engine, others):
    rng = np.random.default_rng(2)
    data = {**rows(3000), "doc": rng.integers(0, 40, 3000), "weight": rng.integers(1, 4, 3000).astype(float)}
    others = {**others, "replicates": 100}
    expected, found = means(data, **others), means(ENGINES[engine](data), **others)
    for one, two in zip(expected, found, strict=True):
        assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=1e-12)
        assert (one.method, one.n) == (two.method, two.n)


def test_units_are_drawn_as_a_whole():
    copies = {name: np.repeat(values, 4) for name, values in rows(200).items()}
    copies["doc"] = np.repeat([f"d{at}" for at in range(200)], 4)
    apart, together = means(copies)[0], means(copies, unit="doc")[0]
    assert together.method == "percentile over units"
    assert width(together) == pytest.approx(2 * width(apart), rel=0.15)


def test_one_unit_leaves_nothing_to_draw():
    assert means({**rows(50), "doc": np.zeros(50, int)}, unit="doc")[0].low is None


def test_rows_that_all_weigh_the_same_are_as_if_unweighted():
    data = rows()
    plain, weighed = means(data), means({**data, "w": np.full(300, 2.5)}, weight="w")
    assert [each.low for each in weighed] == pytest.approx([each.low for each in plain])


def test_a_row_without_one_score_stays_in_the_other_classes():
    data = rows()
    data["p_fire"] = np.where(np.arange(300) < 10, np.nan, data["p_fire"])
    found = means(data, missing="drop")[0]
    assert found.n == 300
    assert found.low < found.value < found.high


def test_classes_that_are_all_separated_have_a_mean_with_a_width():
    truth = np.repeat(np.array(CLASSES, object), 20)
    data = {"truth": truth, **{column: (truth == name) * 0.9 for name, column in COLUMNS.items()}}
    result = threshold(data, truth="truth", score=COLUMNS, metrics=["roc_auc"], replicates=100)
    found = result.macro[0]
    assert (found.value, found.method) == (1.0, "mean of the ends of classes")
    assert found.low == pytest.approx(result.systems[0].measures[0].low)


def test_scores_that_separate_the_classes_are_told_and_have_intervals_with_width():
    truth = np.repeat([1, 0], 10)
    system = threshold(truth=truth, score=truth * 0.9, replicates=100).systems[0]
    assert any(note.startswith("Scores separate the classes perfectly") for note in system.notes)
    assert [each.metric for each in system.measures if each.low is not None and each.low == each.high] == []


def test_errors_of_calibration_have_no_interval_as_for_one_class():
    found = {each.metric: each for each in means(rows(), metrics=["expected_calibration_error", "ks"])}
    assert found["expected_calibration_error_macro"].low is None
    assert found["ks_macro"].method == "reflected percentile"


def test_a_mean_is_undefined_where_that_of_a_class_is():
    data = {**rows(), "p_fire": rows()["p_fire"] * 2}
    (found,) = means(data, metrics=["brier"])
    assert (found.value, found.low, found.undefined) == (None, None, "it is undefined for some class")


def test_a_metric_with_options_is_named_as_other_means_are():
    (found,) = means(rows(), metrics=["partial_auc(max_fpr=0.2)"])
    assert found.metric == "partial_auc_macro(max_fpr=0.2)"
    assert found.low < found.value < found.high


def test_rows_that_are_in_bins_elsewhere_have_the_mean_of_the_ends_and_the_reports_say_so():
    lazy = pl.LazyFrame(rows())
    result = threshold(lazy, truth="truth", score=COLUMNS, bins=64, replicates=100)
    assert {each.method for each in result.macro} == {None, "mean of the ends of classes"}
    assert "Mean of classes: intervals are wide: rows in bins" in files_of(result)["report.md"]


def test_pages_and_texts_tell_how_sure_the_means_are():
    result = threshold(rows(), truth="truth", score=COLUMNS, replicates=100)
    auc = next(each for each in result.macro if each.metric == "roc_auc_macro")
    ends = f"roc_auc {auc.low:.3f} to {auc.high:.3f}"
    files = files_of(result)
    assert ends in files["index.html"].replace("<wbr>", "")
    assert ends in files["report.md"].replace("\\", "")
    assert f"{auc.low:.3f} to {auc.high:.3f}" in str(result).partition("Mean of classes")[2]
    assert "roc_auc_macro" in result._repr_html_()


def test_the_intervals_hold_the_truth_about_as_often_as_they_claim():
    truth = of_rows(rows(200_000, seed=99), np.ones(200_000))
    held = []
    for seed in range(100):
        found = means(rows(150, seed), replicates=200, seed=seed)
        held.append([each.low <= value <= each.high for each, value in zip(found, truth, strict=True)])
    shares = np.mean(held, axis=0)
    assert ((shares >= 0.89) & (shares < 1)).all()
