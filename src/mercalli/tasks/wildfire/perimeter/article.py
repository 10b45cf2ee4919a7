"""How perimeters lie on each other, as an article."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.io.sheets import Sheet
from mercalli.tasks.wildfire.article import (
    MAP,
    MEASURE,
    article_of,
    ends,
    quantity_header,
    quantity_rows,
    undefined_lines,
)
from mercalli.tasks.wildfire.figures import perimeter_map, shown_of
from mercalli.tasks.wildfire.result import PerimeterReport, Perimeters, PerimeterStep, Quantity
from mercalli.telling.article import Article, Block, Notes, Picture, Section, Table, table
from mercalli.telling.files import MeasureRow, folder, measures_csv
from mercalli.text.numbers import NOTHING, enough_digits

GROWTH, STEPS = "growth of all steps", "steps"
DIGITS = {"": 4, "ha": 1, "m": 0, "degrees": 0}
MOST_DIGITS = {"ha": 4, "m": 2}  # of small values, to a square metre and a centimetre


def article(result: Perimeters) -> Article:
    """Each model at every time, then the outlines."""
    outlines = Picture(MAP, shown_of(len(result.systems), "The outlines observed and modelled"))
    models = (Section(each.name, tuple(_blocks(result, each))) for each in result.systems)
    return article_of(result, "perimeters", "how well outlines agree", (*models, Section("Map", (outlines,))))


def _blocks(result: Perimeters, system: PerimeterReport) -> Iterator[Block]:
    indices = (each for step in system.steps for each in (*step.quantities, *step.growth) if each.name == "jaccard")
    yield Notes((*dict.fromkeys(undefined_lines(indices)), *system.notes))
    yield from map(_step, system.steps)
    rows = ((each.label, quantity_text(each), ends(each.low, each.high)) for each in system.growth)
    yield table(GROWTH.capitalize(), quantity_header(result.provenance), rows)


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


def files(result: Perimeters) -> dict[str, str | bytes]:
    """The report folder: every number of every step, and a picture."""
    return folder(result, article(result), tables(result), perimeter_map(result))


def tables(result: Perimeters) -> dict[str, Sheet]:
    """Every number of every step."""
    return {"steps.csv": measures_csv(_rows(result), ("unit", "of"), keys=("of",))}


def _rows(result: Perimeters) -> Iterator[MeasureRow]:
    for system in result.systems:
        for step in system.steps:
            for of, quantities in (("whole", step.quantities), ("growth", step.growth)):
                yield from quantity_rows(system.name, quantities, STEPS, part=step.time, more=(of,))
        yield from quantity_rows(system.name, system.growth, STEPS, more=(GROWTH,))
