"""Label sets as an article: every system over items, label by label, and by slice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.estimates.confusion import MAJORITY
from mercalli.estimates.leads import notes_once
from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure, by_text
from mercalli.results.outputs import OutputReport
from mercalli.results.parts import ClassReport, SliceReport
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.label_sets.result import MultiLabel, SetReport
from mercalli.tasks.label_sets.verdict import TRIVIAL, ordered
from mercalli.telling.article import (
    ALL,
    LONG,
    PAGE,
    SCREEN,
    Article,
    Block,
    Cell,
    Fold,
    Notes,
    On,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import below, comparison_section, measure_cell
from mercalli.telling.boards import Row, board, keys, one_at_a_time
from mercalli.telling.files import (
    MeasureRow,
    ahead_sheets,
    classes_csv,
    measures_csv,
    slices_csv,
)
from mercalli.telling.output_tables import bounds_table, examples_table, share_table, unread_table, ways_table
from mercalli.telling.svg.strip import NARROW, Scale, Strip
from mercalli.telling.words import class_cells, interval_header, value_and_interval
from mercalli.text.names import plain
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import counted

MOST = 25
ABOUT_OUTPUTS = (
    "The predictions are outputs of language models, from which sets of labels were read. An output that could not be "
    "read is not the empty set: every label of its item counts as wrong, unless you say otherwise."
)


def article(result: MultiLabel) -> Article:
    """All systems side by side, then one at a time; a terminal shows the best alone."""
    systems = ordered(result)
    return Article(
        title=result.provenance.title,
        asks="label sets",
        summary=f"{counted(systems[0].n, 'item')}, {counted(len(systems), 'system')}",
        sections=(
            Section("Verdict", tuple(_overview(result, systems)), on=LONG, anchor="verdict"),
            _answers(result, systems),
            *([_labels_of_all(systems)] if len(systems) > 1 else []),
            *one_at_a_time(
                systems, lambda system: Section(system.name, tuple(_blocks(result, system)), _described(system))
            ),
            *([_comparison(result)] if result.pairs else []),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={each.name: each.digest for each in systems},
        parts=keys([each.name for each in systems]),
    )


def _answers(result: MultiLabel, systems: Sequence[SetReport]) -> Section:
    """How the outputs of language models were read, and what the scores would be otherwise; nothing for plain sets."""
    read = [(each.name, each.outputs) for each in systems if each.outputs is not None]
    tables = [bounds_table(name, _headline(result, outputs)) for name, outputs in read if outputs.unread]
    folds = [Fold(f"How the outputs of {plain(name)} were read", _details(result, each)) for name, each in read]
    blocks = (Sentence(ABOUT_OUTPUTS, on=PAGE), share_table(read), *tables, *folds) if read else ()
    return Section("Answers", blocks, on=LONG, anchor="answers")


def _headline(result: MultiLabel, outputs: OutputReport) -> OutputReport:
    """The same with the bounds of the metrics that are shown first."""
    return replace(outputs, bounds=tuple(each for each in outputs.bounds if each.metric in result.headline))


def _details(result: MultiLabel, outputs: OutputReport) -> tuple[Block, ...]:
    """How sets were found, and where they could not be."""
    parts = [("Unread by true label", "label", outputs.classes), ("Unread by slice", "slice", outputs.slices)]
    where = [unread_table(*each) for each in parts if outputs.unread and each[2]]
    return ways_table(outputs, result.provenance), *where, examples_table(outputs)


def _described(system: SetReport) -> str:
    return f"{counted(system.n, 'item')}, {counted(len(system.labels), 'label')}"


def _overview(result: MultiLabel, systems: Sequence[SetReport]) -> Iterator[Block]:
    if len(systems) > 1:
        yield _board(result, systems)
    yield Notes(notes_once(systems)[MOST_CAUTIONS:], on=PAGE)
    if len(systems) > 1:
        yield below(systems[0].name, result.headline[0])


def _board(result: MultiLabel, systems: Sequence[SetReport]) -> Table:
    rows = [Row(each.name, (), tuple(map(each.measure, result.headline))) for each in systems]
    least = (number(systems[0].measure(name).baselines.get(MAJORITY), DIGITS) for name in result.headline)
    return board(
        f"Best first by {result.headline[0]}",
        rows,
        {name: name for name in result.headline},
        result.metrics,
        baseline=MAJORITY,
        line=f"what {TRIVIAL} would get",
        foot=[("most frequent set", *least)],
    )


def _labels_of_all(systems: Sequence[SetReport]) -> Section:
    """The F1 of every label, all systems side by side."""
    reports = [{label.name: label for label in each.labels} for each in systems]
    often = sorted(systems[0].labels, key=lambda label: -label.support)
    rows: list[list[str | Cell]] = [
        [label.name, f"{label.support:,}", *(_drawn_f1(each[label.name]) for each in reports)] for label in often
    ]
    header = ("label", "items", *(plain(each.name) for each in systems))
    made = table("F1 of each label, the most frequent first", header, rows, on=PAGE, look="board")
    return Section("Labels", (replace(made, legend="The dot is the value, the bar is its interval."),), on=PAGE)


def _drawn_f1(label: ClassReport) -> Cell:
    measure = by_text(label.measures, "f1")
    return measure_cell(measure, Strip(measure, Scale(0.0, 1.0, NARROW)))


def _comparison(result: MultiLabel) -> Section:
    ranked = [each for each in result.rankings if each.metric in result.headline]
    return comparison_section(ranked, result.pairs, result.headline, result.provenance)


def _blocks(result: MultiLabel, system: SetReport) -> Iterator[Block]:
    level, alone = interval_header(result.provenance), len(result.systems) == 1
    rows = (
        (each.metric, *value_and_interval(each), number(each.baselines.get(MAJORITY), DIGITS))
        for each in system.measures
    )
    yield _labels(system)
    header = ("metric", "value", level, "most frequent set")
    every = table("Every metric", header, rows, most=MOST, on=ALL if alone else ~SCREEN)
    yield replace(every, on=every.on & ~PAGE)
    yield Fold("Every metric", (every,))
    if system.slices:
        yield Fold("Slices", (_slices(result, system, PAGE),))
        yield _slices(result, system, SCREEN)


def _labels(system: SetReport) -> Table:
    often = sorted(system.labels, key=lambda label: -label.support)
    header = ("label", "items", "predicted", "precision", "recall", "F1", "interval of F1")
    return table("Labels, most frequent first", header, map(class_cells, often), each="label", most=MOST, on=LONG)


def _slices(result: MultiLabel, system: SetReport, on: On) -> Table:
    slices = (_slice_cells(result, part) for part in system.slices)
    return table("Slices", ("slice", "items", *result.headline), slices, each="slice", most=MOST, on=on)


def _value(measure: Measure) -> str:
    return number(measure.value, DIGITS)


def _slice_cells(result: MultiLabel, part: SliceReport) -> tuple[str, ...]:
    values = {measure.metric: _value(measure) for measure in part.measures}
    return part.name + " (few)" * part.few, f"{part.n:,}", *(values[metric] for metric in result.headline)


def tables(result: MultiLabel) -> dict[str, Sheet]:
    """Measures of all items, of labels and of slices, and who is ahead."""
    every = {
        "metrics.csv": measures_csv(MeasureRow(each.name, one) for each in result.systems for one in each.measures),
        "labels.csv": classes_csv((each.name, each.labels) for each in result.systems),
        "slices.csv": slices_csv((each.name, each.slices) for each in result.systems),
    }
    ahead = ahead_sheets(result.pairs, result.rankings)
    return {**every, **(ahead if result.pairs else {})}
