"""Perimeters in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.results.text import NOTHING, columns, html_table

if TYPE_CHECKING:
    from mercalli.results.perimeters import PerimeterReport, Perimeters, PerimeterStep, Quantity

DIGITS = {"": 4, "ha": 1, "m": 0, "degrees": 0}


def quantity_text(each: Quantity) -> str:
    """The number as its unit wants it.

    >>> from mercalli.results.perimeters import Quantity
    >>> quantity_text(Quantity("over_ha", "over", 1234.56, "ha"))
    '1,234.6 ha'
    """
    if each.value is None:
        return NOTHING
    return f"{each.value:,.{DIGITS[each.unit]}f} {each.unit}".strip()


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


def undefined_lines(step: PerimeterStep) -> list[str]:
    """Why there is no number, where there is none."""
    return [
        f"{each.label} is undefined because {each.undefined}."
        for each in (*step.quantities, *step.growth)
        if each.undefined and each.name == "jaccard"
    ]


def perimeters_text(result: Perimeters) -> str:
    """A table for each model and step, and what should be known before relying on it."""
    return "\n\n".join(
        "\n".join(
            [
                perimeter_title(system, step),
                columns(step_header(step), step_cells(step)),
                *undefined_lines(step),
                *(f"! {note}" for note in system.notes if step is system.steps[-1]),
            ]
        )
        for system in result.systems
        for step in system.steps
    )


def perimeters_html(result: Perimeters) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(perimeter_title(system, step))}</h4>"
        + html_table(step_header(step), step_cells(step))
        + "".join(f"<p>{escape(line)}</p>" for line in undefined_lines(step))
        for system in result.systems
        for step in system.steps
    )
