"""Language models and prompts side by side, as an article."""

from __future__ import annotations

from dataclasses import replace

from mercalli.estimates.confusion import MAJORITY
from mercalli.io.sheets import Sheet
from mercalli.tasks.models.cost.article import board_cells, board_columns, cost_section, cost_tables
from mercalli.tasks.models.cost.figures import cost_figures
from mercalli.tasks.models.result import ModelsResult
from mercalli.tasks.models.verdict import ordered
from mercalli.telling.article import LONG, PAGE, Article, Fold, Section, Table
from mercalli.telling.blocks import difference_table, ranking_table
from mercalli.telling.boards import Row, board
from mercalli.telling.files import MeasureRow, differences_csv, folder, measures_csv, rankings_csv
from mercalli.text.words import counted


def article(result: ModelsResult) -> Article:
    """The verdict, all systems side by side, and who is ahead."""
    n = result.systems[0].n
    return Article(
        title=result.provenance.title,
        asks="which language model or prompt to choose",
        summary=f"{counted(n, 'item')}, {counted(len(result.systems), 'system')}",
        sections=(
            Section("Verdict", (_board(result),), on=LONG, anchor="verdict"),
            *cost_section(result),
            *([_comparison(result)] if result.pairs else []),
        ),
        metrics=(*result.metrics, *(() if result.cost is None else result.cost.metrics)),
        provenance=result.provenance,
        digests={"answers": result.digest},
    )


def _board(result: ModelsResult) -> Table:
    names = sorted(result.headline, key=lambda name: name != result.decisive)
    rows = [
        Row(
            each.name,
            (_samples(each.fewest, each.most), *board_cells(result, each.name)),
            tuple(each.measure(name) for name in names),
        )
        for each in ordered(result)
    ]
    beside = board_columns(result)
    found = board(
        f"Best first by {result.decisive}; a value is what one call is expected to score",
        rows,
        {name: name for name in names},
        result.metrics,
        more=("answers per item", *beside),
        baseline=MAJORITY,
        line="always predicting the most frequent class",
    )
    return replace(found, brief=(*found.brief, *beside))


def _samples(fewest: int, most: int) -> str:
    return f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"


def _comparison(result: ModelsResult) -> Section:
    differences = Fold(
        "Differences between pairs", (difference_table(result.pairs, result.headline, result.provenance, PAGE),)
    )
    return Section("Which is better", (ranking_table(result.rankings), differences), on=PAGE, anchor="comparison")


def files(result: ModelsResult) -> dict[str, str | bytes]:
    """The report folder."""
    return folder(result, article(result), tables(result), cost_figures(result))


def tables(result: ModelsResult) -> dict[str, Sheet]:
    """Every metric of every system, and who is ahead."""
    rows = (MeasureRow(system.name, measure) for system in result.systems for measure in system.measures)
    ahead = {"differences.csv": differences_csv(result.pairs), "rankings.csv": rankings_csv(result.rankings)}
    return {"models.csv": measures_csv(rows), **(ahead if result.pairs else {}), **cost_tables(result.cost)}
