"""Perimeters in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import NOTHING, enough_digits, percent, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.wildfire.perimeter.result import PerimeterReport, Perimeters, PerimeterStep
    from mercalli.tasks.wildfire.result import Quantity

GROWTH_TITLE = "growth of all steps"
DIGITS = {"": 4, "ha": 1, "m": 0, "degrees": 0}
MOST_DIGITS = {"ha": 4, "m": 2}  # of small values, to a square metre and a centimetre


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


def perimeter_title(system: PerimeterReport, step: PerimeterStep) -> str:
    """What was looked at."""
    return f"{system.name}{f' at {step.time}' if step.time else ''}"


def step_header(step: PerimeterStep) -> list[str]:
    """What stands above the cells of a step."""
    return ["", "whole fire", *(["growth only"] if step.growth else [])]


def step_cells(step: PerimeterStep) -> list[list[str]]:
    """A row for each number, with what it is of the growth alone."""
    growth = {each.name: quantity_text(each) for each in step.growth}
    return [
        [each.label, quantity_text(each), *([growth.get(each.name, "")] if growth else [])] for each in step.quantities
    ]


def growth_header(result: Perimeters) -> list[str]:
    """What stands above the cells of the growth of all steps."""
    return ["", "value", f"{percent(result.provenance.settings['level'])} interval"]


def growth_cells(system: PerimeterReport) -> list[list[str]]:
    """A row for each number of the growth of all steps, with its interval over steps."""
    return [[each.label, quantity_text(each), span(each.low, each.high)] for each in system.growth]


def undefined_lines(step: PerimeterStep) -> list[str]:
    """Why there is no number, where there is none."""
    return [
        f"{each.label} is undefined because {each.undefined}."
        for each in (*step.quantities, *step.growth)
        if each.undefined and each.name == "jaccard"
    ]


def perimeters_text(result: Perimeters) -> str:
    """A table for each model and step, and what should be known before relying on it."""
    return "\n\n".join("\n\n".join(_parts(result, system)) for system in result.systems)


def _parts(result: Perimeters, system: PerimeterReport) -> Iterator[str]:
    for step in system.steps:
        table = columns(step_header(step), step_cells(step))
        yield "\n".join([perimeter_title(system, step), table, *undefined_lines(step)])
    if system.growth:
        yield f"{system.name}, {GROWTH_TITLE}\n{columns(growth_header(result), growth_cells(system))}"
    if system.notes:
        yield "\n".join(f"! {note}" for note in system.notes)


def perimeters_html(result: Perimeters) -> str:
    """The same tables for a notebook."""
    return "".join(part for system in result.systems for part in _html_parts(result, system))


def _html_parts(result: Perimeters, system: PerimeterReport) -> Iterator[str]:
    for step in system.steps:
        yield f"<h4>{escape(perimeter_title(system, step))}</h4>" + html_table(step_header(step), step_cells(step))
        yield from (f"<p>{escape(line)}</p>" for line in undefined_lines(step))
    if system.growth:
        yield f"<h4>{escape(system.name)}, {GROWTH_TITLE}</h4>"
        yield html_table(growth_header(result), growth_cells(system))
    yield from (f"<p>{escape(note)}</p>" for note in system.notes)
