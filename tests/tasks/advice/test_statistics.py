"""What advice rests on, each against a plain reading of its definition."""

from __future__ import annotations

from collections import Counter
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import curve_fit

from mercalli.stats.bare_texts import bare_texts
from mercalli.stats.folds import folds, ranks
from mercalli.tasks.advice.curve import PowerCurve
from mercalli.tasks.advice.noise import Doubts
from mercalli.tasks.advice.separable import TellingWords, log_odds, word_counts

SIZES = np.array([50.0, 100.0, 200.0, 400.0])
COUNTS = arrays(np.int64, 6, elements=st.integers(0, 50))


def plain_doubts(codes, probabilities):
    """Row by row, as the paper says it."""
    held = sorted(set(codes.tolist()))
    bar = {code: np.mean([probabilities[at, code] for at in np.flatnonzero(codes == code)]) for code in held}
    found = {}
    for at, own in enumerate(codes.tolist()):
        sure = [code for code in held if probabilities[at, code] >= bar[code]]
        best = max(sure, key=lambda code: probabilities[at, code], default=own)
        if best != own:
            found[at] = best
    return found


@given(st.integers(0, 10_000))
def test_doubts_are_those_of_confident_learning(seed):
    generator = np.random.default_rng(seed)
    codes, probabilities = generator.integers(0, 4, 30), generator.dirichlet(np.ones(5), 30)
    found = Doubts.of(codes, probabilities)
    assert dict(zip(found.rows.tolist(), found.likely.tolist(), strict=True)) == plain_doubts(codes, probabilities)
    assert (np.diff(found.margin) <= 0).all()


def test_labels_that_were_exchanged_are_the_first_in_doubt():
    truth = np.repeat([0, 1, 2], 100)
    probabilities = np.full((300, 3), 0.1)
    probabilities[np.arange(300), truth] = 0.8
    given_labels = truth.copy()
    given_labels[[5, 150, 250]] = [1, 2, 0]
    assert sorted(Doubts.of(given_labels, probabilities).rows.tolist()) == [5, 150, 250]


@given(COUNTS, COUNTS, arrays(np.float64, 6, elements=st.floats(0.1, 20)))
def test_log_odds_are_those_of_the_paper(first, second, prior):
    expected = []
    for one, two, own in zip(first, second, prior, strict=True):
        odds = [log((y + own) / (n + prior.sum() - y - own)) for y, n in ((one, first.sum()), (two, second.sum()))]
        expected.append((odds[0] - odds[1]) / sqrt(1 / (one + own) + 1 / (two + own)))
    assert log_odds(first * 1.0, second * 1.0, prior) == pytest.approx(expected)


def test_words_that_all_have_do_not_tell():
    first, second = {"the": 500, "relief": 60, "water": 80}, {"the": 480, "relief": 55, "money": 80}
    assert TellingWords.of(first, second, 5) == TellingWords(("water",), ("money",))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("नदी में बाढ़, आग!", ["नदी", "में", "बाढ़", "आग"]),
        ("রানা ১৫ দিনের রিমান্ডে", ["রানা", "দিনের", "রিমান্ডে"]),
        ("வெள்ளம் சென்னை", ["வெள்ளம்", "சென்னை"]),
        ("ශ්\u200dරී ලංකා\u200d 👩\u200d🚒", ["ශ්\u200dරී", "ලංකා"]),
        ("화재 발생", ["화재", "발생"]),
        ("地震、火災警報", ["地震", "火災警報", "火災", "災警", "警報"]),
        ("an 'été' e\u0301te\u0301 9th _x", ["été", "été"]),
    ],
)
def test_words_are_whole_in_every_script(text, words):
    assert word_counts(bare_texts([text])) == Counter(words)


def test_a_learning_curve_is_the_one_that_a_general_solver_finds():
    scores = 0.82 - 1.9 * SIZES**-0.55 + np.array([0.004, -0.006, 0.003, -0.001])
    heavier = 1 / np.sqrt(SIZES)
    made, _ = curve_fit(
        lambda n, top, drop, power: top - drop * n**-power, SIZES, scores, p0=[0.8, 2, 0.5], sigma=heavier, maxfev=9999
    )
    expected = made[0] - made[1] * 800 ** -made[2]
    assert PowerCurve.of(SIZES, scores).at(np.array(800.0)) == pytest.approx(expected, abs=0.003)


@given(arrays(np.float64, (3, 4), elements=st.floats(0, 1)))
def test_a_learning_curve_neither_falls_nor_ends_above_one(scores):
    curve = PowerCurve.of(SIZES, scores)
    assert (curve.at(np.array(800.0)) >= curve.at(np.array(400.0)) - 1e-12).all()
    assert (curve.top <= 1 + 1e-12).all()


@given(arrays(np.float64, (3, 4), elements=st.floats(0, 1)))
def test_curves_at_once_are_curves_one_by_one(scores):
    at_once = PowerCurve.of(SIZES, scores).at(np.array(800.0))
    assert at_once == pytest.approx([PowerCurve.of(SIZES, each).at(np.array(800.0)) for each in scores])


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), min_size=1, max_size=60), st.integers(2, 4))
def test_copies_are_in_one_fold_and_folds_are_even(entries, count):
    groups, codes = (np.array(each) for each in zip(*entries, strict=True))
    dealt = folds(groups, codes, count, np.random.default_rng(0))
    firsts = np.unique(groups, return_index=True)[1]
    assert all(len(set(dealt[groups == group])) == 1 for group in set(groups.tolist()))
    assert np.ptp(np.bincount(dealt[firsts], minlength=count)) <= 1


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), min_size=1, max_size=60))
def test_shares_are_nested_samples_of_every_label(entries):
    groups, codes = (np.array(each) for each in zip(*entries, strict=True))
    shares = ranks(groups, codes, np.random.default_rng(0))
    for code in set(codes.tolist()):
        assert sorted(shares[codes == code]) == pytest.approx(np.arange((codes == code).sum()) / (codes == code).sum())
