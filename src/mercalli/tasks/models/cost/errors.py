"""Errors about costs, prices and latencies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors import InputError
from mercalli.inputs.arrays import LARGEST_NUMBER
from mercalli.text.words import shown, suggestion


class CostError(InputError):
    """Costs, tokens or latencies that cannot be evaluated as they stand."""

    @classmethod
    def negative(cls, name: str, found: float, where: str, origin: str) -> Self:
        """An amount below 0, or beyond all bounds."""
        return cls(
            f"{name!r} of {origin} must hold numbers of at least 0 and at most {LARGEST_NUMBER:g}, and nothing where a "
            f"number is not known; found {found:g}{where}. Correct those rows."
        )

    @classmethod
    def no_unit(cls, name: str, origin: str) -> Self:
        """Latencies in seconds or in milliseconds."""
        return cls(
            f"{name!r} of {origin} does not say its unit. Add --latency-unit ms or --latency-unit s, or rename it to "
            f"{name}_ms or {name}_s."
        )

    @classmethod
    def other_unit(cls, name: str, unit: str, asked: str) -> Self:
        """A name that says another unit than the option."""
        return cls(
            f"{name!r} says {unit}, and --latency-unit says {asked}. Leave out the option, or rename the column."
        )

    @classmethod
    def larger_part(cls, part: str, whole: str, where: str, origin: str) -> Self:
        """A count of tokens that should be part of another and is larger."""
        return cls(
            f"{part!r} of {origin} is larger than {whole!r}{where}. {part!r} must be counted within {whole!r}: add "
            f"both up and write the sum to {whole!r}."
        )

    @classmethod
    def no_limit(cls, calls: int, origin: str) -> Self:
        """Calls that timed out after nobody knows how long."""
        said = "1 call of" if calls == 1 else f"{calls:,} calls of"
        return cls(f"{said} {origin} timed out without a latency. Say the time limit with --timeout SECONDS.")

    @classmethod
    def absent(cls, option: str, what: str, names: str, origin: str) -> Self:
        """An option for a column that is not there."""
        return cls(f"{option} was given, and {origin} has no column of {what}. Expected names: {names}.")

    @classmethod
    def currencies(cls, one: str, two: str) -> Self:
        """Amounts that cannot be compared."""
        return cls(f"Costs are in two currencies: {one} and {two}. They cannot be compared. Convert them to one.")

    @classmethod
    def no_price(cls, model: str, known: Sequence[str], file: str) -> Self:
        """A model that the price file does not have."""
        return cls(
            f"{file} has no price for the model {model!r}.{suggestion(model, known)} It has: {shown(known)}. Add "
            f'[prices."{model}"]; a model that costs nothing has input = 0 and output = 0.'
        )
