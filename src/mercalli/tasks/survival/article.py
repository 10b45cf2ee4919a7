"""Survival as an article: whether those said to be hit first were, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.survival.result import (
    WAYS,
    IncidenceCurve,
    PairCounts,
    SurvivalReport,
    SurvivalResult,
    SurvivalSlice,
)
from mercalli.tasks.survival.verdict import ALIKE, TRIVIAL, grounds, shared_notes
from mercalli.telling.article import (
    LONG,
    PAGE,
    SCREEN,
    SHORT,
    VERDICT,
    Article,
    Block,
    Cell,
    Fold,
    Notes,
    Picture,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import below, difference_table
from mercalli.telling.boards import Row, board, keys, one_at_a_time
from mercalli.telling.files import MeasureRow, differences_csv, measures_csv
from mercalli.telling.words import best_first, interval_header, value_and_interval
from mercalli.text.numbers import DIGITS, interval, number

INTERVAL = (
    "Intervals show how much values would vary if other people like these had been followed. They come from what each "
    "person contributes to the value; the model is held fixed. The error of the censoring distribution is included, "
    "except in slices and where that distribution comes from other people."
)
PICTURES = {
    "concordance.png": "C over time",
    "incidence.png": "Cumulative incidence by risk",
    "calibration.png": "Calibration at a horizon",
}
MOST_SLICES, MOST_METRICS = 15, 40
MOST_SLICES_ON_A_PAGE = 200
SYSTEM = "system"
CURVE = ("time", "c", "low", "high", "events")
INCIDENCE = ("n", "time", "incidence", "low", "high", "band_low", "band_high")


def article(result: SurvivalResult) -> Article:
    """All predictions side by side, pictures, then one at a time; a terminal shows the best prediction alone."""
    ordered = best_first(result.systems, lambda each: _lead(result, each), result.metrics)
    calibrated = any(report.calibration for report in result.systems)
    pictures = [Picture(*each) for each in PICTURES.items() if calibrated or each[0] != "calibration.png"]
    return Article(
        title=result.provenance.title,
        asks="who has the event first",
        summary=_about(result, result.systems[0]),
        sections=(
            Section("Verdict", tuple(_board(result, ordered)) if len(ordered) > 1 else (), anchor=VERDICT),
            Section("Pictures", (*pictures, *_everyone(result))),
            *one_at_a_time(
                ordered, lambda each: Section(each.name, tuple(_blocks(result, each)), _about(result, each))
            ),
            Section("Differences, on the same people", _differences(result)),
            Section("What the intervals say", (Sentence(INTERVAL),), on=LONG),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={report.name: report.digest for report in result.systems},
        parts=keys([each.name for each in ordered]),
    )


def _everyone(result: SurvivalResult) -> Iterator[Block]:
    """All people together, behind a fold: how many had which event by when, and until when people were followed."""
    if result.censoring is None:
        return
    whose = "these people" if result.trained_on is None else f"the {result.trained_on:,} people of the training set"
    title = "Everyone: incidence of each cause, and the censoring distribution"
    about = (
        f"G(t) is the probability not to be censored by a time, estimated from {whose}. An event weighs more, the "
        "smaller G(t) is: one over it, or over its square. Numbers are in everyone.csv and censoring.csv."
    )
    yield Fold(title, (Picture("everyone.png", title), Sentence(about)))


def _cautions(result: SurvivalResult) -> tuple[str, ...]:
    """Notes that the verdict says already."""
    return grounds(result).cautions[:MOST_CAUTIONS]


def _lead(result: SurvivalResult, report: SurvivalReport) -> Measure:
    return report.measure(result.shown(report)[0])


def _board(result: SurvivalResult, ordered: Sequence[SurvivalReport]) -> Iterator[Block]:
    """All predictions side by side, drawn on one scale."""
    leads = [_lead(result, report) for report in ordered]
    metric = leads[0].metric
    rows = [
        Row(Cell(report.name, WAYS[report.kind]), (f"{report.events:,}",), (measure,))
        for report, measure in zip(ordered, leads, strict=True)
    ]
    yield replace(
        board(
            f"Best first, with {interval_header(result.provenance)}s",
            rows,
            {metric: metric},
            result.metrics,
            more=("events",),
            baseline=ALIKE,
            line=f"what {TRIVIAL} gets",
            each=SYSTEM,
        ),
        brief=(SYSTEM,),
    )
    yield Notes(tuple(note for note in shared_notes(result) if note not in _cautions(result)), on=LONG)
    yield below(ordered[0].name, _short(metric))


def _blocks(result: SurvivalResult, report: SurvivalReport) -> Iterator[Block]:
    level = interval_header(result.provenance)
    yield Notes(tuple(note for note in report.notes if note not in _cautions(result)))
    caption = "Every metric; “same for all” is what the same prediction for everyone gets"
    header = ("metric", "value", level, "standard error", "same for all", "band")
    errors = report.standard_errors
    rows = (
        (
            *(each.metric, *value_and_interval(each), number(errors.get(each.metric))),
            *(number(each.baselines.get("alike"), DIGITS), each.band or ""),
        )
        for each in report.measures
    )
    yield table(caption, header, rows, words=("band",), spare=("standard error",), most=MOST_METRICS, each="metric")
    yield Sentence(_pairs(report.pairs), on=LONG)
    yield Sentence(f"The prediction: {WAYS[report.kind]}; events up to {report.tau:g}.", on=PAGE)
    caption = f"Predicted and observed by {report.calibrated_at or 0:g}, in groups of people with similar probabilities"
    groups = (
        (
            *(f"{group.n:,}", number(group.predicted, DIGITS)),
            *(number(group.observed, DIGITS), interval(group.low, group.high)),
        )
        for group in report.calibration
    )
    yield table(caption, ("people", "predicted", "observed", level), groups, on=PAGE)
    yield from _slices(result, report)


def _slices(result: SurvivalResult, report: SurvivalReport) -> Iterator[Table]:
    """The first headline metric of the largest slices for a terminal, all of them for a page."""
    lead, first = result.shown(report)[0], ("slice", "people", "events")
    largest = sorted(report.slices, key=lambda part: -part.n)
    rows = (_slice(part, [each for each in part.measures if each.metric == lead]) for part in largest)
    yield table(
        "Each slice by itself", (*first, _short(lead), "interval"), rows, most=MOST_SLICES, each="slice", on=SCREEN
    )
    header = (*first, *(column for metric in result.shown(report) for column in (metric, "interval")))
    rows = (_slice(part, part.measures) for part in report.slices[:MOST_SLICES_ON_A_PAGE])
    yield table("Each slice by itself", header, rows, on=PAGE)


def _slice(part: SurvivalSlice, measures: Sequence[Measure]) -> tuple[str, ...]:
    values = (cell for measure in measures for cell in value_and_interval(measure))
    return part.name + " (few)" * part.few, f"{part.n:,}", f"{part.events:,}", *values


def _differences(result: SurvivalResult) -> tuple[Table, ...]:
    """On the first headline metric and, of chances, the Brier score; on a page on all metrics."""
    leads = {
        metric
        for shown in result.headline.values()
        for metric in (*shown[:1], *(each for each in shown if each.startswith("integrated")))
    }
    every = {each.metric for pair in result.pairs for each in pair.differences}
    return (
        difference_table(result.pairs, leads, result.provenance, SHORT),
        difference_table(result.pairs, every, result.provenance, PAGE),
    )


def _short(metric: str) -> str:
    return metric.partition("(")[0]


def _about(result: SurvivalResult, report: SurvivalReport) -> str:
    """Who was looked at."""
    cause = result.causes[str(report.cause)]
    other = f", {report.competing:,} with another event" if report.competing else ""
    people = "1 person" if report.n == 1 else f"{report.n:,} people"
    return f"{people}, {report.events:,} with {cause}{other}, {report.censored:,} censored"


def _pairs(pairs: PairCounts) -> str:
    """How many pairs there are, of which kinds, and why others are left out."""
    reasons = "; ".join(f"{why} ({count:,})" for why, count in pairs.excluded.items())
    left_out = f" Left out, because {reasons}." if reasons else ""
    return (
        f"Of {pairs.total:,} pairs of people {pairs.comparable:,} can be compared (c_index): {pairs.concordant:,} "
        f"concordant, {pairs.discordant:,} discordant, {pairs.tied_risk:,} of equal risk.{left_out}"
    )


def tables(result: SurvivalResult) -> dict[str, Sheet]:
    """Measures, differences and curves."""
    groups = (
        (report.name, *row) for report in result.systems for group in report.groups for row in _incidence_rows(group)
    )
    return {
        "metrics.csv": measures_csv(_measure_rows(result), ("standard_error",)),
        "concordance_curve.csv": sheet("concordance_curve", ("system", *CURVE), _curve_rows(result)),
        "incidence.csv": sheet("incidence", ("system", "group", *INCIDENCE), groups),
        **_everyone_sheets(result),
        **({"differences.csv": differences_csv(result.pairs)} if result.pairs else {}),
    }


def _measure_rows(result: SurvivalResult) -> Iterator[MeasureRow]:
    for report in result.systems:
        for each in report.measures:
            yield MeasureRow(report.name, each, more=(report.standard_errors.get(each.metric),))
        for part in report.slices:
            yield from (MeasureRow(report.name, each, slice=part.name, more=(None,)) for each in part.measures)


def _curve_rows(result: SurvivalResult) -> Iterator[Sequence[object]]:
    for name, curve in ((report.name, report.curve) for report in result.systems):
        rows = zip(curve.time, curve.value, curve.low, curve.high, curve.events, strict=True)
        yield from ((name, *row) for row in rows)


def _everyone_sheets(result: SurvivalResult) -> dict[str, Sheet]:
    """Incidence of each cause and the censoring distribution, where the result has them."""
    curve = result.censoring
    if curve is None:
        return {}
    rows = zip(curve.time, curve.value, curve.low, curve.high, curve.at_risk, strict=True)
    causes = (row for each in result.incidence for row in _incidence_rows(each))
    return {
        "everyone.csv": sheet("everyone", ("cause", *INCIDENCE), causes),
        "censoring.csv": sheet("censoring", ("time", "uncensored", "low", "high", "at_risk"), rows),
    }


def _incidence_rows(curve: IncidenceCurve) -> Iterator[Sequence[object]]:
    """A row for each time; records of older versions have no ends."""
    none = (None,) * len(curve.time)
    ends = (part or none for part in (curve.low, curve.high, curve.band_low, curve.band_high))
    rows = zip(curve.time, curve.incidence, *ends, strict=True)
    return ((curve.name, curve.n, *row) for row in rows)
