"""All models of a fire side by side, then one at a time: what every article on fires is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure, Provenance
from mercalli.tasks.wildfire.result import FireComparison
from mercalli.tasks.wildfire.standing import Noted, cautions, more_notes
from mercalli.telling.article import (
    LONG,
    PAGE,
    PROMPT,
    SCREEN,
    Block,
    Cell,
    Fold,
    Notes,
    Rankings,
    Section,
    Table,
)
from mercalli.telling.blocks import below, difference_table, measure_cell
from mercalli.telling.boards import side_by_side
from mercalli.telling.files import ahead_sheets
from mercalli.telling.svg.strip import NARROW, Scale, Strip
from mercalli.telling.words import interval_header
from mercalli.text.numbers import LARGE, NOTHING, interval, value_text

COMPARED = "Differences between models"


@dataclass(frozen=True)
class Column:
    """A number of every model: its name, how to find it, its range if it has one, and the rule it is compared with."""

    name: str
    measure: Callable[[Any], Measure]
    ends: tuple[float, float] | None = None
    rule: str = ""


def board(
    ordered: Sequence[Any],
    columns: Sequence[Column],
    provenance: Provenance,
    *,
    rules: Sequence[tuple[str, str]] = (),
    line: str = "",
) -> Table:
    """The models best first, by the first column; `rules` are names of baselines and what they are called below."""
    rows = ([each.name, *(_cell(column, each, ordered) for column in columns)] for each in ordered)
    some = any(column.measure(each).low is not None for column in columns for each in ordered)
    intervals = f", with {interval_header(provenance)}s" if some else ""
    best = f"Best first by {columns[0].name}" if len(ordered) > 1 else "In short"
    return side_by_side(
        f"{best}{intervals}",
        ("model",),
        [column.name for column in columns],
        rows,
        line=line,
        foot=(_foot(called, rule, columns, ordered[0]) for rule, called in rules),
        on=LONG if len(ordered) > 1 else PAGE,
        has_intervals=some,
    )


def _cell(column: Column, system: object, ordered: Sequence[object]) -> Cell:
    measure = column.measure(system)
    every = [column.measure(each) for each in ordered]
    scale = Scale.around(every, NARROW) if column.ends is None else Scale(*column.ends, NARROW)
    cell = measure_cell(measure, Strip(measure, scale, line=measure.baselines.get(column.rule)))
    large = [end for end in (measure.value, measure.low, measure.high) if end is not None and abs(end) >= LARGE]
    if measure.value is None or not large:
        return cell
    ends = "" if measure.low is None else interval(measure.low, measure.high, digits=1)
    return replace(cell, text=value_text(measure.value), small=ends)


def _foot(called: str, rule: str, columns: Sequence[Column], best: object) -> tuple[str, ...]:
    """What a rule that costs nothing gets."""
    values = (column.measure(best).baselines.get(rule) for column in columns)
    return (called, *(NOTHING if value is None else value_text(value) for value in values))


def verdict_section(*blocks: Block, systems: Sequence[Noted], comparison: FireComparison | None) -> Section:
    """Below the verdict: the models side by side, and notes for which it had no room; those of all models once."""
    said = (*cautions(systems, comparison), *systems[0].notes)
    own = (f"{name_of(each)}: {note}" for each in systems[1:] for note in each.notes if note not in said)
    notes = tuple(dict.fromkeys((*more_notes(systems, comparison), *own)))
    return Section("Verdict", (*blocks, Notes(notes, on=LONG)), on=LONG, anchor="verdict")


def name_of(system: Noted) -> str:
    """What a report calls its model."""
    return str(getattr(system, "name", ""))


def comparison_section(
    comparison: FireComparison | None, metrics: Sequence[str], provenance: Provenance
) -> Iterator[Section]:
    """How far models are apart by what is shown of them; by everything else in a fold."""
    if comparison is None or not comparison.pairs:
        return
    every = [each.metric for each in comparison.pairs[0].differences]
    others = [metric for metric in every if metric not in metrics]
    ranked = tuple(each for each in comparison.rankings if each.metric in metrics)
    rest = (
        Rankings(tuple(each for each in comparison.rankings if each.metric in others), on=PAGE),
        difference_table(comparison.pairs, others, provenance, on=PAGE),
    )
    blocks = (
        Rankings(ranked, on=PAGE),
        difference_table(comparison.pairs, metrics, provenance),
        *([Fold("Every other number", rest)] if others else []),
    )
    yield Section(COMPARED, blocks, on=LONG, anchor="differences")


def comparison_files(comparison: FireComparison | None) -> dict[str, Sheet]:
    """Differences and rankings for a spreadsheet, where models were compared."""
    if comparison is None or not comparison.pairs:
        return {}
    return ahead_sheets(comparison.pairs, comparison.rankings)


def detail_sections(
    ordered: Sequence[Any],
    blocks: Callable[[Any], Iterable[Block]],
    about: Callable[[Any], str] = lambda _: "",
    metric: str = "",
) -> Iterator[Section]:
    """One model at a time: a page folds all but the best, a terminal shows that one alone, a prompt all."""
    if len(ordered) == 1:
        yield Section(ordered[0].name, tuple(blocks(ordered[0])), about(ordered[0]))
        return
    folds = (
        Fold(each.name, tuple(blocks(each)), key, is_open=not at, about=about(each))
        for at, (key, each) in enumerate(parts_of(ordered).items())
    )
    yield Section("One model at a time", tuple(folds), on=PAGE, anchor="models")
    best = ordered[0]
    yield Section(best.name, (below(best.name, metric), *blocks(best)), about(best), on=SCREEN)
    yield from (Section(each.name, tuple(blocks(each)), about(each), on=PROMPT) for each in ordered)


def parts_of(ordered: Sequence[Any]) -> dict[str, Any]:
    """Keys of models on a page, the best first."""
    return {f"m{at}": each for at, each in enumerate(ordered)}
