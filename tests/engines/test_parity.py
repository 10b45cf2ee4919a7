"""One question, every engine, one answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import mercalli
from mercalli.errors import ClassError, ColumnError, InputError, MissingError, WeightError
from mercalli.profiles.check import check

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = 240
CLASSES = ("fire", "flood", "storm")
PHASES = check(
    """
name = "phases"
headline = ["urgency", "accuracy"]
classes = ["fire", "flood", "storm"]

[metrics.urgency]
kernel = "class_weighted_accuracy"
[metrics.urgency.weights]
fire = 3.0
flood = 2.0
storm = 1.0

[when.phase.response.urgency.weights]
fire = 9.0
""",
    "phases.toml",
)
RUN = {"replicates": 100, "seed": 7}


@cache
def columns() -> dict[str, list[Any]]:
    """Some hundred rows; the systems are right on most of them."""
    rng = np.random.default_rng(20161114)
    truth = rng.choice(CLASSES, ROWS, p=[0.5, 0.3, 0.2])
    pred, other = (np.where(rng.random(ROWS) < share, truth, rng.choice(CLASSES, ROWS)) for share in (0.6, 0.4))
    codes = [10 * CLASSES.index(label) for label in truth]
    return {
        "truth": truth.tolist(),
        "pred": pred.tolist(),
        "other": other.tolist(),
        "weight": (rng.integers(1, 500, ROWS) / 100).tolist(),
        "unit": [f"document {number}" for number in rng.integers(0, 40, ROWS)],
        "event": rng.choice(["quake", "Überschwemmung", "fire, wild"], ROWS).tolist(),
        "lang": rng.choice(["en", "es"], ROWS).tolist(),
        "phase": rng.choice(["response", "recovery"], ROWS).tolist(),
        "code": codes,
        "code_pred": np.where(rng.random(ROWS) < 0.7, codes, 10 * rng.integers(0, 3, ROWS)).tolist(),
        "small_unit": (3 * rng.integers(0, 30, ROWS)).tolist(),
        "large_unit": (2**53 + rng.integers(0, 30, ROWS)).tolist(),
        "year": rng.choice([1999, 2010, 2016], ROWS).tolist(),
        "count": rng.integers(1, 9, ROWS).tolist(),
        "day": [date(2016, 11, 14 + int(after)) for after in rng.integers(0, 3, ROWS)],
        "urgent": (truth == "fire").tolist(),
        "urgent_pred": (pred == "fire").tolist(),
    }


def blanked(name: str, *, each: int) -> list[Any]:
    """A column with a value missing every so often."""
    return [None if row % each == 0 else value for row, value in enumerate(columns()[name])]


def worded(name: str, *, each: int) -> list[Any]:
    """A column with a word for nothing every so often, in turn."""
    words = ("NA", " n/a ", "None", "null", "-", "NaN")
    return [words[row // each % len(words)] if row % each == 0 else value for row, value in enumerate(columns()[name])]


def mistaken() -> list[str]:
    """Predictions with some that no class is called by."""
    return ["hail" if row % 17 == 0 else value for row, value in enumerate(columns()["pred"])]


def shouted() -> list[str]:
    """Predictions in two spellings."""
    return [value.upper() if row % 2 else value for row, value in enumerate(columns()["pred"])]


def nameless(result: Any) -> Any:
    """The result without what the data was called."""
    compared = getattr(result, "comparison", None)
    parts = {} if compared is None else {"comparison": nameless(compared)}
    return replace(result, provenance=replace(result.provenance, origin=""), **parts)


def picked(*names: str, **changed: list[Any]) -> dict[str, list[Any]]:
    return {name: changed.get(name, columns().get(name)) for name in dict.fromkeys([*names, *changed])}


PLAIN = {"truth": "truth", "pred": "pred"}
TRUTHS = ("truth", "pred")
CASES: dict[str, tuple[dict[str, list[Any]], dict[str, Any]]] = {
    "plain": (picked(*TRUTHS), PLAIN),
    "weight": (picked(*TRUTHS, "weight"), {**PLAIN, "weight": "weight"}),
    "whole weights": (picked(*TRUTHS, weight=columns()["count"]), {**PLAIN, "weight": "weight"}),
    "unit": (picked(*TRUTHS, "unit"), {**PLAIN, "unit": "unit"}),
    "unit and weight": (picked(*TRUTHS, "unit", "weight"), {**PLAIN, "unit": "unit", "weight": "weight"}),
    "numbered units": (picked(*TRUTHS, unit=columns()["small_unit"]), {**PLAIN, "unit": "unit"}),
    "units above 2**53": (picked(*TRUTHS, unit=columns()["large_unit"]), {**PLAIN, "unit": "unit"}),
    "by one column": (picked(*TRUTHS, "event"), {**PLAIN, "by": "event"}),
    "by two columns crossed": (picked(*TRUTHS, "event", "lang"), {**PLAIN, "by": ["event", "lang"]}),
    "by numbers": (picked(*TRUTHS, "year"), {**PLAIN, "by": "year"}),
    "by a column with gaps": (picked(*TRUTHS, event=blanked("event", each=9)), {**PLAIN, "by": "event"}),
    "by days": (picked(*TRUTHS, "day"), {**PLAIN, "by": "day"}),
    "by days written as text": (picked(*TRUTHS, day=[str(day) for day in columns()["day"]]), {**PLAIN, "by": "day"}),
    "by a column and weight": (picked(*TRUTHS, "event", "weight"), {**PLAIN, "by": "event", "weight": "weight"}),
    "weight under several spellings": (picked("truth", "weight", pred=shouted()), {**PLAIN, "weight": "weight"}),
    "several systems": (picked(*TRUTHS, "other"), {**PLAIN, "pred": ["pred", "other"]}),
    "missing dropped": (
        picked(truth=blanked("truth", each=11), pred=blanked("pred", each=13)),
        {**PLAIN, "missing": "drop"},
    ),
    "several systems with gaps": (
        picked(truth=blanked("truth", each=11), pred=blanked("pred", each=13), other=blanked("other", each=7)),
        {**PLAIN, "pred": ["pred", "other"], "missing": "drop"},
    ),
    "several systems of whole numbers with gaps": (
        picked(truth=columns()["code"], pred=blanked("code_pred", each=13), other=blanked("code", each=7)),
        {**PLAIN, "pred": ["pred", "other"], "missing": "drop"},
    ),
    "several systems with blanks": (
        picked("truth", "pred", other=["  " if at % 7 == 0 else each for at, each in enumerate(columns()["other"])]),
        {**PLAIN, "pred": ["pred", "other"], "missing": "drop"},
    ),
    "whole floats written as text": (
        picked(truth=columns()["code"], pred=[f"{code}.0" for code in columns()["code_pred"]]),
        PLAIN,
    ),
    "invalid counted as wrong": (
        picked("truth", pred=mistaken()),
        {**PLAIN, "classes": CLASSES, "invalid": "wrong"},
    ),
    "unknown by default": (
        picked("pred", truth=mistaken()),
        {**PLAIN, "classes": CLASSES, "unknown": "default"},
    ),
    "outside the classes of the truth": (picked("truth", pred=mistaken()), PLAIN),
    "outside as scikit-learn has it": (picked("truth", "other", pred=mistaken()), {**PLAIN, "like": "sklearn"}),
    "words for nothing dropped": (
        picked(truth=worded("truth", each=11), pred=worded("pred", each=13)),
        {**PLAIN, "missing": "drop"},
    ),
    "words for nothing counted as wrong": (picked("truth", pred=worded("pred", each=5)), {**PLAIN, "missing": "wrong"}),
    "several systems with words for nothing": (
        picked(truth=worded("truth", each=11), pred=worded("pred", each=13), other=blanked("other", each=7)),
        {**PLAIN, "pred": ["pred", "other"], "missing": "drop"},
    ),
    "several systems with a word that is a class": (
        picked(truth=worded("truth", each=11), pred=worded("pred", each=13), other=worded("other", each=7)),
        {**PLAIN, "pred": ["pred", "other"], "missing": "drop", "classes": [*CLASSES, "none"]},
    ),
    "words for nothing as a slice": (picked(*TRUTHS, event=worded("event", each=3)), {**PLAIN, "by": "event"}),
    "words for nothing as a unit": (picked(*TRUTHS, unit=worded("unit", each=3)), {**PLAIN, "unit": "unit"}),
    "whole numbers as labels": (picked(truth=columns()["code"], pred=columns()["code_pred"]), PLAIN),
    "whole numbers with gaps": (
        picked(truth=blanked("code", each=11), pred=blanked("code_pred", each=13)),
        {**PLAIN, "missing": "drop"},
    ),
    "codes with names": (
        picked(truth=columns()["code"], pred=columns()["code_pred"]),
        {**PLAIN, "classes": {0: "fire", 10: "flood", 20: "storm"}},
    ),
    "truth values as labels": (picked(truth=columns()["urgent"], pred=columns()["urgent_pred"]), PLAIN),
    "weights that vary by phase": (
        picked(*TRUTHS, "phase"),
        {**PLAIN, "by": "phase", "profile": PHASES},
    ),
    "weights that vary and weigh": (
        picked(*TRUTHS, "phase", "weight"),
        {**PLAIN, "by": "phase", "weight": "weight", "profile": PHASES},
    ),
}
PAIRED = {"truth": "truth", "pred": ["pred", "other"]}
PAIRS: dict[str, tuple[dict[str, list[Any]], dict[str, Any]]] = {
    "plain": (picked(*TRUTHS, "other"), PAIRED),
    "weight": (picked(*TRUTHS, "other", "weight"), {**PAIRED, "weight": "weight"}),
    "unit": (picked(*TRUTHS, "other", "unit"), {**PAIRED, "unit": "unit"}),
    "words for nothing": (
        picked("truth", pred=worded("pred", each=13), other=worded("other", each=7)),
        {**PAIRED, "missing": "drop"},
    ),
}


@cache
def expected(verb: Callable[..., Any], case: str) -> Any:
    """The answer for object arrays, the plainest form of the data."""
    data, roles = (CASES if verb is mercalli.evaluate else PAIRS)[case]
    return nameless(verb({name: np.array(values, object) for name, values in data.items()}, **roles, **RUN))


@pytest.mark.parametrize("case", CASES)
def test_every_engine_evaluates_alike(engine, case):
    if "json" in engine.name and case == "truth values as labels":
        pytest.skip("JSON spells them true and false, and a class is called as it is spelt")
    data, roles = CASES[case]
    found, wanted = nameless(engine(mercalli.evaluate, data, **roles, **RUN)), expected(mercalli.evaluate, case)
    assert mercalli.diff(found, wanted) == []
    assert mercalli.to_json(found) == mercalli.to_json(wanted)


@pytest.mark.parametrize("case", PAIRS)
def test_every_engine_compares_alike(engine, case):
    data, roles = PAIRS[case]
    found, wanted = nameless(engine(mercalli.compare, data, **roles, **RUN)), expected(mercalli.compare, case)
    assert mercalli.diff(found, wanted) == []
    assert mercalli.to_json(found) == mercalli.to_json(wanted)


REFUSED: dict[str, tuple[tuple[type[InputError], ...], dict[str, list[Any]], dict[str, Any]]] = {
    "missing truth": ((MissingError,), picked(truth=blanked("truth", each=11), pred=columns()["pred"]), PLAIN),
    "missing prediction": ((MissingError,), picked("truth", pred=blanked("pred", each=11)), PLAIN),
    "word for nothing as truth": ((MissingError,), picked("pred", truth=worded("truth", each=40)), PLAIN),
    "word for nothing as prediction": ((MissingError,), picked("truth", pred=worded("pred", each=40)), PLAIN),
    "missing truth that cannot be wrong": (
        (MissingError,),
        picked("pred", truth=worded("truth", each=40)),
        {**PLAIN, "missing": "wrong"},
    ),
    "missing unit": ((MissingError,), picked(*TRUTHS, unit=blanked("unit", each=11)), {**PLAIN, "unit": "unit"}),
    "missing weight": (
        (MissingError,),
        picked(*TRUTHS, weight=blanked("weight", each=11)),
        {**PLAIN, "weight": "weight"},
    ),
    "unknown truth": ((ClassError,), picked(*TRUTHS), {**PLAIN, "classes": ["fire", "flood"]}),
    "unknown prediction": ((ClassError,), picked("truth", pred=mistaken()), {**PLAIN, "classes": CLASSES}),
    "negative weight": (
        (WeightError,),
        picked(*TRUTHS, weight=[-1.5, *columns()["weight"][1:]]),
        {**PLAIN, "weight": "weight"},
    ),
    "weight that is not a number": (
        (MissingError, WeightError),  # pandas and dask cannot tell NaN from missing
        picked(*TRUTHS, weight=[float("nan"), *columns()["weight"][1:]]),
        {**PLAIN, "weight": "weight"},
    ),
    "weight that is infinite": (
        (WeightError,),
        picked(*TRUTHS, weight=[float("inf"), *columns()["weight"][1:]]),
        {**PLAIN, "weight": "weight"},
    ),
    "weight that is a word": (
        (ColumnError,),
        picked(*TRUTHS, weight=columns()["event"]),
        {**PLAIN, "weight": "weight"},
    ),
    "weights that are all zero": ((WeightError,), picked(*TRUTHS, weight=[0] * ROWS), {**PLAIN, "weight": "weight"}),
    "messages for classes": (
        (ClassError,),
        {name: [f"message {number}" for number in range(1001)] for name in TRUTHS},
        PLAIN,
    ),
}
NOT_IN_JSON = ("weight that is not a number", "weight that is infinite")


@pytest.mark.parametrize("case", REFUSED)
def test_every_engine_refuses_alike(engine, case):
    if "json" in engine.name and case in NOT_IN_JSON:
        pytest.skip("JSON has neither NaN nor infinity")
    errors, data, roles = REFUSED[case]
    with pytest.raises(errors):
        engine(mercalli.evaluate, data, **roles, **RUN)


def test_every_engine_names_the_same_stray_labels_first(engine):
    stray = ["mist", "hail", "fog", "sleet", "dew"]
    data = {"truth": ["fire"] * 5, "pred": stray}
    with pytest.raises(ClassError, match="'dew', 'fog', 'hail' and 2 more"):
        engine(mercalli.evaluate, data, **PLAIN, classes=CLASSES)


def test_every_engine_with_an_order_says_where_a_word_stands_for_nothing(engine):
    data = {"truth": ["fire", "flood", "fire"], "pred": ["fire", "N/A", "-"]}
    with pytest.raises(MissingError, match=r"2 rows of .* Read as missing: '-', 'N/A'") as caught:
        engine(mercalli.evaluate, data, **PLAIN)
    if engine.name in {"csv", "pandas", "polars", "duckdb"}:
        assert "(first at row 2, 3)" in str(caught.value)


def test_every_engine_takes_words_for_nothing_for_a_missing_score(engine):
    scores = ["0.9", "0.2", "NA", "0.7", " null", "0.1"] * 10
    data = {"truth": ["yes", "no", "yes", "yes", "no", "n/a"] * 10, "pred": scores}
    (system,) = engine(_threshold, data, truth="truth", pred="pred").systems
    assert (system.n, system.dropped) == (30, 30)


def _threshold(data: object = None, *, truth: object, pred: object) -> Any:
    """As `threshold`, whose predictions are scores."""
    return mercalli.threshold(data, truth=truth, score=pred, missing="drop", replicates=0)
