"""Uplift as an article: whom a treatment helps, and how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.io.cells import csv_text
from mercalli.results.measure import Measure, by_text
from mercalli.tasks.uplift.figures import uplift_figure
from mercalli.tasks.uplift.result import PER, Target, UpliftReport, UpliftResult, UpliftSlice
from mercalli.telling.article import LONG, Article, Block, Notes, Picture, Section, Verdicts, table
from mercalli.telling.blocks import below, system_sections
from mercalli.telling.files import MeasureRow, folder, measures_csv
from mercalli.telling.words import best_first, interval_header, value_and_interval
from mercalli.text.numbers import NOTHING, number, percent
from mercalli.text.words import counted

DIGITS = 4
EFFECT = "average_treatment_effect"
CURVES = "uplift.png"
TARGET = ("k_asked", "k_used", "treated", "controls", "tied", "taken", "gained_per_1000_treated", "low", "high")
CURVE = (
    *("share", "uplift", "uplift_low", "uplift_high", "uplift_random"),
    *("qini", "qini_low", "qini_high", "qini_random"),
)


def article(result: UpliftResult) -> Article:
    """The trial, all systems, each by itself, then the curves; a terminal shows the best system alone."""
    first = result.systems[0]
    ordered = best_first(result.systems, lambda system: system.measure(result.headline[0]), result.metrics)
    board = [Section("All systems", tuple(_board(result, ordered)), on=LONG)] if len(ordered) > 1 else []
    systems = system_sections(
        ordered, lambda system: Section(system.name, tuple(_blocks(result, system)), _described(system))
    )
    level = percent(result.provenance.settings["level"])
    shown = f"What treating the highest scores first gains, with {level} bands; dashed: a random order"
    curves = Section("Curves", (Picture(CURVES, shown),))
    return Article(
        title=result.provenance.title,
        asks="whom the treatment helps",
        summary=f"{first.n:,} people, {counted(len(result.systems), 'system')}",
        sections=(_trial(result, first), *board, *systems, curves),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _trial(result: UpliftResult, first: UpliftReport) -> Section:
    arms = (("treated", first.treated), ("controls", first.control))
    rows = (
        (
            name,
            f"{arm.n:,}{'' if arm.people == arm.n else f' (weigh {_people(arm.people)})'}",
            number(arm.outcome, DIGITS),
        )
        for name, arm in arms
    )
    lower = "; lower is better" if "lower_is_better" in result.provenance.settings else ""
    both = table(f"Both arms{lower}", ("arm", "people", "mean outcome"), rows)
    return Section("The trial", (Verdicts.of((_effect(result, first),)), both), on=LONG)


def _effect(result: UpliftResult, system: UpliftReport) -> str:
    """What treating everyone gains."""
    effect = system.measure(EFFECT)
    level = "" if effect.low is None else f" ({interval_header(result.provenance)})"
    return f"Treating everyone gains {_gain_text(*effect.times(PER))} per 1,000 people{level}."


def _board(result: UpliftResult, ordered: Sequence[UpliftReport]) -> Iterator[Block]:
    lead, *others = _areas(result)
    top = _target_text(ordered[0].targets[0]).partition(" ")[0]
    level = interval_header(result.provenance).partition(" ")[0]
    rows = (
        (
            *(system.name, *value_and_interval(system.measure(lead), DIGITS)),
            *(number(system.measure(name).value, DIGITS) for name in others),
            _gained(system.targets[0].per_1000[0]),
        )
        for system in ordered
    )
    yield table("Best first", ("system", lead, level, *others, f"gained, top {top}"), rows, each="system")
    yield below(ordered[0].name, lead)


def _described(system: UpliftReport) -> str:
    return f"{system.n:,} people, {system.treated.n:,} treated and {system.control.n:,} controls"


def _blocks(result: UpliftResult, system: UpliftReport) -> Iterator[Block]:
    level = interval_header(result.provenance)
    first = system.targets[0]
    gain = _gain_text(*first.per_1000)
    yield Verdicts.of((f"Treating the first {_target_text(first)} gains {gain} outcomes per 1,000 treated.",))
    yield Notes(system.notes)
    header = ("metric", "value", level, "random")
    yield table("How well the scores order people", header, (_area(system.measure(name)) for name in _areas(result)))
    caption = "Outcomes gained per 1,000 treated, highest scores first"
    yield table(caption, ("top", "treated", "controls", "gained", level), map(_target_cells, system.targets))
    columns = ("slice", "treated", "controls", result.headline[0], "interval", "effect per 1,000")
    slices = sorted(system.slices, key=lambda part: -part.n)
    yield table("Slices", columns, (_slice_cells(result, part) for part in slices), each="slice", most=15, on=LONG)


def _areas(result: UpliftResult) -> list[str]:
    """The headline metrics that are about the order of people."""
    return [metric for metric in result.headline if metric != EFFECT]


def _area(measure: Measure) -> tuple[str, ...]:
    return measure.metric, *value_and_interval(measure, DIGITS), number(measure.baselines.get("random"), DIGITS)


def _target_cells(target: Target) -> tuple[str, ...]:
    value, low, high = target.per_1000
    arms = (_people(round(arm, 1)) for arm in (target.treated, target.control))
    return _target_text(target), *arms, _gained(value), _gained_span(low, high)


def _slice_cells(result: UpliftResult, part: UpliftSlice) -> tuple[str, ...]:
    area, effect = (by_text(part.measures, metric) for metric in (result.headline[0], EFFECT))
    arms = f"{part.treated:,}", f"{part.control:,}"
    return part.name, *arms, *value_and_interval(area, DIGITS), _gained(effect.times(PER)[0])


def _target_text(target: Target) -> str:
    """K as it was asked for and as it was used.

    >>> from types import SimpleNamespace as Target
    >>> _target_text(Target(asked=200, k=(200.0,))), _target_text(Target(asked=0.1, k=(50.0, 52.0)))
    ('200', '10% = 50 + 52')
    """
    used = " + ".join(_people(k) for k in target.k)
    asked = percent(target.asked) if target.asked < 1 else f"{target.asked:,.0f} each"
    return used if target.asked >= 1 and len(target.k) == 1 else f"{asked} = {used}"


def _people(value: float) -> str:
    """People as whole numbers, weights with one decimal.

    >>> _people(1200.0), _people(12.34)
    ('1,200', '12.3')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def _gained(value: float | None) -> str:
    """A gain with its sign.

    >>> _gained(12.345), _gained(-0.04), _gained(None)
    ('+12.3', '-0.0', '-')
    """
    return NOTHING if value is None else f"{value:+,.1f}"


