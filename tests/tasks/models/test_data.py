"""Rows as answers and rows as items, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import (
    AnswerError,
    ClassError,
    ColumnError,
    JoinError,
    MissingError,
    SettingError,
    SystemNameError,
)
from mercalli.tasks.models.errors import RepeatError
from tests.tasks.models.runs import checked

LONG = {
    "id": [1, 1, 1, 1, 2, 2, 2, 2],
    "model": list("ssbbssbb"),
    "prompt": list("pqpqpqpq"),
    "out": ["u", "**u**", "Label: c", "u", "c", "c", "c", '{"label": "c"}'],
    "truth": ["u"] * 4 + ["c"] * 4,
}
ASKED = {"truth": "truth", "pred": "out", "item": "id", "metrics": "accuracy", "replicates": 0}
FACTORS = {**ASKED, "factors": ["model", "prompt"]}


def values(result):
    return {each.name: each.measure("accuracy").value for each in result.systems}


def changed(**columns):
    return {**LONG, **columns}


def test_factors_make_the_name_of_a_system():
    assert values(mercalli.models(LONG, **FACTORS)) == {"b / p": 0.5, "b / q": 1, "s / p": 1, "s / q": 1}


def test_rows_and_columns_give_the_same_numbers():
    wide = {"truth": ["u", "c"], "a": ["u", "c"], "b": ["c", "c"]}
    long = {"id": [1, 2, 1, 2], "who": list("aabb"), "out": ["u", "c", "c", "c"], "truth": ["u", "c", "u", "c"]}
    one = mercalli.models(wide, truth="truth", pred=["a", "b"], metrics="accuracy", replicates=0)
    two = mercalli.models(long, truth="truth", pred="out", item="id", system="who", metrics="accuracy", replicates=0)
    assert values(one) == values(two)


def test_the_order_of_rows_does_not_matter():
    order = np.random.default_rng(0).permutation(8)
    mixed = {name: np.array(column, object)[order] for name, column in LONG.items()}
    assert values(mercalli.models(mixed, **FACTORS)) == values(mercalli.models(LONG, **FACTORS))


def test_an_item_that_nobody_answered_counts_for_everybody():
    nobody = {"id": [3, 4], "truth": ["u", "c"], "model": [None] * 2, "prompt": [None] * 2, "out": [None] * 2}
    found = mercalli.models({name: [*LONG[name], *nobody[name]] for name in LONG}, **FACTORS)
    assert values(found)["s / p"] == 0.5
    assert {each.absent for each in found.systems} == {2}


def test_an_item_that_one_system_lacks_is_a_missing_answer():
    short = {name: column[:7] for name, column in LONG.items()}
    found = mercalli.models(short, **FACTORS)["b / q"]
    assert (found.measure("accuracy").value, found.absent, found.outcomes["missing"]) == (0.5, 1, 1)
    assert found.notes[0].startswith("1 item without any answer")


def test_columns_on_cost_and_time_stay_with_their_rows():
    data = checked(changed(latency_ms=list(range(8))), pred="out", item="id", factors=["model", "prompt"])
    assert data.usage == {"latency": "latency_ms"}
    system = data.systems[-1]
    assert data.rows.numbers("latency_ms")[system.row].tolist() == [1, 5]


def test_rows_of_one_item_and_system_are_samples():
    found = mercalli.models(LONG, **{**ASKED, "system": "model"})
    assert values(found) == {"b": 0.75, "s": 1}
    assert "taken as samples" in found.notes[-2]


def test_excluding_leaves_out_items_that_some_system_did_not_answer():
    rows = {"truth": list("ucu"), "a": ["Label: u", "no idea", "c"], "b": ["u", "c", "c"]}
    found = mercalli.models(rows, truth="truth", pred=["a", "b"], metrics="accuracy", replicates=0, unread="exclude")
    assert (found.systems[0].n, values(found)) == (2, {"a": 0.5, "b": 0.5})
    assert "Left out: 1 item" in " ".join(found.notes)


def test_systems_with_the_same_outputs_are_named():
    rows = {"truth": list("ucu"), "a": list("ucc"), "b": list("ucc"), "c": ["u", "c", "'c'"]}
    notes = mercalli.models(rows, truth="truth", pred=["a", "b", "c"], metrics="accuracy", replicates=0).notes
    assert notes[0] == "a and b gave the very same outputs to all items: are they one system?"
    assert notes[1] == "a, b and c gave the same answers to all items."


@pytest.mark.parametrize(
    ("error", "data", "asked"),
    [
        (RepeatError, {**LONG, "n": [1] * 8}, {**FACTORS, "sample": "n", "factors": ["model"]}),
        (RepeatError, changed(truth=["u", "c", "u", "u"] + ["c"] * 4), FACTORS),
        (RepeatError, LONG, {**FACTORS, "item": None}),
        (RepeatError, LONG, ASKED),
        (JoinError, changed(id=[1, 1, 1, None, 2, 2, 2, 2]), FACTORS),
        (MissingError, changed(truth=["u"] * 4 + [None] * 4), {**FACTORS, "classes": ["u", "c"]}),
        (MissingError, changed(model=["s", None, *"bbssbb"]), FACTORS),
        (ClassError, LONG, {**FACTORS, "classes": ["u", "x"]}),
        (ColumnError, LONG, {**FACTORS, "pred": ["out", "prompt"]}),
        (ColumnError, LONG, {**FACTORS, "factors": ["model", "promt"]}),
        (SettingError, LONG, {**FACTORS, "system": "model"}),
        (SettingError, LONG, {**FACTORS, "tie": "random"}),
        (ColumnError, LONG, {"truth": "truth", "samples": {"one": ["out", "out"]}}),
        (SystemNameError, LONG, {**ASKED, "pred": None}),
        (AnswerError, changed(out=["u", "no", "u", "Label: u", "c", "no idea", "c", "c"]), FACTORS),
    ],
)
def test_what_cannot_be_read_is_refused(error, data, asked):
    with pytest.raises(error):
        mercalli.models(data, **asked)


def test_a_repeated_sample_is_told_with_its_place():
    with pytest.raises(RepeatError, match=r"repeat an item, system and sample, as for .*item 1, system b, sample 1"):
        mercalli.models({**LONG, "n": [1] * 8}, **{**FACTORS, "sample": "n", "factors": ["model"]})
