"""What became of a fire's forecast and how fields compare, as articles; and what all articles on fires share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mercalli.estimates.measure import named_measure
from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure, MetricCard, Provenance
from mercalli.tasks.wildfire.figures import WINDOWS_SHOW, fire_map, shown_of, windows_picture
from mercalli.tasks.wildfire.notes import no_better
from mercalli.tasks.wildfire.result import (
    Exclusion,
    FieldReport,
    FieldTable,
    FireField,
    FireReport,
    FireResult,
    Quantity,
)
from mercalli.telling.article import PAGE, Article, Block, Notes, Picture, Section, Sentence, Table, Verdicts, table
from mercalli.telling.files import MeasureRow, folder, measures_csv
from mercalli.telling.words import interval_header
from mercalli.text.numbers import NOTHING, SIGNS, enough_digits, interval, number
from mercalli.text.words import counted

SHOWN = 5
WHOLE = 1e15
MEASURE = "measure"
# What is compared and what it asks; of counts also what is counted, and what that may be.
KINDS: dict[str, tuple[str, ...]] = {
    "severity": ("burn severity", "where models see high severity", "cell", "high"),
    "structures": ("structure loss", "which structures models call lost", "structure", "lost"),
    "fss": ("fractions skill score", "how near models come"),
    "arrival": ("arrival times", "when the fire came"),
    "probability": ("probabilities", "how far they can be trusted"),
    "ordinal": ("ordered classes", "how far off models are"),
}
MAP, WINDOWS = "map.png", "windows.png"


def article(result: FireResult) -> Article:
    """Each model by itself, then where each was right and wrong, cell by cell and by neighbourhoods."""
    what, asks, *_ = KINDS[result.kind]
    mapped = any(each.map is not None or each.points is not None for each in result.systems)
    where = Picture(MAP, shown_of(len(result.systems), "Where each model was right and wrong"))
    near = any(each.windows is not None for each in result.systems)
    sections = (
        *(Section(each.name, tuple(_blocks(result, each)), _about(result, each)) for each in result.systems),
        *([Section("Map", (where,))] if mapped else []),
        *([Section("Windows", (Picture(WINDOWS, WINDOWS_SHOW),))] if near else []),
    )
    return article_of(result, what, asks, sections, result.metrics)


def article_of(
    result: Any,  # noqa: ANN401 - of any comparison of models of one fire
    what: str,
    asks: str,
    sections: tuple[Section, ...],
    metrics: tuple[MetricCard, ...] = (),
) -> Article:
    """The article of what was compared, and asked, of all models."""
    summary, digests = (
        f"{what}, {counted(len(result.systems), 'model')}",
        {each.name: each.digest for each in result.systems},
    )
    return Article(result.provenance.title, asks, summary, sections, metrics, result.provenance, digests)


def _about(result: FireResult, system: FireReport) -> str:
    *_, thing, state = KINDS[result.kind]
    left_out = sum(each.n for each in system.excluded)
    counts = system.counts
    share = "none" if counts is None or not counts.total else f"{(counts.tp + counts.fn) / counts.total:.1%}"
    return f"{counted(system.n, thing)} counted{f', {left_out:,} not' if left_out else ''}; {share} of them {state}"


def _blocks(result: FireResult, system: FireReport) -> Iterator[Block]:
    yield Verdicts.of(tuple(_outcome(result, system)))
    yield from not_counted(system.excluded)
    for each in system.unmatched:
        first = ", ".join(each.first[:SHOWN])
        yield Sentence(f"Only in the {each.side}: {each.n:,} ({first}{', ...' if each.n > SHOWN else ''}).")
    yield Notes(system.notes)
    yield _measures(result, system)
    header = ("KPI", "category", "value", interval_header(result.provenance), "predict none", "score")
    yield table("As the benchmark names them", header, _kpis(system), words=("category",), on=PAGE)
    if system.counts is not None:
        yield table("Counts", ("observed", "modelled yes", "modelled no"), _counts(system), on=PAGE)
    if system.windows is not None:
        yield number_table(system.windows)
        yield Sentence(useful_line(system))


def _outcome(result: FireResult, system: FireReport) -> Iterator[str]:
    """What was found, missed and called wrongly, in words."""
    counts, areas = system.counts, system.areas
    if counts is None:
        return
    *_, thing, state = KINDS[result.kind]
    actual = counts.tp + counts.fn
    yield (
        f"Of {counted(actual, thing)} that {'was' if actual == 1 else 'were'} {state}, {counts.tp:,} "
        f"{'was' if counts.tp == 1 else 'were'} found and {counts.fn:,} missed; {counted(counts.fp, 'false alarm')}."
    )
    if areas is not None:
        yield (
            f"In hectares: {enough_digits(areas.observed_ha)} observed, {enough_digits(areas.modelled_ha)} modelled, "
            f"{enough_digits(areas.hit_ha)} hit, {enough_digits(areas.missed_ha)} missed, "
            f"{enough_digits(areas.false_ha)} false alarm."
        )


def _measures(result: FireResult, system: FireReport) -> Table:
    """Every metric, with a mark where the model is no better than one that predicts nothing."""
    header = ["metric", "value", interval_header(result.provenance), "predict none"]
    caption = "Every metric; predict none is what a model gets that predicts nothing anywhere"
    rows = [(each.metric, *_cells(each)) for each in system.measures]
    if not any(map(no_better, system.measures)):
        return table(caption, header, rows)
    marks = ("no better" if no_better(each) else "" for each in system.measures)
    marked = ((*row, mark) for row, mark in zip(rows, marks, strict=True))
    return table(caption, [*header, "flag"], marked, words=("flag",))


def _cells(measure: Measure) -> tuple[str, ...]:
    nothing = number(measure.baselines.get("all_negative"))
    return number(measure.value), ends(measure.low, measure.high), nothing


def _kpis(system: FireReport) -> Iterator[tuple[str, ...]]:
    for each in system.kpis:
        yield each.name, each.category, *_cells(system.measure(each.metric)), number(each.score, 2)


def _counts(system: FireReport) -> list[tuple[str, ...]]:
    """The 2 x 2 table, rows as observed, with hectares where they are known."""
    counts, areas = system.counts, system.areas
    cells = [] if counts is None else [counts.tp, counts.fn, counts.fp, counts.tn]
    sizes = [None] * 4 if areas is None else [areas.hit_ha, areas.missed_ha, areas.false_ha, areas.rest_ha]
    texts = [
        f"{n:,}" if size is None else f"{n:,} ({enough_digits(size, 1)} ha)"
        for n, size in zip(cells, sizes, strict=True)
    ]
    return [("yes", *texts[:2]), ("no", *texts[2:])]


def useful_line(system: FireReport) -> str:
    """From which window on the fractions skill score is of use."""
    first = None if system.windows is None else system.windows.useful_from(system.useful)
    where = "from no window on do all reach that" if first is None else f"from windows of {first:.0f} cells on"
    return f"A fractions skill score is of use from {system.useful or 0:.4f}: {where}."


def files(result: FireResult) -> dict[str, str | bytes]:
    """The report folder: measures with the benchmark's names, structures without a partner, and pictures."""
    windows = windows_picture([(each.name, each.windows, each.useful) for each in result.systems if each.windows])
    return folder(result, article(result), tables(result), {**fire_map(result), **windows})


