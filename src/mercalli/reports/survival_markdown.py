"""Survival as a Markdown page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.markdown.computed import computed
from mercalli.reports.markdown.marks import escape, table
from mercalli.reports.survival_words import INTERVAL, first_words, pairs_words, reading, way
from mercalli.reports.words import interval
from mercalli.results.text import number, p_text, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.measured import Measure
    from mercalli.results.survival import CalibrationGroup, SurvivalReport, SurvivalResult, SurvivalSlice

DIGITS = 3
PICTURES = {
    "concordance.png": "C over time",
    "incidence.png": "Cumulative incidence by risk",
    "calibration.png": "Calibration at a horizon",
}


def survival_page(result: SurvivalResult, pictures: Sequence[str]) -> str:
    """What was found about every prediction, how sure it is, and how it was computed."""
    parts = [line for report in result.systems for line in _report(result, report)]
    start = [f"# {escape(result.provenance.title)}: who is hit first", f"\n{INTERVAL}\n"]
    shown = [f"![{PICTURES[name]}]({name})\n" for name in pictures]
    digests = {report.name: report.digest for report in result.systems}
    lines = [*start, *shown, *parts, *_differences(result), *_cards(result), *computed(result.provenance, digests)]
    return "\n".join(lines) + "\n"


def _report(result: SurvivalResult, report: SurvivalReport) -> Iterator[str]:
    level = percent(result.provenance.settings["level"])
    yield f"\n## {escape(report.name)}\n"
    yield f"{escape(first_words(result, report))}; {way(report)}; events up to {report.tau:g}.\n"
    yield f"**{escape(reading(result, report))}**\n"
    header = ["metric", "value", f"{level} interval", "standard error", "everyone alike", "band"]
    yield from table(header, (_row(report, measure) for measure in report.measures))
    yield f"\n{escape(pairs_words(report.pairs))}"
    yield from (f"\n- {escape(note)}" for note in report.notes)
    if report.calibration:
        yield f"\n### Predicted and observed by {report.calibrated_at:g}\n"
        yield from table(["people", "predicted", "observed", f"{level} interval"], map(calibrated, report.calibration))
    if report.slices:
        yield "\n### Slices\n"
        shown = result.shown(report)
        names = [column for metric in shown for column in (metric, "interval")]
        yield from table(["slice", "people", "events", *names], (_slice(part) for part in report.slices))


def _row(report: SurvivalReport, measure: Measure) -> list[str]:
    alike, error = measure.baselines.get("alike"), report.standard_errors.get(measure.metric)
    return [
        *(f"`{measure.metric}`", number(measure.value, DIGITS), _ends(measure)),
        *(number(error), number(alike, DIGITS), measure.band or ""),
    ]


def _ends(measure: Measure) -> str:
    return interval(measure.low, measure.high, digits=DIGITS)


def calibrated(group: CalibrationGroup) -> list[str]:
    """The cells of one group of a calibration."""
    ends = interval(group.low, group.high, digits=DIGITS)
    return [f"{group.n:,}", number(group.predicted, DIGITS), number(group.observed, DIGITS), ends]


def slice_row(part: SurvivalSlice) -> list[str]:
    """The cells of one slice."""
    values = [cell for measure in part.measures for cell in (number(measure.value, DIGITS), _ends(measure))]
    return [part.name, f"{part.n:,}", f"{part.events:,}{' (few)' if part.few else ''}", *values]


def _slice(part: SurvivalSlice) -> list[str]:
    name, *cells = slice_row(part)
    return [escape(name), *cells]


def _differences(result: SurvivalResult) -> Iterator[str]:
    if not result.pairs:
        return
    yield "\n## Differences, on the same people\n"
    rows = (
        [
            *(f"{escape(pair.first)} - {escape(pair.second)}", f"`{each.metric}`", number(each.difference, DIGITS)),
            *(interval(each.low, each.high, digits=DIGITS), p_text(each.p_adjusted)),
        ]
        for pair in result.pairs
        for each in pair.differences
    )
    yield from table(["first - second", "metric", "difference", "interval", "p (Holm)"], rows)


def _cards(result: SurvivalResult) -> Iterator[str]:
    """What each metric means, once for all horizons."""
    yield "\n## What the metrics mean\n"
    cards = {card.metric.partition("(")[0]: card for card in result.metrics}
    for name, card in cards.items():
        yield f"- **{name}** ({escape(card.label)}): {escape(card.meaning)} Misleads: {escape(card.misleads)}"
