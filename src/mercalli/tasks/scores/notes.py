"""What should be known before relying on scores, however they are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.limits import FEW_IN_CLASS, FEW_UNITS
from mercalli.text.numbers import count
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.inputs.scores import Scores


def on_rows(scores: Scores, positives: float) -> Iterator[str]:
    """Rows that were left out, and positives that are few."""
    if scores.dropped:
        yield f"Rows without a truth or a score were left out: {scores.dropped:,}."
    if positives < FEW_IN_CLASS:
        yield f"Only {count(positives)} {'positive' if positives == 1 else 'positives'}: intervals are wide and rough."


def on_units(units: int | None, what: str = "unit", also: str = "") -> Iterator[str]:
    """Units that are few; `also` is what else cannot be done with a single one."""
    if units == 1:
        yield f"There is one {what} only, so there is nothing to resample{also} and no interval."
    elif units is not None and units < FEW_UNITS:
        yield f"Only {units} {what}s are resampled: intervals are rough and tend to be too narrow."


def on_slices(few: Sequence[bool]) -> Iterator[str]:
    """Slices that hold too little, of all there are."""
    if any(few):
        yield f"{counted(sum(few), 'slice')} of {len(few)} with few rows, positives or negatives: flagged."
