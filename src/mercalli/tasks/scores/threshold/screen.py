"""Decisions on one screen of a terminal."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from mercalli.tasks.scores.threshold.article import (
    class_means,
    first_system,
    missed_bounds,
    ordered,
    positives,
    side_by_side,
    slice_cells,
    slice_header,
)
from mercalli.tasks.scores.threshold.words import MEAN, sentence, sure_means, thresholds, worth, worth_per_thousand
from mercalli.tasks.scores.words import class_notes, slices_elsewhere
from mercalli.telling.terminal import BAD, MARK, WIDE, Words, plain_table
from mercalli.text.numbers import DIGITS, interval, number, percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.measure import Measure, MetricCard
    from mercalli.tasks.scores.threshold.result import Decisions, ScoreReport

MOST_SYSTEMS, MOST_SLICES = 20, 15
HINT = (
    "No threshold was asked for. Say what outcomes are worth (--value-tp 100 --cost-fp 5 --cost-fn 400) or what must "
    "hold (--max-fpr 0.01, --min-precision 0.9, --min-recall 0.95, --capacity 200), alone or together."
)


def show_decisions(console: Console, result: Decisions, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(result, said, wide=console.width >= WIDE):
        console.print(part)


def _parts(result: Decisions, said: Sequence[str], *, wide: bool) -> Iterator[RenderableType]:
    yield Text(_title(result), style=MARK)
    yield from (Text(f"  {line}", style="dim") for line in said)
    yield ""
    chosen, best_by = first_system(result)
    if len(result.systems) == 1:
        yield _measures(result, chosen, wide=wide)
    else:
        yield from _systems(result, wide=wide)
    if result.per_class:
        yield from (Text(line, style="dim") for line in slices_elsewhere(result.systems))
        yield from _notes(class_notes(result.systems))
    else:
        if len(result.systems) > 1:
            yield Text(f"\nBelow: {chosen.name}, best by {best_by}.")
        if len(result.systems) > 1 and not result.wish:
            yield ""
            yield _measures(result, chosen, wide=wide)
        yield from _decided(result, chosen, wide=wide)
        yield from _slices(result, chosen)
        yield from _notes(chosen.notes)
    if not result.wish:
        yield Text(f"\n{HINT}", style="dim")


def _title(result: Decisions) -> str:
    first = result.systems[0]
    if len(result.systems) == 1:
        return f"{result.provenance.origin}: {counted(first.n, 'row')}, {positives(result, first)}, {first.name}"
    what = "classes" if result.per_class else "systems"
    return f"{result.provenance.origin}: {counted(first.n, 'row')}, {len(result.systems)} {what}"


def _measures(result: Decisions, system: ScoreReport, *, wide: bool) -> Table:
    """How well the scores rank, and what a constant score would get."""
    cards = {card.metric: card for card in result.metrics}
    header = [("metric", "left"), *([("", "left")] if wide else []), ("value", "right")]
    level = percent(result.provenance.settings["level"])
    sure = any(each.low is not None for each in system.measures)
    ends = [(f"{level} interval", "right")] if sure else []
    made = plain_table(*header, *ends, ("constant", "right"), ("skill", "right"))
    for measure in ordered(result, system.measures):
        label = [Text(cards[measure.metric].label, style="dim")] if wide else []
        made.add_row(
            Text(measure.metric, style=MARK if measure.metric in result.headline else ""),
            *label,
            *_row(cards[measure.metric], measure, sure=sure),
        )
    return made


def _row(card: MetricCard, measure: Measure, *, sure: bool) -> list[Text]:
    return [
        Text(number(measure.value, DIGITS), style=BAD if card.useless(measure, "constant") else MARK),
        *([Text(interval(measure.low, measure.high))] if sure else []),
        Text(number(measure.baselines.get("constant"), DIGITS), style="dim"),
        Text(number(measure.skill, 2), style="dim"),
    ]


def _systems(result: Decisions, *, wide: bool) -> Iterator[RenderableType]:
    """A row for each system or class: how it ranks and what is best decided by it."""
    shown = [name for name in result.headline if wide or name != "brier"]
    priced = any(each.decision and worth(each.decision.chosen) for each in result.systems)
    decided = [("threshold", "right"), ("precision", "right"), ("recall", "right")] if result.wish else []
    money = [("worth per 1,000", "right")] if priced else []
    made = plain_table(
        ("class" if result.per_class else "system", "left"),
        *((_short(name), "right") for name in shown),
        *decided,
        *money,
    )
    for system in result.systems[:MOST_SYSTEMS]:
        values = [number(system.measure(name).value, DIGITS) for name in shown]
        made.add_row(Text(system.name), *values, *_decision_cells(system, priced=priced))
    if result.macro:
        made.add_row(Text(MEAN, style="dim"), *class_means(result, shown))
    yield made
    yield from (Text(line, style="dim") for line in sure_means(result, shown))
    if any(each.decision and each.decision.cross_fitted for each in result.systems):
        what = "Precision, recall and worth" if priced else "Precision and recall"
        yield Text(f"{what} on rows held out.", style="dim")
    if len(result.systems) > MOST_SYSTEMS:
        yield Text(f"{len(result.systems) - MOST_SYSTEMS} more: see --json or --out.", style="dim")


def _short(metric: str) -> str:
    return {"average_precision": "avg_prec"}.get(metric, metric)


def _decision_cells(system: ScoreReport, *, priced: bool) -> list[str]:
    """The threshold, and what it comes to on rows held out, or here if none were."""
    if system.decision is None:
        return []
    point = system.decision.cross_fitted or system.decision.chosen
    rates = [number(point.measure(name).value, DIGITS) for name in ("precision", "recall")]
    profit = worth(point)
    return [thresholds(system.decision)[0], *rates, *([worth_per_thousand(profit)[0]] if priced and profit else [])]


def _decided(result: Decisions, system: ScoreReport, *, wide: bool) -> Iterator[RenderableType]:
    """What to do, and what that comes to on the rows it was chosen on and on rows held out."""
    if system.decision is None:
        return
    yield Text("\n" + sentence(system.decision, result.wish), style=MARK)
    yield ""
    sure = any(each.low is not None for each in system.decision.chosen.measures)
    level = percent(result.provenance.settings["level"])
    shown = [("", "left"), ("on these rows", "right"), (level, "right"), ("held out", "right"), (level, "right")]
    kept = [True, True, sure and wide, True, sure]
    made = plain_table(*compress(shown, kept))
    for cells in side_by_side(system.decision):
        made.add_row(*compress(cells, kept))
    yield made


def _slices(result: Decisions, system: ScoreReport) -> Iterator[RenderableType]:
    """What the common threshold does in each slice, and the threshold that would be best there."""
    if not system.slices:
        return
    decided = system.decision is not None
    lead = result.headline[0] if result.headline else None
    told = " under this threshold, and the threshold that would be best in each alone" if decided else ""
    yield Text(f"\nSlices{told}")
    name, *others = slice_header(result, decided=decided)
    made = plain_table((name, "left"), *((each, "right") for each in others))
    for part in sorted(system.slices, key=lambda part: -part.n)[:MOST_SLICES]:
        cells = slice_cells(part, lead)
        made.add_row(Words(f"{cells[0]} (few)", style="dim") if part.few else Words(cells[0]), *cells[1:])
    yield made
    if missed := missed_bounds(system.slices):
        yield Text(missed, style="dim")
    if len(system.slices) > MOST_SLICES:
        yield Text(f"{counted(len(system.slices) - MOST_SLICES, 'smaller slice')}: see --json or --out.", style="dim")


def _notes(notes: Sequence[str]) -> Iterator[RenderableType]:
    if notes:
        yield Text("\nBefore you rely on it")
        made = Table.grid(padding=(0, 1))
        for note in notes:
            made.add_row("  !", Text(note, style="yellow"))
        yield made
