"""The evidence behind a verdict, topic by topic: errors, classes, levels, slices, examples, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from markupsafe import escape

from mercalli.results.limits import FEW_IN_CLASS, FEW_ROWS
from mercalli.results.measure import Measure, by_text
from mercalli.results.parts import ClassReport, SliceReport, of_those, weakest
from mercalli.stats.raking import FULL_COVERAGE, LEAST_COVERAGE
from mercalli.tasks.labels.class_tables import class_tables
from mercalli.tasks.labels.findings import advice
from mercalli.tasks.labels.matrix import MOST_CLASSES, matrix, weighs
from mercalli.tasks.labels.result import CLASS_METRICS, ConfusionReport, Evaluation, SystemReport
from mercalli.tasks.labels.standing import best_first, card_of, leader, weakest_slice
from mercalli.telling.article import (
    LONG,
    PAGE,
    SCREEN,
    Block,
    Cell,
    Choice,
    Findings,
    Fold,
    Matrix,
    On,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import NOTHING_FOUND, measure_cell
from mercalli.telling.svg.strip import Scale, Strip
from mercalli.telling.words import measure_of, sure
from mercalli.text.names import readable
from mercalli.text.numbers import DIGITS, count, number, share_text
from mercalli.text.words import counted, short_name

MOST_CELLS = 20_000
BYTES_OF_A_CELL = 80
FIRST_ERRORS, MOST_ERRORS, MOST_CLASS_ROWS, MOST_SLICES = 5, 20, 200, 100
FEW = "few rows"
LIKE_FOR_LIKE = "like for like"
MIXED = (
    "Slices have different mixes of classes, and some classes are harder than others. Like for like is the value "
    "that a slice would have with the mix of all rows: compare slices by it."
)
ELSEWHERE = "in the tables of this folder"
ROWS_AND_COLUMNS = "Each row is a true class, each column a predicted class. "
HARM = (
    "Each cell shows the count, and below it the harm: the count times the weight of the true class. "
    "Darker red means more harm."
)
NO_HARM = "Every error weighs 1, so harm equals the count. Darker red means more harm."
Detailed = dict[str, "SystemReport"]
NOT_SHARED = "Which class was taken for which was not shared: there is no confusion matrix, and no list of errors."


def systems_in_detail(result: Evaluation) -> Detailed:
    """By their keys on a page, the best first: as many systems as a page can hold and still be sent on."""
    ranked = best_first(result)
    room = accumulate(map(_cells, ranked))
    return {
        f"s{at}": each for at, (each, used) in enumerate(zip(ranked, room, strict=True)) if not at or used <= MOST_CELLS
    }


def _cells(system: SystemReport) -> int:
    """How many cells the tables of one system have, roughly; a long text is as large as many cells."""
    classes = min(len(system.classes), MOST_CLASS_ROWS)
    texts = sum(len(escape(each.text).encode()) for each in system.examples) // BYTES_OF_A_CELL
    slices = sum(min(MOST_SLICES, len(list(parts))) for parts in _slicings(system).values())
    squares = min(len(system.classes), MOST_CLASSES) ** 2
    return 6 * classes + 5 * slices + squares + 8 * len(system.measures) + 4 * len(system.examples) + texts


def parts(
    result: Evaluation, detailed: Detailed, blocks: Callable[[SystemReport], Iterable[Block]]
) -> tuple[Block, ...]:
    """What a page tells of each system; of several, each in a fold, that of the best open."""
    if len(result.systems) == 1:
        return tuple(blocks(result.systems[0]))
    return tuple(
        Fold(system.name, tuple(blocks(system)), key, is_open=not at)
        for at, (key, system) in enumerate(detailed.items())
    )


def error_section(result: Evaluation, detailed: Detailed) -> Section:
    """The matrix and the list of errors; a terminal shows the worst of the best system, and where it is weakest."""
    best = leader(result)
    if best.table.fitted:
        weakest = (Sentence(text, on=SCREEN) for text in _weakest(result, best))
        return Section("Errors", (Sentence(NOT_SHARED), *weakest), on=LONG, anchor="errors")
    left = len(result.systems) - len(detailed)
    fewer = f"What follows is about the {len(detailed)} best of {len(result.systems)} systems; the rest is {ELSEWHERE}."
    return Section(
        "Errors",
        (
            *([Sentence(fewer, on=PAGE)] if left else []),
            Sentence(ROWS_AND_COLUMNS + (HARM if weighs(result, best) else NO_HARM), on=PAGE),
            *parts(result, detailed, lambda system: _errors(result, system)),
            _error_table(result, best, SCREEN) if best.confusions else Sentence("No errors.", on=SCREEN),
            *(Sentence(text, on=SCREEN) for text in _weakest(result, best)),
        ),
        on=LONG,
        anchor="errors",
    )


def _errors(result: Evaluation, system: SystemReport) -> Iterator[Block]:
    grid = matrix(result, system)
    if grid.left_out:
        added_up = f"Predictions of the {grid.left_out} other classes are added up in one column"
        yield Sentence(
            f"The {len(grid.lines)} classes whose errors do most harm. {added_up}; their own rows are {ELSEWHERE}.",
            on=PAGE,
        )
    yield Matrix(f"Confusion matrix of {short_name(system.name)}", grid)
    if system.confusions:
        yield Fold("The most harmful errors as a list", (_error_table(result, system, PAGE),))
    else:
        yield Sentence("It made no error.", on=PAGE)


def _error_table(result: Evaluation, system: SystemReport, on: On) -> Table:
    weighed = any(each.weight != 1 for each in result.classes) or any(
        each.harm != each.count for each in system.confusions
    )
    counted_as = "weight" if result.provenance.roles.get("weight") else "count"
    caption = (
        f"Most harmful errors (harm = weight of the true class x {counted_as})"
        if weighed
        else "Most frequent errors (every class weighs the same; a profile can weigh them)"
    )
    more = "; all are in confusions.csv" if len(system.confusions) > MOST_ERRORS and on == PAGE else ""
    harm = ("harm", "of all harm") if weighed else ()
    header = ("true class", "predicted as", *harm, counted_as, "of class")
    shown, named = (MOST_ERRORS, _class_name) if on == PAGE else (FIRST_ERRORS, short_name)
    rows = (_error_cells(each, named, weighed=weighed) for each in system.confusions[:shown])
    errors = table(caption + more, header, rows, words=("predicted as",), on=on)
    return replace(errors, spare=("of all harm", "of class"))


def _error_cells(each: ConfusionReport, named: Callable[[str], str], *, weighed: bool) -> tuple[str, ...]:
    harm = (f"{each.harm:,.1f}", share_text(each.harm_share)) if weighed else ()
    return named(each.truth), named(each.pred), *harm, count(each.count), share_text(each.share)


def _class_name(name: str) -> str:
    """A class or level as a page writes it everywhere; a terminal writes it as options name it."""
    return short_name(readable(name))


def _weakest(result: Evaluation, system: SystemReport) -> Iterator[str]:
    """The weakest class and the weakest slice."""
    worst = weakest(system.classes)
    if worst is not None:
        recall = sure(by_text(worst.measures, "recall"))
        among = of_those(worst, system.classes)
        yield f"Weakest class{among}: {short_name(worst.name)}: recall {recall}, {counted(worst.support, 'row')}"
    part = weakest_slice(result, system)
    if part is not None:
        first = part.measures[0]
        weaker = system.slices and weakest_slice(result, system, few=True) is not part
        among = " of those with enough rows" if weaker else ""
        yield f"Weakest slice{among}: {short_name(part.name)}: {first.metric} {sure(first)}, {counted(part.n, 'row')}"


def class_section(result: Evaluation, detailed: Detailed) -> Section:
    """Every class of every system; a terminal shows the metrics that were asked for of each class."""
    about = (
        "Recall is the share of a class that was found; precision is the share of its predictions that are "
        f"right. Classes with fewer than {FEW_IN_CLASS} rows are marked: do not rely on their numbers."
    )
    asked = ("class", "rows", *result.of_classes)
    rows = ((short_name(each.name), f"{each.support:,}", *_asked(result, each)) for each in leader(result).classes)
    shown = table("Metrics of every class", asked, rows, each="class", on=SCREEN)
    return Section(
        "Classes",
        (
            Sentence(about, on=PAGE),
            *class_tables(result),
            *parts(result, detailed, _classes),
            *([shown] if result.of_classes else []),
        ),
        on=LONG,
        anchor="classes",
    )


def _asked(result: Evaluation, report: ClassReport) -> Iterator[str]:
    for metric in result.of_classes:
        measure = measure_of(report.measures, metric)
        yield "" if measure is None else number(measure.value, DIGITS)


def _classes(system: SystemReport) -> Iterator[Block]:
    header = ("class", "rows", "recall", "recall from 0 to 1", "precision", "f1", "predicted")
    rows = map(_class_cells, system.classes[:MOST_CLASS_ROWS])
    yield table(f"Classes of {short_name(system.name)}", header, rows, on=PAGE, look="classes")
    rest = len(system.classes) - MOST_CLASS_ROWS
    if rest > 0:
        yield Sentence(f"{rest:,} more are {ELSEWHERE}.", on=PAGE)


def _class_cells(report: ClassReport) -> tuple[str | Cell, ...]:
    precision, recall, f1 = (by_text(report.measures, name) for name in CLASS_METRICS)
    drawn = Cell("", strip=Strip(recall, Scale(0.0, 1.0)))
    values = (measure_cell(recall), drawn, measure_cell(precision), measure_cell(f1))
    name = Cell(_class_name(report.name), tag=FEW if report.few else "")
    return name, count(report.support), *values, count(report.predicted)


def slice_section(result: Evaluation, detailed: Detailed) -> Section:
    """The first headline metric in parts of the data, a table for each way of slicing."""
    views = tuple(map(_titled, _slicings(result.systems[0])))
    lead = card_of(result, result.headline[0])
    bars = any(measure.low is not None for measure in result.systems[0].measures)
    differs = "; a slice whose bar does not reach it differs from the whole" if bars else ""
    about = (
        f"{lead.label} ({lead.metric}) in parts of the data. The tall line is the value over all rows{differs}. Slices "
        f"marked with {FEW} have fewer than {FEW_ROWS}, or too few units: look, but do not rely on them."
    )
    mixed = any(part.alike for system in result.systems for part in system.slices)
    about += f" {MIXED}" if mixed else ""
    choice = [Choice("Slices by", views)] if len(views) > 1 else []
    by_system = parts(result, detailed, lambda system: _slices(result, system))
    return Section("Slices", (Sentence(about), *choice, *by_system) if views else (), on=PAGE, anchor="slices")


def _slicings(system: SystemReport) -> dict[tuple[str, ...], list[SliceReport]]:
    """The slices by the columns, alone or crossed, by which a system was sliced."""
    slicings: dict[tuple[str, ...], list[SliceReport]] = {}
    for part in system.slices:
        slicings.setdefault(part.columns, []).append(part)
    return slicings


def _titled(columns: Sequence[str]) -> str:
    return " and ".join(map(short_name, columns))


def _slices(result: Evaluation, system: SystemReport) -> Iterator[Block]:
    overall = system.measure(result.headline[0])
    for columns, every in _slicings(system).items():
        largest = sorted(every, key=lambda part: -part.n)[:MOST_SLICES]
        kept = sorted(largest, key=lambda part: _from_worst(result, part))
        more = f", the largest; {len(every) - len(kept):,} more are {ELSEWHERE}" if len(kept) < len(every) else ""
        mixed = any(part.alike for part in kept)
        header = (*columns, "rows", overall.metric, f"{overall.metric} drawn", *([LIKE_FOR_LIKE] if mixed else []))
        scale = Scale.around([overall, *(part.measures[0] for part in kept)])
        rows = ([*_slice_cells(part, scale, overall), *map(_alike_cell, [part] if mixed else [])] for part in kept)
        caption = f"By {_titled(columns)}, the weakest first: {counted(len(kept), 'slice')}{more}"
        slices = table(caption, header, rows, words=columns[1:], on=PAGE, look="compact")
        yield replace(slices, view=_titled(columns))


def _from_worst(result: Evaluation, part: SliceReport) -> tuple[bool, bool, float]:
    """Slices with few rows, and those without a value, come last."""
    value = part.measures[0].value
    return part.few, value is None, (card_of(result, result.headline[0]).direction or 1) * (value or 0.0)


def _slice_cells(part: SliceReport, scale: Scale, overall: Measure) -> Iterator[str | Cell]:
    first, *others = part.values
    yield Cell(short_name(first), tag=FEW if part.few else "")
    yield from map(short_name, others)
    yield count(part.n)
    yield measure_cell(part.measures[0])
    yield Cell("", strip=Strip(part.measures[0], scale, line=overall.value))


def _alike_cell(part: SliceReport) -> str | Cell:
    """The value like for like, with a mark where the slice lacks more than a tenth of the mix."""
    if not part.alike:
        return ""
    cell = measure_cell(part.alike[0])
    lacking = part.coverage is not None and LEAST_COVERAGE <= part.coverage < FULL_COVERAGE
    return replace(cell, tag=f"has {part.coverage:.0%} of the mix") if lacking else cell


def example_section(result: Evaluation, detailed: Detailed) -> Section:
    """Items that were put in the wrong class, with their texts."""
    shown = {key: system for key, system in detailed.items() if system.examples}
    order = (
        "the most harmful errors first. Most places are kept for single errors with the highest weight; the others "
        "are for kinds of error that do the most harm together, because they are frequent."
        if weighs(result, leader(result))
        else "the most frequent kinds of error first."
    )
    about = Sentence(f"Items that were put in the wrong class, {order} The texts are those of the data.")
    by_system = parts(result, shown, lambda system: [_examples(system)]) if shown else ()
    return Section("Worst errors", (about, *by_system) if by_system else (), on=PAGE, anchor="examples")


def _examples(system: SystemReport) -> Table:
    header = ("text", "true class", "predicted as", "harm")
    rows = (
        (Cell(each.text, each.id or ""), short_name(each.truth), short_name(each.pred), f"{each.harm:,.10g}")
        for each in system.examples
    )
    return table(f"Worst errors of {short_name(system.name)}", header, rows, words=header[:3])


def next_section(result: Evaluation, detailed: Detailed) -> Section:
    """What stands out about each system, and what to do about it."""

    def blocks(system: SystemReport) -> list[Block]:
        findings = advice(result, system)
        return [Findings(tuple(findings))] if findings else [Sentence(NOTHING_FOUND)]

    return Section("What to do next", parts(result, detailed, blocks), on=PAGE, anchor="next")
