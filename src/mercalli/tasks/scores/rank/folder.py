"""The files of a report folder on a ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.scores.rank.article import GAINS, ranked_article
from mercalli.tasks.scores.rank.figures import rank_figure
from mercalli.telling.files import article_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.tasks.scores.rank.result import Ranked, TopK

MEASURE = ("k_asked", "k_used", "metric", "value", "low", "high", "method", "random", "worst", "best", "undefined")
CURVE = ("system", "k", "share", "gain", "low", "high", "lift")


def ranked_files(result: Ranked) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, tables for a spreadsheet, a picture."""
    return {
        "result.json": to_json(result),
        **article_files(ranked_article(result), {GAINS: rank_figure(result)}),
        "ranking.csv": csv_text(("system", "slice", *MEASURE), _rows(result)),
        "gains.csv": csv_text(CURVE, _curve_rows(result)),
    }


def _rows(result: Ranked) -> Iterator[Sequence[object]]:
    for system in result.systems:
        yield from ((system.name, "", *row) for top in system.tops for row in _measures(top))
        for part in system.slices:
            yield from ((system.name, part.name, *row) for top in part.tops for row in _measures(top))


def _measures(top: TopK) -> Iterator[Sequence[object]]:
    for measure in top.measures:
        yield (
            *(
                top.asked,
                None if top.hits is None else top.most,
                measure.metric,
                measure.value,
                measure.low,
                measure.high,
                measure.method,
            ),
            *(measure.baselines.get("random"), top.worst[measure.metric], top.best[measure.metric], measure.undefined),
        )


def _curve_rows(result: Ranked) -> Iterator[Sequence[object]]:
    for system in result.systems:
        curve = system.curve
        columns = (curve.k, curve.share, curve.gain, curve.low, curve.high, curve.lift)
        yield from ((system.name, *point) for point in zip(*columns, strict=True))
