"""A comparison inside the Markdown page of an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.labels.compare.article import difference_cells, difference_header, pair_title, ranked_rows
from mercalli.telling.markdown.marks import escape, in_cell, listed, table
from mercalli.telling.words import RANKED, with_companions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mercalli.tasks.labels.compare.result import Comparison


def comparison_part(result: Comparison) -> Iterator[str]:
    """Who is ahead on what: the headline metrics."""
    yield "\n## Systems against each other\n"
    yield from _table(RANKED, ranked_rows(result, result.headline))
    yield from listed(result.notes)
    for pair in result.pairs:
        yield f"\n### {escape(pair_title(pair))}\n"
        rows = (difference_cells(pair.difference(metric)) for metric in with_companions(result))
        yield from _table(difference_header(result), rows)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return table(header, ([in_cell(cell) for cell in row] for row in rows))
