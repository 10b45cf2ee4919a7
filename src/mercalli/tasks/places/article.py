"""Where systems are worse, and for whom, as an article."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mercalli.estimates.leads import notes_once
from mercalli.io.sheets import Kind, Sheet, sheet
from mercalli.results.measure import by_text
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.places.data import NEED, SMALL
from mercalli.tasks.places.figures import FUNNEL, STEPS, VOICES
from mercalli.tasks.places.map import MAP
from mercalli.tasks.places.result import HotSpot, Places, PlaceSlice, PlacesReport
from mercalli.telling.article import PAGE, Article, Block, Cell, Gates, Notes, Picture, Section, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.boards import system_article
from mercalli.telling.files import MeasureRow, measures_csv, slices_csv
from mercalli.telling.groups import alike_cell, gap_table, group_cell, group_files
from mercalli.telling.svg.strip import Scale, Strip
from mercalli.telling.words import measure_of
from mercalli.text.numbers import count, p_text, share_text, value_text
from mercalli.text.words import counted, short_name

MOST_SHOWN = 3  # metrics
WIDEST = 4.0  # times as many errors as expected: where the scale ends
FEW, NOT_KNOWN = "few expected", "no place"
EXTRAS = ("harm_ratio", "voice", "missed_per_100k")
PLACES = (
    "system",
    "place",
    "latitude",
    "longitude",
    "items",
    "errors",
    "expected_errors",
    "missed_urgent",
    "people",
    "need",
)


def article(result: Places) -> Article:
    """Every place, then people, rings and the scan, one system at a time."""
    systems = result.systems
    places = counted(sum(part.known for part in systems[0].parts(result.parts[0])), "place")
    cut = "" if result.width is None else f" (cells of {result.width:g} km)"
    return system_article(
        result,
        systems,
        _overview(result),
        lambda system: _blocks(result, system),
        Section("Pictures", tuple(_pictures(result)), on=PAGE, anchor="picture"),
        asks="where it is worse, and for whom",
        summary=f"{counted(systems[0].n, 'item')}, {places}{cut}, {counted(len(systems), 'system')}",
    )


def _whose(result: Places) -> str:
    return f" of {short_name(result.systems[0].name)}" if len(result.systems) > 1 else ""


def _pictures(result: Places) -> Iterator[Picture]:
    yield Picture(FUNNEL, "Places by their expected errors, between the limits of chance")
    if result.people is not None:
        yield Picture(VOICES, f"Shares of the items{_whose(result)} and of the people, place by place")
    if len(result.parts) > 1:
        yield Picture(STEPS, f"{result.headline[0]} by {' and '.join(_called(part) for part in result.parts[1:])}")


def _called(part: str) -> str:
    return "need" if part == NEED else "distance"


def _overview(result: Places) -> Iterator[Block]:
    """Gates, and the map, which stands above the long table of places."""
    if result.gates:
        yield Gates(result.gates)
    if result.width is not None:
        shows = f"Errors{_whose(result)} over those that the classes explain, cell by cell; dots are what is missed"
        yield Picture(MAP, shows)
    yield Notes(notes_once(result.systems)[MOST_CAUTIONS:], on=PAGE)


def _blocks(result: Places, system: PlacesReport) -> Iterator[Block]:
    yield _places(result, system)
    if system.hot is not None:
        yield _hot(system.hot)
    if system.persons:
        yield _persons(result, system)
    for column in result.parts[1:]:
        yield _steps(result, system, column)
    yield _alike(result, system)
    if system.gaps:
        yield gap_table("Gaps, with intervals for all pairs at once", [system], "by", result.headline)


def _places(result: Places, system: PlacesReport) -> Table:
    """Every place, those with most errors beyond what is expected first."""
    lead, parts = result.headline[0], system.parts(result.parts[0])
    order = sorted(parts, key=lambda part: (not part.known, part.expected - part.errors))
    scale = Scale(0.0, WIDEST)
    extras = [name for name in EXTRAS if any(_has(part, name) for part in parts)]
    header = (
        *(result.parts[0], "items"),
        *(["urgent", "missed"] if result.urgent else []),
        *("errors", "expected", "error_ratio", "error_ratio drawn", lead, *extras),
    )
    rows = [
        (
            group_cell(part, FEW, NOT_KNOWN),
            count(part.n),
            *([count(part.urgent), count(part.missed)] if result.urgent else []),
            count(part.errors),
            value_text(part.expected),
            measure_cell(part.measure("error_ratio")),
            Cell("", strip=Strip(part.measure("error_ratio"), scale, line=1.0)) if part.expected >= SMALL else "",
            measure_cell(part.measure(lead)),
            *(measure_cell(part.measure(name)) if _has(part, name) else "" for name in extras),
        )
        for part in order
    ]
    return table(
        "Places, those with most errors beyond what their mix of classes explains first; the tall line is 1",
        header,
        rows,
    )


def _has(part: PlaceSlice, metric: str) -> bool:
    return measure_of(part.measures, metric) is not None


def _hot(hot: HotSpot) -> Table:
    units = "-" if hot.units is None else f"{hot.units:,} (as {hot.effective or 0.0:.1f} of equal size)"
    rows = [
        (
            short_name(hot.place),
            f"{hot.radius:g} km",
            count(hot.places),
            count(hot.items),
            count(hot.errors),
            value_text(hot.expected),
            value_text(hot.ratio),
            p_text(hot.p) if hot.p is not None else "-",
            units,
        )
    ]
    header = ("middle", "radius", "places", "items", "errors", "expected", "log ratio", "p", "units")
    return table("Where errors are most above what is expected", header, rows, words=("radius", "units"))


def _persons(result: Places, system: PlacesReport) -> Table:
    rows = [
        (
            person.metric,
            measure_cell(person.measure),
            measure_cell(system.measure(person.metric)),
            share_text(person.coverage),
            "-" if person.lowest is None or person.highest is None else _between(person.lowest, person.highest),
        )
        for person in system.persons
    ]
    header = ("metric", "per person", "per item", "people covered", "with the others at worst and best")
    return table(f"Per person, of {count(result.people or 0.0)} people", header, rows)


def _between(low: float, high: float) -> str:
    return f"{value_text(low)} to {value_text(high)}"


def _steps(result: Places, system: PlacesReport, column: str) -> Table:
    lead = result.headline[0]
    parts = system.parts(column)
    raked = any(part.alike for part in parts)
    scale = Scale.around([part.measure(lead) for part in parts])
    rows = [
        (
            group_cell(replace(part, few=False), FEW, NOT_KNOWN),
            count(part.n),
            measure_cell(part.measure(lead)),
            *([alike_cell(part, lead)] if raked else []),
            Cell("", strip=Strip(part.measure(lead), scale, line=system.measure(lead).value)),
            measure_cell(part.measure("error_ratio")),
        )
        for part in parts
    ]
    alike = ["like for like"] if raked else []
    header = (column, "items", lead, *alike, f"{lead} drawn", "error_ratio")
    title = "By need: fifths of the people, fifth 5 is the neediest" if column == NEED else "By distance"
    return table(title, header, rows)


def _alike(result: Places, system: PlacesReport) -> Table:
    shown = result.headline[:MOST_SHOWN]
    overall: tuple[str | Cell, ...] = (
        "all items the same",
        "",
        *(measure_cell(system.measure(name)) for name in shown),
    )
    rows: list[tuple[str | Cell, ...]] = [overall]
    for row in system.alike:
        name = f"each cell of {row.cells}" if result.width else f"each {short_name(row.cells)}"
        rows.append((name, count(row.places), *(measure_cell(by_text(row.measures, metric)) for metric in shown)))
    return table(
        "Each place alike: where values move with the size of cells, place matters",
        ("counts the same", "places", *shown),
        rows,
    )


def tables(result: Places) -> dict[str, Sheet]:
    """Places, values, gaps and each place alike for a spreadsheet."""
    kinds: dict[str, Kind] = {
        "system": str, "place": str, "items": int, "errors": int, "missed_urgent": int,
        **dict.fromkeys(("latitude", "longitude", "expected_errors", "people", "need"), float),
    }  # fmt: skip
    rows = [
        (
            each.name,
            part.values[0],
            part.lat,
            part.lon,
            part.n,
            part.errors,
            part.expected,
            part.missed,
            part.people,
            part.need,
        )
        for each in result.systems
        for part in each.parts(result.parts[0])
    ]
    return {
        "places.csv": sheet("places", PLACES, rows, kinds),
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
        "alike.csv": measures_csv(
            (
                MeasureRow(each.name, measure, slice=row.cells, more=(row.places,))
                for each in result.systems
                for row in each.alike
                for measure in row.measures
            ),
            ("places",),
            "alike",
        ),
        **group_files(result.gates, result.systems),
    }
