"""What should be known before relying on scores, however they are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.limits import FEW_IN_CLASS
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


def on_slices(few: Sequence[bool]) -> Iterator[str]:
    """Slices that hold too little, of all there are."""
    if any(few):
        yield f"{counted(sum(few), 'slice')} of {len(few)} with few rows, positives or negatives: flagged."