def tables(result: FireResult) -> dict[str, Sheet]:
    """Measures with the benchmark's names, and structures without a partner."""
    unmatched = [
        (system.name, each.side, name) for system in result.systems for each in system.unmatched for name in each.first
    ]
    alone = {"unmatched.csv": sheet("unmatched", ("system", "only_in", "structure"), unmatched)}
    return {"metrics.csv": measures_csv(_rows(result), ("kpi", "score")), **(alone if unmatched else {})}


def _rows(result: FireResult) -> Iterator[MeasureRow]:
    for system in result.systems:
        kpis = {each.metric: (each.name, each.score) for each in system.kpis}
        for each in system.measures:
            yield MeasureRow(system.name, each, more=kpis.get(each.metric, (None, None)))


def ends(low: float | None, high: float | None, digits: int = SIGNS) -> str:
    """Both ends of an interval."""
    return interval(low, high, digits=digits)


def plain_number(value: float | None) -> str:
    """Whole numbers as such, others with four decimals.

    >>> plain_number(1234.0), plain_number(0.25), plain_number(None)
    ('1,234', '0.2500', '-')
    """
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if value == round(value) and abs(value) < WHOLE else f"{value:,.4f}"


def number_table(numbers: FieldTable) -> Table:
    """Numbers by something."""
    return table(numbers.title, numbers.header, ([plain_number(each) for each in row] for row in numbers.rows))


