"""From the items of a stream to what its alerts are worth."""

from __future__ import annotations

import csv
import json

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.metrics import ndcg_score

import mercalli
from mercalli.errors import ColumnError, EmptyError, MetricError, MissingError, ScoreError, SettingError
from mercalli.tasks.alerts.errors import PriorityError
from tests.metrics.test_alert_worth import by_definition
from tests.places import SHARED

TRECIS = SHARED / "trecis"
KINDS = ("SearchAndRescue", "EmergingThreats", "News", "Sentiment")
SHORT = {"SearchAndRescue": "rescue", "EmergingThreats": "threat", "News": "news", "Sentiment": "mood"}
ROLES = {"truth": "priority", "score": "score", "event": "event", "order": "time"}
TYPED = {**ROLES, "types": "types", "pred_types": "said"}


def items(size=300, seed=0):
    rng = np.random.default_rng(seed)
    level = rng.integers(0, 4, size)
    return {
        "event": np.array([f"e{at}" for at in range(25)], object)[rng.integers(0, 25, size)],
        "time": rng.permutation(size),
        "priority": np.array(["Low", "Medium", "High", "Critical"], object)[level],
        "score": np.round(level + rng.normal(0, 1, size), 1),
        "other": rng.random(size),
        "types": types(rng, size),
        "said": types(rng, size),
    }


def types(rng, size):
    return np.array([";".join(kind for kind in KINDS if rng.random() < 0.4) for _ in range(size)], object)


def asked(data, **others):
    return mercalli.alerts(data, **{**TYPED, "k": 5, "replicates": 100, **others})


def first(data, **others):
    return asked(data, **others).systems[0]


def values(report):
    return [measure.value for measure in report.measures]


def as_tuples(data):
    """The items as the definition of the worth of alerts wants them."""
    rows = zip(*(data[name] for name in ("event", "time", "priority", "score", "types", "said")), strict=True)
    for event, time, priority, score, truth, said in rows:
        kinds = [frozenset(SHORT[kind] for kind in cell.split(";") if kind) for cell in (truth, said)]
        yield event, time, priority in {"High", "Critical"}, score, *kinds


def test_the_worth_of_alerts_is_that_of_the_definition():
    high, low, both = by_definition(list(as_tuples(items())))
    assert values(first(items()))[1:] == pytest.approx([both, high, low])


def test_ndcg_is_the_mean_over_events_of_that_of_scikit_learn():
    data = items()
    grade = np.array([("Low", "Medium", "High", "Critical").index(each) + 1 for each in data["priority"]])
    per_event = [
        ndcg_score([2.0 ** grade[data["event"] == event] - 1], [data["score"][data["event"] == event]], k=5)
        for event in np.unique(data["event"])
    ]
    found = first(data)
    assert found.measure("ndcg_at_k(k=5, gain='exponential')").value == pytest.approx(np.mean(per_event))
    assert [values(event)[0] for event in found.events] == pytest.approx(per_event)


def test_events_by_themselves_are_those_of_the_definition():
    data = items()
    scores = data["score"]
    scaled = {**data, "score": (scores - scores.min()) / np.ptp(scores)}
    report = first(data).events[3]
    rows = [item for item in as_tuples(scaled) if item[0] == report.name]
    ends = [("none", at, False, score, frozenset(), frozenset()) for at, score in enumerate((0.0, 1.0))]
    high, _, _ = by_definition([*rows, *ends])  # the ends keep the scale of the whole run
    assert report.measures[2].value == pytest.approx(high, nan_ok=True)
    assert (report.n, report.counts.urgent) == (len(rows), sum(item[2] for item in rows))


ENGINES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy polars": pl.LazyFrame,
    "arrow": lambda data: pl.DataFrame(data).to_arrow(),
    "duckdb": lambda data: duckdb.connect().from_arrow(pl.DataFrame(data).to_arrow()),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_same(engine):
    assert first(ENGINES[engine](items())) == first(items())


def test_a_file_gives_the_same(tmp_path):
    data, file = items(), tmp_path / "run.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([data, *zip(*data.values(), strict=True)])
    assert first(file) == first(data)


def test_arrays_without_a_table_give_the_same():
    data = items()
    roles = {role: data[column] for role, column in TYPED.items() if role != "score"}
    found = mercalli.alerts(**roles, score={"score": data["score"]}, k=5, replicates=100).systems[0]
    expected = first(data)
    assert (found.measures, found.events) == (expected.measures, expected.events)


@pytest.mark.parametrize("listed", [lambda cell: cell.split(";"), lambda cell: str(cell.split(";"))])
def test_types_may_be_lists_or_text(listed):
    data = items()
    changed = {**data, "types": [listed(cell) if cell else "" for cell in data["types"]]}
    assert values(first(pd.DataFrame(changed))) == values(first(data))


