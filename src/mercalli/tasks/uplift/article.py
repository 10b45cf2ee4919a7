"""Uplift as an article: whom a treatment helps, and how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import notes_once
from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure, by_text
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.uplift.estimate import RANDOM
from mercalli.tasks.uplift.figures import uplift_figure
from mercalli.tasks.uplift.result import EFFECT, PER, Target, UpliftReport, UpliftResult, UpliftSlice
from mercalli.tasks.uplift.verdict import ordered
from mercalli.tasks.uplift.words import gained, gained_span, people, target_text
from mercalli.telling.article import (
    ALL,
    LONG,
    PAGE,
    SCREEN,
    Article,
    Block,
    Fold,
    Notes,
    Picture,
    Section,
    Table,
    table,
)
from mercalli.telling.blocks import below, comparison_section
from mercalli.telling.boards import Row, board, keys, one_at_a_time
from mercalli.telling.files import MeasureRow, ahead_sheets, measures_csv
from mercalli.telling.words import interval_header, value_and_interval
from mercalli.text.numbers import number, percent
from mercalli.text.words import counted

DIGITS = 4
CURVES = "uplift.png"
TARGET = ("k_asked", "k_used", "treated", "controls", "tied", "taken", "gained_per_1000_treated", "low", "high")
CURVE = (
    *("share", "uplift", "uplift_low", "uplift_high", "uplift_random"),
    *("qini", "qini_low", "qini_high", "qini_random"),
)


def article(result: UpliftResult) -> Article:
    """All systems side by side, the curves, then one system at a time; a terminal shows the best system alone."""
    systems, outcome = ordered(result), result.provenance.roles.get("outcome")
    return Article(
        title=result.provenance.title,
        asks="who benefits from the treatment",
        summary=f"{systems[0].n:,} people, {counted(len(systems), 'system')}, outcome {outcome!r}",
        sections=(
            Section("Verdict", tuple(_overview(result, systems)), on=LONG, anchor="verdict"),
            *one_at_a_time(
                systems, lambda system: Section(system.name, tuple(_blocks(result, system)), _described(system))
            ),
            *([_comparison(result)] if result.pairs else []),
            _trial(result, systems[0]),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
        parts=keys([system.name for system in systems]),
    )


def _overview(result: UpliftResult, systems: Sequence[UpliftReport]) -> Iterator[Block]:
    if len(systems) > 1:
        yield _board(result, systems)
    yield Notes(notes_once(systems)[MOST_CAUTIONS:], on=PAGE)
    level = percent(result.provenance.settings["level"])
    yield Picture(CURVES, f"What treating the highest scores first gains, with {level} bands; dashed: a random order")
    if len(systems) > 1:
        yield below(systems[0].name, result.headline[0])


def _board(result: UpliftResult, systems: Sequence[UpliftReport]) -> Table:
    areas = {name: name for name in _areas(result)}
    effect, first = systems[0].measure(EFFECT), systems[0].targets[0]
    top = f"gained, top {target_text(first).partition(' ')[0]}"
    rows = [
        Row(each.name, (gained(each.targets[0].per_1000[0]),), tuple(each.measure(name) for name in areas))
        for each in systems
    ]
    chance = (number(systems[0].measure(name).baselines.get(RANDOM), DIGITS) for name in areas)
    return board(
        f"Best first by {result.headline[0]}",
        rows,
        areas,
        result.metrics,
        more=(top,),
        baseline=RANDOM,
        line="a random order",
        digits=DIGITS,
        foot=[("at random", gained(effect.times(PER)[0]), *chance)],
    )


def _trial(result: UpliftResult, first: UpliftReport) -> Section:
    arms = (("treated", first.treated), ("controls", first.control))
    rows = (
        (
            name,
            f"{arm.n:,}{'' if arm.people == arm.n else f' (weigh {people(arm.people)})'}",
            number(arm.outcome, DIGITS),
        )
        for name, arm in arms
    )
    lower = "; lower is better" if "lower_is_better" in result.provenance.settings else ""
    arms_table = table(f"Both arms{lower}", ("arm", "people", "mean outcome"), rows)
    return Section("The trial", (arms_table,), on=LONG)


def _described(system: UpliftReport) -> str:
    return f"{system.n:,} people, {system.treated.n:,} treated and {system.control.n:,} controls"


def _blocks(result: UpliftResult, system: UpliftReport) -> Iterator[Block]:
    level = interval_header(result.provenance)
    yield _acts(system, level)
    header = ("metric", "value", level, "random")
    areas = (_area(system.measure(name)) for name in _areas(result))
    alone = len(result.systems) == 1
    yield table("How well the scores order people", header, areas, on=ALL if alone else ~SCREEN)
    columns = ("slice", "treated", "controls", result.headline[0], "interval", "effect per 1,000")
    slices = sorted(system.slices, key=lambda part: -part.n)
    cells = [_slice_cells(result, part) for part in slices]
    if cells:
        yield Fold("Slices", (table("Slices", columns, cells, each="slice", on=PAGE),))
        yield table("Slices", columns, cells, each="slice", most=15, on=SCREEN)


def _acts(system: UpliftReport, level: str) -> Table:
    """What treating nobody, the highest scores, and everybody gains."""
    effect = system.measure(EFFECT)
    value, low, high = effect.times(PER)
    every = (f"{arm.n:,}" for arm in (system.treated, system.control))
    rows = (
        ("nobody", "0", "0", "", "", gained(0.0), gained(0.0)),
        *(_target_cells(system, target) for target in system.targets),
        ("everybody", *every, gained(value), gained_span(low, high), gained(value), gained(value)),
    )
    header = ("treat", "treated", "controls", "gained", level, "of all", "at random")
    caption = "Outcomes gained by treating the highest scores first: per 1,000 treated, then per 1,000 of all people"
    return table(caption, header, rows, spare=("controls", "treated"))


def _areas(result: UpliftResult) -> list[str]:
    """The headline metrics that are about the order of people."""
    return [metric for metric in result.headline if metric != EFFECT]


def _area(measure: Measure) -> tuple[str, ...]:
    return measure.metric, *value_and_interval(measure, DIGITS), number(measure.baselines.get(RANDOM), DIGITS)


def _target_cells(system: UpliftReport, target: Target) -> tuple[str, ...]:
    value, low, high = target.per_1000
    arms = (people(round(arm, 1)) for arm in (target.treated, target.control))
    share = (target.treated + target.control) / (system.treated.people + system.control.people)
    effect = system.measure(EFFECT).times(PER)[0]
    of_all = (gained(None if each is None else each * share) for each in (value, effect))
    return target_text(target), *arms, gained(value), gained_span(low, high), *of_all


def _slice_cells(result: UpliftResult, part: UpliftSlice) -> tuple[str, ...]:
    area, effect = (by_text(part.measures, metric) for metric in (result.headline[0], EFFECT))
    arms = f"{part.treated:,}", f"{part.control:,}"
    return part.name, *arms, *value_and_interval(area, DIGITS), gained(effect.times(PER)[0])


def _comparison(result: UpliftResult) -> Section:
    metrics = [each.metric for each in result.pairs[0].differences]
    return comparison_section(result.rankings, result.pairs, metrics, result.provenance)


def pictures(result: UpliftResult) -> dict[str, bytes]:
    """What its page shows."""
    return {CURVES: uplift_figure(result)}


def tables(result: UpliftResult) -> dict[str, Sheet]:
    """Measures, whom to reach, curves, and who is ahead."""
    every = {
        "metrics.csv": measures_csv(_measure_rows(result)),
        "targets.csv": sheet("targets", ("system", *TARGET), _target_rows(result)),
        "uplift_curve.csv": sheet("uplift_curve", ("system", *CURVE), _curve_rows(result)),
    }
    ahead = ahead_sheets(result.pairs, result.rankings)
    return {**every, **(ahead if result.pairs else {})}


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
