"""From rows to what the first K hold, and how sure that is."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import mercalli
from mercalli.errors import ClassError, ColumnError, MissingError, ScoreError, SettingError
from mercalli.inputs.scores import Scores
from mercalli.metrics.ranking.top_k import top
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.estimate import table_of
from mercalli.tasks.scores.rank.estimate import OneList
from mercalli.telling.kinds import article_of
from tests.telling.screens import screen


def rows(size=400, seed=0):
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.3
    return {
        "truth": np.where(positive, "yes", "no").astype(object),
        "score": np.round(np.clip(rng.normal(0.35 + 0.25 * positive, 0.2), 0, 1), 2),
        "other": rng.random(size),
        "lang": np.array(["en", "fr", "sw"], object)[rng.integers(0, 3, size)],
        "event": np.array([f"e{at:02}" for at in range(40)], object)[rng.integers(0, 40, size)],
        "weight": rng.uniform(0.5, 2, size),
    }


def asked(data, **others):
    return mercalli.rank(data, **{"truth": "truth", "score": "score", "k": [20, "10%"], "replicates": 100, **others})


def first(data, **others):
    return asked(data, **others).systems[0]


def value(report, name, k):
    return report.top(k).measure(f"{name}_at_k").value


ENGINES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy polars": pl.LazyFrame,
    "arrow": lambda data: pl.DataFrame(data).to_arrow(),
    "duckdb": lambda data: duckdb.connect().from_arrow(pl.DataFrame(data).to_arrow()),
}
WAYS = {
    "one list": {},
    "lists": {"group": "event", "k": [2, "50%"]},
    "slices": {"by": "lang"},
    "units": {"unit": "event"},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_same(engine, way):
    data = rows()
    assert first(ENGINES[engine](data), **WAYS[way]) == first(data, **WAYS[way])


def test_arrays_without_a_table_give_the_same():
    data = rows()
    arrays = {"truth": data["truth"], "score": {"score": data["score"]}}
    found = mercalli.rank(**arrays, group=data["event"], by={"lang": data["lang"]}, k=2, replicates=100).systems[0]
    expected = first(data, group="event", by="lang", k=2)
    assert (found.tops, found.slices, found.digest) == (expected.tops, expected.slices, expected.digest)


@pytest.mark.parametrize("way", WAYS)
def test_a_result_is_sealed_and_read_back(way):
    result = asked(rows(), **WAYS[way])
    assert mercalli.from_json(mercalli.to_json(result)) == result


@pytest.mark.parametrize("way", WAYS)
def test_the_same_seed_gives_the_same_result(way):
    assert asked(rows(), **WAYS[way]) == asked(rows(), **WAYS[way])


def test_the_k_that_a_share_comes_to_is_told():
    found = first(rows(size=105)).top(0.1)
    assert (found.asked, found.least, found.most) == (0.1, 10, 10)
    assert found.share == pytest.approx(10 / 105)


def test_values_are_those_of_the_first_k_rows():
    data = rows()
    chosen = np.argsort(-data["other"])[:20]
    hits, positives = (data["truth"][chosen] == "yes").sum(), (data["truth"] == "yes").sum()
    found = first(data, score="other")
    expected = {
        "precision": hits / 20,
        "recall": hits / positives,
        "hit_rate": 1.0,
        "lift": hits / 20 / positives * 400,
    }
    assert {name: value(found, name, 20) for name in expected} == pytest.approx(expected)
    assert found.top(20).hits == hits


def test_a_random_order_would_find_the_share_of_positives():
    found = first(rows()).top(20)
    share = (rows()["truth"] == "yes").mean()
    random = [found.measure(f"{name}_at_k").baselines["random"] for name in ("precision", "recall", "lift")]
    assert random == pytest.approx([share, 20 / 400, 1.0])


def test_equal_scores_at_the_cut_are_told_with_their_best_and_worst_order():
    data = {"truth": [1, 1, 0, 0, 0], "score": [0.9, 0.5, 0.5, 0.5, 0.1]}
    report = first(data, k=2)
    found = report.top(2)
    assert found.cut == 3
    assert found.worst["precision_at_k(k=2)"] == 0.5
    assert found.best["precision_at_k(k=2)"] == 1.0
    assert any("goes through 3 rows with equal scores" in note for note in report.notes)


def test_scores_that_are_all_equal_rank_nothing():
    report = first({"truth": [1, 0, 0, 0] * 10, "score": [1.0] * 40}, k=4)
    assert value(report, "precision", 4) == 0.25
    assert any("rank nothing" in note for note in report.notes)


def test_lists_are_looked_at_one_by_one():
    data = {"truth": [1, 0, 0, 1, 0, 0], "score": [3, 2, 1, 1, 2, 3], "query": list("aaabbb")}
    found = first(data, group="query", k=1)
    assert (value(found, "hit_rate", 1), value(found, "precision", 1), value(found, "lift", 1)) == (0.5, 0.5, 1.5)
    assert (found.lists, found.top(1).hits) == (2, 1)


def test_lists_that_are_short_or_without_positives_are_told():
    data = {"truth": [1, 0, 0, 0, 0, 0], "score": range(6), "query": list("aabbbb")}
    report = first(data, group="query", k=3)
    assert (report.top(3).short, report.empty) == (1, 1)
    assert value(report, "hit_rate", 3) == 0.5
    assert value(report, "recall", 3) == 1.0
    assert any(note.startswith("1 list with fewer rows than 3") for note in report.notes)
    assert any(note.startswith("1 list of 2 without any positive") for note in report.notes)


def test_every_class_may_have_a_score_of_its_own():
    data = {"truth": ["fire", "flood", "calm"] * 20, "p1": [0.9, 0.1, 0.2] * 20, "p2": [0.1, 0.2, 0.9] * 20}
    result = mercalli.rank(data, truth="truth", score={"fire": "p1", "flood": "p2"}, k=20, replicates=0)
    assert [value(report, "precision", 20) for report in result.systems] == [1.0, 0.0]
    assert [report.positive for report in result.systems] == ["fire", "flood"]


def test_a_system_is_found_by_its_name():
    result = asked(rows(), score={"good": "score", "bad": "other"})
    assert value(result["good"], "lift", 20) > value(result["bad"], "lift", 20)


def test_with_weights_k_counts_weight():
    data = rows()
    doubled = {name: np.concatenate([part, part]) for name, part in data.items()}
    weighed = first({**data, "weight": np.full(400, 2.0)}, weight="weight", k=40, replicates=0)
    assert weighed.top(40).hits == pytest.approx(first(doubled, k=40, replicates=0).top(40).hits)


@pytest.mark.parametrize("way", WAYS)
def test_intervals_hold_the_value(way):
    for top_k in first(rows(), **WAYS[way]).tops:
        for measure in top_k.measures:
            assert measure.low - 1e-9 <= measure.value <= measure.high + 1e-9


@pytest.mark.parametrize(("group", "unit"), [("event", None), ("event", "event"), (None, "event")])
def test_lists_and_units_are_resampled_as_a_whole(group, unit):
    report = first(rows(), group=group, unit=unit, k=2)
    assert report.top(2).measure("recall_at_k").method == "t over units left out in turn"


def test_a_unit_may_hold_several_lists():
    data = rows()
    region = np.array([name[:2] for name in data["event"]], object)
    wide, narrow = (first({**data, "region": region}, group="event", unit=unit, k=2) for unit in ("region", None))
    assert wide.top(2).measures[0].value == narrow.top(2).measures[0].value
    assert wide.top(2).measures[0].low != narrow.top(2).measures[0].low


def test_one_list_has_no_interval():
    report = first({**rows(), "event": ["only"] * 400}, group="event", k=2)
    assert report.top(2).measures[0].low is None
    assert any("1 list does not show how much lists vary" in note for note in report.notes)


def test_slices_are_ranked_by_themselves():
    data = rows()
    chosen = data["lang"] == "fr"
    part = next(part for part in first(data, by="lang").slices if part.values == ("fr",))
    alone = first({name: column[chosen] for name, column in data.items()})
    assert value(part_as_report(part), "precision", 20) == value(alone, "precision", 20)


def part_as_report(part):
    class Report:
        @staticmethod
        def top(k):
            return next(each for each in part.tops if each.asked == k)

    return Report


def test_a_slice_with_fewer_rows_than_k_has_no_value():
    data = {**rows(), "lang": np.array(["en"] * 395 + ["fr"] * 5, object)}
    part = next(part for part in first(data, by="lang").slices if part.values == ("fr",))
    measure = part.tops[0].measures[0]
    assert (measure.value, measure.undefined) == (None, "K is 0 or more than there are rows")


def test_the_curve_ends_where_everything_is_found():
    curve = first(rows()).curve
    assert (curve.k[0], curve.k[-1], curve.share[-1]) == (1, 400, 1.0)
    assert (curve.gain[-1], curve.lift[-1]) == (1.0, pytest.approx(1.0))
    assert all(one <= two for one, two in zip(curve.gain, curve.gain[1:], strict=False))
    assert all(low <= gain <= high for low, gain, high in zip(curve.low, curve.gain, curve.high, strict=True))


def many(size, seed=0):
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.2
    score, ones = rng.normal(positive.astype(float)), np.ones(size)
    return Scores(score, positive, None, {}, ones.astype(int), ones, ones, weighted=False)


@pytest.mark.parametrize("k", [50, 1000, 0.1])
def test_steps_of_scores_change_intervals_by_little(k):
    scores = many(30_000)
    table, count = table_of(scores), 300
    drawn, _ = OneList(scores, table).drawn([k], [], count, np.random.default_rng(1))
    rng = np.random.default_rng(2)
    times = rng.multinomial(30_000, np.full(30_000, 1 / 30_000), count)
    order = np.argsort(-scores.score)
    exact = [
        float(top(ScoreTable(table.score, table.positive * each, table.negative * each), k, "expected", "").precision)
        for each in times[:, order]
    ]
    assert drawn[:, 0, 0].std() == pytest.approx(np.std(exact), rel=0.15)
    of_both = np.std(exact) * np.sqrt(2 / count)
    assert drawn[:, 0, 0].mean() == pytest.approx(np.mean(exact), abs=4 * of_both)


def test_intervals_hold_the_truth_as_often_as_they_say():
    truth = true_precision(0.1)
    held = []
    for seed in range(200):
        scores = many(500, seed)
        drawn, _ = OneList(scores, table_of(scores)).drawn([0.1], [], 200, np.random.default_rng(seed))
        low, high = np.quantile(drawn[:, 0, 0], [0.025, 0.975])
        held.append(low <= truth <= high)
    assert 0.90 <= np.mean(held) <= 0.99


def true_precision(share):
    """Of the highest tenth of an endless list, the share that is positive."""
    scores = many(4_000_000, 9)
    cut = np.quantile(scores.score, 1 - share)
    return scores.positive[scores.score > cut].mean()


REFUSED = {
    "no item": (SettingError, {"k": 0}),
    "all items in per cent": (SettingError, {"k": "100%"}),
    "half an item": (SettingError, {"k": 2.5}),
    "a word": (SettingError, {"k": "many"}),
    "no k at all": (SettingError, {"k": []}),
    "more items than there are": (ScoreError, {"k": 401}),
    "more items than the longest list has": (ScoreError, {"k": 40, "group": "event"}),
    "an unknown group": (ColumnError, {"group": "evnt"}),
    "a group that is no name": (ColumnError, {"group": ["a"] * 400}),
    "an unknown class": (ClassError, {"positive": "perhaps"}),
    "lists that belong to several units": (ScoreError, {"group": "event", "unit": "lang", "k": 1}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_ranked_is_refused(what):
    error, others = REFUSED[what]
    with pytest.raises(error):
        asked(rows(), **others)


def test_one_class_only_is_refused():
    with pytest.raises(ScoreError, match="nothing to decide between"):
        asked({"truth": [1, 1, 1], "score": [1, 2, 3]}, positive="1", k=1)


def test_a_missing_score_is_refused_or_dropped_and_told():
    data = {"truth": [1, 0, 1, 0], "score": [0.9, np.nan, 0.3, 0.1]}
    with pytest.raises(MissingError, match="score"):
        asked(data, k=1)
    report = first(data, k=1, missing="drop")
    assert (report.n, report.dropped) == (3, 1)


def test_a_missing_group_is_refused():
    with pytest.raises(MissingError, match="group in 'query'"):
        asked({"truth": [1, 0, 1], "score": [1, 2, 3], "query": ["a", None, "a"]}, group="query", k=1)


def test_a_name_of_a_group_without_a_table_is_refused():
    with pytest.raises(ColumnError, match="no table to look that column up in"):
        mercalli.rank(truth=[1, 0], score=[1.0, 2.0], group="query")


def test_the_text_of_a_ranking_names_k_and_its_values():
    text = str(asked(rows(), k=["10%"]))
    assert "The first 40 (10%) of 400 hold" in text
    assert ">precision</th>" in asked(rows())._repr_html_()


def test_classes_stay_in_their_order_and_are_not_set_against_each_other():
    rng = np.random.default_rng(4)
    data = {
        "truth": ["a", "b", "c"] * 40,
        "lang": ["en", "fr"] * 60,
        "worse": rng.random(120),
        "better": rng.random(120),
    }
    data["better"] += np.array(data["truth"]) == "b"
    result = asked(data, score={"a": "worse", "b": "better"}, by="lang", k=10)
    shown = screen(result, width=80)
    assert shown.index("\na ") < shown.index("\nb ")
    assert "2 classes" in shown
    assert "Slices of each class: see --json or --out." in shown
    assert "best by" not in shown
    assert article_of(result).summary == "120 rows, 2 classes"
