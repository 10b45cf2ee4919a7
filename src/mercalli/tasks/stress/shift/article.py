"""Shifts as an article: other priors, wrong labels, copies and the worst fifth."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.io.sheets import Sheet, sheet
from mercalli.metrics.urgent import URGENT_PRECISION, URGENT_RECALL
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.stress.shift.figures import priors_figure
from mercalli.tasks.stress.shift.result import ShiftedSystem, ShiftResult
from mercalli.tasks.stress.shift.verdict import ordered
from mercalli.telling.article import PAGE, Article, Block, Cell, Notes, Picture, Section, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.boards import keys, one_at_a_time
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.text.numbers import DIGITS, number, share_text
from mercalli.text.words import counted

PICTURE = "priors.png"
MOST_WORST = 10


def article(result: ShiftResult) -> Article:
    """Pairs of systems first, then each system by itself."""
    systems = ordered(result)
    return Article(
        title=result.provenance.title,
        asks="shift",
        summary=f"{counted(result.n, 'item')}, {counted(len(systems), 'system')}",
        sections=(
            Section("Verdict", tuple(_overview(result)), anchor="verdict"),
            *one_at_a_time(systems, lambda each: Section(each.name, tuple(_blocks(result, each)))),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={each.name: each.digest for each in systems},
        parts=keys([each.name for each in systems]),
    )


def _overview(result: ShiftResult) -> Iterator[Block]:
    header = ("systems", "only first right", "only second right", "labels to level", "of all labels")
    rows = (
        (
            *(f"{each.first} and {each.second}", f"{each.only_first:,}", f"{each.only_second:,}", f"{each.labels:,}"),
            share_text(each.labels / result.n),
        )
        for each in result.levels
    )
    yield table("How many wrong labels would level two systems in accuracy", header, rows, each="pair")
    yield Notes(result.notes[MOST_CAUTIONS:], on=PAGE)
    if any(each.priors for each in result.systems):
        yield Picture(
            PICTURE, "Precision and recall of urgent answers, and the first metric, as urgent items get rarer."
        )


def _blocks(result: ShiftResult, system: ShiftedSystem) -> Iterator[Block]:
    names = (*result.headline, URGENT_PRECISION, URGENT_RECALL)
    header = ("urgent items", *(name.replace("_", " ") for name in names))
    rows: list[list[str | Cell]] = [
        [
            f"{100 * each.prior:.3g}%{' (here)' if each.own else ''}",
            *(measure_cell(each.measure(name)) for name in names),
        ]
        for each in system.priors
    ]
    yield table("If urgent items were another share of all", header, rows, each="share")
    errors = (
        (f"{100 * each.share:.3g}%", number(each.low, DIGITS), number(each.high, DIGITS)) for each in system.errors
    )
    yield table("Accuracy if at most so many labels are wrong", ("wrong labels", "at least", "at most"), errors)
    yield from _copies(result, system)
    yield from _worst(system)


def _copies(result: ShiftResult, system: ShiftedSystem) -> Iterator[Table]:
    if system.copies is None:
        return
    rows: list[list[str | Cell]] = [
        [name, measure_cell(system.measure(name)), measure_cell(each)]
        for name, each in zip(result.headline, system.copies.measures, strict=True)
    ]
    copies = system.copies
    caption = (
        f"{counted(copies.copies, 'copy')} in {counted(copies.clusters, 'cluster')}, the largest of {copies.largest:,}"
    )
    yield table(caption, ("metric", "every item", "every cluster once"), rows)


def _worst(system: ShiftedSystem) -> Iterator[Table]:
    if system.worst is None:
        return
    worst = system.worst
    rows = ((name, f"{items:,}", number(value, DIGITS)) for name, value, items in worst.worst[:MOST_WORST])
    value = number(worst.value, DIGITS)
    caption = f"The worst fifth by {worst.column}: {worst.metric} {value}, over all {number(worst.whole, DIGITS)}"
    yield table(caption, (worst.column, "items", worst.metric), rows)


def pictures(result: ShiftResult) -> dict[str, bytes]:
    """Values by how frequent urgent items are."""
    return {PICTURE: priors_figure(result)} if any(each.priors for each in result.systems) else {}


def tables(result: ShiftResult) -> dict[str, Sheet]:
    """Measures under every prior and without copies, and labels to level."""
    under = [
        MeasureRow(system.name, measure, slice=f"prior {each.prior:g}")
        for system in result.systems
        for each in system.priors
        for measure in each.measures
    ]
    once = [
        MeasureRow(system.name, measure, slice="copies once")
        for system in result.systems
        if system.copies is not None
        for measure in system.copies.measures
    ]
    header = ("first", "second", "only_first", "only_second", "labels")
    levels = ((each.first, each.second, each.only_first, each.only_second, each.labels) for each in result.levels)
    return {"shifts.csv": measures_csv([*under, *once]), "levels.csv": sheet("levels", header, levels)}
