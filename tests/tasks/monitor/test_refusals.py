"""Bad input to a watch: each is told by name, and nothing is added."""

from __future__ import annotations

import json

import pytest

import mercalli
from mercalli import monitor_add, monitor_report, monitor_sample, monitor_start
from mercalli.errors import GateError, MercalliError, MetricError, MissingError, SettingError, TimeError
from mercalli.tasks.monitor.errors import WatchError
from tests.tasks.monitor.watches import DAY, told, watch_of

NAMES = ["urgent", "other"]


@pytest.fixture
def watch(tmp_path):
    """Four predictions urgent and six other."""
    return watch_of(tmp_path / "watch", [("urgent", 4), ("other", 6)])


def same_after(watch, error, match, run):
    """The error, and that the watch is byte for byte as it was."""
    before = (watch / "watch.json").read_bytes()
    with pytest.raises(error, match=match):
        run()
    assert (watch / "watch.json").read_bytes() == before


PREDICTIONS = {
    "an id predicted before": ({"id": ["3", "x"], "pred": NAMES}, WatchError, "1 id of the arrays has a prediction"),
    "an id twice": ({"id": ["x", "x"], "pred": NAMES}, WatchError, "has a prediction already: 'x'"),
    "another class": (
        {"id": ["x"], "pred": ["fire"]},
        WatchError,
        "'fire' .first at index 0., which is no class of this watch",
    ),
    "no prediction": ({"id": ["x", "y"], "pred": ["urgent", ""]}, MissingError, "no prediction in 'pred'"),
    "no id": ({"id": ["x", ""], "pred": NAMES}, MissingError, "no id in 'id'"),
    "no zone": ({"id": ["x"], "pred": ["urgent"], "ts": ["2024-05-01 12:00"]}, TimeError, "a time without a zone"),
    "no time": ({"id": ["x"], "pred": ["urgent"], "ts": ["soon"]}, TimeError, "cannot be read as a time"),
    "a time in the future": (
        {"id": ["x"], "pred": ["urgent"], "ts": ["2099-01-01T00:00Z"]},
        WatchError,
        "must not lie in the future",
    ),
    "no rows": ({"id": [], "pred": []}, MercalliError, "has no rows|have no rows|no rows"),
}


@pytest.mark.parametrize("situation", PREDICTIONS)
def test_predictions_that_do_not_fit_are_refused(situation, watch):
    rows, error, match = PREDICTIONS[situation]
    same_after(watch, error, match, lambda: monitor_add(watch, rows))


def test_truths_of_nothing_are_refused_or_counted(watch):
    rows = {"id": ["1", "nobody"], "truth": NAMES}
    same_after(watch, WatchError, "no prediction in this watch: 'nobody'", lambda: monitor_add(watch, truths=rows))
    added = monitor_add(watch, truths=rows, unknown="drop")
    assert (added.reviewed, added.unknown) == (1, 1)


def test_a_truth_before_its_prediction_is_refused(tmp_path):
    watch = watch_of(tmp_path / "watch", [("urgent", 2)], predicted=9)
    same_after(watch, WatchError, "came before the prediction, as of '1'", lambda: told(watch, {"1": "other"}, 3))


def test_of_two_truths_the_last_counts_and_is_told(watch):
    added = monitor_add(watch, truths={"id": ["1", "1"], "truth": NAMES}, when=DAY.format(2))
    assert (added.reviewed, added.twice) == (1, 1)
    again = told(watch, {"1": "urgent"}, 3)
    assert (again.reviewed, again.changed) == (1, 1)
    assert "the last one counts" in " ".join(again.lines)
    assert told(watch, {"1": "urgent"}, 4).same == 1


def test_a_truth_from_before_the_last_look_counts_in_it(watch):
    told(watch, {"1": "urgent"}, 8)
    added = told(watch, {"2": "urgent"}, 3)
    assert added.late == 1
    assert len(monitor_report(watch)["model"].alarms[0].looks) == 1


def test_a_file_in_which_no_truth_is_filled_in_yet_adds_none(watch):
    added = monitor_add(watch, truths={"id": ["0", "1"], "truth": ["", None]}, when="2024-05-02T12:00:00Z")
    assert (added.blank, added.reviewed) == (2, 0)
    assert monitor_report(watch)["model"].reviewed == 0


def test_a_zone_that_is_none_is_named_as_the_option_is(watch):
    with pytest.raises(SettingError, match="`timezone` must be the name of a time zone"):
        monitor_add(watch, {"id": ["a"], "pred": ["urgent"], "time": ["2024-05-01 10:00"]}, timezone="Mars")


def test_rows_without_a_truth_stay_open(watch):
    added = monitor_add(watch, truths={"id": ["1", "2"], "truth": ["urgent", ""]}, when=DAY.format(2))
    assert (added.reviewed, added.blank) == (1, 1)


