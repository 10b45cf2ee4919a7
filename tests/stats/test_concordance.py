"""Rank sums in O(n log n) equal those over each pair."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.stats.concordance import Ranking

LAW = settings(deadline=None, max_examples=150, derandomize=True)


@st.composite
def rankings(draw):
    """Rows enough to be halved several times, with places and risks that are often equal."""
    n = draw(st.integers(1, 150))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    place = rng.integers(0, draw(st.sampled_from([1, 4, 200])), n)
    risk = rng.integers(0, 9, n).astype(float) if draw(st.booleans()) else rng.normal(size=n)
    return Ranking(place, risk), rng.uniform(0, 2, n) * (rng.random(n) < 0.8)


def by_pairs(ranking, weight, *, later):
    """A table of each row with each."""
    one, two = np.meshgrid(np.arange(len(weight)), np.arange(len(weight)), indexing="ij")
    place, risk = ranking.place, ranking.risk
    compared = place[two] > place[one] if later else place[two] < place[one]
    agrees = risk[two] < risk[one] if later else risk[two] > risk[one]
    kinds = (agrees, risk[two] == risk[one], np.ones_like(compared))
    return [(compared * kind * weight[two]).sum(axis=1) for kind in kinds]


def parts(against):
    return [against.agreeing, against.tied, against.every]


@LAW
@given(drawn=rankings())
def test_what_follows_each_row_is_what_pairs_say(drawn):
    ranking, weight = drawn
    np.testing.assert_allclose(parts(ranking.later(weight)), by_pairs(ranking, weight, later=True), atol=1e-9)


@LAW
@given(drawn=rankings())
def test_what_precedes_each_row_is_what_pairs_say(drawn):
    ranking, weight = drawn
    np.testing.assert_allclose(parts(ranking.earlier(weight)), by_pairs(ranking, weight, later=False), atol=1e-9)


@LAW
@given(drawn=rankings())
def test_counts_are_weights_of_one(drawn):
    ranking, weight = drawn
    assert parts(ranking.later(None))[0].tolist() == parts(ranking.later(np.ones_like(weight)))[0].tolist()


@pytest.mark.parametrize("rows", [1, 2, 15, 16, 17, 31, 32, 33, 64, 100])
def test_every_length_can_be_halved(rows):
    ranking = Ranking(np.arange(rows), -np.arange(rows, dtype=float))
    assert ranking.later(None).agreeing.tolist() == list(range(rows))[::-1]


def test_risks_that_differ_by_a_hair_are_not_tied():
    found = Ranking(np.array([0, 1]), np.array([1.0, 1.0 + 1e-12])).later(None)
    assert (found.agreeing[0], found.tied[0], found.every[0]) == (0, 0, 1)
