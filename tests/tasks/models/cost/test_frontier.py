"""Frontiers: who is beaten on both, and who is dominated."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.tasks.models.frontier import dominating, on_frontier

POINTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=8)


@settings(derandomize=True, deadline=None)
@given(POINTS)
def test_whoever_is_not_on_the_frontier_is_beaten_by_somebody_on_it(points):
    cost, score = np.array(points, float).T
    line = on_frontier(cost, score)
    assert line.any()
    for at in np.flatnonzero(~line):
        assert ((cost[line] <= cost[at]) & (score[line] >= score[at])).any()


def test_equal_systems_do_not_beat_each_other():
    assert on_frontier(np.array([1.0, 1.0]), np.array([0.5, 0.5])).all()


def test_a_system_without_a_cost_is_not_on_the_frontier():
    assert on_frontier(np.array([np.nan, 2.0]), np.array([0.9, 0.5])).tolist() == [False, True]


def test_a_cheaper_rival_that_is_not_shown_to_be_worse_dominates():
    assert dominating("ab", frozenset(), frozenset({("b", "a")})) == {"a": ("b",)}


def test_a_cheaper_rival_that_is_shown_to_be_worse_does_not_dominate():
    assert dominating("ab", frozenset({("a", "b")}), frozenset({("b", "a")})) == {}


def test_a_better_rival_dominates_unless_it_is_shown_to_be_dearer():
    assert dominating("ab", frozenset({("b", "a")}), frozenset()) == {"a": ("b",)}
    assert dominating("ab", frozenset({("b", "a")}), frozenset({("a", "b")})) == {}