def test_types_may_have_the_beginnings_that_the_track_gives_them():
    data = items()
    named = {**data, "types": ["Report-News"] * 300, "said": ["news; Request-SearchAndRescue"] * 300}
    bare = {**data, "types": ["News"] * 300, "said": ["News;SearchAndRescue"] * 300}
    assert values(first(named)) == values(first(bare))


def test_a_result_is_sealed_and_read_back():
    result = asked(items())
    assert mercalli.from_json(mercalli.to_json(result)) == result


def test_several_systems_may_share_their_types():
    result = asked(items(), score=["score", "other"])
    assert [system.name for system in result.systems] == ["score", "other"]
    assert result["score"].measures[0].value > result["other"].measures[0].value


def test_alerts_are_counted():
    data = {"priority": ["High", "Low", "Low", "Critical"], "score": [1.0, 0.9, 0.0, 0.1]}
    counts = mercalli.alerts(data, truth="priority", score="score", k=1).systems[0].counts
    assert (counts.right, counts.false, counts.missed, counts.alerted) == (1, 1, 1, 2)


def test_without_an_order_items_came_as_they_stand():
    data = items()
    order = np.argsort(data["time"], kind="stable")
    assert values(first({name: column[order] for name, column in data.items()}, order=None)) == values(first(data))


def test_ids_above_what_floats_can_hold_are_in_their_order():
    data = items()
    ids = np.array([str(2**60 + at) for at in data["time"]], object)
    assert values(first({**data, "time": ids})) == values(first(data))


def test_times_as_text_are_in_the_order_of_their_text():
    data = items()
    clock = np.array([f"2021-01-01T00:{at // 60:02}:{at % 60:02}Z" for at in data["time"]], object)
    assert values(first({**data, "time": clock})) == values(first(data))


def test_grades_may_be_numbers():
    data = {"priority": [0, 3, 1, 2], "score": [0.1, 0.9, 0.3, 0.4]}
    report = mercalli.alerts(data, truth="priority", score="score", k=2, gain="linear").systems[0]
    assert (values(report), report.counts) == ([1.0], None)
    assert any("No grades were named as urgent" in note for note in report.notes)


def test_numbers_may_be_urgent_too():
    data = {"priority": [0, 3, 1, 2], "score": [0.1, 0.9, 0.3, 0.4]}
    report = mercalli.alerts(data, truth="priority", score="score", k=2, urgent=["2", "3"]).systems[0]
    assert (report.counts.urgent, report.counts.right) == (2, 1)


def test_priorities_may_have_other_names():
    data = {"colour": ["green", "red", "amber"], "score": [1, 3, 2]}
    report = mercalli.alerts(
        data, truth="colour", score="score", k=3, levels=["green", "amber", "red"], urgent=["red"]
    ).systems[0]
    assert (values(report)[0], report.counts.right) == (1.0, 1)


def test_equal_scores_are_told_with_their_best_and_worst_order():
    report = first(items())
    assert report.worst < report.measures[0].value < report.best
    assert any("With equal scores, nDCG" in note for note in report.notes)


def test_a_constant_score_alerts_nothing():
    report = first({**items(), "score": np.ones(300)})
    assert values(report) == [measure.baselines["constant"] for measure in report.measures]
    assert report.counts.alerted == 0


def test_events_are_resampled():
    for measure in first(items()).measures:
        assert measure.method == "t over units left out in turn"
        assert measure.low < measure.value < measure.high


def test_one_event_has_no_interval():
    report = first(items(), event=None)
    assert report.measures[0].low is None
    assert any("1 event does not show how much events vary" in note for note in report.notes)


def test_types_that_never_ask_for_action_are_told():
    report = first(items(), actionable=["floods"])
    assert any("check the names of the types" in note for note in report.notes)


