"""The files of a report folder, all made from the result alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.labels.compare.article import comparison_article
from mercalli.tasks.labels.confusions import confusions
from mercalli.tasks.labels.evaluation import evaluation_page
from mercalli.tasks.labels.figures import figures
from mercalli.tasks.labels.page.html import evaluation_html_page
from mercalli.telling.files import (
    MeasureRow,
    article_files,
    classes_csv,
    differences_csv,
    measures_csv,
    rankings_csv,
    slices_csv,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.tasks.labels.compare.result import Comparison
    from mercalli.tasks.labels.result import Evaluation


def evaluation_files(result: Evaluation) -> dict[str, str | bytes]:
    """What is written of an evaluation in any case."""
    return {
        "result.json": to_json(result),
        "index.html": evaluation_html_page(result),
        "comprehensive_evaluation_report.md": evaluation_page(result),
        "metrics.csv": measures_csv(MeasureRow(each.name, one) for each in result.systems for one in each.measures),
        "classes.csv": classes_csv((each.name, each.classes) for each in result.systems),
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
        "confusions.csv": csv_text(("system", "truth", "pred", "count", "share", "harm"), _confusion_rows(result)),
        **figures(result),
    }


def comparison_files(result: Comparison) -> dict[str, str | bytes]:
    """What is written of a comparison in any case."""
    return {
        "result.json": to_json(result),
        **article_files(comparison_article(result), {}),
        "differences.csv": differences_csv(result.pairs),
        "rankings.csv": rankings_csv(result.rankings),
    }


def _confusion_rows(result: Evaluation) -> Iterator[Sequence[object]]:
    for system in result.systems:
        every = confusions(system.table)
        yield from ((system.name, each.truth, each.pred, each.count, each.share, each.harm) for each in every)
