"""Which score finds those who gain: differences for the same people, what doing nothing gains, and the verdict."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t as students_t

import mercalli
from mercalli import parse
from mercalli.stats.uplift import UpliftTable

ROLES = {"outcome": "y", "treatment": "t", "score": ["poor", "good"]}


def people(size=400, seed=1, effect=0.5):
    rng = np.random.default_rng(seed)
    good, treated = rng.normal(size=size).round(2), rng.random(size) < 0.5
    happened = rng.random(size) < 0.2 + effect * treated * (good > 0)
    sites = rng.permutation(np.arange(size) % 9)
    return {"y": happened * 1.0, "t": treated * 1, "good": good, "poor": rng.random(size).round(3), "site": sites}


def asked(data, **others):
    return mercalli.uplift(data, **{**ROLES, "k": "10%", **others})


def area(data, score, chosen, metric="auuc"):
    table = UpliftTable.of(data[score][chosen], data["t"][chosen] == 1, data["y"][chosen], None, None)
    return float(parse(metric)(table))


def test_a_difference_is_that_of_the_values_and_its_interval_that_of_people_drawn_again():
    data = people()
    found = asked(data).pairs[0].difference("auuc")
    everyone = np.arange(len(data["t"]))
    assert found.difference == pytest.approx(area(data, "poor", everyone) - area(data, "good", everyone))
    rng, arms = np.random.default_rng(5), [np.flatnonzero(data["t"] == arm) for arm in (0, 1)]
    drawn = [np.concatenate([rng.choice(arm, len(arm)) for arm in arms]) for _ in range(600)]
    differences = [area(data, "poor", each) - area(data, "good", each) for each in drawn]
    low, high = np.quantile(differences, [0.025, 0.975])
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.012)


def test_of_many_people_the_interval_is_the_same_with_fewer_steps():
    data = people(size=6000)
    found = asked(data).pairs[0].difference("auuc")
    rng, arms = np.random.default_rng(5), [np.flatnonzero(data["t"] == arm) for arm in (0, 1)]
    drawn = [np.concatenate([rng.choice(arm, len(arm)) for arm in arms]) for _ in range(400)]
    low, high = np.quantile([area(data, "poor", each) - area(data, "good", each) for each in drawn], [0.025, 0.975])
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.004)


def test_over_few_units_each_is_left_out_in_turn():
    data = people()
    found = asked(data, unit="site").pairs[0].difference("qini")
    without = [data["site"] != site for site in range(9)]
    left = np.array([area(data, "poor", each, "qini") - area(data, "good", each, "qini") for each in without])
    reach = students_t.ppf(0.975, 8) * np.sqrt(8 / 9 * ((left - left.mean()) ** 2).sum())
    assert (found.low, found.high) == pytest.approx((found.difference - reach, found.difference + reach), abs=1e-3)
    assert found.method == "t over units left out in turn"


def test_p_values_are_those_of_exchanged_places():
    """Scores that are places already, so that exchanging them is what a person can do by hand."""
    data, rng = people(size=200, effect=0.25), np.random.default_rng(2)
    for name in ("good", "poor"):
        data[name] = rng.permutation(200).astype(float) if name == "poor" else np.argsort(np.argsort(data[name])) * 1.0
    everyone = np.arange(200)
    observed = area(data, "poor", everyone) - area(data, "good", everyone)
    as_large = 0
    for _ in range(1500):
        heads = rng.random(200) < 0.5
        swapped = {**data, "poor": np.where(heads, data["good"], data["poor"])}
        swapped["good"] = np.where(heads, data["poor"], data["good"])
        as_large += abs(area(swapped, "poor", everyone) - area(swapped, "good", everyone)) >= abs(observed)
    assert asked(data, replicates=4000).pairs[0].difference("auuc").p == pytest.approx(as_large / 1500, abs=0.04)


def test_the_same_order_is_a_tie_whatever_the_scale():
    data = people()
    found = asked({**data, "poor": np.exp(3 * data["good"])})
    difference = found.pairs[0].difference("auuc")
    assert (difference.difference, difference.p) == (pytest.approx(0.0, abs=1e-12), 1.0)
    assert any(
        "are tied in area under the uplift curve (auuc)" in line.text and "both have" in line.text
        for line in found.verdict.lines
    )


def test_five_units_give_no_p_value():
    data = people()
    found = asked({**data, "site": data["site"] % 5}, unit="site")
    assert {each.p for each in found.pairs[0].differences} == {None}
    assert any("5 sites are too few to show a difference between systems" in line.text for line in found.verdict.lines)


def test_the_verdict_names_the_best_and_what_doing_nothing_gains():
    found = asked(people())
    texts = [line.text for line in found.verdict.lines]
    assert found.verdict.best == "good"
    assert any("better than poor by" in text for text in texts)
    assert any(
        "treating people at random, or everybody, gains" in text and "treating nobody 0" in text for text in texts
    )
    assert "Treating as many at random gives area under the uplift curve (auuc) 0.000." in texts


def test_a_score_no_better_than_chance_is_not_to_be_used():
    found = asked(people(), score="poor")
    assert found.verdict.texts("next")[0].startswith("Do not choose people by poor yet")


def test_nobody_everybody_and_as_many_at_random_stand_in_the_table():
    data = people()
    report = mercalli.uplift(data, **{**ROLES, "score": "good"}, k="10%", replicates=0)
    text = str(report)
    effect = 1000 * (data["y"][data["t"] == 1].mean() - data["y"][data["t"] == 0].mean())
    assert "nobody" in text
    assert f"{effect:+,.1f}" in next(line for line in text.splitlines() if line.strip().startswith("everybody"))
    assert f"{effect / 10:+,.1f}" in next(line for line in text.splitlines() if line.strip().startswith("10% = 40"))
