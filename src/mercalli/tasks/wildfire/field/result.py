"""How two fields of a fire compare: neighbourhoods, arrival times, probabilities, ordered classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.measure import Provenance  # noqa: TC001 - as above
from mercalli.results.named import number_named, system_named
from mercalli.results.seal import Result
from mercalli.tasks.wildfire.result import (
    Excluded,  # noqa: TC001 - read back by the types of the fields
    FieldTable,  # noqa: TC001 - as above
    Quantity,  # noqa: TC001 - as above
)


@dataclass(frozen=True)
class FieldReport:
    """One model; `units` is how many tiles were resampled."""

    name: str
    n: int
    units: int
    quantities: tuple[Quantity, ...]
    table: FieldTable | None
    excluded: tuple[Excluded, ...]
    notes: tuple[str, ...]
    digest: str

    def quantity(self, name: str) -> Quantity:
        """A number by its name."""
        return number_named(self.quantities, name)


@dataclass(frozen=True)
class FireField(Result):
    """One or more models of one field; `kind` is fss, arrival, probability or ordinal."""

    sealed_as: ClassVar[str] = "fire_field"

    kind: str
    observed: str
    systems: tuple[FieldReport, ...]
    provenance: Provenance

    def __getitem__(self, system: str) -> FieldReport:
        """A model by its name."""
        return system_named(self.systems, system)
