"""The files of a report folder on a fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.wildfire.article import table_cells
from mercalli.tasks.wildfire.figures import fire_map, shown_of
from mercalli.tasks.wildfire.text import became, fire_header, fire_title, measure_cells, not_counted, useful_line
from mercalli.tasks.wildfire.windows_figure import CAPTION, windows_picture
from mercalli.telling.article import Article, Notes, Picture, Section, Sentence, Verdicts, table
from mercalli.telling.files import article_files
from mercalli.text.numbers import enough_digits, number
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.tasks.wildfire.result import FireReport, FireResult
    from mercalli.telling.article import Block

HEADER = ("system", "metric", "kpi", "value", "low", "high", "method", "n", "predict_none", "score", "undefined")


def fire_files(result: FireResult) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, and tables."""
    maps = fire_map(result)
    windows = windows_picture([(each.name, each.windows, each.useful) for each in result.systems if each.windows])
    return {
        "result.json": to_json(result),
        **article_files(fire_article(result, maps, windows), {**maps, **windows}),
        "metrics.csv": csv_text(HEADER, _rows(result)),
        **_unmatched(result),
    }


def _unmatched(result: FireResult) -> dict[str, str]:
    """Structures without a partner, where there are any."""
    rows = [
        (system.name, each.side, name) for system in result.systems for each in system.unmatched for name in each.first
    ]
    return {"unmatched.csv": csv_text(("system", "only_in", "structure"), rows)} if rows else {}


def fire_article(result: FireResult, maps: Mapping[str, bytes], windows: Mapping[str, bytes]) -> Article:
    """Each model by itself, then where each was right and wrong, cell by cell and by neighbourhoods."""
    where = shown_of(len(result.systems), "Where each model was right and wrong")
    drawn = (("Map", maps, where), ("Windows", windows, CAPTION))
    pictures = (Section(title, tuple(Picture(name, told) for name in each)) for title, each, told in drawn if each)
    systems = (Section(system.name, tuple(_blocks(result, system))) for system in result.systems)
    return Article(
        title=result.provenance.title,
        asks=result.kind,
        summary=f"{counted(len(result.systems), 'model')} against {result.observed}",
        sections=(*systems, *pictures),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _blocks(result: FireResult, system: FireReport) -> Iterator[Block]:
    yield Sentence(f"{fire_title(result, system)}.")
    yield Verdicts(tuple(became(result, system)))
    yield from map(Sentence, not_counted(system))
    yield Notes(system.notes)
    metric, *numbers, _ = fire_header(result)
    yield table("Every metric", [metric, *numbers, "flag"], map(measure_cells, system.measures), words=["flag"])
    header = ["KPI", "category", *numbers, "score"]
    yield table("As the benchmark names them", header, _kpis(system), words=["category"])
    if system.counts is not None:
        header, rows = _counts(system)
        yield table("Counts", header, rows)
    if system.windows is not None:
        yield table(system.windows.title, system.windows.header, table_cells(system.windows))
        yield Sentence(useful_line(system))


def _kpis(system: FireReport) -> Iterator[Sequence[str]]:
    for each in system.kpis:
        _, *told, _ = measure_cells(system.measure(each.metric))
        yield each.name, each.category, *told, number(each.score, 2)


def _counts(system: FireReport) -> tuple[list[str], list[list[str]]]:
    """The 2 x 2 table, rows as observed, with hectares where they are known."""
    counts, areas = system.counts, system.areas
    cells = [] if counts is None else [counts.tp, counts.fn, counts.fp, counts.tn]
    sizes = [None] * 4 if areas is None else [areas.hit_ha, areas.missed_ha, areas.false_ha, areas.rest_ha]
    told = [_sized(n, size) for n, size in zip(cells, sizes, strict=True)]
    return ["observed", "modelled yes", "modelled no"], [["yes", *told[:2]], ["no", *told[2:]]]


def _sized(n: int, area_ha: float | None) -> str:
    return f"{n:,}" if area_ha is None else f"{n:,} ({enough_digits(area_ha, 1)} ha)"


def _rows(result: FireResult) -> Iterator[Sequence[object]]:
    for system in result.systems:
        kpis = {each.metric: each for each in system.kpis}
        for each in system.measures:
            kpi = kpis.get(each.metric)
            yield (
                *(system.name, each.metric, kpi.name if kpi else None, each.value, each.low, each.high, each.method),
                *(each.n, each.baselines.get("all_negative"), kpi.score if kpi else None, each.undefined),
            )
