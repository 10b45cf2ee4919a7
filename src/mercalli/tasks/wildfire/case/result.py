"""A score card of several models on several fires."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from mercalli.results.measure import Provenance
from mercalli.results.named import system_named
from mercalli.results.seal import Result, since
from mercalli.tasks.wildfire.result import Exclusion, FireComparison, FireCounts


@dataclass(frozen=True)
class KpiScore:
    """A KPI, what it rests on, and its score from 0 to 100; with weight 0 it is shown and not scored.

    Attributes:
        id: Its number in the benchmark.
        name: Its name there.
        category: Its category there.
        value: The number; None where undefined.
        low: Lower end of the interval.
        high: Upper end of the interval.
        method: How the interval was made, and over what.
        score: From 0 to 100.
        weight: In its group.
        n: Cells or structures; 0 for shapes.
        counts: Hits, misses and false alarms, where things are counted.
        excluded: What was not counted.
        digest: Of the counts, by fire.
        undefined: Why there is no number.
    """

    id: str
    name: str
    category: str
    value: float | None
    low: float | None
    high: float | None
    method: str | None
    score: float | None
    weight: float
    n: int
    counts: FireCounts | None
    excluded: tuple[Exclusion, ...]
    digest: str
    undefined: str | None


@dataclass(frozen=True)
class GroupScore:
    """The weighted mean of the scores of a group, and its interval; `left_out` are KPIs that are undefined."""

    name: str
    weight: float
    score: float | None
    kpis: tuple[KpiScore, ...]
    left_out: tuple[str, ...]
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Card:
    """One model on one fire, or on all of them pooled (`fire` is empty).

    `nothing` is the total of a model that predicts nothing anywhere; `everything` and `guessing` are those of models
    that predict all and guess as often as observed, where all parts are counts; `low`, `high` and `method` are the
    interval of the total.
    """

    fire: str
    total: float | None
    nothing: float | None
    groups: tuple[GroupScore, ...]
    notes: tuple[str, ...]
    low: float | None = None
    high: float | None = None
    method: str | None = None
    everything: float | None = since("0.2.0", None)
    guessing: float | None = since("0.2.0", None)


@dataclass(frozen=True)
class CaseModel:
    """One model: a card for each fire, and one of all fires pooled."""

    name: str
    fires: tuple[Card, ...]
    pooled: Card


@dataclass(frozen=True)
class FireCaseResult(Result):
    """A whole case."""

    sealed_as: ClassVar[str] = "fire_case"
    needs: ClassVar[tuple[str, ...]] = ("level", "replicates")

    name: str
    models: tuple[CaseModel, ...]
    provenance: Provenance
    comparison: FireComparison | None = field(default=None, metadata={"since": "0.2.0"})

    def __getitem__(self, model: str) -> CaseModel:
        """A model by its name."""
        return system_named(self.models, model)
