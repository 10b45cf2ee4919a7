"""What should be known before relying on scores and what was decided by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import counted
from mercalli.evaluation.scored import auc_bounds
from mercalli.results.limits import FEW_IN_CLASS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.inputs.scores import Scores
    from mercalli.results.decisions import Decision, ScoreSlice
    from mercalli.stats.scores import ScoreTable


def score_notes(
    scores: Scores, table: ScoreTable, chosen: Decision | None, parts: Sequence[ScoreSlice]
) -> Iterator[str]:
    """One sentence for each thing that weakens the result."""
    yield from _on_scores(scores, table)
    if chosen is not None:
        yield from _on_decision(chosen)
    thin = sum(part.few for part in parts)
    if thin:
        yield f"{counted(thin, 'slice')} of {len(parts)} with few rows, positives or negatives: flagged."


def _on_scores(scores: Scores, table: ScoreTable) -> Iterator[str]:
    if scores.dropped:
        yield f"Rows without a truth or a score were left out: {scores.dropped:,}."
    if float(table.positives) < FEW_IN_CLASS:
        yield f"Only {counted(int(table.positives), 'positive')}: intervals are wide and rough."
    if len(table.score) == 1:
        yield "All scores are equal, so they rank nothing."
    if table.score[-1] < 0 or table.score[0] > 1:
        yield "Scores lie outside 0 to 1, so they are no probabilities and their calibration is undefined."
    if scores.bins:
        low, high = auc_bounds(table) or (0.0, 1.0)
        yield f"Scores were put into {scores.bins:,} bins; the exact ROC-AUC lies between {low:.6f} and {high:.6f}."


def _on_decision(chosen: Decision) -> Iterator[str]:
    if chosen.broken:
        yield "No threshold keeps to all bounds; the nearest is shown, with what it reaches."
    if chosen.threshold is None:
        yield "The best under these prices and bounds is to alert nothing."
    if chosen.elsewhere:
        yield f"{counted(chosen.elsewhere, 'other threshold')}, lower and not next to the chosen one, are as good."
    if chosen.cross_fitted is None:
        yield "Too few rows to hold any out: what the threshold comes to on new rows is not known."
