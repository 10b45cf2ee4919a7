"""Survival in a few lines of text or small HTML tables, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import number, p_text, percent, span
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from mercalli.results.measure import Measure
    from mercalli.tasks.survival.result import SurvivalPair, SurvivalReport, SurvivalResult


def title(result: SurvivalResult, report: SurvivalReport) -> str:
    """Who was looked at."""
    competing = f", {report.competing:,} with another event" if report.competing else ""
    cause = result.causes[str(report.cause)]
    return (
        f"{report.name}: {report.n:,} people, {report.events:,} with {cause}{competing}, {report.censored:,} censored"
    )


def survival_text(result: SurvivalResult) -> str:
    """For each prediction its values, then differences, and what should be known before relying on them."""
    told = visible_record(result)
    parts = [_report_text(told, report) for report in told.systems]
    pairs = [columns(PAIR, [row for pair in told.pairs for row in pair_rows(pair)])] if told.pairs else []
    return "\n\n".join([*parts, *pairs])


def _report_text(result: SurvivalResult, report: SurvivalReport) -> str:
    table = columns(header(result), [row(report, each) for each in report.measures])
    return "\n".join([title(result, report), table, *(f"! {note}" for note in report.notes)])


def header(result: SurvivalResult) -> list[str]:
    """Names of the columns of values."""
    return ["metric", "value", f"{percent(result.provenance.settings['level'])} interval", "error", "alike", "band"]


def row(report: SurvivalReport, measure: Measure) -> list[str]:
    """One value."""
    error, alike = report.standard_errors.get(measure.metric), measure.baselines.get("alike")
    ends = span(measure.low, measure.high)
    return [measure.metric, number(measure.value), ends, number(error), number(alike), measure.band or ""]


PAIR = ["systems", "metric", "difference", "interval", "p (Holm)"]


def pair_rows(pair: SurvivalPair) -> list[list[str]]:
    """The differences of two systems."""
    return [
        [
            f"{pair.first} - {pair.second}",
            each.metric,
            number(each.difference),
            span(each.low, each.high),
            p_text(each.p_adjusted),
        ]
        for each in pair.differences
    ]


def survival_html(result: SurvivalResult) -> str:
    """The same tables for a notebook."""
    parts = [
        f"<h4>{escape(title(result, report))}</h4>"
        + html_table(header(result), [row(report, each) for each in report.measures])
        + "".join(f"<p>{escape(note)}</p>" for note in report.notes)
        for report in result.systems
    ]
    pairs = html_table(PAIR, [each for pair in result.pairs for each in pair_rows(pair)]) if result.pairs else ""
    return "".join(parts) + pairs