def test_feedback_counts_only_where_it_was_drawn(watch, tmp_path):
    drawn = monitor_sample(watch, 5).ids[0]
    other = next(str(at) for at in range(10) if str(at) not in monitor_sample(watch, again=True).ids)
    entry = {
        "text": "help",
        "label": "other",
        "pred": "urgent",
        "who": "me",
        "when": "2024-05-03T00:00:00Z",
        "model": "m",
    }
    lines = [json.dumps({"format": 1, **entry, "id": key}) for key in (drawn, other, None)]
    (tmp_path / "feedback.jsonl").write_text("\n".join(lines) + "\n")
    added = monitor_add(watch, feedback=tmp_path / "feedback.jsonl")
    assert (added.reviewed, added.volunteered, added.blank) == (1, 1, 1)


def test_feedback_without_a_draw_is_volunteered(watch):
    told(watch, {"1": "other"}, 2)
    added = told(watch, {"1": "urgent", "2": "urgent"}, 3, volunteered=True)
    assert (added.kept, added.volunteered) == (1, 1)
    assert monitor_report(watch)["model"].reviewed == 1


PROMISES = {
    "no number and no reference": ("accuracy", WatchError, "says no number"),
    "no ratio": ("f1_macro>=0.5", MetricError, "Take accuracy, a class-weighted accuracy"),
    "outside the range": ("accuracy>=1.5", WatchError, "must lie between 0 and 1"),
    "at the end of the range": ("accuracy>=0", WatchError, "be neither of them"),
    "the wrong side": ("accuracy<=0.5", WatchError, "with >= for this metric"),
    "lower is better": ("error_rate>=0.5", WatchError, "with <= for this metric"),
    "a metric of scores": ("roc_auc>=0.8", WatchError, "is not counted from predicted classes"),
    "nothing at all": (" ", WatchError, "names no metric"),
    "a class metric of no class": ("recall>=0.5", WatchError, "looks at one class: write class:NAME.METRIC"),
    "an unknown class": ("class:fire.recall>=0.5", GateError, "fire"),
    "an unknown metric": ("acuracy>=0.5", MetricError, "Did you mean 'accuracy'"),
    "an end of an interval": ("accuracy.low>=0.5", WatchError, "of all items or of a class"),
    "a metric of a profile": ("dua>=0.7", MetricError, "humaid"),
    "nothing": ("???", GateError, "cannot be read"),
}


@pytest.mark.parametrize("situation", PROMISES)
def test_promises_that_cannot_be_watched_are_refused(situation, tmp_path):
    text, error, match = PROMISES[situation]
    with pytest.raises(error, match=match):
        monitor_start(tmp_path / "watch", promise=text, classes=NAMES)
    assert not (tmp_path / "watch").exists()


