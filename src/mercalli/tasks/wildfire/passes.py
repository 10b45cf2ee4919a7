"""What every pass over two fields has: strips that go in, and what is found of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from mercalli.tasks.wildfire.result import Quantity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.stats.tile_sums import TileSums
    from mercalli.tasks.wildfire.over_units import Ends
    from mercalli.tasks.wildfire.result import FieldTable


@dataclass(frozen=True)
class FieldStrip:
    """Rows of both maps from `start` on, and which of their cells count; what a reference says of them."""

    start: int
    values: NDArray[Any]
    answers: NDArray[Any]
    known: Bools
    reference: Floats | None = None


@dataclass(frozen=True)
class Found:
    """Numbers, and a table of them by something."""

    quantities: tuple[Quantity, ...]
    table: FieldTable | None = None
    notes: tuple[str, ...] = ()


Again = Callable[[Callable[[FieldStrip], None]], None]


class FieldPass(Protocol):
    """Sums by tile of all strips."""

    @property
    def sums(self) -> TileSums:
        """What was added up."""
        ...

    def add(self, strip: FieldStrip) -> None:
        """The next rows."""

    def found(self, settings: Settings, again: Again) -> Found:
        """Numbers with intervals over tiles; `again` passes over all strips once more."""
        ...


def quantity(name: str, label: str, ends: Ends, unit: str = "", why: str | None = None) -> Quantity:
    """A number with its interval; `why` is told where there is none."""
    return Quantity(name, label, ends.value, unit, why if ends.value is None else None, ends.low, ends.high)
