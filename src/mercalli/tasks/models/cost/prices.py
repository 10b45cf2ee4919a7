"""Prices of tokens, from a TOML file of the user; none come along, because price lists age."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.io.toml import TOML
from mercalli.io.whole_files import file_text
from mercalli.profiles.table import Table
from mercalli.profiles.toml import Toml
from mercalli.tasks.models.cost.errors import CostError

PRICES = "prices"
KEYS = ("input", "output", "cached", "per", "currency", "as_of")
MILLION = 1_000_000


@dataclass(frozen=True)
class Price:
    """What `per` tokens of a model cost; cached input costs as much as other input where nothing else is said."""

    input: float
    output: float
    cached: float
    per: float

    def cost(self, tokens: Floats, output: Floats, cached: Floats) -> Floats:
        """The cost of calls; `cached` tokens are part of the input. What is free costs nothing, however much it is."""
        parts = ((tokens - cached, self.input), (cached, self.cached), (output, self.output))
        return sum((np.where(price == 0, 0.0, each * price) for each, price in parts), np.zeros(len(tokens))) / self.per


@dataclass(frozen=True)
class Prices:
    """Prices by model, all in one currency.

    Attributes:
        models: The price of each model.
        currency: As it was written.
        as_of: The oldest and the newest date of the prices.
        digest: SHA-256 of what the file says.
        file: What the file is called.
    """

    models: Mapping[str, Price]
    currency: str
    as_of: tuple[str, str]
    digest: str
    file: str

    def of(self, model: str) -> Price:
        """The price of a model."""
        if model not in self.models:
            raise CostError.no_price(model, list(self.models), self.file)
        return self.models[model]

    @property
    def free(self) -> bool:
        """Whether every model costs nothing."""
        return not any(price.input or price.output for price in self.models.values())

    @property
    def dates(self) -> str:
        """When these were the prices."""
        first, last = self.as_of
        return first if first == last else f"{first} to {last}"


def read_prices(path: str | Path) -> Prices:
    """The prices of a .toml file."""
    return check_prices(file_text(path, TOML, "a .toml file of prices"), repr(Path(path).name))


def check_prices(text: str, origin: str) -> Prices:
    r"""Prices from their TOML text.

    >>> text = '[prices.small]\ninput = 0.15\noutput = 0.6\ncurrency = "USD"\nas_of = 2026-10-01'
    >>> check_prices(text, "the prices").of("small")
    Price(input=0.15, output=0.6, cached=0.15, per=1000000)
    """
    toml = Toml(text, origin)
    top = Table(toml.content(), toml, "the price file")
    top.only((PRICES,))
    tables = dict(top.table(PRICES).tables("price of"))
    if not tables:
        top.fail("the price file has no prices. Add a table [prices.MODEL] for each model.")
    models = {model: _price(table) for model, table in tables.items()}
    dates = sorted(_date(table) for table in tables.values())
    return Prices(models, _currency(tables), (dates[0], dates[-1]), top.digest, origin)


def _price(table: Table) -> Price:
    for key, value in table.content.items():
        if isinstance(value, Mapping):
            name = f"{table.path[-1]}.{key}"
            table.fail(f'{table.noun} holds a table {key!r}. A name with a dot needs quotes: [prices."{name}"].', key)
    table.only(KEYS)
    tokens, output = table.number("input"), table.number("output")
    cached = table.number("cached") if "cached" in table.content else tokens
    per = table.number("per") if "per" in table.content else MILLION
    if not per:
        table.fail("'per' must be a number of tokens above 0; found 0.", "per")
    return Price(tokens, output, cached, per)


def _date(table: Table) -> str:
    """The day on which a price held, as a date of TOML or as text."""
    found = table.content.get("as_of")
    try:
        day = found if isinstance(found, date) else date.fromisoformat(table.text("as_of"))
    except ValueError:
        table.fail(f"{table.noun} needs the day of its price, as in: as_of = 2026-10-01", "as_of")
    return f"{day:%Y-%m-%d}"


def _currency(tables: Mapping[str, Table]) -> str:
    """The one currency of all prices."""
    known: dict[str, str] = {}
    for table in tables.values():
        if not (currency := table.text("currency").strip()):
            table.fail(f'{table.noun} needs its currency, as in: currency = "USD"', "currency")
        known.setdefault(currency.upper(), currency)
        if len(known) > 1:
            table.fail(f"prices are in two currencies: {' and '.join(known)}. Convert them to one.", "currency")
    return next(iter(known))
