"""Which system alerts better over the same events, what other thresholds give, and what the verdict says of it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.stats import ttest_rel

import mercalli
from mercalli.errors import ProfileError

NDCG = "ndcg_at_k(k=5, gain='exponential')"
WORTH = "accumulated_alert_worth"
ROLES = {"truth": "priority", "event": "event", "order": "time", "types": "types"}
KINDS = np.array(["SearchAndRescue", "News", "News;Sentiment"], object)
LEVELS = np.array(["Low", "Medium", "High", "Critical"], object)


def stream(events=7, size=12, seed=3):
    """Events in each of which both scores reach 0 and 1, so that no exchange of events changes how they are scaled."""
    rng = np.random.default_rng(seed)
    n = events * size
    level = rng.integers(0, 4, n)
    good, poor = np.clip(level / 4 + rng.normal(0, 0.2, n), 0, 1), rng.random(n)
    for score in (good, poor):
        score[::size], score[1::size] = 0.0, 1.0
    said = [KINDS[rng.integers(0, 3, n)] for _ in range(2)]
    event = np.repeat([f"e{at}" for at in range(events)], size).astype(object)
    given = {"event": event, "time": np.arange(n), "priority": LEVELS[level], "types": KINDS[level % 3]}
    return {**given, "good": good, "poor": poor, "said_good": said[0], "said_poor": said[1]}


def asked(data, **others):
    systems = {"score": ["poor", "good"], "pred_types": ["said_poor", "said_good"]}
    return mercalli.alerts(data, **{**ROLES, **systems, "k": 5, "replicates": 4000, **others})


def test_the_interval_of_a_difference_is_students_t_over_events():
    found = asked(stream())
    by_event = {each.name: [event.measures[0].value for event in each.events] for each in found.systems}
    ends = ttest_rel(by_event["poor"], by_event["good"]).confidence_interval(0.95)
    difference = found.pairs[0].difference(NDCG)
    assert (difference.low, difference.high) == pytest.approx((ends.low, ends.high))
    assert found.pairs[0].units == 7


def exchanged(data, heads):
    """The same stream where some events got the answers of the other system."""
    turned = np.repeat(heads, len(data["event"]) // len(heads)).astype(bool)
    swap = {"good": "poor", "poor": "good", "said_good": "said_poor", "said_poor": "said_good"}
    return {**data, **{name: np.where(turned, data[other], data[name]) for name, other in swap.items()}}


def worths(data):
    one, two = asked(data, replicates=0).systems
    return np.array([first.value - second.value for first, second in zip(one.measures, two.measures, strict=True)])


def test_p_values_are_those_of_every_exchange_of_events():
    data = stream(events=6)
    every = np.array([worths(exchanged(data, heads)) for heads in product([0, 1], repeat=6)])
    exact = (np.abs(every) >= np.abs(worths(data)) - 1e-12).mean(axis=0)
    found = [each.p for each in asked(data).pairs[0].differences]
    assert found == pytest.approx(exact, abs=0.03)


def test_five_events_give_no_p_value_and_the_verdict_says_so():
    found = asked(stream(events=5))
    assert {each.p for each in found.pairs[0].differences} == {None}
    assert any("5 events are too few to show a difference between systems" in line.text for line in found.verdict.lines)


def test_the_best_stands_first_and_ties_are_groups():
    found = asked(stream(events=12), types=None, pred_types=None)
    assert found.verdict.best == "good"
    assert {each.metric: each for each in found.rankings}[NDCG].groups == (("good",), ("poor",))
    assert str(found).index("good finds") < str(found).index("poor: 144 items")


def test_one_event_or_no_replicates_is_no_comparison():
    alone = asked(stream(), event=None)
    assert (alone.pairs[0].units, alone.pairs[0].difference(WORTH).low) == (1, None)
    assert any("1 event is too few" in line.text for line in alone.verdict.lines)
    untested = asked(stream(), replicates=0)
    assert untested.pairs == ()
    assert any("was not tested" in line.text for line in untested.verdict.lines)


def test_each_threshold_gives_what_it_gives_when_it_is_used():
    for row in asked(stream(), replicates=0)["good"].thresholds[1:-1]:
        used = asked(stream(), replicates=0, threshold=float(row.name))["good"]
        assert (row.counts, row.worth) == (used.counts, used.measure(used.measures[1].metric).value)
        assert row.used == (row.name == "0.7")


def test_alerting_nothing_misses_all_and_alerting_everything_finds_all():
    report = asked(stream(), replicates=0)["good"]
    nothing, everything = report.thresholds[0], report.thresholds[-1]
    assert (nothing.name, nothing.counts.alerted) == ("nothing", 0)
    assert (everything.name, everything.counts.missed, everything.counts.alerted) == ("everything", 0, report.n)
    baselines = report.measure(WORTH).baselines
    assert (nothing.worth, everything.worth) == (baselines["nothing"], baselines["everything"])
    assert report.measure("high_alert_worth").baselines["nothing"] == -1


def test_a_threshold_of_the_user_stands_among_the_others():
    names = [each.name for each in asked(stream(), replicates=0, threshold=0.42)["good"].thresholds]
    assert names == ["nothing", "0.9", "0.7", "0.5", "0.42", "0.3", "0.1", "everything"]


def test_urgent_items_that_are_missed_lead_the_verdict():
    data = stream()
    found = mercalli.alerts(data, **ROLES, score="poor", pred_types="said_poor", k=5, threshold=0.9)
    counts, line = found.systems[0].counts, found.verdict.lines[0]
    assert line.warns
    assert f"({counts.right} of {counts.urgent};" in line.text
    assert "below the floor of 50%" in line.text


def test_the_verdict_names_a_threshold_that_is_worth_more():
    found = asked(stream(), score="good", pred_types="said_good", threshold=0.99)
    rows = found.systems[0].thresholds[1:-1]
    best = max(rows, key=lambda row: row.worth)
    assert f"Try the threshold {best.name}" in found.verdict.texts("next")[0]


PRIORITIES = """
name = "mine"
levels = ["Low", "Medium", "High", "Critical"]
urgent = ["Critical"]
"""


def test_another_floor_comes_from_the_list_of_priorities(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(PRIORITIES + "floor = 0.95\n", encoding="utf-8")
    found = asked(stream(), levels=str(file), threshold=0.8)
    assert found.floor == 0.95
    assert "below the floor of 95%" in found.verdict.lines[0].text
    file.write_text(PRIORITIES, encoding="utf-8")
    assert asked(stream(), levels=str(file)).floor is None


def test_a_floor_that_is_no_share_is_refused(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(PRIORITIES + "floor = 50\n", encoding="utf-8")
    with pytest.raises(ProfileError, match="'floor' must be a share between 0 and 1; found 50"):
        asked(stream(), levels=str(file))


def test_thresholds_are_told_on_the_scale_of_the_scores_too():
    data = stream()
    found = asked({**data, "poor": data["poor"] * 20 - 5, "good": data["good"] * 20 - 5}, replicates=0)
    used = next(each for each in found.systems[1].thresholds if each.used)
    assert (used.name, used.raw) == ("0.7", pytest.approx(9.0))
    assert "With the threshold 0.7 (a score of 9 or more)" in str(found)
