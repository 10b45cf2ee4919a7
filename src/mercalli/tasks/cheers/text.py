"""Scores of CHEERS in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import number, percent, span
from mercalli.text.visible import visible_record
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.cheers.result import Cheers, CoverageReport, RunReport

# The words of the challenge's own program.
LINES = {
    "relevance_f1_score_macro": "Macro-averaged F1 score for is_relevant variable is",
    "sectorids_accuracy": "Accuracy for sector_ids variable is",
    "HumImpact": "HumImpact Score is",
}


def score_lines(run: RunReport) -> list[str]:
    """Three lines and the dictionary, as the challenge prints them."""
    scores = run.scores
    said = {name: "undefined" if value is None else f"{100 * value:.2f}" for name, value in scores.items()}
    return [*(f"{text}: {said[name]}" for name, text in LINES.items()), str(scores)]


def coverage_words(coverage: CoverageReport) -> str:
    """On how much the accuracy rests.

    >>> from mercalli.tasks.cheers.result import CoverageReport
    >>> print(coverage_words(CoverageReport(scored=6, with_sector=5, extracted=4, least=0.5)))
    6 sentences; 4 of 5 with a sector were extracted (80%)
    """
    share = "" if coverage.share is None else f" ({100 * coverage.share:.0f}%)"
    return (
        f"{counted(coverage.scored, 'sentence')}; {coverage.extracted:,} of {coverage.with_sector:,} with a sector "
        f"were extracted{share}"
    )


def run_title(run: RunReport) -> str:
    """What was looked at."""
    return f"{run.name}: {counted(run.n, 'sentence')} of {counted(run.documents, 'document')}"


def cheers_text(result: Cheers) -> str:
    """For each run its scores, on how much they rest, and what should be known before relying on them."""
    told = visible_record(result)
    ranked = [f"{each.metric}: {each}" for each in told.rankings]
    return "\n\n".join(["\n".join(_run_text(told, run)) for run in told.systems] + ["\n".join(ranked)] * bool(ranked))


def _run_text(result: Cheers, run: RunReport) -> Iterator[str]:
    yield run_title(run)
    yield columns(_header(result), _rows(run))
    yield f"the accuracy rests on {coverage_words(run.coverage)}"
    yield from (f"! {note}" for note in run.notes)


def _header(result: Cheers) -> list[str]:
    return ["metric", "value", f"{percent(result.provenance.settings['level'])} interval"]


def _rows(run: RunReport) -> list[list[str]]:
    rows = [[each.metric, number(each.value), span(each.low, each.high)] for each in run.measures]
    return [*rows, ["sector_ceiling", number(run.ceiling.value), span(run.ceiling.low, run.ceiling.high)]]


def cheers_html(result: Cheers) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(run_title(run))}</h4>"
        + html_table(_header(result), _rows(run))
        + "".join(f"<p>{escape(line)}</p>" for line in [coverage_words(run.coverage), *run.notes])
        for run in result.systems
    )
