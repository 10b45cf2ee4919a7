"""Calls, checked: what each one cost, how many tokens it took and how long; NaN where that is not known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import SettingError
from mercalli.inputs.arrays import LARGEST_NUMBER, Bools, Floats, Ints
from mercalli.inputs.tally import Column
from mercalli.inputs.usual_names import plain_name
from mercalli.tasks.models.cost.columns import CallColumns, LatencyUnit, currency_of, seconds_in
from mercalli.tasks.models.cost.errors import CostError
from mercalli.tasks.models.cost.prices import Prices

TIMED_OUT = ("timeout", "timed_out")


@dataclass(frozen=True)
class CallSettings:
    """How columns are to be understood: prices of tokens, the unit of latencies, and the time limit in seconds."""

    prices: Prices | None = None
    latency_unit: LatencyUnit | None = None
    timeout: float | None = None

    def __post_init__(self) -> None:
        if self.timeout is not None and not 0 < self.timeout < np.inf:
            raise SettingError.outside("timeout", self.timeout, "a number of seconds above 0")


@dataclass(frozen=True)
class Asked:
    """Whom each call asked: the system, below 0 for nobody, and its model, whose price counts."""

    system: Ints
    model: Column


@dataclass(frozen=True)
class Calls:
    """One call each.

    Attributes:
        cost: Money, over all attempts.
        tokens: Input and output together.
        seconds: From the request to the last token; the least it can have been where a call is `over` the limit.
        over: Whether a call timed out.
        cached: Whether the answer came from a cache, so that its time says nothing.
        attempts: How often the request was sent.
        currency: Of all costs; nothing where nobody said.
    """

    cost: Floats
    tokens: Floats
    seconds: Floats
    over: Bools
    cached: Bools
    attempts: Floats
    currency: str = ""

    @property
    def timed(self) -> Bools:
        """Calls whose time counts."""
        return ~self.cached & ~np.isnan(self.seconds)

    def take(self, chosen: Ints) -> Calls:
        """Some of the calls; of one with a negative number nothing is known."""
        there = chosen >= 0

        def known(part: Floats) -> Floats:
            return np.where(there, part[chosen], np.nan)

        over, cached = self.over[chosen] & there, self.cached[chosen] & there
        cost, tokens, seconds, attempts = map(known, (self.cost, self.tokens, self.seconds, self.attempts))
        return Calls(cost, tokens, seconds, over, cached, attempts, self.currency)


def read_calls(rows: ArraySource, columns: CallColumns, asked: Asked, settings: CallSettings) -> Calls:
    """The calls of a table, one each row."""
    amounts = {name: _amounts(rows, column) for name, column in columns.numbers.items()}
    nothing = np.full(len(asked.system), np.nan)
    _check_parts(rows, columns, amounts)
    tokens = amounts.get("input_tokens", nothing) + amounts.get("output_tokens", nothing)
    cached = np.nan_to_num(amounts.get("cached", nothing)) > 0
    seconds, over = _times(rows, columns, amounts.get("latency", nothing), cached, settings)
    cost = _costs(amounts, asked, settings.prices)
    attempts = amounts.get("attempts", nothing)
    return Calls(cost, tokens, seconds, over, cached, attempts, _currency(columns, settings.prices))


def _amounts(rows: ArraySource, column: str) -> Floats:
    """Numbers of at least 0, NaN where none stands."""
    numbers = rows.numbers(column).astype(np.float64, copy=False)
    wrong = (numbers < 0) | (numbers > LARGEST_NUMBER)
    if wrong.any():
        raise CostError.negative(column, float(numbers[wrong][0]), rows.first(wrong), rows.origin)
    return numbers


def _check_parts(rows: ArraySource, columns: CallColumns, amounts: dict[str, Floats]) -> None:
    """Cached tokens are part of the input, tokens of reasoning part of the output."""
    for part, whole in (("cached_tokens", "input_tokens"), ("reasoning_tokens", "output_tokens")):
        if part in amounts and whole in amounts:
            larger = amounts[part] > amounts[whole]
            if larger.any():
                names = columns.found
                raise CostError.larger_part(names[part], names[whole], rows.first(larger), rows.origin)


def _times(
    rows: ArraySource, columns: CallColumns, latency: Floats, cached: Bools, settings: CallSettings
) -> tuple[Floats, Bools]:
    """Seconds, and which calls timed out: those whose reason says so, and those that took as long as the limit."""
    unit = 1.0 if columns.latency is None else seconds_in(columns.latency, settings.latency_unit, rows.origin)
    seconds, limit = latency * unit, settings.timeout
    over = _said_late(rows, columns.finish_reason) & ~cached
    if limit is not None:
        over |= ~cached & (np.nan_to_num(seconds) >= limit)
        return np.where(over, limit, seconds), over
    unknown = over & np.isnan(seconds)
    if columns.latency is not None and unknown.any():
        raise CostError.no_limit(int(unknown.sum()), rows.origin)
    return seconds, over


def _said_late(rows: ArraySource, column: str | None) -> Bools:
    """Calls whose reason to finish says that they timed out."""
    if column is None:
        return np.zeros(len(next(iter(rows.arrays.values()))), np.bool_)
    reasons = rows.column(column)
    late = [any(word in plain_name(str(value)) for word in TIMED_OUT) for value in reasons.values]
    return np.array([*late, False], np.bool_)[reasons.codes]


def _costs(amounts: dict[str, Floats], asked: Asked, prices: Prices | None) -> Floats:
    """The costs that stand in the table; those of systems without any from prices, if there are prices."""
    cost = amounts.get("cost", np.full(len(asked.system), np.nan)).copy()
    if prices is None:
        return cost
    for system in np.unique(asked.system[asked.system >= 0]):
        own = asked.system == system
        if np.isnan(cost[own]).all():
            cost[own] = _priced(amounts, own, asked.model, prices)
    return cost


def _priced(amounts: dict[str, Floats], own: Bools, model: Column, prices: Prices) -> Floats:
    """The cost of some calls by their tokens."""
    nothing = np.full(len(own), np.nan)
    tokens, output = amounts.get("input_tokens", nothing), amounts.get("output_tokens", nothing)
    cached = np.nan_to_num(amounts.get("cached_tokens", np.zeros(len(own))))
    cost = nothing.copy()
    for code in np.unique(model.codes[own]):
        of_model = own & (model.codes == code)
        price = prices.of(str(model.values[code]) if code >= 0 else "")
        cost[of_model] = price.cost(tokens[of_model], output[of_model], cached[of_model])
    return cost[own]


def _currency(columns: CallColumns, prices: Prices | None) -> str:
    """The one currency of the table and of the prices."""
    own = "" if columns.cost is None else currency_of(columns.cost)
    other = "" if prices is None else prices.currency
    if own and other and own != other:
        raise CostError.currencies(own, other)
    return own or other
