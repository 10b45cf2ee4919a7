"""An evaluation on one screen of a terminal."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from rich.text import Text

from mercalli.tasks.labels.rows import rows_text
from mercalli.tasks.labels.standings import standings
from mercalli.tasks.labels.verdict import card_of
from mercalli.tasks.labels.words import decisive, leader, weakest_class, weakest_slice
from mercalli.telling.plain import HOLM, columns, html_table
from mercalli.telling.terminal import BAD, DIM, GOOD, MARK, WIDE, Words, note_table, plain_table
from mercalli.telling.words import measure_of, sure, with_companions
from mercalli.text.numbers import DIGITS, NOTHING, count, interval, number, p_text, percent, share_text, span
from mercalli.text.visible import visible_record
from mercalli.text.words import counted, short_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console, RenderableType

    from mercalli.results.difference import Difference
    from mercalli.results.gates import GateReport
    from mercalli.results.measure import Measure
    from mercalli.tasks.labels.compare.result import Comparison, PairReport
    from mercalli.tasks.labels.result import ConfusionReport, Evaluation, SystemReport

CONFUSIONS = 5
MOST_CLASSES = 20
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


def _gates(gates: Sequence[GateReport]) -> Iterator[RenderableType]:
    if gates:
        missed = sum(not gate.passed for gate in gates)
        yield Text(f"\nGates: {len(gates) - missed} passed, {missed} missed", style=BAD if missed else GOOD)


def evaluation_text(result: Evaluation) -> str:
    """A table for each system, then what should be known before relying on it."""
    told = visible_record(result)
    return "\n\n".join(_system_text(told, system) for system in told.systems)


def _system_text(result: Evaluation, system: SystemReport) -> str:
    shown = with_companions(result)
    cells = [_measure_row(system.measure(metric)) for metric in shown]
    level = result.provenance.settings["level"]
    header = ["metric", "value", f"{percent(level)} interval", "band", "majority", "skill"]
    rows, classes = counted(system.n, "row"), counted(len(system.table.classes), "class")
    title = f"{system.name}: {rows}, {classes}, profile {result.provenance.profile}"
    notes = [f"! {note}" for note in system.notes]
    undefined = [
        f"- {measure.metric} is undefined because {measure.undefined}"
        for measure in system.measures
        if measure.metric in shown and measure.undefined
    ]
    return "\n".join([title, columns(header, cells), *undefined, *notes])


def _measure_row(measure: Measure) -> list[str]:
    return [
        measure.metric,
        number(measure.value),
        span(measure.low, measure.high),
        measure.band or "",
        number(measure.baselines.get("majority")),
        number(measure.skill, 2),
    ]


def comparison_text(result: Comparison) -> str:
    """A table for each pair, then who is ahead on what."""
    told = visible_record(result)
    lines = [f"{ranking.metric}: {ranking}" for ranking in told.rankings if ranking.metric in told.headline]
    ranked = ["\n".join(["best first, = where no difference was shown", *lines])] if lines else []
    pairs = (_pair_text(told, pair) for pair in told.pairs)
    return "\n\n".join([*pairs, *ranked, *(f"! {note}" for note in told.notes)])


def _pair_text(result: Comparison, pair: PairReport) -> str:
    only = f"{pair.only_first_right:g} right only in the first, {pair.only_second_right:g} only in the second"
    title = f"{pair.first} less {pair.second}: {counted(pair.n, 'item')}, {only}"
    rows = [_difference_row(pair.difference(metric)) for metric in with_companions(result)]
    return "\n".join([title, columns(_difference_header(result), rows)])


def _difference_header(result: Comparison) -> list[str]:
    return [
        "metric",
        "first",
        "second",
        "difference",
        f"{percent(result.provenance.settings['level'])} interval",
        HOLM,
        "better",
    ]


def _difference_row(each: Difference) -> list[str]:
    p = p_text(each.p_adjusted)
    return [
        each.metric,
        number(each.first),
        number(each.second),
        NOTHING if each.difference is None else f"{each.difference:+.4f}",
        span(each.low, each.high),
        p,
        each.better or "",
    ]


def evaluation_html(result: Evaluation) -> str:
    """The same tables for a notebook."""
    header = ["metric", "value", "interval", "band", "majority", "skill"]
    parts = [
        f"<h4>{escape(system.name)}: {counted(system.n, 'row')}</h4>"
        + html_table(header, [_measure_row(system.measure(metric)) for metric in with_companions(result)])
        + "".join(f"<p>{escape(note)}</p>" for note in system.notes)
        for system in result.systems
    ]
    return "".join(parts)


def comparison_html(result: Comparison) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(pair.first)} less {escape(pair.second)}: {counted(pair.n, 'item')}</h4>"
        + html_table(
            _difference_header(result),
            [_difference_row(pair.difference(metric)) for metric in with_companions(result)],
        )
        for pair in result.pairs
    )
