"""What should be known before relying on what a stream of alerts is worth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.results.limits import on_few_units
from mercalli.stats.alerts import AlertStream
from mercalli.tasks.alerts.data import Items
from mercalli.text.numbers import number

DIGITS = 3


def alert_notes(
    items: Items,
    stream: AlertStream | None,
    score: Floats,
    ends: tuple[float | None, float | None],
    threshold: float,
) -> Iterator[str]:
    """One sentence for each thing that weakens the result."""
    worst, best = ends
    if items.dropped:
        yield f"Items without a priority or a score were left out: {items.dropped:,}."
    if np.ptp(score) == 0:
        yield "All scores are equal, so nothing is alerted and every order is as good."
    elif number(worst, DIGITS) != number(best, DIGITS):
        yield f"By the order of equal scores the nDCG is between {number(worst, DIGITS)} and {number(best, DIGITS)}."
    if stream is None:
        yield "Nobody said which grades are urgent, so it is not known what alerts are worth."
    elif items.columns.types is None:
        yield "No types were named, so alerts are counted but it is not known what they are worth."
    else:
        yield from _on_stream(stream, threshold)
    if items.columns.order is None and not items.rows.counted:
        yield "The engine keeps no order of rows: name a column by which items came, or false alerts are miscounted."
    yield from on_few_units(len(items.events), "event")


def _on_stream(stream: AlertStream, threshold: float) -> Iterator[str]:
    if not stream.types.truth[:, stream.types.actionable].any():
        yield "No item truly has a type that asks for action: check the names of the types."
    if stream.priority.any() and not stream.alerted(threshold).any():
        yield "Nothing is alerted."
    if stream.urgent.all() or not stream.urgent.any():
        yield "Items are all urgent or none is, so there is no accumulated alert worth."
