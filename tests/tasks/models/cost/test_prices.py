"""Prices of tokens: what a file says, and what is wrong with it, with its line."""

from __future__ import annotations

import numpy as np
import pytest

from mercalli.errors import MercalliError
from mercalli.tasks.models.cost.prices import check_prices

GOOD = """
[prices.small]
input = 0.15
output = 0.6
cached = 0.075
currency = "USD"
as_of = 2026-10-01

[prices."big-4.1"]
input = 2
output = 8
per = 1_000
currency = "usd"
as_of = "2026-10-09"
"""


def test_cached_tokens_are_part_of_the_input_and_have_their_own_price():
    price = check_prices(GOOD, "p").of("small")
    cost = price.cost(np.array([1000.0]), np.array([10.0]), np.array([400.0]))
    assert cost[0] * 1e6 == pytest.approx(600 * 0.15 + 400 * 0.075 + 10 * 0.6)


def test_currency_and_dates_are_known():
    prices = check_prices(GOOD, "p")
    assert (prices.currency, prices.dates) == ("USD", "2026-10-01 to 2026-10-09")


def test_what_is_free_costs_nothing_without_tokens():
    text = '[prices.svm]\ninput = 0\noutput = 0\ncurrency = "USD"\nas_of = 2026-10-01'
    assert check_prices(text, "p").of("svm").cost(*np.full((3, 2), np.nan)).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("cached", "cahced", "The price of 'small' has no setting 'cahced'. Did you mean 'cached'?", 5),
        ('"usd"', '"EUR"', "Prices are in two currencies: USD and EUR", 13),
        ("input = 2", "input = -2", "'input' must be a finite number of at least 0; found -2", 10),
        ("input = 2", "input = nan", "'input' must be a finite number of at least 0; found nan", 10),
        ("input = 2", 'input = "2"', "'input' must be a finite number of at least 0; found '2'", 10),
        ("output = 8\n", "", "The price of 'big-4.1' has no output", 9),
        ("per = 1_000", "per = 0", "'per' must be a number of tokens above 0", 12),
        ('as_of = "2026-10-09"', 'as_of = "autumn"', "The price of 'big-4.1' needs the day of its price", 14),
        ('currency = "usd"\n', "", "The price of 'big-4.1' needs its currency", 9),
        ('[prices."big-4.1"]', "[prices.big-4.1]", 'A name with a dot needs quotes: [prices."big-4.1"]', 9),
        ("[prices.small]", "[price.small]", "The price file has no setting 'price'. Did you mean 'prices'?", 2),
        ("input = 2", "input 2", "This is not TOML", 10),
    ],
)
def test_a_mistake_is_told_with_its_line(old, new, says, line):
    with pytest.raises(MercalliError) as error:
        check_prices(GOOD.replace(old, new), "p")
    assert says in str(error.value)
    assert f"(line {line} of p)" in str(error.value)


def test_a_file_without_prices_is_refused():
    with pytest.raises(MercalliError, match="has no prices"):
        check_prices("", "p")


def test_an_unknown_model_is_named_with_what_there_is():
    with pytest.raises(MercalliError, match=r"no price for the model 'smal'. Did you mean 'small'\?"):
        check_prices(GOOD, "p").of("smal")
