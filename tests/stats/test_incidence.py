"""Curves of incidence and of censoring: what each person contributes to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.stats.incidence import Incidence, Uncensored
from mercalli.stats.survival import Outcomes
from tests.stats.survivals import survivals

LAW = settings(deadline=None, max_examples=60, derandomize=True)
CURVES = {
    "first cause": lambda people: Incidence(people, 1),
    "second cause": lambda people: Incidence(people, 2),
    "censoring": Uncensored,
}
curves = pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)


@curves
@LAW
@given(survival=survivals(), at=st.integers(0, 9), data=st.data())
def test_influence_is_what_a_little_more_weight_of_a_person_moves(curve, survival, at, data):
    who, step = data.draw(st.integers(0, survival.n - 1)), 1e-6
    people = replace(survival.outcomes, weight=survival.weight)
    heavier = replace(people, weight=people.weight * (1 + step * (np.arange(survival.n) == who)))
    before, after = (float(curve(each).curve.at(np.array([at]))[0]) for each in (people, heavier))
    assert (after - before) / step == pytest.approx(float(curve(people).influence(at)[who]), rel=1e-3, abs=1e-6)


@curves
@LAW
@given(survival=survivals(), at=st.integers(0, 9))
def test_influence_adds_up_to_nothing(curve, survival, at):
    assert abs(curve(survival.outcomes).influence(at).sum()) < 1e-9


def test_incidence_is_known_until_the_last_was_seen_and_for_ever_if_nobody_was_censored():
    time = np.array([1.0, 2.0, 5.0])
    of = [Incidence(Outcomes(time, np.array(event)), 1) for event in ([1, 0, 1], [1, 2, 1])]
    assert [each.known_until for each in of] == [5.0, np.inf]
