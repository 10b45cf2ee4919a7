"""Evaluate: values beside what trivial models get, in words where there is no number."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import MetricError
from mercalli.profiles.check import check
from mercalli.stats.confusion import Confusion
from tests.tasks.labels.messages import CLASSES, evaluate, messages, report, rows


def test_the_value_is_that_of_the_metric_on_the_table():
    system = report(profile=None, classes=CLASSES)
    table = Confusion.of(np.array(system.table.cells), CLASSES)
    assert system.measure("mcc").value == float(mercalli.parse("mcc")(table))


def test_a_profile_that_names_no_metrics_shows_the_usual_ones():
    bare = check('name = "bare"\nclasses = ["a", "b"]\n', "bare")
    found = mercalli.evaluate(truth=["a", "b"], pred=["a", "a"], profile=bare, replicates=0)
    assert found.headline == mercalli.read_profile("generic").headline


def test_the_table_counts_the_rows():
    data = messages()
    system = report(data, classes=CLASSES)
    cell = ((data["truth"] == CLASSES[1]) & (data["good"] == CLASSES[4])).sum()
    assert system.table.cells[1][4] == cell
    assert system.n == len(data["truth"]) == np.sum(system.table.cells)


def test_the_majority_baseline_is_what_always_predicting_the_most_frequent_class_gets():
    data = messages()
    names, counts = np.unique(data["truth"], return_counts=True)
    constant = {**data, "constant": [names[counts.argmax()]] * len(data["truth"])}
    for metric in ("accuracy", "dua", "ecs", "ar", "f1_macro", "mcc", "error_rate"):
        expected = report(constant, pred="constant").measure(metric).value
        assert report(data).measure(metric).baselines["majority"] == pytest.approx(expected)


def test_the_prior_baseline_of_accuracy_is_the_sum_of_squared_shares():
    system = rows("aaab", "aabb")
    assert system.measure("accuracy").baselines["prior"] == pytest.approx(0.75**2 + 0.25**2)


def test_skill_is_0_for_the_majority_baseline_and_1_for_a_perfect_system():
    data = messages()
    names, counts = np.unique(data["truth"], return_counts=True)
    constant = {**data, "constant": [names[counts.argmax()]] * len(data["truth"])}
    assert report(constant, pred="constant").measure("dua").skill == pytest.approx(0)
    assert report(data, pred="truth").measure("dua").skill == pytest.approx(1)


def test_skill_of_a_loss_is_1_without_errors():
    assert rows("aaab", "aaab").measure("error_rate").skill == 1
    assert rows("aaab", "aabb").measure("error_rate").skill == pytest.approx(0)


def test_a_metric_without_a_better_side_has_no_skill():
    assert report().measure("ecs_floor").skill is None


def test_skill_is_unknown_where_the_baseline_is_perfect():
    assert rows("aaaa", "aaaa", classes="ab").measure("accuracy").skill is None


STEPS = """
name = "steps"
classes = ["a", "b"]
headline = ["share"]
[metrics.share]
kernel = "accuracy"
[metrics.share.bands]
high = { from = 0.75, says = "good" }
low = { from = 0.25, says = "bad" }
"""


@pytest.mark.parametrize(("right", "band"), [(4, "high"), (3, "high"), (2, "low"), (1, "low"), (0, None)])
def test_a_band_begins_at_its_lower_edge(right, band):
    pred = ["a"] * right + ["b"] * (4 - right)
    assert rows("aaaa", pred, profile=check(STEPS, "steps")).measure("share").band == band


def test_a_value_just_below_an_edge_is_not_rounded_up():
    truth, pred = ["a"] * 20_000, ["a"] * 14_999 + ["b"] * 5_001
    assert rows(truth, pred, profile=check(STEPS, "steps")).measure("share").band == "low"


def test_metrics_without_bands_have_none():
    assert report().measure("accuracy").band is None


def test_an_undefined_value_has_a_reason_and_no_interval():
    measure = rows("aaaa", "aaaa", classes="ab", replicates=100).measure("mcc")
    assert (measure.value, measure.low, measure.high, measure.method) == (None, None, None, None)
    assert measure.undefined == "truth and predictions are both constant"


def test_an_average_lists_the_classes_that_it_counted_as_the_worst_value():
    system = rows("aab", "aaa", classes="abc")
    assert system.measure("precision_macro").undefined_classes == ("b",)
    assert system.measure("recall_macro").undefined_classes == ()


def test_an_average_that_skips_lists_no_classes():
    system = rows("aab", "aaa", classes="abc", metrics="precision_macro(undefined='skip')")
    assert system.measure("precision_macro(undefined='skip')").undefined_classes == ()
    assert not any("as the worst value" in note for note in system.notes)


def test_a_note_names_a_metric_that_can_be_asked_for():
    system = rows("aab", "aaa", classes="abc", metrics="precision_macro(classes='seen')")
    note = next(note for note in system.notes if "as the worst value" in note)
    asked = note.split("; ")[1].removesuffix(" leaves it out.")
    assert mercalli.parse(asked).options == {"classes": "seen", "undefined": "skip"}


def test_the_reason_of_an_average_that_skips_every_class_is_true():
    measure = rows("aaaa", "bbbb", invalid="wrong", metrics="precision_weighted(undefined='skip')").measures[0]
    assert measure.value is None
    assert measure.undefined != "there are no rows"


def test_the_share_of_undefined_replicates_is_told():
    system = rows("a" * 30 + "b", "a" * 31, replicates=500, metrics="mcc")
    assert system.measure("mcc").undefined_share == pytest.approx((30 / 31) ** 31, abs=0.07)
    assert any("Undefined in some replicates" in note for note in system.notes)


def test_whole_weights_are_like_repeated_rows():
    data = messages(100)
    times = (2 * data["weight"]).astype(int)
    repeated = {name: np.repeat(values, times) for name, values in data.items()}
    weighed = report(data, weight="weight")
    for measure in report(repeated).measures:
        assert weighed.measure(measure.metric).value == pytest.approx(measure.value)


PHASES = """
name = "phases"
classes = ["a", "b"]
headline = ["urgency"]
[metrics.urgency]
kernel = "class_weighted_accuracy"
weights = { a = 1.0, b = 1.0 }
[when.phase.response.urgency.weights]
a = 9.0
"""


def test_weights_that_vary_by_a_column_are_those_of_each_row():
    data = {"truth": list("aabb"), "pred": list("abbb"), "phase": ["response", "calm", "calm", "calm"]}
    system = mercalli.evaluate(data, truth="truth", pred="pred", profile=check(PHASES, "phases"), replicates=0)
    assert system.systems[0].measure("urgency").value == pytest.approx((9 + 0 + 1 + 1) / (9 + 1 + 1 + 1))


def test_a_reading_of_the_profile_gives_the_number_published_under_it():
    asked = report(metrics="ecs(reading='first_group')").measure("ecs(reading='first_group')").value
    original = [each for each in report(like="original").measures if each.metric.startswith("ecs(")]
    assert [each.value for each in original] == [asked]


@pytest.mark.parametrize("like", ["original", "original_text", "sklearn"])
def test_a_result_under_a_reading_prints(like):
    assert "ecs" in str(evaluate(like=like))
    assert "ecs" in evaluate(like=like)._repr_html_()


@pytest.mark.parametrize("like", ["original", "original_text"])
def test_slices_under_a_reading_hold_the_same_metrics(like):
    names = [
        {each.metric.split("(")[0] for each in report(by="lang", like=how).slices[0].measures} for how in (None, like)
    ]
    assert names[1] == names[0]


def test_every_system_has_a_report_of_its_own():
    result = evaluate(pred=["good", "poor"])
    assert [each.name for each in result.systems] == ["good", "poor"]
    assert result["good"].measure("dua").value > result["poor"].measure("dua").value


def test_systems_may_be_given_names():
    assert evaluate(pred={"GPT": "good"}).systems[0].name == "GPT"


def test_all_systems_are_measured_over_the_same_classes():
    result = mercalli.evaluate(truth=list("aabb"), pred={"one": list("aabb"), "two": list("aabz")}, replicates=0)
    assert result["one"].table.classes == result["two"].table.classes == ("a", "b")


def test_a_gate_is_met_or_missed():
    gates = evaluate(gates=["accuracy>=0.5", "accuracy>=0.99"]).gates
    assert [each.passed for each in gates] == [True, False]


def test_a_gate_may_ask_for_the_end_of_an_interval():
    result = evaluate(gates=["accuracy.low>=0.5"], replicates=100)
    assert result.gates[0].value == result.systems[0].measure("accuracy").low


def test_a_gate_on_slices_is_tested_on_each():
    gates = evaluate(gates=["slice:event.accuracy>=0.5"], by="event").gates
    assert [each.place for each in gates] == ["event=fire", "event=flood", "event=quake"]


def test_an_undefined_value_meets_no_gate():
    result = mercalli.evaluate(truth=list("aa"), pred=list("aa"), classes=["a", "b"], gates=["mcc>=-1"], replicates=0)
    assert result.gates[0].passed is False
    assert result.gates[0].undefined == "truth and predictions are both constant"


def test_a_gate_on_a_metric_of_no_class_in_particular_is_refused_with_its_averages():
    with pytest.raises(MetricError, match="recall_macro"):
        report(gates=["recall>=0.5"])


def test_a_metric_of_one_class_is_given_for_every_class_and_as_their_mean():
    result = mercalli.evaluate(truth=list("aabb"), pred=list("abbb"), metrics=["f_beta(beta=2)", "mcc"], replicates=0)
    of_classes = [each.measures[-1] for each in result["pred"].classes]
    assert (result.headline, result.of_classes) == (("f_beta_macro(beta=2)", "mcc"), ("f_beta(beta=2)",))
    assert [measure.metric for measure in of_classes] == ["f_beta(beta=2)"] * 2
    mean = np.mean([measure.value for measure in of_classes])
    assert result["pred"].measure("f_beta_macro(beta=2)").value == pytest.approx(mean)


def test_a_metric_of_one_class_without_a_mean_is_given_for_every_class():
    profit = "expected_profit(value_tp=1, cost_fp=1, cost_fn=1)"
    result = mercalli.evaluate(truth=list("aabb"), pred=list("abbb"), metrics=["mcc", profit], replicates=0)
    assert result.headline == ("mcc",)
    assert [each.measures[-1].value for each in result["pred"].classes] == [0, 1]


def test_bytes_are_labels():
    found = mercalli.evaluate(truth=[b"a", b"b"], pred=[b"a", b"a"], metrics="accuracy")
    assert found["pred"].measure("accuracy").value == 0.5
