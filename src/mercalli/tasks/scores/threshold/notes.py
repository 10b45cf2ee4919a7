"""What should be known before relying on scores and what was decided by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.catalogue import parse
from mercalli.results.limits import on_units
from mercalli.tasks.scores.estimate import AUC, auc_bounds
from mercalli.tasks.scores.notes import on_rows, on_slices
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.inputs.scores import Scores
    from mercalli.results.measure import Measure
    from mercalli.stats.scores import ScoreTable
    from mercalli.tasks.scores.threshold.result import Decision, ScoreSlice


def score_notes(
    scores: Scores,
    table: ScoreTable,
    measures: Sequence[Measure],
    chosen: Decision | None,
    parts: Sequence[ScoreSlice],
) -> Iterator[str]:
    """One sentence for each thing that weakens the result."""
    yield from _on_scores(scores, table)
    yield from _on_intervals(measures)
    yield from _on_separation(measures)
    units = None if scores.unit is None else len(np.unique(scores.unit.codes))
    yield from on_units(units, also=" or to hold out,")
    if chosen is not None:
        yield from _on_decision(chosen)
    yield from on_slices([part.few for part in parts])


def _on_scores(scores: Scores, table: ScoreTable) -> Iterator[str]:
    yield from on_rows(scores, float(table.positives))
    if len(table.score) == 1:
        yield "All scores are equal, so they rank nothing."
    if table.score[-1] < 0 or table.score[0] > 1:
        yield "Scores lie outside 0 to 1, so they are no probabilities and their calibration is undefined."
    if scores.bins:
        low, high = auc_bounds(table) or (0.0, 1.0)
        yield f"Scores were put into {scores.bins:,} bins; the exact ROC-AUC lies between {low:.6f} and {high:.6f}."


def _on_intervals(measures: Sequence[Measure]) -> Iterator[str]:
    unsure = [
        each.metric for each in measures if each.value is not None and parse(each.metric).facts.interval == "none"
    ]
    if unsure and any(each.low is not None for each in measures):
        yield f"No interval of {' and '.join(unsure)}: luck looks like miscalibration, and no interval tried is honest."


def _on_separation(measures: Sequence[Measure]) -> Iterator[str]:
    """Rows drawn again are separated as well, which looks like certainty."""
    flat = [each.metric for each in measures if each.low is not None and each.low == each.high]
    if flat and any(each.metric == AUC and each.value in (0.0, 1.0) for each in measures):
        yield (
            "Scores separate the classes in these rows, and so in all that are drawn from them: "
            f"intervals of {', '.join(flat)} have no width and prove nothing."
        )


def _on_decision(chosen: Decision) -> Iterator[str]:
    if chosen.broken:
        yield "No threshold keeps to all bounds; the nearest is shown, with what it reaches."
    if chosen.threshold is None:
        yield "The best under these prices and bounds is to alert nothing."
    if chosen.elsewhere:
        are = "is" if chosen.elsewhere == 1 else "are"
        yield f"{counted(chosen.elsewhere, 'other threshold')}, lower and not next to the chosen one, {are} as good."
    if chosen.cross_fitted is None:
        yield "Too few rows to hold any out: what the threshold comes to on new rows is not known."
