"""Costs and times in the result of `models`: against plain sums, beside scores, on the frontier and in the verdict."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.tasks.models.cost.prices import check_prices
from tests.tasks.models.cost.runs import CLASSES, PRICES, calls

PRICED = check_prices(PRICES, "'prices.toml'")


def evaluated(columns, **settings):
    asked = {"item": "id", "system": "system", "profile": "humaid", "replicates": 200, "sample": "sample"}
    return mercalli.models(columns, truth="truth", pred="output", **{**asked, **settings})


@pytest.fixture(scope="module")
def rows():
    return calls()


@pytest.fixture(scope="module")
def result(rows):
    return evaluated(rows, prices=PRICED)


def values(report):
    return {measure.metric: measure.value for measure in report.measures}


def of(rows, system, name):
    return np.array([cell for cell, each in zip(rows[name], rows["system"], strict=True) if each == system])


def test_cost_is_what_tokens_and_prices_give(rows, result):
    tokens, said = (of(rows, "big", name).astype(float) for name in ("prompt_tokens", "completion_tokens"))
    assert values(result.cost["big"])["cost_per_1000"] == pytest.approx((2.5 * tokens + 10 * said).mean() / 1000)


def test_all_items_are_paid_for_each_urgent_one_that_is_found(rows, result):
    tokens, said = (of(rows, "big", name).astype(float) for name in ("prompt_tokens", "completion_tokens"))
    truth, output = of(rows, "big", "truth"), of(rows, "big", "output")
    urgent, cost = np.isin(truth, CLASSES[:2]), (2.5 * tokens + 10 * said).sum() / 1e6
    found = values(result.cost["big"])
    assert found["cost_per_urgent_found"] == pytest.approx(cost / (urgent & (truth == output)).sum())
    level = urgent & np.isin(output, CLASSES[:2])
    assert found["cost_per_urgent_found(found_as='level')"] == pytest.approx(cost / level.sum())


def test_a_repeated_call_counts_as_a_share_of_its_item(rows, result):
    tokens, said = (of(rows, "small", name).astype(float) for name in ("prompt_tokens", "completion_tokens"))
    assert values(result.cost["small"])["tokens_per_item"] == pytest.approx((tokens + said).mean())


def test_a_vote_costs_all_its_calls_and_takes_as_long_as_the_slowest(rows, result):
    vote, one = values(result.cost["small, vote of 3"]), values(result.cost["small"])
    slowest = np.sort(of(rows, "small", "latency_s").reshape(-1, 3).max(axis=1))
    assert vote["cost_per_1000"] == pytest.approx(3 * one["cost_per_1000"])
    assert vote["latency_p50"] == slowest[59]
    assert vote["latency_p95"] == slowest[113]


def test_what_is_free_stands_at_0_without_tokens(result):
    found = result.cost["rules"]
    assert values(found)["cost_per_1000"] == 0
    assert found.measure("tokens_per_item").undefined == "no call has token counts"


def test_the_frontier_knows_the_cheapest_and_who_is_dominated(result):
    by_cost, by_time = result.cost.frontiers
    places = {place.name: place for place in by_cost.places}
    assert (by_cost.across, by_time.across) == ("cost_per_1000", "latency_p95")
    assert places["rules"].on_line
    assert places["rules"].share == 1
    assert "small, vote of 3" in places["big"].dominated_by


def test_the_dearer_system_is_not_shown_to_find_more_than_a_vote(result):
    more = next(each for each in result.cost.more_found if (each.first, each.second) == ("big", "small, vote of 3"))
    assert more.measure.undefined == "it is not shown that more are found"


def test_finding_more_has_a_price(result):
    more = next(each for each in result.cost.more_found if (each.first, each.second) == ("big", "rules"))
    cost = values(result.cost["big"])["cost_per_1000"] * 120 / 1000
    assert more.measure.value == pytest.approx(cost / more.found.difference)
    assert more.measure.low < more.measure.value < more.measure.high


def test_the_verdict_says_the_price_right_after_the_answer(result):
    lines = [line for line in result.verdict.lines if not line.warns]
    assert [line.topic for line in lines[:2]] == ["answer", "missed"]
    assert lines[1].text.startswith("big costs 1.18 USD")


def test_the_verdict_says_what_the_best_costs(result):
    text = " ".join(line.text for line in result.verdict.lines)
    assert "big costs 1.18 USD per 1,000 items and answers 95% of its calls within 3.23 s" in text
    assert (
        "times as much as small, vote of 3, and is not shown to be better on dua, nor to find more urgent items."
        in text
    )


def test_nobody_is_called_better_where_units_are_too_few_for_a_test(rows):
    few = evaluated({**rows, "event": [each % 4 for each in rows["id"]]}, prices=PRICED, unit="event")
    (text,) = [line.text for line in few.verdict.lines if "times as much" in line.text]
    assert "shown to be better" not in text
    assert "; dua is 0." in text


def test_the_same_data_give_the_same_bytes(rows, result):
    assert mercalli.to_json(evaluated(rows, prices=PRICED)) == mercalli.to_json(result)


def test_a_result_can_be_read_again(result):
    assert mercalli.from_json(mercalli.to_json(result)) == result


def test_a_missing_count_makes_the_cost_undefined_and_says_the_share(rows):
    gone = {**rows, "prompt_tokens": [None, *rows["prompt_tokens"][1:]]}
    found = evaluated(gone, prices=PRICED).cost["big"].measure("cost_per_1000")
    assert found.undefined == "1 of 120 calls has no token counts, and so no cost (0.8%)"


def test_timeouts_hide_the_95th_percentile(rows):
    late = [30.0 if system == "big" and item < 12 else each for item, system, each in _timed(rows)]
    found = evaluated({**rows, "latency_s": late}, timeout=20).cost["big"]
    assert found.measure("latency_p95").undefined == "above 20 s: 12 of 120 calls timed out"
    assert found.above == {"latency_p95": 20.0, "latency_p99": 20.0}
    assert found.measure("latency_p50").value is not None


def _timed(rows):
    return zip(rows["id"], rows["system"], rows["latency_s"], strict=True)


def test_units_above_items_are_drawn_instead(rows):
    events = {**rows, "event": [f"event {item % 8}" for item in rows["id"]]}
    found = evaluated(events, prices=PRICED, unit="event").cost["big"].measure("cost_per_1000")
    assert found.method == "t over units left out in turn"


def test_columns_of_a_row_with_several_answers_are_left_out_and_said():
    wide = {"truth": ["a", "b"] * 20, "one": ["a", "b"] * 20, "two": ["a", "a"] * 20, "cost": [0.1] * 40}
    found = mercalli.models(wide, truth="truth", pred=["one", "two"], replicates=0)
    assert found.cost is None
    assert any("it is not known whose they are" in note for note in found.notes)


def test_without_columns_there_is_no_cost(rows):
    plain = {name: rows[name] for name in ("id", "system", "sample", "output", "truth")}
    assert evaluated(plain, replicates=0).cost is None
