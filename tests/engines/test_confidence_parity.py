"""How sure a system is comes out the same, whatever engine holds the probabilities."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import mercalli
from mercalli.errors import ColumnError, ProbabilityError

if TYPE_CHECKING:
    from tests.engines.conftest import Columns, Engine

ROWS = 300
CLASSES = ("fire", "flash flood", "storm")
NAMED = {label: f"prob_{label}" for label in CLASSES}
RUN = {"truth": "truth", "pred": "pred", "replicates": 100, "machine_accuracy": 0.6}


@cache
def columns() -> Columns:
    """Probabilities as files have them, in six digits; not every prediction is the likeliest class."""
    rng = np.random.default_rng(20170712)
    truth = rng.integers(0, 3, ROWS)
    leaning = 2 * rng.normal(0, 1, (ROWS, 3)) + 2.5 * np.eye(3)[truth]
    chances = np.round(np.exp(leaning) / np.exp(leaning).sum(axis=1, keepdims=True), 6)
    pred = np.where(rng.random(ROWS) < 0.9, chances.argmax(axis=1), rng.integers(0, 3, ROWS))
    return {
        "truth": [CLASSES[code] for code in truth],
        "pred": [CLASSES[code] for code in pred],
        **{name: chances[:, at].tolist() for at, name in enumerate(NAMED.values())},
        "confidence": chances.max(axis=1).tolist(),
        "weight": (rng.integers(1, 500, ROWS) / 100).tolist(),
        "unit": [f"document {number}" for number in rng.integers(0, 30, ROWS)],
    }


def evaluated(engine: Engine, data: Columns, **roles: Any) -> Any:
    """The report of the only system; lists are passed as arrays under the names of classes."""
    if engine.name == "lists" and "confidence" not in roles:
        roles["probabilities"] = {label: data[name] for label, name in NAMED.items()}
    elif engine.name == "lists":
        roles["confidence"] = data[roles["confidence"]]
    return engine(mercalli.evaluate, data, **RUN, **roles).systems[0].confidence


def numbers(report: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(report).items() if name not in {"columns", "called"}}


@cache
def expected(*roles: tuple[str, str]) -> dict[str, Any]:
    """The answer for arrays."""
    arrays = {name: np.array(values) for name, values in columns().items()}
    return numbers(mercalli.evaluate(arrays, **RUN, **dict(roles)).systems[0].confidence)


@pytest.mark.parametrize(
    "roles",
    [(), (("weight", "weight"),), (("unit", "unit"),), (("confidence", "confidence"),)],
    ids=["plain", "weight", "unit", "confidence alone"],
)
def test_every_engine_finds_the_same_confidence(engine, roles):
    assert numbers(evaluated(engine, columns(), **dict(roles))) == expected(*roles)


def test_every_engine_refuses_probabilities_that_do_not_add_up(engine):
    data = {**columns(), "prob_fire": [0.99] * ROWS}
    with pytest.raises(ProbabilityError, match="must add up to 1"):
        evaluated(engine, data)


def test_a_sum_is_named_with_the_row_that_has_it():
    fire = columns()["prob_fire"]
    data = {**columns(), "prob_fire": [fire[0] + 0.05, fire[1], fire[2] - 0.2, *fire[3:]]}
    with pytest.raises(ProbabilityError, match=r"adds up to 0\.8 \(first at index 2\)"):
        mercalli.evaluate(data, **RUN)


def test_a_number_that_is_no_probability_is_named_with_its_row():
    fire = columns()["prob_fire"]
    data = {**columns(), "prob_fire": [1.5, fire[1], -0.2, *fire[3:]]}
    with pytest.raises(ProbabilityError, match=r"found -0\.2 \(first at index 2\)"):
        mercalli.evaluate(data, **RUN)


def test_every_engine_refuses_a_missing_probability(engine):
    data = {**columns(), "prob_fire": [None, *columns()["prob_fire"][1:]]}
    with pytest.raises(ProbabilityError, match="1 row has a prediction and no number"):
        evaluated(engine, data)


def test_every_engine_refuses_words_for_probabilities(engine):
    data = {**columns(), "prob_fire": ["likely"] * ROWS}
    with pytest.raises(ColumnError, match="must hold numbers; found 'likely'"):
        evaluated(engine, data)
