"""A comparison as an article: who is ahead on what, and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import counted
from mercalli.reports.article import Article, Notes, Section, Sentence, Verdicts, table
from mercalli.reports.compared_rows import (
    BETTER,
    RANKED,
    difference_cells,
    difference_header,
    disagreement_header,
    disagreement_rows,
    only_right,
    pair_title,
    ranked_rows,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.reports.article import Block
    from mercalli.results.compared import Comparison, PairReport

DISAGREEMENTS = 20


def comparison_article(result: Comparison) -> Article:
    """The rankings, then each pair by itself."""
    metrics = dict.fromkeys([*result.headline, *result.measured])
    ranked = table("Every metric", RANKED, ranked_rows(result, list(metrics)), words=RANKED[1:])
    best = tuple(f"By {metric}: {ranking}" for metric, ranking in ranked_rows(result, result.headline[:1]))
    names = {name for pair in result.pairs for name in (pair.first, pair.second)}
    return Article(
        title=result.provenance.title,
        asks="which system is better",
        summary=f"{counted(len(names), 'system')} on {counted(result.pairs[0].n, 'item')}",
        sections=(
            Section("Who is ahead", (Verdicts(best), Notes(result.notes), ranked)),
            *(Section(pair_title(pair), tuple(_blocks(result, pair))) for pair in result.pairs),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={f"{pair.first} and {pair.second}": pair.digest for pair in result.pairs},
    )


def _blocks(result: Comparison, pair: PairReport) -> Iterator[Block]:
    yield Sentence(f"{only_right(pair)}.")
    rows = map(difference_cells, pair.differences)
    yield table("Every metric, the first less the second", difference_header(result), rows, words=[BETTER])
    if pair.disagreements:
        header = disagreement_header(pair)
        yield table("Where they differ most", header, disagreement_rows(pair, DISAGREEMENTS), words=header[1:])
