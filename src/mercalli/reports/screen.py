"""An evaluation on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from mercalli.reports.words import (
    DIGITS,
    count,
    interval,
    leader,
    measure_of,
    weakest_class,
    weakest_slice,
)
from mercalli.results.text import number, percent, with_companions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.records import Evaluation, GateReport, Measure, SystemReport

CONFUSIONS = 5
MOST_SYSTEMS = 12
WIDE = 100
LONGEST_NAME = 24
GAP = 2
GOOD, BAD, MARK = "green", "red", "bold"


def show_evaluation(console: Console, result: Evaluation, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(console, result, said):
        console.print(part)


def _parts(console: Console, result: Evaluation, said: Sequence[str]) -> Iterator[RenderableType]:
    yield Text(_title(result), style=MARK)
    yield from (Text(f"  {line}", style="dim") for line in said)
    yield ""
    chosen = leader(result)
    if len(result.systems) == 1:
        yield _measures(result, chosen, wide=console.width >= WIDE)
    else:
        yield _systems(result, chosen, console.width)
        lead = chosen.measure(result.headline[0])
        found = f"{number(lead.value, DIGITS)} [{interval(lead.low, lead.high)}]"
        yield Text(f"\nBelow: {chosen.name}, best by {lead.metric}: {found}")
    yield from _errors(chosen, wide=console.width >= WIDE)
    yield from _weakest(result, chosen)
    yield from _notes(chosen)
    yield from _gates(result.gates)


def _title(result: Evaluation) -> str:
    first = result.systems[0]
    systems = f"{len(result.systems)} systems" if len(result.systems) > 1 else first.name
    return f"{result.provenance.origin}: {first.n:,} rows, {len(first.table.classes)} classes, {systems}"


def table(*columns: tuple[str, str]) -> Table:
    """A plain table; columns as (header, side): "left", "right", or "name" for one that is cut when too long."""
    made = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for header, side in columns:
        fixed = side != "left"
        most = LONGEST_NAME if side == "name" else None
        made.add_column(
            header, justify="right" if side == "right" else "left", no_wrap=fixed, max_width=most, overflow="fold"
        )
    return made


def _measures(result: Evaluation, system: SystemReport, *, wide: bool) -> Table:
    level = result.provenance.settings["level"]
    labels = {card.metric: card.label for card in result.metrics}
    columns = [("metric", "left"), *([("", "left")] if wide else []), ("value", "right")]
    made = table(
        *columns, (f"{percent(level)} interval", "right"), ("band", "left"), ("majority", "right"), ("skill", "right")
    )
    for name in with_companions(result):
        measure = system.measure(name)
        label = [Text(labels[name], style="dim")] if wide else []
        made.add_row(Text(name, style=MARK if name in result.headline else ""), *label, *_measure(measure))
    return made


def _measure(measure: Measure) -> list[Text]:
    return [
        Text(number(measure.value, DIGITS), style=BAD if measure.useless else MARK),
        Text(interval(measure.low, measure.high)),
        Text(measure.band or ""),
        Text(number(measure.baselines.get("majority"), DIGITS), style="dim"),
        Text(number(measure.skill, 2), style="dim"),
    ]


def _systems(result: Evaluation, chosen: SystemReport, width: int) -> Table:
    """A row for each system, the best value of each metric marked; columns that do not fit are left out."""
    first = result.headline[0]
    ranked = sorted(result.systems, key=lambda system: -_order(result, system, first))[:MOST_SYSTEMS]
    named = max(len(name) for name in ("majority class", *(system.name for system in ranked)))
    metrics = _fitting(result.headline, width - min(named, LONGEST_NAME) - GAP)
    made = table(("system", "name"), *((_short(name), "right") for name in metrics))
    for system in ranked:
        values = [_marked(system.measure(name).value, _best(result, name)) for name in metrics]
        made.add_row(Text(system.name, style=MARK if system is chosen else ""), *values)
    majority = [Text(number(chosen.measure(name).baselines.get("majority"), 2), style="dim") for name in metrics]
    made.add_row(Text("majority class", style="dim"), *majority)
    return made


def _fitting(metrics: Sequence[str], width: int) -> list[str]:
    """As many as stand side by side, at least one."""
    kept: list[str] = []
    for name in metrics:
        width -= max(len(_short(name)), 4) + GAP
        if width < 0 and kept:
            break
        kept.append(name)
    return kept


def _short(metric: str) -> str:
    """Names that fit a narrow column."""
    return {"balanced_accuracy": "bal_acc", "accuracy": "acc", "cohen_kappa": "kappa"}.get(
        metric, metric.replace("weighted", "wtd")
    )


def _order(result: Evaluation, system: SystemReport, metric: str) -> float:
    direction = next(card.direction for card in result.metrics if card.metric == metric)
    value = system.measure(metric).value
    return float("-inf") if value is None else value * (direction or 1)


def _best(result: Evaluation, metric: str) -> float | None:
    return max(result.systems, key=lambda system: _order(result, system, metric)).measure(metric).value


def _marked(value: float | None, best: float | None) -> Text:
    return Text(number(value, 2), style=MARK if value is not None and value == best else "")


def _errors(system: SystemReport, *, wide: bool) -> Iterator[RenderableType]:
    if not system.confusions:
        yield Text("\nNo errors.", style=GOOD)
        return
    yield Text("\nMost harmful errors (harm = weight of the true class x count)")
    shares = [("of harm", "right"), ("of class", "right")] if wide else []
    made = table(("harm", "right"), ("count", "right"), *shares, ("truth -> taken for", "left"))
    for each in system.confusions[:CONFUSIONS]:
        parts = [f"{each.harm_share:.0%}", f"{each.share:.0%}"] if wide else []
        made.add_row(f"{each.harm:,.1f}", count(each.count), *parts, Text(f"{each.truth} -> {each.pred}"))
    yield made


def _weakest(result: Evaluation, system: SystemReport) -> Iterator[RenderableType]:
    worst = weakest_class(system)
    lines: list[str] = []
    if worst is not None:
        recall = measure_of(worst.measures, "recall")
        found = "" if recall is None else f"{number(recall.value, DIGITS)} [{interval(recall.low, recall.high)}]"
        lines.append(f"Weakest class: {worst.name}: recall {found}, {worst.support:,} rows")
    part = weakest_slice(result, system)
    if part is not None:
        measure = part.measures[0]
        lines.append(
            f"Weakest slice: {part.name}: {measure.metric} {number(measure.value, DIGITS)} "
            f"[{interval(measure.low, measure.high)}], {part.n:,} rows"
        )
    if lines:
        yield Text("\n" + "\n".join(lines))


def _notes(system: SystemReport) -> Iterator[RenderableType]:
    if system.notes:
        yield Text("\nBefore you rely on it")
        made = Table.grid(padding=(0, 1))
        for note in system.notes:
            made.add_row("  !", Text(note, style="yellow"))
        yield made


def _gates(gates: Sequence[GateReport]) -> Iterator[RenderableType]:
    if gates:
        missed = sum(not gate.passed for gate in gates)
        yield Text(f"\nGates: {len(gates) - missed} passed, {missed} missed", style=BAD if missed else GOOD)
