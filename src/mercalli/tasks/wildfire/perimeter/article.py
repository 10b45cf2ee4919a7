"""How perimeters lie on each other, as an article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from mercalli.estimates.measure import named_measure
from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure
from mercalli.tasks.wildfire.article import (
    MAP,
    MEASURE,
    article_of,
    ends,
    quantity_header,
    quantity_rows,
    undefined_lines,
)
from mercalli.tasks.wildfire.board import (
    Column,
    board,
    comparison_files,
    comparison_section,
    detail_sections,
    verdict_section,
)
from mercalli.tasks.wildfire.figures import perimeter_map, shown_of
from mercalli.tasks.wildfire.perimeter.estimate import GROWTH_JACCARD
from mercalli.tasks.wildfire.perimeter.verdict import JACCARD, TRIVIAL, best_first, deciding, method_of
from mercalli.tasks.wildfire.result import PerimeterReport, Perimeters, PerimeterStep, Quantity
from mercalli.telling.article import PROMPT, Article, Block, Fold, Notes, Picture, Section, Table, table
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.text.numbers import NOTHING, enough_digits

GROWTH = "growth of all steps"
STEP = {
    "observed_ha": "area observed",
    "modelled_ha": "area modelled",
    "boundary_mean_m": "mean distance",
    JACCARD: "Jaccard",
}
DIGITS = {"": 4, "ha": 1, "m": 0, "degrees": 0}
UNIT = (0.0, 1.0)
BESIDE = {
    "area_bias": "area modelled / observed",
    "boundary_mean_m": "mean boundary distance, m",
    "hausdorff_m": "Hausdorff, m",
}
MOST_DIGITS = {"ha": 4, "m": 2}  # of small values, to a square metre and a centimetre


def article(result: Perimeters) -> Article:
    """All models side by side, the outlines, how far models are apart, then one at a time."""
    ordered = best_first(result)
    outlines = Picture(MAP, shown_of(len(ordered), "The outlines observed and modelled"))
    sections = (
        verdict_section(_board(result, ordered), systems=ordered, comparison=result.comparison),
        Section("Map", (outlines,)),
        *comparison_section(result.comparison, (GROWTH_JACCARD,), result.provenance),
        *detail_sections(ordered, partial(_blocks, result), metric=deciding(ordered[0]).metric),
    )
    return article_of(result, ordered, "perimeters", "how well outlines agree", sections)


def _board(result: Perimeters, ordered: Sequence[PerimeterReport]) -> Table:
    """The index that decides; then areas and edges of the last outline."""
    first = deciding(ordered[0]).metric
    columns = [
        Column(first, deciding, UNIT, TRIVIAL),
        *([] if first == JACCARD else [Column(f"{JACCARD} at the end", partial(_last, JACCARD), UNIT)]),
        *(Column(called, partial(_last, name)) for name, called in BESIDE.items()),
    ]
    rules = [] if deciding(ordered[0]).baselines[TRIVIAL] is None else [(TRIVIAL, "no change")]
    return board(ordered, columns, result.provenance, rules=rules, line="what predicting no change would get")


def _last(name: str, system: PerimeterReport) -> Measure:
    found = system.steps[-1].quantity(name)
    return named_measure(name, found.value, undefined=found.undefined)


def _blocks(result: Perimeters, system: PerimeterReport) -> Iterator[Block]:
    indices = (each for step in system.steps for each in (*step.quantities, *step.growth) if each.name == "jaccard")
    yield Notes(tuple(dict.fromkeys(undefined_lines(indices))))
    rows = ((each.label, quantity_text(each), ends(each.low, each.high)) for each in system.growth)
    yield table(GROWTH.capitalize(), quantity_header(result.provenance), rows)
    *before, last = system.steps
    if before:
        yield _by_step(system.steps)
        yield Fold("Every number of the steps before", tuple(map(_step, before)))
        yield from (replace(_step(each), on=PROMPT) for each in before)
    yield _step(last)


def _by_step(steps: Sequence[PerimeterStep]) -> Table:
    """The numbers that tell most, a row for each step."""
    rows = (
        (each.time, *(_told(each.quantities, name) for name in STEP), _told(each.growth, JACCARD)) for each in steps
    )
    return table("Step by step", ("at", *STEP.values(), "Jaccard, growth"), rows)


def _told(quantities: Sequence[Quantity], name: str) -> str:
    return next((quantity_text(each) for each in quantities if each.name == name), NOTHING)


def _step(step: PerimeterStep) -> Table:
    """A row for each number, with what it is of the growth alone."""
    growth = {each.name: quantity_text(each) for each in step.growth}
    rows = (
        (each.label, quantity_text(each), *([growth.get(each.name, "")] if growth else [])) for each in step.quantities
    )
    caption = f"At {step.time}" if step.time else "The outlines"
    return table(caption, (MEASURE, "whole fire", *(["growth only"] if growth else [])), rows)


def quantity_text(each: Quantity) -> str:
    """The number as its unit wants it.

    >>> from mercalli.tasks.wildfire.result import Quantity
    >>> [quantity_text(Quantity("over_ha", "over", value, "ha")) for value in (1234.56, 0.0213)]
    ['1,234.6 ha', '0.0213 ha']
    """
    if each.value is None:
        return NOTHING
    digits = DIGITS[each.unit]
    return f"{enough_digits(each.value, digits, MOST_DIGITS.get(each.unit, digits))} {each.unit}".strip()


def pictures(result: Perimeters) -> dict[str, bytes]:
    """What its page shows."""
    return perimeter_map(best_first(result))


def tables(result: Perimeters) -> dict[str, Sheet]:
    """Every number of every step, and differences of models."""
    steps = {"steps.csv": measures_csv(_rows(result), ("unit", "of"), keys=("of",))}
    return {**steps, **comparison_files(result.comparison)}


def _rows(result: Perimeters) -> Iterator[MeasureRow]:
    for system in result.systems:
        for step in system.steps:
            for of, quantities in (("whole", step.quantities), ("growth", step.growth)):
                yield from quantity_rows(system.name, quantities, method_of(system), part=step.time, more=(of,))
        yield from quantity_rows(system.name, system.growth, method_of(system), more=(GROWTH,))
