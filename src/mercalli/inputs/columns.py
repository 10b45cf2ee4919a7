"""What a table of rows can be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.inputs.tally import Column


class Columns(Protocol):
    """Columns of equal length, as found."""

    @property
    def origin(self) -> str:
        """What the data is called in messages."""
        ...

    def numbers(self, name: str) -> Floats:
        """A column as numbers, NaN where there is none."""
        ...

    def column(self, name: str) -> Column:
        """A column as codes of its values."""
        ...

    def first(self, chosen: Bools) -> str:
        """Words for the first rows that are chosen."""
        ...
