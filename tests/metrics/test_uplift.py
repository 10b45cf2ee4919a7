"""Uplift metrics: laws, and every order of equal scores."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import MetricError
from mercalli.metrics.uplift.uplift_at_k import top_arms
from mercalli.stats.uplift import Arm, UpliftTable
from tests.stats.trials import Trial, trials

LAW = settings(deadline=None, max_examples=60, derandomize=True)
OURS = ("auuc", "qini", "average_treatment_effect", "uplift_at_k(k=0.4)", "uplift_at_k(k=0.4, by_group=True)")


def value(metric, table):
    return mercalli.parse(metric)(table)


def same(found, expected):
    return np.allclose(found, expected, rtol=1e-9, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize("metric", OURS)
@LAW
@given(trial=trials(), moved=st.sampled_from([-1e3, 0.5, 7.0]))
def test_what_everyone_gets_besides_does_not_count(metric, trial, moved):
    """Outcomes all higher by the same: nobody gains more from the treatment."""
    assert same(value(metric, trial.having(outcome=trial.outcome + moved).table), value(metric, trial.table))


@pytest.mark.parametrize("metric", OURS)
@LAW
@given(trial=trials())
def test_outcomes_three_times_as_large_are_three_times_the_gain(metric, trial):
    assert same(value(metric, trial.having(outcome=trial.outcome * 3).table), 3 * value(metric, trial.table))


@pytest.mark.parametrize("metric", [*OURS, "auuc(like='sklift')", "qini(like='causalml')"])
@LAW
@given(trial=trials())
def test_only_the_order_of_scores_counts(metric, trial):
    assert same(value(metric, trial.having(score=np.exp(trial.score) * 5).table), value(metric, trial.table))


@pytest.mark.parametrize("metric", [*OURS, "auuc(like='sklift')", "qini(like='sklift')"])
@LAW
@given(trial=trials(weighed=False))
def test_the_same_chance_for_everyone_changes_nothing(metric, trial):
    equal = trial.having(propensity=np.full(len(trial.score), 0.3))
    assert same(value(metric, equal.table), value(metric, trial.table))


@pytest.mark.parametrize("metric", ["auuc", "qini", "average_treatment_effect"])
@LAW
@given(trial=trials())
def test_everybody_twice_changes_nothing(metric, trial):
    twice = trial.take(np.repeat(np.arange(len(trial.score)), 2))
    assert same(value(metric, twice.table), value(metric, trial.table))


@LAW
@given(trial=trials())
def test_equal_scores_for_all_are_as_good_as_chance(trial):
    table = trial.having(score=np.zeros(len(trial.score))).table
    assert same([value("auuc", table), value("qini", table)], 0)


@pytest.mark.parametrize("metric", [*OURS, "auuc(like='causalml')", "qini(like='sklift')"])
@LAW
@given(trial=trials())
def test_replicates_at_once_equal_replicates_one_by_one(metric, trial):
    table, rng = trial.table, np.random.default_rng(5)
    times = rng.integers(0, 3, (4, len(table.score)))
    arms = [
        Arm(*(part * times for part in (arm.people, arm.mass, arm.outcome))) for arm in (table.treated, table.control)
    ]
    one_by_one = [
        value(metric, UpliftTable(table.score, *(Arm(*(p[at] for p in (a.people, a.mass, a.outcome))) for a in arms)))
        for at in range(4)
    ]
    assert same(value(metric, UpliftTable(table.score, *arms)), one_by_one)


@LAW
@given(trial=trials())
def test_at_all_people_uplift_is_the_average_effect(trial):
    n = len(trial.score)
    plain = trial.having(weight=None)
    assert same(value(f"uplift_at_k(k={n})", plain.table), value("average_treatment_effect", plain.table))


def test_a_model_that_knows_who_gains_is_better_than_chance_and_its_opposite_is_worse():
    rng = np.random.default_rng(7)
    score, treated = rng.normal(size=20_000), rng.random(20_000) < 0.5
    outcome = (rng.random(20_000) < 0.3 + 0.2 * treated * (score > 0)).astype(float)
    good, bad = (Trial(sign * score, treated, outcome).table for sign in (1, -1))
    # The effect is 0.2 for the upper half: the curve reaches 0.1 there and stays, 0.025 above the random line.
    assert value("auuc", good) == pytest.approx(0.025, abs=0.005)
    assert value("auuc", bad) == pytest.approx(-0.025, abs=0.005)
    assert value("qini", good) == pytest.approx(0.0125, abs=0.003)


def test_propensities_undo_a_choice_of_whom_to_treat():
    rng = np.random.default_rng(11)
    sick = rng.random(40_000) < 0.5
    chance = np.where(sick, 0.8, 0.2)
    treated = rng.random(40_000) < chance
    outcome = (rng.random(40_000) < 0.6 - 0.4 * sick + 0.1 * treated).astype(float)
    trial = Trial(rng.random(40_000), treated, outcome)
    assert value("average_treatment_effect", trial.table) < -0.1
    weighed = trial.having(propensity=chance).table
    assert value("average_treatment_effect", weighed) == pytest.approx(0.1, abs=0.02)


def orders(trial):
    """Every order of people in which scores fall."""
    return [
        list(order)
        for order in permutations(range(len(trial.score)))
        if all(trial.score[one] >= trial.score[two] for one, two in pairwise(order))
    ]


def sums_at(trial, k, order):
    """Treated and controls among the first K, and their outcomes."""
    chosen = np.array(order[:k])
    arms = [chosen[trial.treated[chosen]], chosen[~trial.treated[chosen]]]
    return [number for arm in arms for number in (len(arm), trial.outcome[arm].sum())]


@settings(LAW, max_examples=30)
@given(trial=trials(st.integers(2, 6), weighed=False), data=st.data())
def test_people_among_k_are_the_mean_over_every_order_of_equal_scores(trial, data):
    k = data.draw(st.integers(1, len(trial.score)))
    expected = np.mean([sums_at(trial, k, order) for order in orders(trial)], axis=0)
    found = top_arms(trial.table, k)
    assert same([found.treated.people, found.treated.outcome, found.control.people, found.control.outcome], expected)


@settings(LAW, max_examples=30)
@given(trial=trials(st.integers(2, 6), weighed=False), data=st.data())
def test_uplift_by_group_is_the_mean_over_every_order_of_equal_scores(trial, data):
    k = data.draw(st.integers(1, min(trial.treated.sum(), (~trial.treated).sum())))

    def uplift(order):
        arms = [[one for one in order if trial.treated[one] == arm][:k] for arm in (True, False)]
        return trial.outcome[arms[0]].mean() - trial.outcome[arms[1]].mean()

    expected = np.mean([uplift(order) for order in orders(trial)])
    assert same(value(f"uplift_at_k(k={k}, by_group=True)", trial.table), expected)


def test_a_cut_through_equal_scores_is_told():
    table = UpliftTable.of(np.array([3, 1, 1, 1]), np.array([1, 0, 1, 0], bool), np.array([1, 0, 0, 0]))
    found = top_arms(table, 2)
    assert (float(found.k[0]), float(found.tied), float(found.taken)) == (2.0, 3.0, 1.0)


def test_a_share_is_not_cut_by_rounding():
    table = UpliftTable.of(np.arange(100.0), np.arange(100) % 2 == 0, np.zeros(100))
    assert float(top_arms(table, 0.29).k[0]) == 29.0


@pytest.mark.parametrize("metric", ["auuc(like='sklearn')", "qini(like=1)", "uplift_at_k(k=-1)", "uplift_at_k(k=2.5)"])
def test_options_that_cannot_be_are_refused(metric):
    table = UpliftTable.of(np.array([2.0, 1.0]), np.array([True, False]), np.array([1.0, 0.0]))
    with pytest.raises(MetricError):
        value(metric, table)
