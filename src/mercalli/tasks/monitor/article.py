"""A report on a watch, as an article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import notes_once
from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.monitor.figures import picture
from mercalli.tasks.monitor.result import AlarmReport, BinReport, Monitor, PriorReport, WatchReport
from mercalli.tasks.monitor.verdict import evidence_text
from mercalli.telling.article import LONG, PAGE, Article, Block, Cell, Notes, Picture, Section, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.boards import keys, one_at_a_time
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.text.numbers import DIGITS, number, share_text
from mercalli.text.words import counted

NOTHING = ""
SHORT = 7  # looks on a screen


def article(result: Monitor) -> Article:
    """The alarms, then one model at a time."""
    n = sum(system.n for system in result.systems)
    reviewed = sum(system.reviewed for system in result.systems)
    return Article(
        title=result.provenance.title,
        asks="whether promises are still kept",
        summary=f"{counted(n, 'prediction')}, {counted(reviewed, 'reviewed truth')}, looks of {result.look}",
        sections=(
            Section("Verdict", tuple(_overview(result)), on=LONG, anchor="verdict"),
            *one_at_a_time(result.systems, lambda system: Section(system.name, tuple(_blocks(result, system)))),
            *([_priors(result.priors)] if result.priors else []),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
        parts=keys([system.name for system in result.systems]),
    )


def _overview(result: Monitor) -> Iterator[Block]:
    yield _promises(result)
    yield Notes(notes_once(result.systems)[MOST_CAUTIONS:], on=PAGE)
    for at, system in enumerate(result.systems):
        if system.reviewed:
            whose = f" of {system.name}" if len(result.systems) > 1 else ""
            yield Picture(
                picture(at),
                f"Values{whose} by look, evidence that a promise is broken, reviews by class, and how late truths come",
            )


def _promises(result: Monitor) -> Table:
    """Every promise with its alarm, and what its metric is now."""
    several = ["model"] if len(result.systems) > 1 else []
    header = (
        *several,
        "promise",
        "alarm",
        "evidence now",
        "alarm from",
        "looks",
        "all predictions",
        "reviewed rows alone",
    )
    rows = [
        (*([system.name] if several else []), *_promise_cells(result, system, alarm))
        for system in result.systems
        for alarm in system.alarms
    ]
    words = tuple(name for name in ("promise" if several else "", "alarm") if name)
    return table("Promises", header, rows, words=words)


def _promise_cells(result: Monitor, system: WatchReport, alarm: AlarmReport) -> tuple[str | Cell, ...]:
    alone = next(each for each in system.alone if each.metric == alarm.metric)
    found = "no" if alarm.alarm is None else f"since {alarm.looks[alarm.since or 0]}"
    return (
        alarm.promise,
        Cell(found, tone="" if alarm.alarm is None else "bad"),
        evidence_text(alarm.evidence[-1]) if alarm.evidence else number(None),
        f"{alarm.threshold:,.0f}",
        f"{len(alarm.looks):,} of {result.looks:,}",
        _estimate(system, system.measure(alarm.metric)),
        measure_cell(alone),
    )


def _estimate(system: WatchReport, measure: Measure) -> Cell:
    found = next((each for each in system.bounds if each.metric == measure.metric), None)
    if found is None:
        return measure_cell(measure)
    return Cell(f"{found.low:.{DIGITS}f} to {found.high:.{DIGITS}f}", tag="bounds")


def _blocks(result: Monitor, system: WatchReport) -> Iterator[Block]:
    yield _strata(system)
    yield _bins(system)
    yield _shares(system)
    if system.delays is not None:
        yield _delays(result, system)
    yield _ranges(system)


def _strata(system: WatchReport) -> Table:
    bands = any(each.band for each in system.strata)
    rows = (
        (
            each.pred,
            *([each.band] if bands else []),
            *(f"{size:,}" for size in (each.n, each.wanted, each.reviewed)),
            number(each.right, DIGITS),
        )
        for each in system.strata
    )
    header = ("predicted", *(["score"] if bands else []), "predictions", "to review", "reviewed", "right")
    return table("Reviews by predicted class", header, rows, words=("score",) if bands else (), each="class")


def _bins(system: WatchReport) -> Table:
    names = [each.metric for each in system.measures]
    header = ("look", "predictions", "to review", "truths", *names)
    return table("By look, the last one first", header, map(_bin_cells, reversed(system.bins)), each="look", most=SHORT)


def _bin_cells(each: BinReport) -> tuple[str | Cell, ...]:
    complete = f"{each.reviewed:,} ({share_text(min(each.complete, 1.0))})"
    counts = (f"{each.n:,}", f"{each.wanted:,}", complete)
    return (Cell(each.start, tag="" if each.mature else "young"), *counts, *map(_plain_cell, each.measures))


def _plain_cell(measure: Measure) -> str | Cell:
    """A value, or a dash: in one look there is often nothing to tell."""
    return number(None) if measure.value is None else measure_cell(measure)


def _shares(system: WatchReport) -> Table:
    rows = (
        (
            each.name,
            share_text(each.share),
            NOTHING if each.reference is None else share_text(each.reference),
            NOTHING if each.difference is None else measure_cell(each.difference),
        )
        for each in sorted(system.shares, key=lambda each: -each.share)
    )
    header = ("class", "share of predictions", "in the reference", "difference")
    return table("What is predicted (no alarm: the world may have changed)", header, rows, each="class")


def _delays(result: Monitor, system: WatchReport) -> Table:
    delays = system.delays
    rows = (
        []
        if delays is None
        else [
            (each.metric, f"{each.n:,}", measure_cell(each)) for each in (delays.early, delays.late, delays.difference)
        ]
    )
    median = 0.0 if delays is None else delays.median
    caption = f"Error rate of truths that came early and late (half came within {median:g} looks of {result.look})"
    return table(caption, ("truths", "number", "error rate"), rows, on=PAGE)


def _ranges(system: WatchReport) -> Table:
    """What can be said of each metric at any time."""
    rows = (
        (alarm.metric, f"{alarm.low[-1]:.{DIGITS}f} to {alarm.high[-1]:.{DIGITS}f}")
        for alarm in system.alarms
        if alarm.looks
    )
    return table(
        "All truths so far, with an interval that holds whenever you look",
        ("metric", "anytime interval"),
        rows,
        on=PAGE,
    )


def _priors(priors: Sequence[PriorReport]) -> Section:
    """What would be without labels; the assumption passed its trial, and nobody knows whether it holds now."""
    rows = [(prior.model, each.metric, number(each.value, DIGITS)) for prior in priors for each in prior.measures]
    tested = [
        (each.event, f"{each.n:,}", number(each.counted, DIGITS), number(each.corrected, DIGITS))
        for each in priors[0].backtest
    ]
    shares = [(name, *(share_text(prior.shares[at]) for prior in priors)) for at, name in enumerate(priors[0].classes)]
    cut = ["A share was cut off at 0."] if any(prior.cut for prior in priors) else []
    return Section(
        "Without labels",
        (
            Notes(
                (
                    "If only the shares of the true classes moved since the reference (prior shift). This cannot be "
                    "checked on these predictions, so there is no interval.",
                    *cut,
                )
            ),
            table("Promised metrics", ("model", "metric", "estimate"), rows, words=("metric",)),
            table("Shares of the true classes", ("class", *(prior.model for prior in priors)), shares, on=PAGE),
            table(
                "Events of the reference, left out in turn: distance to the true shares",
                ("event", "items", "counted", "corrected"),
                tested,
                on=PAGE,
                each="event",
            ),
        ),
    )


def tables(result: Monitor) -> dict[str, Sheet]:
    """Estimates, evidence, looks, strata and shares for a spreadsheet."""
    systems = result.systems
    return {
        "metrics.csv": measures_csv(MeasureRow(each.name, measure) for each in systems for measure in each.measures),
        "bounds.csv": sheet(
            "bounds",
            ("system", "metric", "low", "high", "lowest", "highest"),
            ((each.name, *vars(bound).values()) for each in systems for bound in each.bounds),
        ),
        "evidence.csv": sheet(
            "evidence", ("system", "promise", "look", "evidence", "low", "high"), _evidence_rows(systems)
        ),
        "looks.csv": measures_csv(_bin_rows(systems), ("predictions", "to_review", "reviewed", "mature"), "looks"),
        "strata.csv": sheet(
            "strata",
            ("system", "pred", "band", "predictions", "to_review", "reviewed", "right"),
            ((each.name, *vars(part).values()) for each in systems for part in each.strata),
        ),
        "shares.csv": sheet("shares", ("system", "class", "look", "share"), _share_rows(systems)),
    }


def _evidence_rows(systems: Sequence[WatchReport]) -> Iterator[tuple[object, ...]]:
    for system in systems:
        for alarm in system.alarms:
            rows = zip(alarm.looks, alarm.evidence, alarm.low, alarm.high, strict=True)
            yield from ((system.name, alarm.promise, *row) for row in rows)


def _bin_rows(systems: Sequence[WatchReport]) -> Iterator[MeasureRow]:
    for system in systems:
        for part in system.bins:
            more = (part.n, part.wanted, part.reviewed, part.mature)
            yield from (MeasureRow(system.name, each, slice=part.start, more=more) for each in part.measures)


def _share_rows(systems: Sequence[WatchReport]) -> Iterator[tuple[object, ...]]:
    for system in systems:
        for part in system.shares:
            looks = zip(system.bins, part.by_bin, strict=True)
            yield from ((system.name, part.name, look.start, share) for look, share in looks)
