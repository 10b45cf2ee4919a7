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
        yield "All scores are equal, so nothing is alerted and the order means nothing."
    elif number(worst, DIGITS) != number(best, DIGITS):
        yield f"With equal scores, nDCG depends on their order: {number(worst, DIGITS)} to {number(best, DIGITS)}."
    if stream is None:
        yield "No grades were named as urgent, so the worth of alerts is not known."
    elif items.columns.types is None:
        yield "No types were named, so alerts are counted but their worth is not known."
    else:
        yield from _on_stream(stream, threshold)
    if items.columns.order is None and not items.rows.counted:
        yield "The engine keeps no order of rows: name a column with the order of arrival to count false alerts right."
    yield from on_few_units(len(items.events), "event")


def _on_stream(stream: AlertStream, threshold: float) -> Iterator[str]:
    if not stream.types.truth[:, stream.types.actionable].any():
        yield "No item has a true type that calls for action: check the names of the types."
    if stream.priority.any() and not stream.alerted(threshold).any():
        yield "Nothing is alerted."
    if stream.urgent.all() or not stream.urgent.any():
        yield "All items are urgent or none is, so there is no accumulated alert worth."
