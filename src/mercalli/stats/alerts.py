"""AlertStream: items of one or more events in the order in which they came, with what was and what was said."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.stats.segments import Segments

SCALING_ERROR = 1e-9


@dataclass(frozen=True)
class Types:
    """Which of T types each item truly has and was said to have (items, T), and which of them ask for action (T)."""

    truth: Bools
    pred: Bools
    actionable: Bools

    def take(self, order: Ints) -> Types:
        """The items in another order."""
        return Types(self.truth[order], self.pred[order], self.actionable)


@dataclass(frozen=True)
class AlertStream:
    """Items by event and, within it, in their order.

    Attributes:
        events: Which items belong to one event.
        urgent: Whether an item truly is of high or critical priority.
        priority: The predicted priority, from 0 for the lowest of the run to 1 for its highest.
        types: Types of information of the items.
        times: How often each event counts (..., E): once, or as often as a replicate drew it.
    """

    events: Segments
    urgent: Bools
    priority: Floats
    types: Types
    times: Floats

    @classmethod
    def of(cls, event: Ints, order: Floats | Ints, urgent: Bools, score: Floats, types: Types) -> AlertStream:
        """From items in any order; those that came at the same time stay as they are."""
        sequence = np.lexsort((order, event))
        events = Segments.of(event[sequence])
        scaled = _scaled(score)[sequence]
        return cls(events, urgent[sequence], scaled, types.take(sequence), np.ones(len(events.starts)))

    def alerted(self, threshold: float) -> Bools:
        """Which items are alerted; scaling leaves a priority that is the threshold a little beside it."""
        return self.priority >= threshold - SCALING_ERROR


def _scaled(score: Floats) -> Floats:
    """From 0 to 1 over the whole run; 0 where all are equal."""
    low, high = score.min(initial=np.inf), score.max(initial=-np.inf)
    return (score - low) / (high - low) if high > low else np.zeros(len(score))
