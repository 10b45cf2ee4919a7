"""Scores sorted together with a code."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.stats import packed
from mercalli.stats.packed import running_counts, steps

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
NEAR = st.floats(-2, 2, allow_subnormal=False) | st.sampled_from([0.0, -0.0, 0.1, 0.1 + 2**-55, -0.1])


def runs(score, code):
    """Every distinct score with the sorted codes of its rows, told from running counts."""
    each = [lambda codes, one=one: codes == one for one in range(4)]
    distinct, (rows, *counts) = running_counts(np.asarray(score), np.asarray(code), *each)
    found = np.array([steps(part) for part in counts], int).T.reshape(-1, 4)
    assert np.array_equal(np.cumsum(found.sum(axis=1)), rows)
    return [
        (value, [c for c in range(4) for _ in range(row[c])])
        for value, row in zip(distinct.tolist(), found, strict=True)
    ]


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
    assert runs(np.array(score, np.float32), np.array(positive)) == expected(score, positive)


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
    assert runs(np.empty(0), np.empty(0, int)) == []


@pytest.mark.parametrize("kind", [np.float32, np.float64, "far apart"])
@settings(derandomize=True, deadline=None)
@given(data=st.data())
def test_counts_go_on_from_one_stretch_to_the_next(kind, data):
    """Ties cross the ends of stretches, and scores are written where numbers were read."""
    rows = data.draw(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=40))
    score = [
        value / 8 if kind != "far apart" else (0.0 if value == 0 else 10.0 ** (33 * value - 150)) for value, _ in rows
    ]
    code = [positive for _, positive in rows]
    given_score = np.array(score, np.float64 if kind == "far apart" else kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "STRETCH", 3)
        assert runs(given_score, np.array(code, bool)) == expected(score, code)


def test_rows_given_are_left_as_they_were():
    score = np.array([0.5, 0.25, 0.5, 1e-200, 1e200])
    kept = score.copy()
    for given_score in (score[:3], score):
        running_counts(given_score, np.array([1, 0, 1, 0, 1])[: len(given_score)])
    assert np.array_equal(score, kept)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint64, np.bool_])
def test_whole_numbers_are_scores_too(kind):
    ends = [0, 1] if kind is np.bool_ else [np.iinfo(kind).min, np.iinfo(kind).max]
    score = np.array([*ends, ends[0]], kind)
    distinct, (rows,) = running_counts(score, np.zeros(3, np.int8))
    assert (distinct.tolist(), rows.tolist()) == ([float(ends[1]), float(ends[0])], [1, 3])
