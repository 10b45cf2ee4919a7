"""Fields in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.tasks.wildfire.article import plain_number, table_cells
from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import percent, span

if TYPE_CHECKING:
    from mercalli.tasks.wildfire.field.result import FieldReport, FireField
    from mercalli.tasks.wildfire.result import Quantity


def quantity_header(result: FireField) -> list[str]:
    """What stands above these cells."""
    return ["", "value", f"{percent(result.provenance.settings['level'])} interval"]


def quantity_cells(each: Quantity) -> list[str]:
    """What it is, the number with its unit, and its interval."""
    return [each.label, f"{plain_number(each.value)} {each.unit}".strip(), span(each.low, each.high)]


def undefined_lines(system: FieldReport) -> list[str]:
    """Why there is no number, where there is none."""
    return [f"{each.label} is undefined because {each.undefined}." for each in system.quantities if each.undefined]


def left_out(system: FieldReport) -> list[str]:
    """What was not counted, and why."""
    told = "; ".join(f"{each.reason} {each.n:,}" for each in system.excluded)
    return [f"Not counted: {told}."] if told else []


def field_title(system: FieldReport) -> str:
    """What was looked at."""
    return f"{system.name}: {system.n:,} cells"


def field_text(result: FireField) -> str:
    """For each model its numbers, its table, and what should be known."""
    return "\n\n".join(_system(result, system) for system in result.systems)


def _system(result: FireField, system: FieldReport) -> str:
    table = system.table
    parts = [
        field_title(system),
        columns(quantity_header(result), [quantity_cells(each) for each in system.quantities]),
    ]
    if table is not None:
        parts += ["", table.title, columns(list(table.header), table_cells(table))]
    return "\n".join([*parts, *undefined_lines(system), *left_out(system), *(f"! {note}" for note in system.notes)])


def field_html(result: FireField) -> str:
    """The same tables for a notebook."""
    parts: list[str] = []
    for system in result.systems:
        parts.append(f"<h4>{escape(field_title(system))}</h4>")
        parts.append(html_table(quantity_header(result), [quantity_cells(each) for each in system.quantities]))
        if system.table is not None:
            parts.append(html_table(list(system.table.header), table_cells(system.table)))
    return "".join(parts)
