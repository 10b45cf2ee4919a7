"""Survival as an article: whether those said to be hit first were, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.survival.words import INTERVAL, first_words, pairs_words, reading, way
from mercalli.telling.article import Article, Notes, Picture, Section, Sentence, Verdicts, table
from mercalli.telling.plain import HOLM
from mercalli.text.numbers import interval, number, p_text, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mercalli.results.measure import Measure
    from mercalli.tasks.survival.result import CalibrationGroup, SurvivalReport, SurvivalResult, SurvivalSlice
    from mercalli.telling.article import Block, Table

DIGITS = 3
MOST_SLICES = 200
PICTURES = {
    "concordance.png": "C over time",
    "incidence.png": "Cumulative incidence by risk",
    "calibration.png": "Calibration at a horizon",
}


def survival_article(result: SurvivalResult, pictures: Iterable[str]) -> Article:
    """Every prediction by itself, then pictures of all, then differences."""
    shown = tuple(Picture(name, PICTURES[name]) for name in pictures)
    systems = (Section(report.name, tuple(_blocks(result, report))) for report in result.systems)
    pairs = [Section("Differences, on the same people", (_differences(result),))] if result.pairs else []
    return Article(
        title=result.provenance.title,
        asks="who is hit first",
        summary=first_words(result, result.systems[0]),
        sections=(*systems, Section("Pictures", (Sentence(INTERVAL), *shown)), *pairs),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={report.name: report.digest for report in result.systems},
    )


def _blocks(result: SurvivalResult, report: SurvivalReport) -> Iterator[Block]:
    level = f"{percent(result.provenance.settings['level'])} interval"
    yield Verdicts((reading(result, report),))
    yield Sentence(f"{first_words(result, report)}; {way(report)}; events up to {report.tau:g}.")
    yield Notes(report.notes)
    header = ["metric", "value", level, "standard error", "alike", "band"]
    caption = "Every metric; alike is what the same prediction for everyone would get"
    yield table(caption, header, (_row(report, each) for each in report.measures), words=["band"])
    yield Sentence(pairs_words(report.pairs))
    if report.calibration:
        caption = f"Predicted and observed by {report.calibrated_at:g}, in groups of people with like chances"
        yield table(caption, ["people", "predicted", "observed", level], map(_calibrated, report.calibration))
    if report.slices:
        names = [column for metric in result.shown(report) for column in (metric, "interval")]
        rows = map(_slice, report.slices[:MOST_SLICES])
        yield table("Each slice by itself", ["slice", "people", "events", *names], rows)


def _row(report: SurvivalReport, measure: Measure) -> list[str]:
    alike, error = measure.baselines.get("alike"), report.standard_errors.get(measure.metric)
    values = number(measure.value, DIGITS), _ends(measure), number(error), number(alike, DIGITS)
    return [measure.metric, *values, measure.band or ""]


def _ends(measure: Measure) -> str:
    return interval(measure.low, measure.high, digits=DIGITS)


def _calibrated(group: CalibrationGroup) -> list[str]:
    ends = interval(group.low, group.high, digits=DIGITS)
    return [f"{group.n:,}", number(group.predicted, DIGITS), number(group.observed, DIGITS), ends]


def _slice(part: SurvivalSlice) -> list[str]:
    values = [cell for measure in part.measures for cell in (number(measure.value, DIGITS), _ends(measure))]
    return [part.name, f"{part.n:,}", f"{part.events:,}{' (few)' if part.few else ''}", *values]


def _differences(result: SurvivalResult) -> Table:
    rows = (
        [
            *(f"{pair.first} - {pair.second}", each.metric, number(each.difference, DIGITS)),
            *(interval(each.low, each.high, digits=DIGITS), p_text(each.p_adjusted)),
        ]
        for pair in result.pairs
        for each in pair.differences
    )
    header = ["first - second", "metric", "difference", "interval", HOLM]
    return table("First less second; p-values are corrected over all pairs", header, rows, words=["metric"])
