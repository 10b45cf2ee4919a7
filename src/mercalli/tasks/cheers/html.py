"""Scores of CHEERS as one self-contained page: no request, and no script needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.tasks.cheers.article import (
    FEW,
    best_run,
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
from mercalli.tasks.cheers.result import ACCURACY, HUMIMPACT
from mercalli.tasks.cheers.text import coverage_words, score_lines
from mercalli.tasks.cheers.words import SHORT
from mercalli.telling.page.made import made
from mercalli.telling.page.whole import whole
from mercalli.telling.page.words import title
from mercalli.telling.svg.strip import Scale, strip
from mercalli.text.numbers import DIGITS, interval, number, percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.results.measure import Measure
    from mercalli.tasks.cheers.result import Cheers, RunReport

MOST_RUNS, MOST_SLICES = 12, 200
STYLES = ("theme.css", "page.css", "tables.css", "decisions.css", "print.css")
SCRIPTS = ("tables.js", "print.js")
UNIT = Scale(0.0, 1.0)


def cheers_html_page(result: Cheers) -> str:
    """The whole page."""
    return made("cheers.html.j2", {**_whole(result), "page": _page(result)}, STYLES, SCRIPTS)


def _whole(result: Cheers) -> dict[str, Any]:
    digests = {run.name: run.digest for run in result.systems}
    return whole(title(result.provenance.origin), result.metrics, result.provenance, digests)


def _page(result: Cheers) -> dict[str, Any]:
    best = best_run(result)
    several = len(result.systems) > 1
    return {
        "summary": f"{counted(best.n, 'sentence')} of {counted(best.documents, 'document')}, "
        f"{counted(len(result.systems), 'run')}, reading {result.reading}",
        "level": percent(result.provenance.settings["level"]),
        "several": several,
        "board": (system_header(), [(run.coverage.low, system_cells(run)) for run in result.systems]),
        "pairs": (pair_header(result), list(pair_cells(result))),
        "rankings": [(each.metric, str(each)) for each in result.rankings],
        "runs": [_run(run, f"r{at}") for at, run in enumerate(result.systems[:MOST_RUNS])],
        "left_out": max(len(result.systems) - MOST_RUNS, 0),
        "readings": reading_header(),
        "sectors": sector_header(),
        "slices": slice_header(),
        "notes": result.notes,
    }


def _run(run: RunReport, key: str) -> dict[str, Any]:
    return {
        "key": key,
        "name": run.name,
        "sentence": _sentence(run),
        "low": run.coverage.low or run.measure(HUMIMPACT).value is None,
        "lines": score_lines(run),
        "measures": [_measure(run, each) for each in (*run.measures, run.ceiling)],
        "table": [[f"{cell:,.0f}" for cell in row[:2]] for row in run.table.cells],
        "notes": run.notes,
        "readings": [reading_cells(each) for each in run.readings],
        "sectors": [
            (each.few, [cell.removesuffix(FEW) for cell in sector_cells(each)], strip(each.measures[-1], UNIT))
            for each in run.sectors
        ],
        "slices": [
            (part.few, [cell.removesuffix(FEW) for cell in slice_cells(part)]) for part in run.slices[:MOST_SLICES]
        ],
        "slices_left_out": max(len(run.slices) - MOST_SLICES, 0),
    }


def _sentence(run: RunReport) -> str:
    """HumImpact, and on how much it rests."""
    measure = run.measure(HUMIMPACT)
    sure = "" if measure.low is None else f" [{interval(measure.low, measure.high)}]"
    value = "has no value" if measure.value is None else f"is {number(measure.value, DIGITS)}{sure}"
    return f"HumImpact {value}. The sector accuracy rests on {coverage_words(run.coverage)}."


def _measure(run: RunReport, measure: Measure) -> dict[str, Any]:
    name = measure.metric.partition("(")[0]
    return {
        "metric": measure.metric,
        "label": SHORT.get(name, "ceiling of the accuracy"),
        "value": number(measure.value),
        "why": measure.undefined or "",
        "interval": interval(measure.low, measure.high),
        "strip": strip(measure, UNIT, line=run.ceiling.value if name == ACCURACY else None),
    }
