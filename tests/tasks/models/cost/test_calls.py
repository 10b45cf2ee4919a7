"""Calls: columns by their usual names, units, timeouts, caches, and numbers that cannot be."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.engines.arrays import ArraySource
from mercalli.errors import MercalliError
from mercalli.inputs.tally import Column
from mercalli.tasks.models.cost.calls import Asked, CallSettings, read_calls
from mercalli.tasks.models.cost.columns import CallColumns
from mercalli.tasks.models.cost.prices import check_prices

PRICES = check_prices('[prices.m]\ninput = 1\noutput = 2\ncurrency = "USD"\nas_of = 2026-10-01', "prices.toml")


def calls(rows, **settings):
    source = ArraySource.check(rows)
    n = len(next(iter(source.arrays.values())))
    asked = Asked(np.zeros(n, np.int64), Column.of(["m"] * n))
    return read_calls(source, CallColumns.of(source.columns), asked, CallSettings(**settings))


@pytest.mark.parametrize(("name", "unit"), [("latency_ms", None), ("latency", "ms"), ("Duration", "ms")])
def test_latencies_become_seconds(name, unit):
    assert calls({name: [250, 500]}, latency_unit=unit).seconds.tolist() == [0.25, 0.5]


def test_a_call_that_reached_the_limit_took_at_least_so_long():
    found = calls({"latency_s": [1.0, 31.0, None], "finish_reason": ["stop", "stop", "Timeout"]}, timeout=30)
    assert found.seconds.tolist() == [1.0, 30.0, 30.0]
    assert found.over.tolist() == [False, True, True]


def test_a_late_call_without_a_limit_counts_as_at_least_its_own_time():
    found = calls({"latency_s": [1.0, 12.0], "finish_reason": ["stop", "request timed out"]})
    assert (found.seconds.tolist(), found.over.tolist()) == ([1.0, 12.0], [False, True])


def test_an_answer_from_a_cache_has_no_time():
    assert calls({"latency_s": [1.0, 0.001], "cached": ["false", "true"]}).timed.tolist() == [True, False]


def test_tokens_are_priced_and_a_column_of_costs_wins():
    tokens = {"prompt_tokens": [100, 200], "completion_tokens": [10, None]}
    assert calls(tokens, prices=PRICES).cost[0] == pytest.approx(120e-6)
    assert calls({**tokens, "cost_usd": [0.5, 0.25]}, prices=PRICES).cost.tolist() == [0.5, 0.25]


def test_a_missing_count_of_tokens_makes_the_cost_unknown():
    found = calls({"input_tokens": [100, None], "output_tokens": [10, 10]}, prices=PRICES)
    assert np.isnan(found.cost).tolist() == [False, True]


@pytest.mark.parametrize(
    ("rows", "settings", "says"),
    [
        ({"latency": [1, 2]}, {}, "'latency' of the arrays does not say its unit. Add --latency-unit"),
        ({"duration": [1, 2]}, {}, "does not say its unit"),
        ({"latency_ms": [1, 2]}, {"latency_unit": "s"}, "'latency_ms' says ms, and --latency-unit says s"),
        ({"latency": [1, 2]}, {"latency_unit": "min"}, "`latency_unit` must be one of 'ms', 's'; found 'min'"),
        ({"cost": [0.1, -0.1]}, {}, "'cost' of the arrays must hold numbers of at least 0"),
        ({"cost": [0.1, np.inf]}, {}, "found inf (first at index 1)"),
        ({"input_tokens": [5, -1]}, {}, "found -1 (first at index 1)"),
        ({"cost": ["0.1", "cheap"]}, {}, "must hold numbers; found 'cheap' (first at index 1)"),
        ({"latency_ms": [1, -2]}, {}, "found -2 (first at index 1)"),
        ({"cost_usd": [1], "cost_eur": [1]}, {}, "Costs are in two currencies: USD and EUR"),
        ({"cost_eur": [1]}, {"prices": PRICES}, "Costs are in two currencies: EUR and USD"),
        (
            {"input_tokens": [5], "cached_tokens": [6]},
            {},
            "'cached_tokens' of the arrays is larger than 'input_tokens'",
        ),
        ({"output_tokens": [5], "reasoning_tokens": [6]}, {}, "'reasoning_tokens' of the arrays is larger"),
        ({"latency_s": [None], "finish_reason": ["timeout"]}, {}, "timed out without a latency"),
        ({"latency_s": [1]}, {"timeout": 0}, "a number of seconds above 0"),
    ],
)
def test_numbers_that_cannot_be_are_refused(rows, settings, says):
    with pytest.raises(MercalliError) as error:
        calls(rows, **settings)
    assert says in str(error.value)
