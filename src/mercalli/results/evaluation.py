"""What an evaluation of systems against the truth carries."""

from __future__ import annotations

from dataclasses import dataclass

from mercalli.results.compared import Comparison  # noqa: TC001 - read back by the types of the fields
from mercalli.results.measured import MetricCard, Provenance  # noqa: TC001 - as above
from mercalli.results.named import system_named
from mercalli.results.systems import ClassNote, SystemReport  # noqa: TC001 - as above
from mercalli.results.text import evaluation_html, evaluation_text


@dataclass(frozen=True)
class GateReport:
    """Whether one gate was passed by one system, in one place if it looks at several."""

    gate: str
    system: str
    place: str | None
    value: float | None
    passed: bool
    undefined: str | None = None


@dataclass(frozen=True)
class Correlation:
    """How metrics move together.

    Attributes:
        over: What they were seen to move over: "systems", "slices" or "resamples".
        n: How many of these there are.
        metrics: The metrics, in the order of rows and columns.
        values: Pearson's coefficient of each pair; None where one of both does not vary.
    """

    over: str
    n: int
    metrics: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True)
class Evaluation:
    """One or more systems, each against the truth; `notes` are about all of them together.

    `of_classes` are metrics that were asked for and give a number per class; `headline` has their means over classes.
    """

    headline: tuple[str, ...]
    metrics: tuple[MetricCard, ...]
    systems: tuple[SystemReport, ...]
    provenance: Provenance
    gates: tuple[GateReport, ...] = ()
    classes: tuple[ClassNote, ...] = ()
    comparison: Comparison | None = None
    correlation: Correlation | None = None
    notes: tuple[str, ...] = ()
    of_classes: tuple[str, ...] = ()

    @property
    def measured(self) -> tuple[str, ...]:
        """The metrics that give one number for each system."""
        return tuple(each.metric for each in self.systems[0].measures)

    def __getitem__(self, system: str) -> SystemReport:
        """A system by its name."""
        return system_named(self.systems, system)

    def __str__(self) -> str:
        return evaluation_text(self)

    def _repr_html_(self) -> str:
        return evaluation_html(self)
