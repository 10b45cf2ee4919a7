"""Which columns say what a call took: found by their usual names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias, get_args

from mercalli.errors import SettingError
from mercalli.inputs import usual_names as usual
from mercalli.inputs.usual_names import plain_name, usual_column
from mercalli.tasks.models.cost.errors import CostError

LatencyUnit: TypeAlias = Literal["ms", "s"]
TEXTS = ("finish_reason", "model")


@dataclass(frozen=True)
class CallColumns:
    """The column of each part, None where there is none."""

    input_tokens: str | None = None
    output_tokens: str | None = None
    cached_tokens: str | None = None
    reasoning_tokens: str | None = None
    cost: str | None = None
    latency: str | None = None
    attempts: str | None = None
    cached: str | None = None
    finish_reason: str | None = None
    model: str | None = None

    @classmethod
    def of(cls, columns: Sequence[str]) -> CallColumns:
        """Those that a table has.

        >>> CallColumns.of(["id", "prompt_tokens", "Latency ms"]).found
        {'input_tokens': 'prompt_tokens', 'latency': 'Latency ms'}
        """
        names = (each.name for each in fields(cls))
        found = cls(**{name: usual_column(getattr(usual, name.upper()), columns) for name in names})
        currencies = {currency_of(name): name for name in usual.usual_names(usual.COST, columns) if currency_of(name)}
        if len(currencies) > 1:
            raise CostError.currencies(*list(currencies)[:2])
        return found

    @property
    def found(self) -> dict[str, str]:
        """The columns that there are, by their part."""
        return {name: column for name, column in vars(self).items() if column is not None}

    @property
    def numbers(self) -> dict[str, str]:
        """Those that hold numbers, or true and false."""
        return {name: column for name, column in self.found.items() if name not in TEXTS}


def currency_of(column: str) -> str:
    """The currency that the name of a column of costs says; nothing if it says none.

    >>> currency_of("cost_usd"), currency_of("total cost")
    ('USD', '')
    """
    last = plain_name(column).rpartition("_")[2]
    return last.upper() if last in usual.CURRENCIES else ""


def seconds_in(column: str, asked: LatencyUnit | None, origin: str) -> float:
    """How many seconds one of a column of latencies is, by its name or as asked.

    >>> seconds_in("latency_ms", None, "the file"), seconds_in("duration", "s", "the file")
    (0.001, 1.0)
    """
    if asked is not None and asked not in get_args(LatencyUnit):
        raise SettingError.choice("latency_unit", asked, get_args(LatencyUnit))
    named = usual.LATENCY_UNIT_NAMES.get(plain_name(column).rpartition("_")[2])
    if asked is None and named is None:
        raise CostError.no_unit(column, origin)
    if asked is not None and named is not None and named != asked:
        raise CostError.other_unit(column, named, asked)
    return usual.LATENCY_UNITS[named or asked or "s"]