SETTINGS = {
    "looks": ({"looks": 0}, "`looks` must be"),
    "alpha": ({"alpha": 1}, "`alpha` must be"),
    "look": ({"look": "0d"}, "`look` must be"),
    "bands": ({"bands": [0.8, 0.5]}, "`bands` must be"),
    "models": ({"model": ["a", "a"]}, "`model` must be"),
    "promise twice": ({"promise": ["accuracy>=0.5", "accuracy>=0.6"]}, "promised twice"),
    "no classes": ({"classes": None}, "`classes` are needed|'classes' are needed"),
    "system of nothing": ({"reference": {"truth": NAMES, "pred": NAMES}, "system": "a"}, "the reference is a table"),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_that_cannot_be_are_refused(name, tmp_path):
    changed, match = SETTINGS[name]
    with pytest.raises(MercalliError, match=match):
        monitor_start(tmp_path / "watch", **{"promise": "accuracy>=0.7", "classes": NAMES, **changed})


def test_another_model_needs_a_watch_of_its_own(watch):
    row = {"id": ["x"], "pred": ["urgent"]}
    same_after(watch, WatchError, "without the name of a model", lambda: monitor_add(watch, row, model="v2"))


def test_models_side_by_side_have_their_own_alarms(tmp_path):
    folder = tmp_path / "watch"
    monitor_start(folder, promise="accuracy>=0.5", classes=NAMES, model=["v1", "v2"])
    same = {"pred": ["urgent"] * 30}
    for name in ("v1", "v2"):
        monitor_add(folder, {"id": [f"{name}{at}" for at in range(30)], **same}, model=name, when=DAY.format(1))
    with pytest.raises(WatchError, match=r"no model was named\. Name one of them"):
        monitor_add(folder, {"id": ["x"], "pred": ["urgent"]})
    told(folder, {f"v1{at}": "urgent" for at in range(30)}, 2)
    told(folder, {f"v2{at}": "other" for at in range(30)}, 3)
    report = monitor_report(folder)
    assert [report[name].measure("accuracy").value for name in ("v1", "v2")] == [1.0, 0.0]
    assert [bool(report[name].alarmed) for name in ("v1", "v2")] == [False, True]


def test_one_kind_of_rows_is_added_at_a_time(watch):
    for given in ({}, {"data": {"id": ["x"]}, "truths": {"id": ["x"]}}):
        with pytest.raises(SettingError, match="give one of them at a time"):
            monitor_add(watch, **given)


@pytest.mark.parametrize("n", [0, 11, None])
def test_more_than_there_is_cannot_be_drawn(n, watch):
    with pytest.raises(SettingError, match=r"from 1 to 10|says how many"):
        monitor_sample(watch, n)


def test_bands_need_a_score_and_a_score_bands(watch, tmp_path):
    rows = {"id": ["x", "y"], "pred": NAMES, "p": [0.2, 0.9]}
    with pytest.raises(SettingError, match="the watch has no bands"):
        monitor_add(watch, rows, score="p")
    banded = tmp_path / "banded"
    monitor_start(banded, promise="accuracy>=0.5", classes=NAMES, bands=[0.5])
    with pytest.raises(SettingError, match="is needed"):
        monitor_add(banded, rows)
    monitor_add(banded, rows, score="p", when=DAY.format(1))
    assert {each.band for each in monitor_report(banded)["model"].strata} == {"below 0.5", "from 0.5"}


def test_an_empty_watch_has_nothing_to_report(tmp_path):
    monitor_start(tmp_path / "watch", promise="accuracy>=0.5", classes=NAMES)
    with pytest.raises(WatchError, match="holds no predictions yet"):
        monitor_report(tmp_path / "watch")


def labelled(shares):
    """Events in which a classifier is right in 8 of 10 urgent and 9 of 10 other items."""
    rows = []
    for event, urgent in enumerate(shares):
        for truth, pred, times in (
            ("urgent", "urgent", 8 * urgent),
            ("urgent", "other", 2 * urgent),
            ("other", "urgent", 10 - urgent),
            ("other", "other", 9 * (10 - urgent)),
        ):
            rows += [(truth, pred, f"e{event}")] * times
    return dict(zip(("truth", "pred", "event"), zip(*rows, strict=True), strict=True))


def reference_of(columns):
    """Columns as lists."""
    return {name: list(each) for name, each in columns.items()}


def test_without_labels_prior_shift_is_tried_on_the_events_of_the_reference(tmp_path):
    folder = tmp_path / "watch"
    table = reference_of(labelled([2, 5, 8, 4]))
    monitor_start(folder, promise="accuracy>=0.7", reference=table, truth="truth", pred="pred", event="event")
    preds = ["urgent"] * 300 + ["other"] * 700
    monitor_add(folder, {"id": list(range(1000)), "pred": preds}, when=DAY.format(1))
    (prior,) = monitor_report(folder, assume="prior-shift").priors
    assert dict(zip(prior.classes, prior.shares, strict=True))["urgent"] == pytest.approx(0.285714, abs=1e-6)
    assert prior.measures[0].value == pytest.approx(0.871429, abs=1e-6)
    assert all(each.corrected < each.counted for each in prior.backtest)


def test_where_prior_shift_fails_on_the_events_it_is_refused_with_the_figures(tmp_path):
    table = reference_of(labelled([2, 5, 8]))
    table["pred"] = [truth if event == "e0" else pred for truth, pred, event in zip(*table.values(), strict=True)]
    table["pred"] = [
        "other" if event == "e1" else pred for pred, event in zip(table["pred"], table["event"], strict=True)
    ]
    monitor_start(tmp_path / "watch", promise="accuracy>=0.7", reference=table, event="event")
    monitor_add(tmp_path / "watch", {"id": ["x"], "pred": ["urgent"]}, when=DAY.format(1))
    with pytest.raises(WatchError, match=r"came nearer to the truth in \d of 3") as found:
        monitor_report(tmp_path / "watch", assume="prior-shift")
    assert len(found.value.details) == 3


def test_without_events_there_is_no_estimate_without_labels(watch):
    with pytest.raises(WatchError, match="started without one"):
        monitor_report(watch, assume="prior-shift")


def test_a_promise_from_a_result_is_its_lower_end(tmp_path):
    rows = {"truth": NAMES * 50, "pred": ["urgent"] * 50 + NAMES * 25}
    result = mercalli.evaluate(rows, truth="truth", pred="pred")
    terms = monitor_start(tmp_path / "watch", promise=["accuracy", "class:urgent.recall"], reference=result)
    assert terms.promises[0].value == pytest.approx(result["pred"].measure("accuracy").low, abs=5e-5)
    assert terms.classes == result["pred"].table.classes
    file = tmp_path / "result.json"
    mercalli.write_result(result, file)
    assert monitor_start(tmp_path / "again", promise="accuracy", reference=file).promises == terms.promises[:1]


def test_only_an_evaluation_is_a_reference(tmp_path, watch):
    other = monitor_report(watch)
    with pytest.raises(MercalliError, match="must be a result of evaluate"):
        monitor_start(tmp_path / "new", promise="accuracy>=0.5", reference=other)


def test_a_profile_gives_classes_and_weights(tmp_path):
    terms = monitor_start(tmp_path / "watch", promise="dua>=0.7", profile="humaid")
    assert len(terms.classes) == 11
    assert terms.promises[0].text == "dua>=0.7"


def test_a_metric_that_should_be_low_can_be_promised(tmp_path):
    folder = watch_of(tmp_path / "watch", [("urgent", 100)], promise="error_rate<=0.3", looks=5)
    told(folder, dict.fromkeys(map(str, range(100)), "other"), 2)
    report = monitor_report(folder)
    assert report.alarmed
    assert report["model"].measure("error_rate").value == 1.0
