"""How two perimeters of a fire lie on each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mercalli.results.measure import Provenance  # noqa: TC001 - as above
from mercalli.results.named import number_named, system_named
from mercalli.results.seal import Result
from mercalli.tasks.wildfire.result import Kpi, Quantity  # noqa: TC001 - read back by the types of the fields

# Rings as x, y, x, y ..., in metres from the middle of the observed fire, north up.
Outline = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class PerimeterStep:
    """One time: what both perimeters cover, and outlines to draw.

    `growth` compares only what burned since the step before (or the perimeter that was given as the one before).
    """

    time: str
    quantities: tuple[Quantity, ...]
    growth: tuple[Quantity, ...]
    observed: Outline
    model: Outline

    def quantity(self, name: str) -> Quantity:
        """A number by its name."""
        return number_named(self.quantities, name)


@dataclass(frozen=True)
class PerimeterReport:
    """One model; `kpis` are of the last step, `growth` is that of all steps."""

    name: str
    steps: tuple[PerimeterStep, ...]
    kpis: tuple[Kpi, ...]
    notes: tuple[str, ...]
    digest: str
    growth: tuple[Quantity, ...] = ()


@dataclass(frozen=True)
class Perimeters(Result):
    """One or more models of one fire's perimeter."""

    sealed_as: ClassVar[str] = "perimeters"

    observed: str
    systems: tuple[PerimeterReport, ...]
    provenance: Provenance

    def __getitem__(self, system: str) -> PerimeterReport:
        """A model by its name."""
        return system_named(self.systems, system)
