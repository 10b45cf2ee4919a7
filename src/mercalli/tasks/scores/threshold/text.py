"""Decisions in a few lines of text or small HTML tables, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.tasks.scores.threshold.words import MEAN, means_of_classes, sentence
from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import number, percent, span

if TYPE_CHECKING:
    from mercalli.results.measure import Measure
    from mercalli.tasks.scores.threshold.result import Decisions, ScoreReport


def decisions_text(result: Decisions) -> str:
    """For each system its headline metrics, what to decide, and what should be known before relying on it."""
    means = [f"{MEAN}\n{columns(_header(result), _means(result))}"] if result.macro else []
    return "\n\n".join([*(_system_text(result, system) for system in result.systems), *means])


def _system_text(result: Decisions, system: ScoreReport) -> str:
    header, rows = _header(result), [_row(system.measure(metric)) for metric in result.headline]
    decided = [] if system.decision is None else [sentence(system.decision, result.wish)]
    return "\n".join([_title(system), columns(header, rows), *decided, *(f"! {note}" for note in system.notes)])


def _title(system: ScoreReport) -> str:
    share = system.positives / system.total
    return f"{system.name}: {system.n:,} rows, {share:.1%} of them {system.positive!r}"


def _header(result: Decisions) -> list[str]:
    return ["metric", "value", f"{percent(result.provenance.settings['level'])} interval", "constant", "skill"]


def _row(measure: Measure) -> list[str]:
    constant = number(measure.baselines.get("constant"))
    return [measure.metric, number(measure.value), span(measure.low, measure.high), constant, number(measure.skill, 2)]


def _means(result: Decisions) -> list[list[str]]:
    means = means_of_classes(result)
    return [_row(means[metric]) for metric in result.headline]


def decisions_html(result: Decisions) -> str:
    """The same for a notebook."""
    means = f"<h4>{MEAN}</h4>{html_table(_header(result), _means(result))}" if result.macro else ""
    return "".join(_system_html(result, system) for system in result.systems) + means


def _system_html(result: Decisions, system: ScoreReport) -> str:
    rows = [_row(system.measure(metric)) for metric in result.headline]
    decided = [] if system.decision is None else [sentence(system.decision, result.wish)]
    told = "".join(f"<p>{escape(line)}</p>" for line in [*decided, *system.notes])
    return f"<h4>{escape(_title(system))}</h4>{html_table(_header(result), rows)}{told}"
