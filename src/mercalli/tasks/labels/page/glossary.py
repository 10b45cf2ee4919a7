"""What the metrics of an evaluation mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.words import with_companions

if TYPE_CHECKING:
    from mercalli.results.measure import MetricCard
    from mercalli.tasks.labels.result import Evaluation

CLASS_METRICS = ("precision", "recall", "f1")


def glossary(result: Evaluation) -> list[MetricCard]:
    """The metrics that the page shows by name."""
    known = {card.metric: card for card in result.metrics}
    shown = dict.fromkeys([*with_companions(result), *CLASS_METRICS])
    return [known[name] for name in shown if name in known]
