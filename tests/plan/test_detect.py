"""A size of difference that somebody names: how many items or units would show it, and that this is about right."""

from __future__ import annotations

from inspect import signature

import numpy as np
import pytest

import mercalli
from mercalli.errors import SettingError
from mercalli.plan.detect import detecting
from mercalli.results.verdict import ANSWER
from mercalli.tasks.labels.compare.verdict import grounds
from tests.frozen.kept import FIRST, KEPT

SIZE = 0.04
SIMULATIONS = 400
COMPARING = (
    *("compare", "threshold", "rank", "alerts", "uplift", "survival", "multilabel", "score_cheers"),
    *("burn_severity", "structure_loss", "fire_perimeter", "fire_field", "fire_case"),
)


def sample(rng, shares):
    """Rows on which two systems are right: both, the first alone, the second alone, neither, in these shares."""
    kind = np.concatenate([rng.choice(4, size=len(each), p=each[0]) for each in shares])
    return {"first": np.isin(kind, [0, 1]), "second": np.isin(kind, [0, 2])}


def compared(rng, shares, detect=None):
    right = sample(rng, shares)
    truth = np.where(rng.random(len(right["first"])) < 0.5, "fire", "flood")
    other = np.where(truth == "fire", "flood", "fire")
    preds = {name: np.where(hits, truth, other) for name, hits in right.items()}
    unit = None if len(shares) == 1 else np.repeat(np.arange(len(shares)), [len(each) for each in shares])
    return mercalli.compare(
        truth=truth,
        pred=preds,
        unit=unit,
        metrics="accuracy",
        replicates=5000 if detect else 400,
        detect=detect,
        seed=int(rng.integers(9999)),
    )


def rows(n):
    """Rows of one kind: the first system is right more often by the size to detect."""
    return [[(0.74, 0.10, 0.06, 0.10)] * n]


def units(rng, n):
    """Units of 50 rows whose differences vary around the size to detect."""
    lean = np.clip(rng.normal(SIZE, 0.05, n), -0.15, 0.15)
    return [[(0.74, 0.08 + each / 2, 0.08 - each / 2, 0.10)] * 50 for each in lean]


def power(draw, needed, rng):
    """How often so many rows or units show the difference."""
    leads = (grounds(compared(rng, draw(needed))).lead for _ in range(SIMULATIONS))
    return np.mean([lead.shown and lead.difference.difference > 0 for lead in leads])


@pytest.mark.parametrize(("draw", "pilot"), [("rows", 3000), ("units", 60)])
def test_as_many_as_are_said_to_be_needed_show_the_difference_in_four_of_five_samples(draw, pilot):
    rng = np.random.default_rng(16)
    drawn = rows if draw == "rows" else lambda n: units(rng, n)
    needed = grounds(compared(rng, drawn(pilot), SIZE)).lead.named.needed
    assert 0.7 < power(drawn, needed, rng) < 0.9


def test_the_verdict_answers_for_the_size_that_was_named():
    truth = ["fire", "flood"] * 100
    preds = {"svm": truth[:-30] + ["fire"] * 30, "rules": ["flood"] * 28 + truth[28:]}
    given = {"truth": truth, "pred": preds, "metrics": "accuracy", "replicates": 200}
    (close,) = mercalli.compare(**given, detect=0.01).verdict.texts(ANSWER)
    (far,) = mercalli.compare(**given, detect=0.5).verdict.texts(ANSWER)
    assert close.endswith("items like these would show a difference of 0.01.")
    assert far.endswith("These 200 items are enough to show a difference of 0.5.")


@pytest.mark.parametrize(
    ("detect", "said"),
    [
        (0, r"`detect` must be a number above 0, as in 0\.02; found 0\."),
        (-0.1, r"found -0\.1"),
        (float("nan"), r"found nan"),
        (float("inf"), r"found inf"),
        (True, r"found True"),
        ("much", r"found 'much'"),
        (1.5, r"`detect` must be at most 1, because accuracy goes from 0 to 1; found 1\.5\."),
    ],
)
def test_a_size_that_no_difference_can_have_is_refused(detect, said):
    truth = ["fire", "flood"] * 10
    with pytest.raises(SettingError, match=said):
        mercalli.compare(truth=truth, pred={"a": truth, "b": ["fire"] * 20}, replicates=100, detect=detect)


def test_one_system_has_no_difference_to_detect():
    with pytest.raises(SettingError, match=r"`detect` is about a difference between systems, and there is only one"):
        mercalli.rank(truth=[1, 0] * 10, score=list(range(20)), k=5, replicates=0, detect=0.1)


@pytest.mark.parametrize("name", COMPARING)
def test_every_function_that_compares_systems_takes_a_size(name):
    assert signature(getattr(mercalli, name)).parameters["detect"].default is None


KEPT_PAIRS = ("cheers_runs", "compare_pair", "compare_three_units", "multilabel_slices", "survival_risk")


@pytest.mark.parametrize("name", KEPT_PAIRS)
def test_a_result_that_was_kept_answers_too(name):
    result = mercalli.read_result(KEPT / FIRST / f"{name}.json")
    (sized,) = detecting(result, 0.0123).verdict.texts(ANSWER)
    assert "a difference of 0.0123" in sized


def called(name):
    """Two systems of some task on made data, and a size."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 400)
    scores = {"svm": truth + rng.normal(0, 1.0, 400), "rules": truth + rng.normal(0, 1.1, 400)}
    table = {"truth": truth, "event": np.arange(400) % 20, "treated": rng.integers(0, 2, 400), **scores}
    both = {"score": ["svm", "rules"], "replicates": 100, "detect": 0.0123}
    if name == "burn_severity":
        maps = [np.where(rng.random((64, 64)) < 0.5, 4, 1) for _ in range(3)]
        return mercalli.burn_severity(maps[0], {"a": maps[1], "b": maps[2]}, tile=8, replicates=100, detect=0.0123)
    if name == "uplift":
        return mercalli.uplift(table, outcome="truth", treatment="treated", **both)
    if name == "alerts":
        priority = np.where(truth == 1, "High", "Low")
        return mercalli.alerts({**table, "priority": priority}, truth="priority", event="event", **both)
    prices = {"value_tp": 10, "cost_fp": 1} if name == "threshold" else {}
    return getattr(mercalli, name)(table, truth="truth", **both, **prices)


@pytest.mark.parametrize("name", ["threshold", "rank", "alerts", "uplift", "burn_severity"])
def test_every_task_answers(name):
    (sized,) = called(name).verdict.texts(ANSWER)
    assert "a difference of 0.0123" in sized
