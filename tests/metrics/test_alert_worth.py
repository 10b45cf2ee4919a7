"""Accumulated alert worth held against the definition of the track, written out item by item."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log10

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import MetricError
from mercalli.stats.alerts import AlertStream, Types

LAW = settings(deadline=None, max_examples=100, derandomize=True)
NAMES = ("high_alert_worth", "low_alert_worth", "accumulated_alert_worth")
ACTIONABLE = {"rescue", "threat"}
KINDS = ("rescue", "threat", "news", "mood")
ITEMS = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.integers(0, 50),
        st.booleans(),
        st.integers(0, 10),
        st.frozensets(st.sampled_from(KINDS)),
        st.frozensets(st.sampled_from(KINDS)),
    ),
    min_size=1,
    max_size=60,
)


def types_of(truth, pred):
    has = [np.array([[kind in each for kind in KINDS] for each in side], bool).reshape(-1, 4) for side in (truth, pred)]
    return Types(*has, np.array([kind in ACTIONABLE for kind in KINDS]))


def stream_of(items):
    event, order, urgent, score, truth, pred = zip(*items, strict=True)
    codes = np.array([ord(each) for each in event])
    return AlertStream.of(codes, np.array(order), np.array(urgent), np.array(score, float), types_of(truth, pred))


def jaccard(one, two, neither):
    return len(one & two) / len(one | two) if one | two else neither


def by_definition(items, threshold=0.7, neither=0.0):
    """Mean worth of urgent items, of the others, and of both together."""
    scores = [item[3] for item in items]
    low, span = min(scores), max(scores) - min(scores)
    worth = {True: [], False: []}
    for event in sorted({item[0] for item in items}):
        wrong = 0
        for _, _, urgent, score, truth, pred in sorted((i for i in items if i[0] == event), key=lambda item: item[1]):
            gamma = 0.75 if truth & ACTIONABLE else 0.0
            typed = gamma * jaccard(truth & ACTIONABLE, pred & ACTIONABLE, neither)
            typed += (1 - gamma) * jaccard(truth - ACTIONABLE, pred - ACTIONABLE, neither)
            alerted = ((score - low) / span if span else 0.0) >= threshold
            if urgent:
                worth[urgent].append(0.3 + 0.7 * typed if alerted else -1)
                wrong = 0 if alerted else wrong
            else:
                worth[urgent].append(max(-log10(wrong / 2 + 1), -1) if alerted else typed)
                wrong += alerted
    high, low = (np.mean(worth[urgent]) if worth[urgent] else np.nan for urgent in (True, False))
    return [high, low, (high + low) / 2]


def found(stream, **options):
    return [float(mercalli.catalogue()[name].function(stream, **options)) for name in NAMES]


@LAW
@given(items=ITEMS)
def test_the_worth_of_alerts_is_that_of_the_definition(items):
    assert found(stream_of(items)) == pytest.approx(by_definition(items), nan_ok=True)


@LAW
@given(items=ITEMS, threshold=st.sampled_from([0.0, 0.3, 0.5, 1.0]))
def test_options_are_read_as_they_say(items, threshold):
    expected = by_definition(items, threshold, neither=1.0)
    assert found(stream_of(items), threshold=threshold, neither="agree") == pytest.approx(expected, nan_ok=True)


@LAW
@given(items=ITEMS.filter(lambda items: len({urgent for _, _, urgent, *_ in items}) == 2))
def test_perfect_answers_are_worth_one_where_having_neither_agrees(items):
    right = [(*item[:3], 10 if item[2] else 0, item[4], item[4]) for item in items]
    assert found(stream_of(right), neither="agree") == pytest.approx([1.0] * 3)


def test_false_alerts_cost_more_the_more_there_were_since_the_last_right_one():
    urgent = [False] * 3 + [True] + [False] * 20 + [False]
    score = [1.0] * 24 + [0.0]
    items = [("a", at, urgent[at], score[at], frozenset(), frozenset()) for at in range(25)]
    steps = [log10(wrong / 2 + 1) for wrong in (*range(3), *range(18))]
    assert found(stream_of(items))[1] == pytest.approx(-(sum(steps) + 2) / 24)


def test_another_event_starts_without_false_alerts():
    items = [(event, at, False, 1.0, frozenset(), frozenset()) for event in "ab" for at in range(2)]
    items.append(("b", 9, True, 0.0, frozenset(), frozenset()))
    assert found(stream_of(items))[1] == pytest.approx(-2 * log10(1.5) / 4)


def test_items_that_came_at_the_same_time_stay_in_their_order():
    right, wrong = ("a", 5, True, 1.0, frozenset(), frozenset()), ("a", 5, False, 1.0, frozenset(), frozenset())
    calm = ("a", 9, False, 0.0, frozenset(), frozenset())
    assert found(stream_of([wrong, right, wrong, calm]))[1] == 0.0
    assert found(stream_of([right, wrong, wrong, calm]))[1] == pytest.approx(-log10(1.5) / 3)


def test_a_run_of_one_priority_alerts_nothing():
    items = [("a", at, at > 1, 5.0, frozenset(), frozenset()) for at in range(4)]
    assert found(stream_of(items)) == [-1.0, 0.0, -0.5]


@pytest.mark.parametrize(("low", "at", "high"), [(0.0, 0.56, 0.8), (0.1, 0.8, 1.1), (-2.0, 5.0, 8.0)])
def test_an_item_whose_priority_is_the_threshold_after_scaling_is_alerted(low, at, high):
    nothing = frozenset()
    stream = stream_of([("a", order, True, score, nothing, nothing) for order, score in enumerate((low, at, high))])
    assert stream.alerted(0.7).tolist() == [False, True, True]
    assert mercalli.parse("high_alert_worth")(stream) == pytest.approx((-1 + 0.3 + 0.3) / 3)


def test_events_count_as_often_as_they_were_drawn():
    items = [
        ("a", 0, True, 1, {"news"}, {"news"}),
        ("b", 0, True, 0, {"news"}, {"news"}),
        ("b", 1, True, 0, {"x"}, {"x"}),
    ]
    stream = replace(stream_of(items), times=np.array([[1.0, 1.0], [2.0, 0.0], [4.0, 1.0]]))
    worth = mercalli.catalogue()["high_alert_worth"].function(stream)
    assert worth == pytest.approx([float(Fraction(1 - 2, 3)), 1.0, float(Fraction(4 - 2, 6))])


@pytest.mark.parametrize(("option", "wrong"), [("threshold", 1.5), ("neither", "perhaps")])
def test_options_outside_their_range_are_refused(option, wrong):
    with pytest.raises(MetricError, match=option):
        found(stream_of([("a", 0, True, 1, frozenset(), frozenset())]), **{option: wrong})
