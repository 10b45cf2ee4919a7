"""Metrics of survival: every pair by brute force, and laws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import MetricError, SurvivalError
from mercalli.stats.survival import Outcomes, Survival
from tests.stats.survivals import chance, every_pair, survivals

LAW = settings(deadline=None, max_examples=60, derandomize=True)
RANKS = ("c_index", "c_index(tau=3)", "c_index_ipcw", "c_index_ipcw(tau=3)", "c_index_at(at=3)", "auc_at(at=3)")
CAUSES = ("c_index_cause_specific", "c_index_competing(weighed=False)", "c_index_competing(tau=3)")
AT_THE_TIME = ("c_index_competing", "c_index_ipcw(like='pec')", "c_index_ipcw(left_limit=False)")
CHANCES = ("c_td", "c_td(tau=3)", "brier_at(at=3)", "integrated_brier", "c_index_at(at=3)", "auc_at(at=3)")


def value(metric, survival):
    """Undefined where a competing event and the last censoring leave no chance to be seen."""
    try:
        return float(mercalli.parse(metric)(survival))
    except SurvivalError:
        reject()


def same(found, expected):
    return np.allclose(found, expected, rtol=1e-9, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize(
    ("metric", "competing", "tau"),
    [
        ("c_index", "censored", np.inf),
        ("c_index(tau=3)", "censored", 3),
        ("c_index_cause_specific", "excluded", np.inf),
        ("c_index_competing(weighed=False)", "never", np.inf),
    ],
)
@LAW
@given(survival=survivals())
def test_counted_pairs_are_those_of_brute_force(metric, competing, tau, survival):
    assert same(value(metric, survival), every_pair(survival, competing, tau=tau))


@LAW
@given(survival=survivals())
def test_unos_weights_are_those_of_brute_force(survival):
    curve, time = survival.censoring(), survival.outcomes.time
    expected = every_pair(survival, weigh=lambda i, _: chance(curve, time[i], before=True) ** -2)
    assert same(value("c_index_ipcw", survival), expected)


@LAW
@given(survival=survivals())
def test_weights_with_competing_risks_are_those_of_brute_force(survival):
    curve, time, event = survival.censoring(), survival.outcomes.time, survival.outcomes.event

    def weigh(i, j):
        first = event[j] > 1 and time[j] <= time[i]
        other = chance(curve, time[j], before=True) if first else chance(curve, time[i], before=False)
        return 1 / (chance(curve, time[i], before=True) * other)

    assert same(value("c_index_competing(tau=5)", survival), every_pair(survival, "never", weigh, tau=5))


@LAW
@given(survival=survivals(chances=True))
def test_antolinis_pairs_are_those_of_brute_force(survival):
    def risk(i, j):
        column = survival.column(survival.outcomes.time[i])
        return (survival.cif[i, column], survival.cif[j, column]) if column >= 0 else (0, 0)

    assert same(value("c_td", survival), every_pair(survival, risk=risk))


@pytest.mark.parametrize("metric", [*RANKS, *CAUSES])
@LAW
@given(survival=survivals())
def test_only_the_order_of_risks_counts(metric, survival):
    assert same(value(metric, replace(survival, risk=survival.risk**3 * 5 + 1, memo={})), value(metric, survival))


@pytest.mark.parametrize("metric", [*RANKS, *CAUSES])
@LAW
@given(survival=survivals())
def test_risks_turned_round_turn_the_value_round(metric, survival):
    assert same(value(metric, replace(survival, risk=-survival.risk, memo={})), 1 - value(metric, survival))


@pytest.mark.parametrize("metric", [*RANKS, *CAUSES])
@LAW
@given(survival=survivals(), data=st.data())
def test_the_order_of_people_changes_nothing(metric, survival, data):
    order = np.array(data.draw(st.permutations(range(survival.n))))
    assert same(value(metric, survival.take(order)), value(metric, survival))


@pytest.mark.parametrize("metric", [*RANKS, *CAUSES])
@LAW
@given(survival=survivals(weighed=False))
def test_a_weight_of_two_is_the_same_person_twice(metric, survival):
    heavy = replace(survival.outcomes, weight=np.full(survival.n, 2.0))
    assert same(value(metric, replace(survival, outcomes=heavy, memo={})), value(metric, survival))


@pytest.mark.parametrize("metric", [*RANKS, *CAUSES, *AT_THE_TIME])
@LAW
@given(survival=survivals(weighed=False), seed=st.integers(0, 10_000))
def test_weights_times_a_constant_change_nothing(metric, survival, seed):
    """Whole numbers sum without rounding, their tenths do not."""
    whole = np.random.default_rng(seed).integers(1, 12, survival.n).astype(float)
    scaled = [
        replace(survival, outcomes=replace(survival.outcomes, weight=each), memo={}) for each in (whole, whole / 10)
    ]
    found = [refused_or_value(metric, each) for each in scaled]
    assert found[0] == pytest.approx(found[1], rel=1e-9, nan_ok=True)


def refused_or_value(metric, survival):
    try:
        return float(mercalli.parse(metric)(survival))
    except SurvivalError:
        return -1.0


@LAW
@given(survival=survivals(causes=1))
def test_a_perfect_order_is_exactly_one_and_equal_risks_exactly_half(survival):
    perfect = replace(survival, risk=-2.0 * survival.outcomes.time - survival.censored, memo={})
    alike = replace(survival, risk=np.ones(survival.n), memo={})
    for metric in RANKS[:4]:
        assert value(metric, alike) == 0.5 or np.isnan(value(metric, alike))
        assert value(metric, perfect) == 1 or np.isnan(value(metric, perfect))


@pytest.mark.parametrize("metric", ["c_index", "c_index_ipcw", "c_index_competing", "c_index_cause_specific"])
@LAW
@given(survival=survivals(chances=True))
def test_a_matrix_ranks_by_its_chances_at_tau(metric, survival):
    tau = float(survival.grid[0])
    ranked = replace(survival, risk=survival.cif[:, 0], cif=None, grid=None, memo={})
    assert same(value(f"{metric}(tau={tau})", survival), value(f"{metric}(tau={tau})", ranked))
    last = replace(ranked, risk=survival.cif[:, -1], memo={})
    assert same(value(metric, survival), value(metric, last))


@pytest.mark.parametrize(
    ("chances", "metric"), [(False, each) for each in (*RANKS, *CAUSES)] + [(True, each) for each in CHANCES]
)
@pytest.mark.parametrize("fixed", [False, True], ids=["own censoring", "given censoring"])
@LAW
@given(data=st.data())
def test_influence_is_what_a_little_more_weight_of_a_person_moves(chances, metric, fixed, data):
    """Also by the chance to be censored, unless that is given."""
    survival = data.draw(survivals(chances=chances))
    survival = replace(survival, training=survival.outcomes if fixed else None)
    at, step = data.draw(st.integers(0, survival.n - 1)), 1e-6
    assume(not np.isnan(value(metric, survival)))
    heavier = survival.weight * (1 + step * (np.arange(survival.n) == at))
    moved = replace(survival, outcomes=replace(survival.outcomes, weight=heavier), memo={})
    slope = (value(metric, moved) - value(metric, survival)) / step
    assert slope == pytest.approx(float(mercalli.parse(metric).influence(survival)[at]), rel=1e-3, abs=1e-5)


@pytest.mark.parametrize("metric", [*RANKS, *CAUSES])
@LAW
@given(survival=survivals())
def test_influence_adds_up_to_nothing(metric, survival):
    assume(not np.isnan(value(metric, survival)))
    assert abs(mercalli.parse(metric).influence(survival).sum()) < 1e-9


@LAW
@given(survival=survivals(causes=1))
def test_without_competing_events_all_counted_pairs_are_harrells(survival):
    harrell = value("c_index", survival)
    assert same(
        [value("c_index_cause_specific", survival), value("c_index_competing(weighed=False)", survival)], harrell
    )


def test_an_event_that_nobody_could_be_seen_to_is_refused_with_the_largest_usable_tau():
    training = Outcomes(np.array([1.0, 2.0]), np.array([0, 0]))
    survival = Survival.of([1, 3, 4], [1, 1, 0], [3, 2, 1], training=training)
    with pytest.raises(SurvivalError, match=r"0 at time 3.*largest usable `tau` is 1\."):
        mercalli.parse("c_index_ipcw")(survival)


def test_deephits_reading_of_a_training_set_without_any_chance_is_refused():
    training = Outcomes(np.zeros(2), np.zeros(2, np.int64))
    with pytest.raises(SurvivalError, match="No `tau` is usable"):
        mercalli.parse("c_index_ipcw(tau=3, like='deephit')")(
            Survival.of([0, 1, 2], [1, 1, 0], [3, 2, 1], training=training)
        )


@pytest.mark.parametrize("metric", ["c_td", "brier_at(at=1)", "integrated_brier"])
def test_risks_are_refused_where_chances_are_needed(metric):
    with pytest.raises(SurvivalError, match="needs predicted probabilities over time"):
        mercalli.parse(metric)(Survival.of([1, 2], [1, 0], [2, 1]))


@pytest.mark.parametrize("option", ["like='stata'", "tied_times='both'", "censoring_ties='none'"])
def test_an_unknown_reading_is_refused(option):
    with pytest.raises(MetricError, match=r"must be .*; found"):
        mercalli.parse(f"c_index_ipcw({option})")(Survival.of([1, 2], [1, 0], [2, 1]))
