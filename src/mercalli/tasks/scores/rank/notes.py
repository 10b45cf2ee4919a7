"""What should be known before relying on a ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.limits import on_units
from mercalli.tasks.scores.notes import on_rows, on_slices
from mercalli.tasks.scores.rank.result import k_text
from mercalli.text.numbers import count, number
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.inputs.scores import Scores
    from mercalli.tasks.scores.rank.lists import Ranks
    from mercalli.tasks.scores.rank.result import RankSlice, TopK

DIGITS = 3


def rank_notes(
    scores: Scores, ranks: Ranks, tops: Sequence[TopK], parts: Sequence[RankSlice], group: str | None
) -> Iterator[str]:
    """One sentence for each thing that weakens the result."""
    yield from on_rows(scores, float(ranks.lists.positive.sum()))
    if scores.bins:
        yield f"Scores were put into {scores.bins:,} bins; what is in one bin is in random order."
    yield from _on_ties(ranks, tops)
    if group is not None:
        yield from _on_lists(ranks, tops)
    yield from on_units(ranks.units, "list" if group is not None and scores.unit is None else "unit")
    yield from _on_short_slices(parts)
    yield from on_slices([part.few for part in parts])


def _on_ties(ranks: Ranks, tops: Sequence[TopK]) -> Iterator[str]:
    if len(ranks.lists.lists.starts) == len(ranks.lists.positive):
        of = "" if ranks.lists.alone else " of a list"
        yield f"All scores{of} are equal, so they rank nothing."
        return
    for top in tops:
        metric = top.measures[0].metric
        worst, best = top.worst[metric], top.best[metric]
        if top.cut and worst != best:
            yield (
                f"The cut at {k_text(top)} goes through {count(top.cut)} rows with equal scores: by their order "
                f"precision is between {number(worst, DIGITS)} and {number(best, DIGITS)}."
            )


def _on_lists(ranks: Ranks, tops: Sequence[TopK]) -> Iterator[str]:
    empty = int((ranks.lists.lists.sums(ranks.lists.positive) == 0).sum())
    if empty:
        yield (
            f"{counted(empty, 'list')} of {len(ranks.lists.times):,} without any positive: no hit there, "
            f"and no part in recall and lift."
        )
    for top in tops:
        if top.short:
            yield f"{counted(top.short, 'list')} with fewer rows than {k_text(top)}: looked at whole."


def _on_short_slices(parts: Sequence[RankSlice]) -> Iterator[str]:
    for at in range(len(parts[0].tops) if parts else 0):
        short = [part for part in parts if part.tops[at].hits is None]
        if short:
            told = f"{counted(len(short), 'slice')} of {len(parts)} with fewer rows than {k_text(short[0].tops[at])}"
            yield f"{told}: what so many would hold is not known."
