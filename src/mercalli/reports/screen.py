"""An evaluation on one screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from mercalli.errors import counted, short_name
from mercalli.reports.rows import rows_text
from mercalli.reports.standings import standings
from mercalli.reports.tables import BAD, DIM, GOOD, MARK, WARN, PlainTable, Words, plain_table
from mercalli.reports.verdict import card_of
from mercalli.reports.words import (
    DIGITS,
    count,
    decisive,
    interval,
    leader,
    measure_of,
    share_text,
    sure,
    weakest_class,
    weakest_slice,
)
from mercalli.results.text import number, percent, with_companions
from mercalli.results.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.evaluation import Evaluation, GateReport
    from mercalli.results.measured import Measure
    from mercalli.results.systems import ConfusionReport, SystemReport

CONFUSIONS = 5
MOST_CLASSES = 20
WIDE = 100
HARMFUL = "Most harmful errors (harm = weight of the true class x {})"
FREQUENT = "Most frequent errors (every class weighs the same; a profile can weigh them)"


def show_evaluation(console: Console, result: Evaluation, said: Sequence[str]) -> None:
    """Print the whole screen."""
    for part in _parts(console, *visible_record((result, tuple(said)))):
        console.print(part)


def _parts(console: Console, result: Evaluation, said: Sequence[str]) -> Iterator[RenderableType]:
    yield Words(_title(result), style=MARK)
    yield from (Words(f"  {line}", style=DIM) for line in said)
    yield ""
    chosen = leader(result)
    if len(result.systems) == 1:
        yield from _measures(result, chosen, wide=console.width >= WIDE)
    else:
        yield from standings(result, console.width)
        lead = chosen.measure(decisive(result))
        yield Words(f"\nBelow: {chosen.name}, best by {lead.metric}: {sure(lead)}")
    yield from _by_class(result, chosen)
    yield from _errors(result, chosen, wide=console.width >= WIDE)
    yield from _weakest(result, chosen)
    yield from _notes((*result.notes, *chosen.notes))
    yield from _gates(result.gates)


def _title(result: Evaluation) -> str:
    first = result.systems[0]
    systems = first.name if len(result.systems) == 1 else counted(len(result.systems), "system")
    classes = counted(len(first.table.classes), "class")
    return f"{result.provenance.title}: {rows_text(result)}, {classes}, {systems}"


def _measures(result: Evaluation, system: SystemReport, *, wide: bool) -> Iterator[RenderableType]:
    """A row for each metric, and why there is no value where there is none."""
    measures = [system.measure(name) for name in with_companions(result)]
    columns = [*_columns(result, measures)]
    label = [("", "left")] if wide else []
    made = plain_table(("metric", "left"), *label, *((header, side) for header, side, _ in columns))
    for measure in measures:
        name = Words(measure.metric, style=MARK if measure.metric in result.headline else "")
        cells = [Words(card_of(result, measure.metric).label, style=DIM)] if wide else []
        made.add_row(name, *cells, *(cell(measure) for _, _, cell in columns))
    yield made
    for measure in measures:
        if measure.value is None:
            yield Words(f"{measure.metric} is undefined because {measure.undefined}.", style=DIM)


def _columns(result: Evaluation, measures: Sequence[Measure]) -> Iterator[tuple[str, str, Callable[[Measure], Text]]]:
    """What is said of every measure: header, side and cell; intervals and bands only where there are any."""
    weak = [each.metric for each in measures if card_of(result, each.metric).useless(each)]
    yield "value", "right", lambda each: Text(number(each.value, DIGITS), style=BAD if each.metric in weak else MARK)
    if any(each.low is not None for each in measures):
        level = percent(result.provenance.settings["level"])
        yield f"{level} interval", "right", lambda each: Text(interval(each.low, each.high))
    if any(each.band for each in measures):
        yield "band", "left", lambda each: Text(each.band or "")
    yield "majority", "right", lambda each: Text(number(each.baselines.get("majority"), DIGITS), style=DIM)
    yield "skill", "right", lambda each: Text(number(each.skill, 2), style=DIM)


def _by_class(result: Evaluation, system: SystemReport) -> Iterator[RenderableType]:
    """The metrics that were asked for of every class, a row for each."""
    if not result.of_classes:
        return
    made = plain_table(("class", "left"), ("rows", "right"), *((metric, "right") for metric in result.of_classes))
    for each in system.classes[:MOST_CLASSES]:
        found = [measure_of(each.measures, metric) for metric in result.of_classes]
        cells = [Text("" if measure is None else number(measure.value, DIGITS)) for measure in found]
        made.add_row(Words(short_name(each.name)), f"{each.support:,}", *cells)
    yield ""
    yield made
    if len(system.classes) > MOST_CLASSES:
        rest = counted(len(system.classes) - MOST_CLASSES, "more class")
        yield Words(f"{rest}: see --json or --out.", style=DIM)


def _errors(result: Evaluation, system: SystemReport, *, wide: bool) -> Iterator[RenderableType]:
    if not system.confusions:
        yield Text("\nNo errors.", style=GOOD)
        return
    weighed = any(each.harm != each.count for each in system.confusions)
    counted_as = "weight" if result.provenance.roles.get("weight") else "count"
    yield Words(f"\n{HARMFUL.format(counted_as) if weighed else FREQUENT}")
    columns = [*_error_columns(counted_as, weighed=weighed, wide=wide)]
    made = plain_table(*((header, "right") for header, _ in columns), ("truth -> taken for", "left"))
    for each in system.confusions[:CONFUSIONS]:
        taken = f"{short_name(each.truth)} -> {short_name(each.pred)}"
        made.add_row(*(cell(each) for _, cell in columns), Words(taken))
    yield made


def _error_columns(
    counted_as: str, *, weighed: bool, wide: bool
) -> Iterator[tuple[str, Callable[[ConfusionReport], str]]]:
    """The numbers of an error: header and cell."""
    if weighed:
        yield "harm", lambda each: f"{each.harm:,.1f}"
    yield counted_as, lambda each: count(each.count)
    if wide and weighed:
        yield "of harm", lambda each: share_text(each.harm_share)
    if wide:
        yield "of class", lambda each: share_text(each.share)


def _weakest(result: Evaluation, system: SystemReport) -> Iterator[RenderableType]:
    """The weakest class and the weakest slice, a line each."""
    lines: list[str] = []
    worst = weakest_class(system)
    recall = None if worst is None else measure_of(worst.measures, "recall")
    if worst is not None and recall is not None:
        lines.append(f"Weakest class: {short_name(worst.name)}: recall {sure(recall)}, {counted(worst.support, 'row')}")
    part = weakest_slice(result, system)
    if part is not None:
        first = part.measures[0]
        lines.append(f"Weakest slice: {short_name(part.name)}: {first.metric} {sure(first)}, {counted(part.n, 'row')}")
    if lines:
        yield Words("\n" + "\n".join(lines))


def _notes(notes: Sequence[str]) -> Iterator[RenderableType]:
    if notes:
        yield Text("\nBefore you rely on it")
        yield note_table(notes)


def note_table(notes: Sequence[str]) -> PlainTable:
    """Notes with a mark in front, aligned."""
    made = PlainTable.grid(padding=(0, 1))
    for note in notes:
        made.add_row("  !", Words(note, style=WARN))
    return made  # type: ignore[return-value] # grid makes a table of its own class


def _gates(gates: Sequence[GateReport]) -> Iterator[RenderableType]:
    if gates:
        missed = sum(not gate.passed for gate in gates)
        yield Text(f"\nGates: {len(gates) - missed} passed, {missed} missed", style=BAD if missed else GOOD)
