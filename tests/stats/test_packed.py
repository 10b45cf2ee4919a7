"""Scores sorted together with a code."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.stats.packed import falling

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
NEAR = st.floats(-2, 2, allow_subnormal=False) | st.sampled_from([0.0, -0.0, 0.1, 0.1 + 2**-55, -0.1])


def runs(score, code):
    """Every distinct score with its codes in order."""
    distinct, last, codes = falling(np.array(score), np.array(code))
    parts = np.split(codes, np.flatnonzero(last)[:-1] + 1)
    return [(value, sorted(part.tolist())) for value, part in zip(distinct.tolist(), parts, strict=True)]


def expected(score, code):
    return [
        (value, sorted(c for s, c in zip(score, code, strict=True) if s == value))
        for value in sorted(set(score), reverse=True)
    ]


@pytest.mark.parametrize("scores", [NEAR, FLOATS], ids=["of one magnitude", "of any magnitude"])
@settings(derandomize=True, deadline=None)
@given(data=st.data())
def test_scores_fall_and_keep_their_codes(scores, data):
    score = data.draw(st.lists(scores, min_size=1, max_size=40))
    code = data.draw(st.lists(st.integers(0, 3), min_size=len(score), max_size=len(score)))
    assert runs(score, code) == expected(score, code)


SHORT = st.floats(0, 3, width=32) | st.sampled_from([0.0, -0.0, float(np.finfo(np.float32).tiny)])


@settings(derandomize=True, deadline=None)
@given(rows=st.lists(st.tuples(SHORT, st.booleans()), min_size=1, max_size=40))
def test_short_scores_of_one_sign_are_packed_as_tightly_as_they_can_be(rows):
    score, positive = (list(column) for column in zip(*rows, strict=True))
    distinct, last, codes = falling(np.array(score, np.float32), np.array(positive))
    parts = [sorted(part.tolist()) for part in np.split(codes, np.flatnonzero(last)[:-1] + 1)]
    assert list(zip(distinct.tolist(), parts, strict=True)) == expected(score, positive)


def test_the_smallest_and_the_largest_numbers_are_told_apart():
    tiny, huge = np.nextafter(0, 1), np.finfo(float).max
    assert runs([0.0, tiny, -tiny, huge, -huge], [0, 1, 2, 3, 0]) == [
        (huge, [3]),
        (tiny, [1]),
        (0.0, [0]),
        (-tiny, [2]),
        (-huge, [0]),
    ]


def test_whole_numbers_and_short_floats_are_scores_too():
    assert runs(np.array([3, 1, 3]), [1, 0, 2]) == [(3.0, [1, 2]), (1.0, [0])]
    assert runs(np.array([0.1, 0.5], np.float32), [1, 0]) == [(0.5, [0]), (float(np.float32(0.1)), [1])]


def test_no_scores_have_no_runs():
    assert [len(part) for part in falling(np.empty(0), np.empty(0, int))] == [0, 0, 0]
