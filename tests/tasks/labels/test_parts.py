"""The parts of an evaluation: classes, levels, slices and confusions."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tasks.labels.messages import CLASSES, messages, report, rows


def test_every_declared_class_has_a_report_with_its_support_and_predictions():
    system = rows("aab", "aba", classes="abc")
    found = [(each.name, each.support, each.predicted) for each in system.classes]
    assert found == [("a", 2, 2), ("b", 1, 1), ("c", 0, 0)]


def test_per_class_values_are_those_of_the_class_against_the_rest():
    system = rows("aaabbc", "aabbca", classes="abc")
    values = {each.metric: each.value for each in system.classes[0].measures}
    assert values["precision"] == pytest.approx(2 / 3)
    assert values["recall"] == pytest.approx(2 / 3)
    assert values["specificity"] == pytest.approx(2 / 3)


def test_per_class_measures_rest_on_the_rows_of_the_class():
    system = rows("aaabbc", "aabbca", classes="abc")
    assert [each.measures[0].n for each in system.classes] == [3, 2, 1]


def test_a_class_with_fewer_than_20_rows_is_flagged():
    system = rows("a" * 20 + "b" * 19, "a" * 39)
    assert [each.few for each in system.classes] == [False, True]


def test_levels_hold_their_classes():
    data = messages()
    levels = {each.level: each for each in report(data).levels}
    urgent = np.isin(data["truth"], CLASSES[:2])
    assert levels["high_action"].total == urgent.sum()
    assert levels["high_action"].correct == (urgent & (data["truth"] == data["good"])).sum()
    assert levels["high_action"].share == pytest.approx(urgent.mean())
    assert levels["high_action"].accuracy.value == pytest.approx(levels["high_action"].correct / urgent.sum())


def test_a_level_without_items_is_undefined():
    levels = {each.level: each for each in report().levels}
    assert levels["low_action"].accuracy.value is None
    assert levels["low_action"].accuracy.undefined == "no item is of this level"


def test_the_measure_of_a_level_rests_on_the_rows_of_the_level():
    levels = {each.level: each for each in report().levels}
    assert levels["high_action"].accuracy.n == levels["high_action"].total


def test_a_slice_is_the_evaluation_of_its_rows():
    data = messages()
    fire = {name: values[data["event"] == "fire"] for name, values in data.items()}
    part = next(each for each in report(data, by="event").slices if each.values == ("fire",))
    whole = report(fire)
    for measure in part.measures:
        assert measure == whole.measure(measure.metric)


def test_several_columns_give_their_crossings_too():
    names = [each.name for each in report(by=["event", "lang"]).slices]
    assert names[:5] == ["event=fire", "event=flood", "event=quake", "lang=en", "lang=es"]
    assert names[5:7] == ["event=fire, lang=en", "event=fire, lang=es"]
    assert len(names) == 11


def test_rows_without_a_slice_value_stay_visible():
    data = messages()
    data["event"][:40] = None
    part = next(each for each in report(data, by="event").slices if each.values == ("(missing)",))
    assert part.n == 40


def test_the_slices_of_a_column_add_up_to_all_rows():
    assert sum(each.n for each in report(by="event").slices) == 400


def test_a_slice_with_fewer_than_30_rows_is_shown_and_flagged():
    data = messages()
    data["event"] = np.array(["big"] * 371 + ["small"] * 29, object)
    system = report(data, by="event")
    assert [(each.values[0], each.few) for each in system.slices] == [("big", False), ("small", True)]
    assert "1 of 2 slices have fewer than 30 rows." in system.notes


def test_a_slice_of_a_single_unit_has_an_interval_over_its_rows():
    part = report(by="event", unit="event", replicates=100).slices[0]
    dua = next(each for each in part.measures if each.metric == "dua")
    assert dua.low < dua.value < dua.high


def test_a_mean_over_classes_takes_those_that_a_slice_has():
    part = rows("aab", "aab", by=["x", "x", "y"], metrics=["f1_macro", "f1_macro(classes='declared')"]).slices[1]
    assert [measure.value for measure in part.measures[:2]] == [1.0, 0.5]


def test_the_most_harmful_confusion_comes_first():
    truth = ["injured_or_dead_people"] * 3 + ["not_humanitarian"] * 10
    pred = ["not_humanitarian"] * 3 + ["sympathy_and_support"] * 10
    worst = rows(truth, pred, profile="humaid").confusions[0]
    assert (worst.truth, worst.count, worst.share) == ("injured_or_dead_people", 3, 1.0)