def quantity_header(provenance: Provenance) -> tuple[str, ...]:
    """What stands above a number and its interval."""
    return MEASURE, "value", interval_header(provenance)


def not_counted(excluded: Sequence[Exclusion]) -> Iterator[Sentence]:
    """What was left out, and why."""
    if excluded:
        yield Sentence("Not counted: " + "; ".join(f"{each.reason} {each.n:,}" for each in excluded) + ".")


def undefined_lines(quantities: Iterable[Quantity]) -> list[str]:
    """Why there is no number, where there is none."""
    return [f"{each.label} is undefined because {each.undefined}." for each in quantities if each.undefined]


def quantity_rows(  # noqa: PLR0917 - what a number is of
    system: str, quantities: Iterable[Quantity], over: str, n: int = 0, part: str = "", more: tuple[object, ...] = ()
) -> Iterator[MeasureRow]:
    """Numbers as measures, with their units; `over` is what was resampled."""
    for each in quantities:
        method = None if each.low is None else f"percentile over {over}"
        measure = named_measure(each.name, each.value, each.low, each.high, method, n=n, undefined=each.undefined)
        yield MeasureRow(system, measure, part, more=(each.unit, *more))


def field_article(result: FireField) -> Article:
    """Each model by itself, then the picture of all."""
    what, asks, *_ = KINDS[result.kind]
    windows = [Section("Windows", (Picture(WINDOWS, WINDOWS_SHOW),))] if result.kind == "fss" else []
    models = (
        Section(each.name, tuple(_field_blocks(result, each)), counted(each.n, "cell")) for each in result.systems
    )
    return article_of(result, what, asks, (*models, *windows))


def _field_blocks(result: FireField, system: FieldReport) -> Iterator[Block]:
    yield from not_counted(system.excluded)
    yield Notes((*undefined_lines(system.quantities), *system.notes))
    rows = (
        (each.label, f"{plain_number(each.value)} {each.unit}".strip(), ends(each.low, each.high))
        for each in system.quantities
    )
    yield table("Every measure", quantity_header(result.provenance), rows)
    if system.table is not None:
        yield number_table(system.table)


def field_files(result: FireField) -> dict[str, str | bytes]:
    """The report folder: the numbers, what was counted in each window or at each level, and a picture of windows."""
    drawn = _counted_by(result) if result.kind == "fss" else []
    picture = windows_picture([(system.name, by, system.quantity("useful").value) for system, by in drawn])
    return folder(result, field_article(result), field_tables(result), picture)


def field_tables(result: FireField) -> dict[str, Sheet]:
    """The numbers, and what was counted in each window or at each level."""
    numbers = (row for each in result.systems for row in quantity_rows(each.name, each.quantities, "tiles", each.n))
    counted_by = _counted_by(result)
    windows: dict[str, Sheet] = {}
    if counted_by:
        rows = ((system.name, *row) for system, by in counted_by for row in by.rows)
        windows = {"windows.csv": sheet("windows", ("system", *counted_by[0][1].header), rows)}
    return {"metrics.csv": measures_csv(numbers, ("unit",)), **windows}


def _counted_by(result: FireField) -> list[tuple[FieldReport, FieldTable]]:
    return [(each, each.table) for each in result.systems if each.table is not None]
