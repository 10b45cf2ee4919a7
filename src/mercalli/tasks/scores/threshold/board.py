"""All systems side by side, beside acting on nothing and on everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.results.measure import Measure
from mercalli.tasks.scores.estimate import CONSTANT
from mercalli.tasks.scores.result import EVERYTHING, MEAN, NONE, Decisions, ScoreReport
from mercalli.tasks.scores.threshold.standing import decisive, held_out, worth_of
from mercalli.tasks.scores.threshold.words import PER, asked_of, money, money_of, per_thousand, thresholds
from mercalli.telling.article import LONG, Cell, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.svg.strip import NARROW, Scale, Strip
from mercalli.text.numbers import DIGITS, NOTHING, number

WORTH, ALERTS = "worth per 1,000", "alerts per 1,000"
HELD_OUT_WORTH = f"{WORTH} held-out cases"
DECIDED = ("threshold", ALERTS, "precision", "recall")
LEGEND = "The dot is the value, the bar is its interval, and the tall line is a constant score, or no decision."


def board(result: Decisions, systems: Sequence[ScoreReport]) -> Table:
    """A row for each system or class: what its threshold is worth, how it ranks, and what the threshold comes to."""
    metrics, first = result.headline, "class" if result.per_class else "system"
    priced = any(worth_of(system) is not None for system in systems)
    header = (first, *([WORTH] if priced else []), *metrics, *(DECIDED if result.wish else ()))
    worths = [worth for worth in map(worth_of, systems) if worth is not None]
    rows: list[tuple[str | Cell, ...]] = [
        (system.name, *_worth_cell(system, worths), *_metric_cells(result, system, systems), *_decided(system))
        for system in systems
    ]
    rows += [(MEAN, *[""] * priced, *(measure_cell(result.means[name]) for name in metrics))] if result.macro else []
    full = [(*row, *[""] * (len(header) - len(row))) for row in rows]
    measure = decisive(result, systems[0])
    by = HELD_OUT_WORTH if priced else asked_of(result.wish, measure.metric) if result.wish else metrics[0]
    caption = "How well the scores rank" if result.per_class else f"Best first by {by}"
    shown = table(caption if len(systems) > 1 else "Compared with acting on nothing and on everything", header, full)
    each = "more class" if result.per_class else "more system"
    return replace(
        shown,
        spare=(*metrics[:0:-1], ALERTS, *([metrics[0]] if priced else [])),
        foot=tuple(_foot(result, systems[0], shown.header)) if not result.per_class else (),
        brief=tuple(name for name in shown.header if name != (WORTH if priced else metrics[0])),
        each=each,
        on=LONG,
        look="board",
        legend=LEGEND,
    )


def _worth_cell(system: ScoreReport, worths: Sequence[Measure]) -> Iterator[Cell]:
    """What 1,000 cases are worth, drawn on a scale that all systems share."""
    worth = worth_of(system)
    if worth is None:
        return
    value, ends = money_of(worth)
    line = max((each for each in _trivial(worth).values() if each is not None), default=None)
    strip = Strip(worth, Scale.around([*worths, replace(worth, value=line)], NARROW), line=line)
    yield Cell(value, "" if ends == NOTHING else ends, strip=strip)


def _trivial(worth: Measure) -> dict[str, float | None]:
    return {name: worth.baselines.get(name) for name in (NONE, EVERYTHING)}


def _metric_cells(result: Decisions, system: ScoreReport, systems: Sequence[ScoreReport]) -> Iterator[Cell]:
    cards = {card.metric: card for card in result.metrics}
    for name in result.headline:
        measure = system.measure(name)
        scale = Scale.of(cards[name], [each.measure(name) for each in systems], NARROW)
        yield measure_cell(measure, Strip(measure, scale, line=measure.baselines.get(CONSTANT)))


def _decided(system: ScoreReport) -> tuple[str, ...]:
    """The threshold, and what it comes to on rows held out."""
    if system.decision is None:
        return ()
    point = held_out(system.decision)
    rates = (number(point.measure(name).value, DIGITS) for name in ("precision", "recall"))
    return thresholds(system.decision)[0], per_thousand(point.tp + point.fp, point.total), *rates


def _foot(result: Decisions, system: ScoreReport, header: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What acting on nothing, on everything, and a constant score come to."""
    cells: dict[str, dict[str, str]] = {}
    if system.decision is not None:
        share = number(system.positives / system.total, DIGITS)
        cells[NONE] = {ALERTS: "0", "precision": NOTHING, "recall": number(0.0, DIGITS)}
        cells[EVERYTHING] = {ALERTS: f"{PER:,}", "precision": share, "recall": number(1.0, DIGITS)}
        worth = worth_of(system)
        for name, value in ({} if worth is None else _trivial(worth)).items():
            cells[name][WORTH] = NOTHING if value is None else money(PER * value)
    else:
        constants = {name: system.measure(name).baselines.get(CONSTANT) for name in result.headline}
        cells["a constant score"] = {name: number(value, DIGITS) for name, value in constants.items()}
    for name, found in cells.items():
        yield name, *(found.get(column, "") for column in header[1:])
