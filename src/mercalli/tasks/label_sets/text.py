"""Label sets in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import number, percent, span
from mercalli.text.visible import visible_record
from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.tasks.label_sets.result import MultiLabel, SetReport


def sets_title(system: SetReport) -> str:
    """What was looked at."""
    return f"{system.name}: {counted(system.n, 'item')}, {counted(len(system.labels), 'label')}"


def multilabel_text(result: MultiLabel) -> str:
    """For each system its values, and what should be known before relying on them; then who is ahead on what."""
    told = visible_record(result)
    parts = [
        "\n".join([sets_title(each), columns(_header(told), _rows(each)), *(f"! {note}" for note in each.notes)])
        for each in told.systems
    ]
    ranked = [f"{each.metric}: {each}" for each in told.rankings if each.metric in told.headline]
    return "\n\n".join([*parts, *(["\n".join(ranked)] if ranked else [])])


def _header(result: MultiLabel) -> list[str]:
    return ["metric", "value", f"{percent(result.provenance.settings['level'])} interval", "majority"]


def _rows(system: SetReport) -> list[list[str]]:
    return [
        [each.metric, number(each.value), span(each.low, each.high), number(each.baselines.get("majority"))]
        for each in system.measures
    ]


def multilabel_html(result: MultiLabel) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(sets_title(system))}</h4>"
        + html_table(_header(result), _rows(system))
        + "".join(f"<p>{escape(note)}</p>" for note in system.notes)
        for system in result.systems
    )
