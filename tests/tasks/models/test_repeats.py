"""Repeated answers: each item weighs one, and items are what is resampled."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.tasks.models.repeats.agreement import ValueCounts
from tests.tasks.models.runs import checked

# Truth u u u u; right 111, 110, 100, 000.
TOY = {"truth": list("uuuu"), "x": list("uuuc"), "y": list("uucc"), "z": list("uccc")}


def toy(**others):
    asked = {"truth": "truth", "samples": {"one": ["x", "y", "z"]}, "classes": ["u", "c"], "metrics": "accuracy"}
    return mercalli.models(TOY, **{**asked, **others})["one"]


def test_the_value_is_the_mean_of_item_means():
    assert toy().measure("accuracy").value == 1 / 2


def test_the_parts_of_the_variance_are_those_computed_by_hand():
    (spread,) = toy().spreads
    assert (round(spread.error, 4), round(spread.naive, 4)) == (0.2152, 0.1443)
    assert (spread.within, spread.between) == (pytest.approx(1 / 6), pytest.approx(7 / 54))
    assert spread.intraclass == pytest.approx(0.4375)


def test_more_answers_change_the_error_as_the_parts_say():
    (spread,) = toy().spreads
    assert spread.one == pytest.approx(((7 / 54 + 1 / 6) / 4) ** 0.5)
    assert spread.endless == pytest.approx((7 / 54 / 4) ** 0.5)
    assert spread.twice_items == pytest.approx(spread.error / 2**0.5)


def test_agreement_is_that_computed_by_hand():
    counts = ValueCounts.of(np.repeat(np.arange(4), 3), np.array([0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 1, 1]), 4)
    assert counts.alike.tolist() == [True, False, False, True]
    assert counts.pairs.mean() == pytest.approx(7 / 12)
    assert round(counts.kappa(), 4) == 0.2683


def test_alpha_is_that_of_the_published_example():
    """Krippendorff (2011), "Computing Krippendorff's alpha-reliability", section C: four observers, nominal data."""
    rows = ["1?1?", "2223", "3333", "3333", "2222", "1234", "4444", "1121", "2222", "?555", "??11", "??3?"]
    rows[0] = "11?1"
    pairs = [(item, int(value)) for item, row in enumerate(rows) for value in row if value != "?"]
    item, value = (np.array(each) for each in zip(*pairs, strict=True))
    assert round(ValueCounts.of(item, value, len(rows)).alpha().item(), 3) == 0.743


def test_unequal_numbers_of_answers_weigh_one_item_each():
    rows = {"id": [1, 1, 1, 2], "m": ["a"] * 4, "out": ["u", "u", "c", "c"], "truth": ["u", "u", "u", "u"]}
    found = mercalli.models(rows, truth="truth", pred="out", item="id", system="m", classes=["u", "c"], replicates=0)
    assert found["a"].measure("accuracy").value == pytest.approx(1 / 3)
    assert (found["a"].fewest, found["a"].most, found["a"].agreement.kappa) == (1, 3, None)


def test_repeating_every_answer_changes_neither_value_nor_error():
    once = toy(samples={"one": ["x"]}).measure("accuracy")
    twice = mercalli.models({**TOY, "w": TOY["x"]}, truth="truth", samples={"one": ["x", "w"]}, classes=["u", "c"])[
        "one"
    ]
    assert (twice.measure("accuracy").value, twice.agreement.alike.value) == (once.value, 1)
    assert twice.spreads[0].within == pytest.approx(0, abs=1e-9)
    assert "did a cache repeat them" in twice.notes[0]


def test_unread_outcomes_are_values_of_agreement():
    rows = {"truth": ["u", "c"], "x": ["I cannot classify this.", "c"], "y": ["I cannot classify this.", ""]}
    data = checked({name: np.array(each, object) for name, each in rows.items()}, samples={"one": ["x", "y"]})
    counts = ValueCounts.of(data.systems[0].item, data.systems[0].code, data.n)
    assert counts.alike.tolist() == [True, False]


def test_units_above_items_are_resampled_instead_of_them():
    rng = np.random.default_rng(0)
    rows = {"truth": ["u", "c"] * 60, "event": np.repeat(np.arange(12), 10), "x": rng.permutation(["u", "c"] * 60)}
    rows["y"] = rows["x"]
    found = mercalli.models(rows, truth="truth", samples={"one": ["x", "y"]}, unit="event", metrics="accuracy")
    assert found["one"].measure("accuracy").method == "t over units left out in turn"
    assert found.units == 12


def test_a_perfect_system_has_an_interval():
    rows = {"truth": ["u", "c"] * 100, "x": ["u", "c"] * 100, "y": ["u", "c"] * 100}
    found = mercalli.models(rows, truth="truth", samples={"one": ["x", "y"]}, metrics="accuracy")["one"]
    low, high = found.measure("accuracy").low, found.measure("accuracy").high
    assert (high, low) == (1, pytest.approx(0.025 ** (1 / 200)))


def test_one_answer_each_has_the_values_and_intervals_of_evaluate():
    rng = np.random.default_rng(1)
    truth = rng.permutation(["fire", "flood", "calm"] * 60)
    pred = np.where(rng.random(180) < 0.7, truth, "calm")
    ours = mercalli.models({"truth": truth, "one": pred}, truth="truth", pred="one")["one"].measure("accuracy")
    theirs = mercalli.evaluate(truth=truth, pred=pred).systems[0].measure("accuracy")
    assert (ours.value, ours.low, ours.high) == (theirs.value, theirs.low, theirs.high)


def test_the_same_data_and_seed_give_the_same_bytes():
    from mercalli.results.seal import to_json  # noqa: PLC0415 - beside its only use

    asked = {"truth": "truth", "samples": {"one": ["x", "y"], "two": ["z"]}, "classes": ["u", "c"]}
    assert to_json(mercalli.models(TOY, **asked)) == to_json(mercalli.models(TOY, **asked))


def test_alpha_without_an_item_is_that_of_the_other_items():
    values = np.array([0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 1, 1])
    item = np.repeat(np.arange(4), 3)
    without = ValueCounts.of(item, values, 4).alpha(np.arange(4))
    for at, found in enumerate(without):
        kept = item != at
        others = np.unique(item[kept], return_inverse=True)[1]
        assert found == pytest.approx(ValueCounts.of(others, values[kept], 3).alpha().item())


def test_alpha_has_an_interval_where_enough_items_tell_how_it_varies():
    rng = np.random.default_rng(0)
    truth = rng.choice(list("ucd"), 200)
    runs = {name: np.where(rng.random(200) < 0.8, truth, "u") for name in ("x", "y", "z")}
    asked = {"truth": "truth", "samples": {"one": ["x", "y", "z"]}, "metrics": "accuracy", "replicates": 0}
    many = mercalli.models({"truth": truth, **runs}, **asked)["one"].agreement.alpha
    few = toy().agreement.alpha
    assert many.low < many.value < many.high
    assert (few.low, few.value is None) == (None, False)


def test_an_output_that_was_filtered_is_refused_and_one_that_was_cut_off_unreadable():
    rows = {
        "id": list(range(8)),
        "system": ["m"] * 8,
        "truth": ["u", "c"] * 4,
        "output": ["Class: u", "Class: c"] * 3 + ["", "The message"],
        "finish_reason": ["stop"] * 6 + ["content_filter", "length"],
    }
    asked = {"truth": "truth", "pred": "output", "item": "id", "system": "system", "metrics": "accuracy"}
    outcomes = mercalli.models(rows, **asked, replicates=0)["m"].outcomes
    assert {name: count for name, count in outcomes.items() if count} == {"read": 6, "refused": 1, "unreadable": 1}
