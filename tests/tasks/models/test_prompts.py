"""Models by prompts, and what somebody says of systems."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import SystemNameError
from mercalli.inputs.about import AboutSystem
from mercalli.tasks.models.prompts.grid import model_and_prompt


def made(shares, n=400, seed=0):
    """A model and a prompt for each share of right answers, as long rows."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(["fire", "calm"] * (n // 2))
    rows = {"id": [], "model": [], "prompt": [], "out": [], "truth": []}
    for (model, prompt), share in shares.items():
        wrong = np.where(truth == "fire", "calm", "fire")
        rows["out"] += np.where(rng.random(n) < share, truth, wrong).tolist()
        rows["id"] += list(range(n))
        rows["truth"] += truth.tolist()
        rows["model"] += [model] * n
        rows["prompt"] += [prompt] * n
    return rows


def judged(shares, **others):
    asked = {"truth": "truth", "pred": "out", "item": "id", "factors": ["model", "prompt"], "metrics": "accuracy"}
    return mercalli.models(made(shares), **{**asked, **others})


CROSSED = {("big", "long"): 0.95, ("big", "short"): 0.60, ("small", "long"): 0.60, ("small", "short"): 0.95}
PLAIN = {("big", "long"): 0.95, ("big", "short"): 0.90, ("small", "long"): 0.70, ("small", "short"): 0.65}


def test_prompts_spread_the_values_of_a_model():
    grid = judged(PLAIN).grid
    big = grid.spreads[0]
    assert (grid.models, grid.prompts, big.model) == (("big", "small"), ("long", "short"), "big")
    assert big.lowest <= big.median <= big.highest
    assert big.median == pytest.approx((big.lowest + big.highest) / 2)


def test_the_order_of_models_holds_under_every_prompt():
    (order,) = judged(PLAIN).grid.orders
    assert (order.holds, order.first_ahead, order.first_shown, order.change_shown) == (True, 2, 2, False)


def test_an_order_that_turns_with_the_prompt_is_told():
    result = judged(CROSSED)
    (order,) = result.grid.orders
    assert (order.holds, order.change_shown) == (False, True)
    assert any("each was shown to be better under some prompt" in line.text for line in result.verdict.lines)


def test_equal_models_may_change_places_by_chance():
    (order,) = judged(dict.fromkeys(PLAIN, 0.8)).grid.orders
    assert not order.change_shown


def test_factors_are_told_apart_by_name():
    assert model_and_prompt({"prompt": "p", "model": "m"}) == ("m", "p")
    assert model_and_prompt({"temperature": "0", "style": "terse"}) == ("0", "terse")
    assert model_and_prompt({"prompt": "p"}) == ("all systems", "p")


WIDE = {"truth": list("ab") * 30, "one": list("ab") * 30, "two": list("aa") * 30}


def test_factors_of_columns_come_from_what_is_known_of_systems():
    about = {"one": AboutSystem("m", "p", prompt_digest="d"), "two": AboutSystem("m", "q", prompt_digest="d")}
    result = mercalli.models(WIDE, truth="truth", pred=["one", "two"], metrics="accuracy", about=about)
    assert result.grid.systems == {"m": {"p": "one", "q": "two"}}
    assert result.notes[0] == "one and two have the same model and the same prompt file: they are repeats."


def test_one_name_for_two_prompts_is_told():
    about = {name: AboutSystem("m", "p", prompt_digest=name) for name in ("one", "two")}
    result = mercalli.models(WIDE, truth="truth", pred=["one", "two"], metrics="accuracy", about=about)
    assert "The prompt name 'p' stands for 2 different prompt files." in result.notes


def test_a_system_that_is_not_there_is_refused():
    with pytest.raises(SystemNameError):
        mercalli.models(WIDE, truth="truth", pred=["one"], about={"three": AboutSystem("m")})
