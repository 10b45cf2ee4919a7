"""Scores of CHEERS as a Markdown page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.cheers.article import (
    measure_cells,
    measure_header,
    pair_cells,
    pair_header,
    reading_cells,
    reading_header,
    sector_cells,
    sector_header,
    slice_cells,
    slice_header,
    system_cells,
    system_header,
)
from mercalli.tasks.cheers.text import coverage_words, run_title, score_lines
from mercalli.telling.markdown.computed import computed
from mercalli.telling.markdown.marks import escape, listed, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mercalli.tasks.cheers.result import Cheers, RunReport


def cheers_page(result: Cheers) -> str:
    """The whole page."""
    parts = [f"# {escape(result.provenance.title)}: CHEERS round 1", *_board(result)]
    parts += [line for run in result.systems for line in _run(result, run)]
    digests = {run.name: run.digest for run in result.systems}
    return "\n".join([*parts, *listed(result.notes), *computed(result.provenance, digests)]) + "\n"


def _board(result: Cheers) -> Iterator[str]:
    """Every run with its coverage, and who is ahead where that was shown."""
    yield ""
    yield from _table(system_header(), (system_cells(run) for run in result.systems))
    if result.pairs:
        yield "\n## First less second\n"
        yield from _table(pair_header(result), pair_cells(result))
        yield "\nBest first, = where no difference was shown:\n"
        yield from (f"- `{each.metric}`: {escape(str(each))}" for each in result.rankings)


def _run(result: Cheers, run: RunReport) -> Iterator[str]:
    yield f"\n## {escape(run_title(run))}\n"
    yield "\n".join(["```text", *score_lines(run), "```\n"])
    yield from _table(measure_header(result), map(measure_cells, [*run.measures, run.ceiling]), names=0)
    yield f"\nThe accuracy rests on {coverage_words(run.coverage)}."
    yield from listed(run.notes)
    yield "\n### Readings of the accuracy\n"
    yield from _table(reading_header(), map(reading_cells, run.readings), names=0)
    yield "\n### Sectors, end to end\n"
    yield from _table(sector_header(), map(sector_cells, run.sectors))
    if run.slices:
        yield "\n### Slices\n"
        yield from _table(slice_header(), map(slice_cells, run.slices))


def _table(header: Sequence[str], rows: Iterable[Sequence[str]], names: int = 1) -> list[str]:
    """The first cells are names from the data."""
    return table(header, ([*map(escape, row[:names]), *row[names:]] for row in rows))
