"""Uplift in a few lines of text or small HTML tables, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import NOTHING, number, percent, span

if TYPE_CHECKING:
    from mercalli.results.measure import Measure
    from mercalli.tasks.uplift.result import Target, UpliftReport, UpliftResult


def target_text(target: Target) -> str:
    """K as it was asked for and as it was used.

    >>> from types import SimpleNamespace as Target
    >>> target_text(Target(asked=200, k=(200.0,))), target_text(Target(asked=0.1, k=(50.0, 52.0)))
    ('200', '10% = 50 + 52')
    """
    used = " + ".join(people(each) for each in target.k)
    return used if target.asked >= 1 and len(target.k) == 1 else f"{_asked(target.asked)} = {used}"


def _asked(k: float) -> str:
    return percent(k) if k < 1 else f"{k:,.0f} each"


def people(value: float) -> str:
    """People as whole numbers, weights with one decimal.

    >>> people(1200.0), people(12.34)
    ('1,200', '12.3')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def gained(value: float | None) -> str:
    """A gain with its sign.

    >>> gained(12.345), gained(-0.04), gained(None)
    ('+12.3', '-0.0', '-')
    """
    return NOTHING if value is None else f"{value:+,.1f}"


def gained_span(low: float | None, high: float | None) -> str:
    """Both ends of a gain.

    >>> gained_span(-3.0, 12.0)
    '-3.0 to +12.0'
    """
    return NOTHING if low is None or high is None else f"{gained(low)} to {gained(high)}"


def title(system: UpliftReport) -> str:
    """Who was looked at."""
    return f"{system.name}: {system.n:,} people, {system.treated.n:,} treated and {system.control.n:,} controls"


def uplift_text(result: UpliftResult) -> str:
    """For each system its areas, what treating its first K gains, and what should be known before relying on it."""
    return "\n\n".join(_system_text(result, system) for system in result.systems)


def _system_text(result: UpliftResult, system: UpliftReport) -> str:
    measured = columns(_header(result), [_row(system.measure(metric)) for metric in result.headline])
    targets = columns(_target_header(result), [_target_row(target) for target in system.targets])
    return "\n".join([title(system), measured, targets, *(f"! {note}" for note in system.notes)])


def _header(result: UpliftResult) -> list[str]:
    return ["metric", "value", f"{percent(result.provenance.settings['level'])} interval", "random"]


def _row(measure: Measure) -> list[str]:
    random = number(measure.baselines.get("random"))
    return [measure.metric, number(measure.value), span(measure.low, measure.high), random]


def _target_header(result: UpliftResult) -> list[str]:
    level = percent(result.provenance.settings["level"])
    return ["top", "treated", "controls", "gained per 1,000 treated", f"{level} interval"]


def _target_row(target: Target) -> list[str]:
    value, low, high = target.per_1000
    arms = [people(round(arm, 1)) for arm in (target.treated, target.control)]
    return [target_text(target), *arms, gained(value), gained_span(low, high)]


def uplift_html(result: UpliftResult) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(title(system))}</h4>"
        + html_table(_header(result), [_row(system.measure(metric)) for metric in result.headline])
        + html_table(_target_header(result), [_target_row(target) for target in system.targets])
        + "".join(f"<p>{escape(note)}</p>" for note in system.notes)
        for system in result.systems
    )