REFUSED = {
    "an unknown priority": (PriorityError, {"priority": ["urgent"] * 300}, {}),
    "an unknown level": (PriorityError, {}, {"levels": ["low", "high"]}),
    "an urgent priority that is none": (PriorityError, {}, {"urgent": ["Severe"]}),
    "a negative grade": (PriorityError, {"priority": np.arange(300) - 1}, {}),
    "types without predictions": (PriorityError, {}, {"pred_types": None}),
    "predictions without types": (PriorityError, {}, {"types": None}),
    "types of two systems of three": (
        ColumnError,
        {},
        {"score": ["score", "other", "time"], "pred_types": ["said"] * 2},
    ),
    "an unknown column": (ColumnError, {}, {"event": "evnt"}),
    "a missing priority": (MissingError, {"priority": [None] * 300}, {}),
    "a missing score": (MissingError, {"score": [np.nan] * 300}, {}),
    "a missing event": (MissingError, {"event": [None] * 300}, {}),
    "an infinite score": (ScoreError, {"score": [np.inf] * 300}, {}),
    "a score of words": (ColumnError, {"score": ["high"] * 300}, {}),
    "no item": (SettingError, {}, {"k": 0}),
    "a threshold above one": (SettingError, {}, {"threshold": 1.5}),
    "another gain": (MetricError, {}, {"gain": "cubic"}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_judged_is_refused(what):
    error, changed, others = REFUSED[what]
    with pytest.raises(error):
        asked({**items(), **changed}, **others)


def lacking(**absent):
    """Items of which some lack a value, by the column and the places."""
    data = items()
    for name, places in absent.items():
        data[name] = data[name].astype(object)
        data[name][places] = None
    return {name: column.tolist() for name, column in data.items()}


LACKING = {"priority": [0, 7], "score": [7, 9], "other": [20]}


@pytest.mark.parametrize("engine", ENGINES)
def test_items_without_a_priority_or_a_score_can_be_left_out_and_are_counted(engine):
    kept = np.delete(np.arange(300), [0, 7, 9, 20])
    without = {name: column[kept] for name, column in items().items()}
    both = {"score": ["score", "other"], "missing": "drop"}
    found, expected = asked(ENGINES[engine](lacking(**LACKING)), **both), asked(without, **both)
    assert [(each.n, each.dropped) for each in found.systems] == [(296, 4)] * 2
    assert found.systems[0].notes[0] == "Items without a priority or a score were left out: 4."
    for one, two in zip(found.systems, expected.systems, strict=True):
        assert (one.measures, one.events, one.digest) == (two.measures, two.events, two.digest)


def test_an_event_is_needed_only_of_items_that_stay():
    assert first(lacking(priority=[3], event=[3]), missing="drop").dropped == 1
    with pytest.raises(MissingError, match="event"):
        first(lacking(priority=[3], event=[4]), missing="drop")


def test_what_is_missing_is_told_with_its_place_and_what_to_do():
    with pytest.raises(MissingError, match=r"2 rows .* no score in 'score' \(first at index 7, 9\).*missing=\"drop\""):
        first({**items(), "score": np.where(np.isin(np.arange(300), [7, 9]), np.nan, items()["score"])})


def test_nothing_is_judged_if_every_item_lacks_something():
    with pytest.raises(EmptyError):
        first({**items(), "score": np.full(300, np.nan)}, missing="drop")


def test_another_way_with_missing_values_is_refused():
    with pytest.raises(SettingError):
        first(items(), missing="ignore")


def test_no_items_are_refused():
    with pytest.raises(EmptyError):
        asked({name: column[:0] for name, column in items().items()})


@pytest.mark.skipif(not TRECIS.is_dir(), reason="the real data of ../shared/data is not on this machine")
def test_the_published_baseline_without_any_order_comes_out():
    """The track shuffles equal scores 100 times; its mean is off by 0.00125 on average over these seven events."""
    found = json.loads((TRECIS / "TRECIS-2021A-crisis.labels.prelim.json").read_text(encoding="utf-8"))
    rows = [(event["eventid"], post["postPriority"]) for event in found["events"] for post in event["tweets"]]
    event, priority = (np.array(part, object) for part in zip(*rows, strict=True))
    report = mercalli.alerts(truth=priority, score=np.zeros(len(rows)), event=event, replicates=0).systems[0]
    with (TRECIS / "leaderboard.2021a.pt1.csv").open(encoding="utf-8") as board:
        published = {row["Run"]: float(row["nDCG@100"]) for row in csv.DictReader(board) if "🏆" not in row["nDCG@100"]}
    assert report.measures[0].value == pytest.approx(published["0rule_run"], abs=3 * 0.00125)


def test_items_at_the_threshold_are_counted_as_they_are_weighed():
    data = {"event": ["a"] * 3, "time": [0, 1, 2], "priority": ["High"] * 2 + ["Low"], "score": [0.8, 0.56, 0.0]}
    found = first({**data, "types": ["News"] * 3, "said": ["News"] * 3}, replicates=0)
    assert (found.counts.right, found.counts.false) == (2, 0)
    assert "Nothing is alerted." not in found.notes


@pytest.mark.parametrize("levels", [["a"], ["a", "A"], []])
def test_levels_given_as_a_list_are_at_least_two_each_once_as_in_a_file(levels):
    with pytest.raises(SettingError, match="from the lowest to the highest: at least two, each once"):
        mercalli.alerts(truth=["a", "a"], score=[0.1, 0.2], levels=levels)


def test_where_levels_are_declared_numbers_are_not_offered():
    with pytest.raises(PriorityError, match="must be one of a, b; found '1', '2'"):
        mercalli.alerts(truth=["1", "2"], score=[0.1, 0.2], levels=["a", "b"])
