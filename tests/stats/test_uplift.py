"""The table of a trial."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from mercalli.stats.uplift import Arm, UpliftTable
from tests.stats.trials import Trial, trials

LAW = settings(derandomize=True, deadline=None)


def arrays(table):
    parts = [part for arm in (table.treated, table.control) for part in (arm.people, arm.mass, arm.outcome)]
    return [table.score, *parts]


def same(one, two):
    return all(np.allclose(a, b, rtol=1e-12, atol=1e-9) for a, b in zip(arrays(one), arrays(two), strict=True))


@LAW
@given(trial=trials())
def test_the_order_of_people_changes_nothing(trial):
    order = np.random.default_rng(3).permutation(len(trial.score))
    assert same(trial.take(order).table, trial.table)


@LAW
@given(trial=trials())
def test_parts_merged_are_the_whole(trial):
    first = np.arange(len(trial.score)) % 3 == 0
    assert same(trial.take(first).table + trial.take(~first).table, trial.table)


@LAW
@given(trial=trials(continuous=False, weighed=False))
def test_counting_gives_what_adding_up_gives(trial):
    assert same(trial.table, trial.having(weight=np.ones(len(trial.score))).table)


@LAW
@given(trial=trials(weighed=False))
def test_a_weight_of_two_is_two_people(trial):
    twice = np.repeat(np.arange(len(trial.score)), 2)
    assert same(trial.take(twice).table, trial.having(weight=np.full(len(trial.score), 2.0)).table)


def test_everybody_is_at_their_score():
    trial = Trial(np.array([1.0, 3.0, 1.0, 2.0]), np.array([True, True, False, False]), np.array([1.0, 0.0, 1.0, 0.0]))
    table = trial.table
    assert table.score.tolist() == [3.0, 2.0, 1.0]
    assert table.treated.people.tolist() == [1.0, 0.0, 1.0]
    assert table.control.outcome.tolist() == [0.0, 0.0, 1.0]
    assert table.people.tolist() == [1.0, 2.0, 4.0]


def test_a_person_weighs_one_over_the_chance_of_their_arm():
    trial = Trial(np.array([1.0, 1.0]), np.array([True, False]), np.array([3.0, 3.0]), None, np.array([0.25, 0.2]))
    table = trial.table
    assert (table.treated.mass[0], table.control.mass[0]) == (4.0, 1.25)
    assert (table.treated.people[0], table.treated.outcome[0]) == (1.0, 12.0)


def test_the_effect_is_undefined_until_both_arms_have_somebody():
    table = UpliftTable.of(np.array([3.0, 2.0, 1.0]), np.array([True, True, False]), np.array([1.0, 0.0, 0.0]))
    assert np.isnan(table.effect).tolist() == [True, True, False]
    assert table.effect[-1] == 0.5


def test_leading_axes_are_kept():
    people = np.ones((5, 2, 3))
    table = UpliftTable(np.arange(3.0), Arm.counted(people, people), Arm.counted(people, people * 0))
    assert (table.effect.shape, table.total.shape) == ((5, 2, 3), (5, 2))
