"""Figures that were computed elsewhere from the same 12 runs over 1,569 messages."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import mercalli
from mercalli.metrics.catalogue import catalogue
from mercalli.tasks.models.prompts.choice import Splits
from mercalli.tasks.models.tables import ItemTables
from mercalli.uncertainty.paired import holm, mcnemar
from tests.tasks.models.runs import PROMPTS, RUNS, checked, judged, prompts, runs

SAME = {"first": ("run_05", "run_06"), "second": ("run_10", "run_12")}


def system(samples, **others):
    return judged(one=tuple(samples), **others)["one"]


@pytest.mark.parametrize(("pair", "differing", "urgent"), [("first", 26, 4), ("second", 28, 2)])
def test_the_same_request_gets_another_label_now_and_then(pair, differing, urgent):
    same = system(SAME[pair]).agreement
    assert round((1 - same.alike.value) * same.items) == differing
    assert round(same.urgent.value * same.items) == urgent


@pytest.mark.parametrize(("pair", "low", "high"), [("first", 0.011, 0.024), ("second", 0.012, 0.026)])
def test_how_often_is_known_within_an_interval(pair, low, high):
    alike = system(SAME[pair]).agreement.alike
    assert (1 - alike.high, 1 - alike.low) == (pytest.approx(low, abs=6e-4), pytest.approx(high, abs=6e-4))


def test_two_runs_say_hardly_more_than_one():
    (spread,) = system(SAME["first"]).spreads
    assert [round(each, 4) for each in (spread.one, spread.error, spread.naive)] == [0.0106, 0.0105, 0.0075]
    assert [round(each, 4) for each in (spread.within, spread.between, spread.endless)] == [0.0064, 0.1688, 0.0104]


def test_twelve_runs_are_not_twelve_times_the_items():
    one = system(RUNS)
    (spread,) = one.spreads
    assert round(one.measures[0].value, 4) == 0.7690
    assert (round(spread.error, 5), round(spread.naive, 5)) == (0.00993, 0.00307)
    assert (round(spread.error / spread.naive, 2), round(spread.intraclass, 3)) == (3.23, 0.859)


def test_how_far_twelve_runs_agree():
    same = system(RUNS).agreement
    assert [round(same.alike.value, 3), round(same.pairwise.value, 3), round(same.kappa, 3)] == [0.830, 0.934, 0.916]
    found = [round(each.value, 3) for each in (same.always, same.sometimes, same.never)]
    assert found == [0.695, 0.138, 0.167]


def test_a_vote_over_ten_prompts_gains_nothing():
    vote = system(PROMPTS).vote
    (difference,) = vote.pair.differences
    assert (round(difference.first, 4), round(difference.second, 4), vote.ties) == (0.7680, 0.7680, 24)
    assert (difference.difference, difference.better) == (0, None)
    assert (difference.high - difference.low) / 2 / 1.96 == pytest.approx(0.0027, abs=3e-4)


def test_a_vote_over_three_prompts_loses():
    (difference,) = system(RUNS[:3]).vote.pair.differences
    assert [round(each, 4) for each in (difference.first, difference.second, difference.difference)] == [
        *(0.7553, 0.7621, -0.0068)
    ]
    assert (difference.high - difference.low) / 2 / 1.96 == pytest.approx(0.0025, abs=3e-4)


def test_two_runs_each_are_compared_on_item_means():
    (pair,) = judged(**SAME).pairs
    (difference,) = pair.differences
    assert difference.difference == pytest.approx(0.0006, abs=5e-5)
    assert (difference.high - difference.low) / 2 / 1.96 == pytest.approx(0.0050, abs=2e-4)


def test_runs_of_the_same_request_differ_by_less_than_their_noise():
    found = [judged(one=(one,), two=(two,)).pairs[0].differences[0] for one, two in SAME.values()]
    assert [round(each.difference, 4) for each in found] == [-0.0025, 0]
    errors = [(each.high - each.low) / 2 / 1.96 for each in found]
    assert errors == pytest.approx([0.0029, 0.0027], abs=3e-4)


def test_of_45_pairs_of_prompts_21_differ_and_11_after_correction():
    found = [pair.differences[0] for pair in prompts().pairs]
    assert sum(each.p < 0.05 for each in found) == 21
    assert sum(each.p_adjusted < 0.05 for each in found) == 11


def test_exchanging_pairs_agrees_with_mcnemars_exact_test():
    data = runs()
    right = {run: data[run] == data["truth"] for run in PROMPTS}
    exact = [
        mcnemar(int((right[one] & ~right[two]).sum()), int((right[two] & ~right[one]).sum()))
        for one, two in combinations(PROMPTS, 2)
    ]
    found = [pair.differences[0] for pair in prompts().pairs]
    assert [each.p for each in found] == pytest.approx(exact, abs=0.02)
    assert sum(p < 0.05 for p in holm(exact)) == 11


def test_the_best_prompt_is_tied_with_the_upper_half():
    groups = prompts().ranking("accuracy").groups
    assert groups[0] == ("run_01", "run_08", "run_07", "run_10", "run_05", "run_11")
    assert [round(prompts()[run].measures[0].value, 3) for run in ("run_01", groups[-1][-1])] == [0.782, 0.749]


# The published figures rest on 2,000 random parts (standard error .05 points on half of the items, 1 % of the shares)
# and take the first of equal prompts; here equals share, and run_01 and run_08 are equal on one half in eight.
@pytest.mark.parametrize(("size", "points"), [(50, 3.0), (100, 1.8), (200, 1.1), (400, 0.7), (784, 0.5)])
def test_the_best_of_ten_looks_better_where_it_was_chosen(size, points):
    data = checked(runs(), pred=list(PROMPTS))
    tables = ItemTables.of(data, data.systems)
    _, there, rest = Splits.of(tables, catalogue()["accuracy"], 8000, size, np.random.default_rng(size)).chosen()
    assert 100 * (there - rest).mean() == pytest.approx(points, abs=0.25)


def test_half_of_the_items_choose_one_of_two_prompts():
    chosen = {each.name: each.share for each in prompts().choice.chosen}
    assert (chosen["run_01"], chosen["run_08"]) == (pytest.approx(0.57, abs=0.03), pytest.approx(0.35, abs=0.03))
    assert prompts().choice.low < prompts().choice.held_out < prompts().choice.high


def test_the_order_of_systems_does_not_change_how_often_each_is_chosen():
    truth = ["fire", "flood"] * 20
    same = {"truth": truth, "one": truth, "two": truth}
    found = mercalli.models(same, truth="truth", pred=["one", "two"], metrics="accuracy", replicates=0).choice
    assert [each.share for each in found.chosen] == [0.5, 0.5]


def test_the_best_prompt_would_score_less_on_new_items():
    assert prompts().choice.held_out < prompts().choice.naive
