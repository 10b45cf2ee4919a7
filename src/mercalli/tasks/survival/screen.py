"""Survival on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.survival.words import INTERVAL, first_words, pairs_words, reading, way
from mercalli.telling.terminal import DIM, MARK, Words, note_table, plain_table
from mercalli.text.names import plain
from mercalli.text.numbers import interval, number, p_text, percent
from mercalli.text.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.measure import Measure
    from mercalli.tasks.survival.result import SurvivalReport, SurvivalResult

MOST_SYSTEMS, MOST_SLICES = 20, 15
DIGITS = 3


def show_survival(console: Console, result: SurvivalResult, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(*visible_record((result, tuple(said)))):
        console.print(part)


def best_first(result: SurvivalResult) -> list[SurvivalReport]:
    """Reports by the first headline metric; equals in the order in which they were given."""
    return sorted(result.systems, key=lambda report: -_order(report.measure(result.shown(report)[0])))


def _order(measure: Measure) -> float:
    return float("-inf") if measure.value is None else measure.value


def _parts(result: SurvivalResult, said: Sequence[str]) -> Iterator[RenderableType]:
    first, best = result.systems[0], best_first(result)[0]
    yield Words(f"{result.provenance.title}: {first_words(result, first)}", style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    yield ""
    if len(result.systems) > 1:
        yield _systems(result)
        yield Words(f"\nBelow: {plain(best.name)}.")
    yield _measures(result, best)
    yield Words(f"\n{reading(result, best)}")
    yield Words(pairs_words(best.pairs))
    yield from _horizons(best)
    yield from _differences(result)
    yield from _slices(result, best)
    if best.notes:
        yield Words("\nBefore you rely on it")
        yield note_table(best.notes)
    yield Words(f"\n{INTERVAL}", style=DIM)


def _systems(result: SurvivalResult) -> RenderableType:
    """A row for each prediction, the best first."""
    lead, *_ = result.shown(result.systems[0])
    level = percent(result.provenance.settings["level"])
    made = plain_table(
        ("system", "name"),
        ("points", "left"),
        ("events", "right"),
        (_short(lead), "right"),
        (level, "right"),
        ("", "left"),
    )
    for report in best_first(result)[:MOST_SYSTEMS]:
        measure = report.measure(result.shown(report)[0])
        cells = way(report), f"{report.events:,}", number(measure.value, DIGITS), _interval(measure), measure.band or ""
        made.add_row(Words(plain(report.name)), *cells)
    return made


def _short(metric: str) -> str:
    return metric.partition("(")[0]


def _interval(measure: Measure) -> str:
    return interval(measure.low, measure.high, digits=DIGITS)


def _measures(result: SurvivalResult, report: SurvivalReport) -> RenderableType:
    level = percent(result.provenance.settings["level"])
    made = plain_table(
        ("metric", "left"),
        ("value", "right"),
        (f"{level} interval", "right"),
        ("alike", "right"),
        ("band", "left"),
    )
    for measure in report.overall:
        alike = Words(number(measure.baselines.get("alike"), DIGITS), style=DIM)
        value = number(measure.value, DIGITS)
        made.add_row(Words(measure.metric, style=MARK), value, _interval(measure), alike, measure.band or "")
    return made


def _horizons(report: SurvivalReport) -> Iterator[RenderableType]:
    """Rows for each horizon."""
    if not report.horizons:
        return
    yield Words("\nBy a horizon")
    columns = ("value", "interval", "alike")
    made = plain_table(("time", "right"), ("metric", "left"), *((name, "right") for name in columns), ("band", "left"))
    kinds = len(report.measures) - len(report.overall)
    each = kinds // len(report.horizons)
    for at, measure in enumerate(report.measures[-kinds:]):
        time = "" if at % each else f"{report.horizons[at // each]:g}"
        cells = number(measure.value, DIGITS), _interval(measure), number(measure.baselines.get("alike"), DIGITS)
        made.add_row(time, _short(measure.metric), *cells, measure.band or "")
    yield made


def _differences(result: SurvivalResult) -> Iterator[RenderableType]:
    """First less second on the first headline metric and, of chances, the Brier score."""
    if not result.pairs:
        return
    yield Words("\nDifferences between systems, on the same people")
    columns = ("difference", "interval", "p (Holm)")
    made = plain_table(("first - second", "left"), ("metric", "left"), *((name, "right") for name in columns))
    leads = {lead for shown in result.headline.values() for lead in (*shown[:1], *_scores(shown))}
    for pair in result.pairs[:MOST_SYSTEMS]:
        for each in pair.differences:
            if each.metric in leads:
                cells = number(each.difference, DIGITS), interval(each.low, each.high, digits=DIGITS)
                name = f"{plain(pair.first)} - {plain(pair.second)}"
                made.add_row(Words(name), _short(each.metric), *cells, p_text(each.p_adjusted))
    yield made


def _scores(shown: Sequence[str]) -> list[str]:
    return [metric for metric in shown if metric.startswith("integrated")]


def _slices(result: SurvivalResult, report: SurvivalReport) -> Iterator[RenderableType]:
    if not report.slices:
        return
    yield Words("\nSlices")
    lead = result.shown(report)[0]
    made = plain_table(
        ("slice", "left"), ("people", "right"), ("events", "right"), (_short(lead), "right"), ("interval", "right")
    )
    for part in sorted(report.slices, key=lambda part: -part.n)[:MOST_SLICES]:
        measure = next(each for each in part.measures if each.metric == lead)
        cells = f"{part.n:,}", f"{part.events:,}", number(measure.value, DIGITS), _interval(measure)
        made.add_row(Words(plain(part.name)), *cells)
    yield made
    if len(report.slices) > MOST_SLICES:
        yield Words(f"{len(report.slices) - MOST_SLICES} more: see --json or --out.", style=DIM)
