"""What alerts are worth in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import number, percent, span
from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.tasks.alerts.result import AlertReport, Alerts


def alerts_title(system: AlertReport) -> str:
    """What was looked at."""
    events = f" of {len(system.events):,} events" if len(system.events) > 1 else ""
    urgent = "" if system.counts is None else f", {system.counts.urgent / system.n:.1%} of them urgent"
    return f"{system.name}: {counted(system.n, 'item')}{events}{urgent}"


def alerted(system: AlertReport) -> list[str]:
    """What was alerted, in words; nothing if nobody said what is urgent."""
    counts = system.counts
    if counts is None:
        return []
    return [
        f"{counted(counts.alerted, 'alert')}: {counts.right:,} right, {counts.false:,} false; "
        f"{counts.missed:,} of {counted(counts.urgent, 'urgent item')} {_were(counts.missed)} missed."
    ]


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def alerts_text(result: Alerts) -> str:
    """For each system its values, what was alerted, and what should be known before relying on it."""
    return "\n\n".join(
        "\n".join(
            [
                alerts_title(system),
                columns(_header(result), _rows(system)),
                *alerted(system),
                *(f"! {note}" for note in system.notes),
            ]
        )
        for system in result.systems
    )


def _header(result: Alerts) -> list[str]:
    return ["metric", "value", f"{percent(result.provenance.settings['level'])} interval", "constant"]


def _rows(system: AlertReport) -> list[list[str]]:
    return [
        [each.metric, number(each.value), span(each.low, each.high), number(each.baselines.get("constant"))]
        for each in system.measures
    ]


def alerts_html(result: Alerts) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(alerts_title(system))}</h4>"
        + html_table(_header(result), _rows(system))
        + "".join(f"<p>{escape(line)}</p>" for line in [*alerted(system), *system.notes])
        for system in result.systems
    )
