"""What is to be learnt about a metric: its card, and a number that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mercalli.results.measure import MetricCard


@dataclass(frozen=True)
class Example:
    """Data that everybody can look up, and what a metric says of it."""

    data: str
    value: float | None
    majority: float | None = None


@dataclass(frozen=True)
class Lesson:
    """A metric explained.

    Attributes:
        card: What a reader should know of it.
        undefined: When it has no value.
        options: What can be set.
        needs: Options without which it has no value; the example says which it sets.
        kernel: Whether these are lists that only a profile sets.
        aliases: Other names.
        example: A number that it gives.
    """

    card: MetricCard
    undefined: str
    options: tuple[str, ...]
    needs: tuple[str, ...]
    kernel: bool
    aliases: tuple[str, ...]
    example: Example | None


@dataclass(frozen=True)
class Chapter:
    """Metrics of one kind."""

    title: str
    metrics: tuple[MetricCard, ...]