def _gain_text(value: float | None, low: float | None, high: float | None) -> str:
    """A gain with its interval, if it has one."""
    return _gained(value) + ("" if low is None else f" [{_gained_span(low, high)}]")


def _gained_span(low: float | None, high: float | None) -> str:
    return NOTHING if low is None or high is None else f"{_gained(low)} to {_gained(high)}"


def files(result: UpliftResult) -> dict[str, str | bytes]:
    """The report folder: measures, targets and curves for a spreadsheet, and a picture."""
    tables = {
        "metrics.csv": measures_csv(_measure_rows(result)),
        "targets.csv": csv_text(("system", *TARGET), _target_rows(result)),
        "uplift_curve.csv": csv_text(("system", *CURVE), _curve_rows(result)),
    }
    return folder(result, article(result), tables, {CURVES: uplift_figure(result)})


def _measure_rows(result: UpliftResult) -> Iterator[MeasureRow]:
    for system in result.systems:
        every = (*system.measures, *(target.uplift for target in system.targets))
        parts = [("", every), *((part.name, part.measures) for part in system.slices)]
        yield from (MeasureRow(system.name, measure, slice=name) for name, measures in parts for measure in measures)


def _target_rows(result: UpliftResult) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for target in system.targets:
            arms = "+".join(f"{k:g}" for k in target.k), target.treated, target.control
            yield system.name, target.asked, *arms, target.tied, target.taken, *target.per_1000


def _curve_rows(result: UpliftResult) -> Iterator[Sequence[object]]:
    """Gains per person at every share of the people."""
    for system in result.systems:
        curve = system.curve
        uplift, qini = curve.random
        columns = (
            *(curve.share, curve.uplift, curve.uplift_low, curve.uplift_high, uplift),
            *(curve.qini, curve.qini_low, curve.qini_high, qini),
        )
        yield from ((system.name, *row) for row in zip(*columns, strict=True))
