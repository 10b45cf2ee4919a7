"""What should be known before relying on scores: on how they rank, on a threshold, and on the first K."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from mercalli.inputs.scores import Scores
from mercalli.metrics.catalogue import parse
from mercalli.results.limits import FEW_IN_CLASS, on_few_units, on_weights
from mercalli.results.measure import Measure
from mercalli.stats.lists import RankedLists
from mercalli.stats.scores import ScoreTable
from mercalli.stats.weighing import Weighing
from mercalli.tasks.scores.estimate import AUC, ap_bounds, auc_bounds
from mercalli.tasks.scores.result import Decision, RankSlice, ScoreSlice, TopK, k_text
from mercalli.text.numbers import DIGITS, count, number
from mercalli.text.words import counted, listed


def score_notes(  # noqa: PLR0917 - all that there is something to say about
    scores: Scores,
    table: ScoreTable,
    measures: Sequence[Measure],
    chosen: Decision | None,
    parts: Sequence[ScoreSlice],
    left_out: str = "",
) -> Iterator[str]:
    """One sentence for each thing that weakens the result; `left_out` is what to say of rows that were."""
    yield from _on_scores(scores, table, left_out)
    yield from _on_intervals(measures)
    yield from _on_separation(measures)
    yield from _on_one_of_a_kind(scores, table)
    units = None if scores.unit is None else len(np.unique(scores.unit.codes))
    yield from on_few_units(units)
    if chosen is not None:
        yield from _on_decision(chosen)
    yield from _on_slices([part.few for part in parts])


def _on_scores(scores: Scores, table: ScoreTable, left_out: str) -> Iterator[str]:
    yield from _on_rows(scores, float(table.positives), left_out)
    if len(table.score) == 1:
        yield "All scores are equal, so they rank nothing."
    if table.score[-1] < 0 or table.score[0] > 1:
        yield "Scores lie outside 0 to 1, so they are not probabilities and their calibration is undefined."
    if scores.bins:
        areas = {"ROC-AUC": auc_bounds(table), "average precision": ap_bounds(table)}
        ends = [f"the exact {name} lies between {low:.6f} and {high:.6f}" for name, (low, high) in _known(areas)]
        yield (
            f"Scores were counted in {_bins_text(scores.bins)}; {' and '.join(ends)}. Values are corrected for the "
            f"order of rows in their bins, intervals are those of rows alone."
        )


def _bins_text(bins: int) -> str:
    return f"{counted(bins, 'bin')} of every octave"


def _known(areas: Mapping[str, tuple[float, float] | None]) -> Iterator[tuple[str, tuple[float, float]]]:
    return ((name, ends) for name, ends in areas.items() if ends is not None)


def _on_intervals(measures: Sequence[Measure]) -> Iterator[str]:
    unsure = [
        measure.metric
        for measure in measures
        if measure.value is not None and parse(measure.metric).facts.interval == "none"
    ]
    if unsure and any(measure.low is not None for measure in measures):
        yield (
            f"No interval of {listed(unsure)}: chance inflates {'these values' if len(unsure) > 1 else 'this value'}, "
            f"and no method we tested covers the truth."
        )


def _on_one_of_a_kind(scores: Scores, table: ScoreTable) -> Iterator[str]:
    """Why the ROC-AUC has no interval."""
    for kind, rows in (("positive", table.positives), ("negative", table.negatives)):
        if float(rows) == 1 and scores.unit is None and not scores.weighted:
            yield f"No interval of {AUC}: one {kind} does not show how {kind}s vary."


def _on_separation(measures: Sequence[Measure]) -> Iterator[str]:
    """Rows drawn again are separated as well, which would look like certainty."""
    if any(measure.metric == AUC and measure.value in (0.0, 1.0) for measure in measures):
        yield (
            "Scores separate the classes perfectly in these rows, and so in every resample: intervals are those of "
            "shares of as many rows as the rarer class has."
        )


def _on_decision(chosen: Decision) -> Iterator[str]:
    if chosen.elsewhere:
        are = "is" if chosen.elsewhere == 1 else "are"
        yield f"{counted(chosen.elsewhere, 'other threshold')}, lower and not next to the chosen one, {are} as good."
    if chosen.cross_fitted is None:
        yield "Too few rows to hold any out: what the threshold would give on new rows is not known."


def rank_notes(
    scores: Scores,
    lists: RankedLists,
    tops: Sequence[TopK],
    parts: Sequence[RankSlice],
    *,
    units: int | None,
    group: str | None,
    left_out: str = "",
) -> Iterator[str]:
    """One sentence for each thing that weakens the result; `left_out` is what to say of rows that were."""
    yield from _on_rows(scores, float(lists.positive.sum()), left_out)
    if scores.bins:
        yield f"Scores were counted in {_bins_text(scores.bins)}; the order within a bin is random."
    yield from _on_ties(lists, tops)
    if group is not None:
        yield from _on_lists(lists, tops)
    yield from on_few_units(units, "list" if group is not None and scores.unit is None else "unit")
    yield from _on_short_slices(parts)
    yield from _on_slices([part.few for part in parts])


def _on_ties(lists: RankedLists, tops: Sequence[TopK]) -> Iterator[str]:
    if len(lists.lists.starts) == len(lists.positive):
        of = "" if lists.alone else " of a list"
        yield f"All scores{of} are equal, so they rank nothing."
        return
    for top in tops:
        metric = top.measures[0].metric
        worst, best = top.worst[metric], top.best[metric]
        if top.cut and worst != best:
            yield (
                f"The cut at {k_text(top)} goes through {count(top.cut)} rows with equal scores: depending on "
                f"their order, precision is between {number(worst, DIGITS)} and {number(best, DIGITS)}."
            )


def _on_lists(lists: RankedLists, tops: Sequence[TopK]) -> Iterator[str]:
    empty = int((lists.lists.sums(lists.positive) == 0).sum())
    if empty:
        yield (
            f"{counted(empty, 'list')} of {len(lists.times):,} without any positive: they count as no hit, "
            f"and are left out of recall and lift."
        )
    for top in tops:
        if top.short:
            yield f"{counted(top.short, 'list')} with fewer rows than {k_text(top)}: taken whole."


def _on_short_slices(parts: Sequence[RankSlice]) -> Iterator[str]:
    for at in range(len(parts[0].tops) if parts else 0):
        short = [part for part in parts if part.tops[at].hits is None]
        if short:
            few = f"{counted(len(short), 'slice')} of {len(parts)} with fewer rows than {k_text(short[0].tops[at])}"
            yield f"{few}: they have no value at that K."


def _on_rows(scores: Scores, positives: float, left_out: str) -> Iterator[str]:
    """Rows that were left out, and positives that are few."""
    if left_out:
        yield left_out
    elif scores.dropped:
        yield f"Rows without a truth or a score were left out: {scores.dropped:,}."
    if scores.weighted:
        yield from on_weights(Weighing.of(scores))
    if positives < FEW_IN_CLASS:
        yield f"Only {count(positives)} {'positive' if positives == 1 else 'positives'}: intervals are wide and rough."


def _on_slices(few: Sequence[bool]) -> Iterator[str]:
    """Slices that hold too little, of all there are."""
    if any(few):
        yield f"{counted(sum(few), 'slice')} of {len(few)} with few rows, positives or negatives: flagged."
