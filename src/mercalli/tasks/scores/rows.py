"""Which rows systems were seen on, in words; systems of different files may have different ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.results.measure import Provenance
from mercalli.tasks.scores.result import Comparison, RankReport, ScoreReport
from mercalli.text.names import plain
from mercalli.text.words import counted, listed

APART = (
    "Systems in different files are not compared: to compare them, put their scores into one file as columns, one row "
    "for each case; where a case lacks a score, leave it empty and drop what is missing."
)


def rows_text(systems: Sequence[RankReport] | Sequence[ScoreReport]) -> str:
    """How many rows there are: of all if some were left out; from fewest to most if systems have different ones.

    >>> from types import SimpleNamespace as System
    >>> rows_text([System(n=90, dropped=10)]), rows_text([System(n=90, dropped=0), System(n=100, dropped=0)])
    ('90 of 100 rows', '90 to 100 rows')
    """
    counts = sorted(system.n for system in systems)
    if counts[0] < counts[-1]:
        return f"{counts[0]:,} to {counted(counts[-1], 'row')}"
    dropped = systems[0].dropped
    return f"{counts[0]:,} of {counted(counts[0] + dropped, 'row')}" if dropped else counted(counts[0], "row")


def on_different_rows(systems: Sequence[RankReport] | Sequence[ScoreReport]) -> Iterator[str]:
    """A warning where the rows of systems are not the same."""
    sizes = {(system.n, system.positives, system.total) for system in systems}
    if len(sizes) > 1:
        each = [f"{plain(system.name)} {system.n:,}" for system in systems]
        yield f"Systems have different rows ({listed(each)}), so that their values do not show which is better."


def on_files(
    systems: Sequence[RankReport] | Sequence[ScoreReport], paired: Comparison | None, provenance: Provenance
) -> Iterator[str]:
    """How to compare systems of different files."""
    if len(systems) > 1 and paired is None and provenance.settings["replicates"]:
        yield APART
