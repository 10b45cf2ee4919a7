"""Label sets as an article: every system over items, label by label, and by slice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure
from mercalli.results.parts import SliceReport
from mercalli.tasks.label_sets.result import MultiLabel, SetReport
from mercalli.telling.article import LONG, PAGE, SCREEN, Article, Block, Notes, Section, Verdicts, table
from mercalli.telling.blocks import below, difference_table, ranking_table, system_sections
from mercalli.telling.files import (
    MeasureRow,
    classes_csv,
    differences_csv,
    folder,
    measures_csv,
    rankings_csv,
    slices_csv,
)
from mercalli.telling.words import best_first, class_cells, interval_header, sure, value_and_interval
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import counted

MOST = 25


def article(result: MultiLabel) -> Article:
    """All systems side by side, then each by itself; a terminal shows the best alone."""
    ordered = best_first(result.systems, lambda each: each.measure(result.headline[0]), result.metrics)
    board = [Section("All systems", tuple(_board(result, ordered)))] if len(ordered) > 1 else []
    return Article(
        title=result.provenance.title,
        asks="label sets",
        summary=f"{counted(ordered[0].n, 'item')}, {counted(len(ordered), 'system')}",
        sections=(
            *board,
            *system_sections(
                ordered,
                lambda system: Section(
                    system.name,
                    tuple(_blocks(result, system, ordered)),
                    f"{counted(system.n, 'item')}, {counted(len(system.labels), 'label')}",
                ),
            ),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={each.name: each.digest for each in ordered},
    )


def _board(result: MultiLabel, ordered: Sequence[SetReport]) -> Iterator[Block]:
    rows = ((each.name, *(_value(each.measure(metric)) for metric in result.headline)) for each in ordered)
    yield table("Best first", ("system", *result.headline), rows, each="system", on=LONG)
    yield difference_table(result.pairs, result.headline[:1], result.provenance, SCREEN)
    yield difference_table(result.pairs, result.headline, result.provenance, PAGE)
    yield ranking_table(each for each in result.rankings if each.metric in result.headline)
    yield below(ordered[0].name, result.headline[0])


def _blocks(result: MultiLabel, system: SetReport, ordered: Sequence[SetReport]) -> Iterator[Block]:
    level = interval_header(result.provenance)
    lead = system.measure(result.headline[0])
    same = number(lead.baselines.get("majority"), DIGITS)
    yield Verdicts.of((f"{lead.metric} is {sure(lead)}; the most frequent set for every item would get {same}.",))
    yield Notes(system.notes, on=~SCREEN)
    others = (each for each in ordered if each is not system)
    theirs = (f"{each.name}: {note}" for each in others for note in each.notes if note not in system.notes)
    yield Notes((*system.notes, *theirs), on=SCREEN)
    rows = (
        (each.metric, *value_and_interval(each), number(each.baselines.get("majority"), DIGITS))
        for each in system.measures
    )
    yield table("Every metric", ("metric", "value", level, "majority"), rows, most=MOST)
    often = sorted(system.labels, key=lambda label: -label.support)
    header = ("label", "items", "predicted", "precision", "recall", "F1", "interval")
    yield table("Labels, most frequent first", header, map(class_cells, often), each="label", most=MOST, on=LONG)
    slices = (_slice_cells(result, part) for part in system.slices)
    yield table("Slices", ("slice", "items", *result.headline), slices, each="slice", most=MOST, on=LONG)


def _value(measure: Measure) -> str:
    return number(measure.value, DIGITS)


def _slice_cells(result: MultiLabel, part: SliceReport) -> tuple[str, ...]:
    values = {measure.metric: _value(measure) for measure in part.measures}
    return part.name + " (few)" * part.few, f"{part.n:,}", *(values[metric] for metric in result.headline)


def files(result: MultiLabel) -> dict[str, str | bytes]:
    """The report folder: measures of all items, of labels and of slices, and who is ahead, for a spreadsheet."""
    return folder(result, article(result), tables(result))


def tables(result: MultiLabel) -> dict[str, Sheet]:
    """Measures of all items, of labels and of slices, and who is ahead."""
    every = {
        "metrics.csv": measures_csv(MeasureRow(each.name, one) for each in result.systems for one in each.measures),
        "labels.csv": classes_csv((each.name, each.labels) for each in result.systems),
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
    }
    ahead = {"differences.csv": differences_csv(result.pairs), "rankings.csv": rankings_csv(result.rankings)}
    return {**every, **(ahead if result.pairs else {})}
