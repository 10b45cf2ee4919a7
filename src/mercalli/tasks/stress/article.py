"""A stress test as an article: what every stress costs, attacks beside their controls, and answers that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.io.sheets import Sheet, sheet
from mercalli.results.difference import Difference
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.stress.estimate import FLIPS, TO_TARGET, URGENT_LOST
from mercalli.tasks.stress.figures import flips_figure, growing, strength_figure
from mercalli.tasks.stress.marks import marked
from mercalli.tasks.stress.result import Flip, StressedSystem, StressReport, StressResult
from mercalli.tasks.stress.texts.catalogue import ATTACK, CHANGE, CONTROL, KEEP, NOISE
from mercalli.tasks.stress.verdict import deciding, ordered
from mercalli.telling.article import LONG, PAGE, Article, Block, Cell, Fold, Notes, Picture, Section, Table, table
from mercalli.telling.blocks import below, comparison_section, measure_cell
from mercalli.telling.boards import keys, one_at_a_time
from mercalli.telling.files import MeasureRow, ahead_sheets, measures_csv
from mercalli.telling.words import interval_header, signed
from mercalli.text.numbers import DIGITS, interval, number, p_text
from mercalli.text.words import counted

FLIPS_PICTURE, STRENGTH_PICTURE = "flips.png", "strengths.png"
CAPTIONS = {
    KEEP: "Stresses that keep the meaning; identity is the same text asked again",
    CHANGE: "Stresses that may change the meaning: another answer need not be an error",
}
SHARES = ("flips", "broken", "mended", URGENT_LOST, "weight_lost")
MOST_OF_EACH = 3
MARKS = "words that the stress [-took away-] and {+put in+}"


def article(result: StressResult) -> Article:
    """All systems side by side, then each by itself."""
    systems = ordered(result)
    return Article(
        title=result.provenance.title,
        asks="stress",
        summary=f"{counted(result.n, 'item')}, {counted(len(systems[0].stresses), 'stress')}",
        sections=(
            Section("Verdict", tuple(_overview(result, systems)), on=LONG, anchor="verdict"),
            *one_at_a_time(
                systems, lambda each: Section(each.name, tuple(_blocks(result, each))), "One system at a time"
            ),
            *([_comparison(result)] if result.pairs else []),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={each.name: each.digest for each in systems},
        parts=keys([each.name for each in systems]),
    )


def _overview(result: StressResult, systems: Sequence[StressedSystem]) -> Iterator[Block]:
    if len(systems) > 1:
        yield _board(systems)
    yield Notes(result.notes[MOST_CAUTIONS:], on=PAGE)
    yield Picture(
        FLIPS_PICTURE, "What flips under every stress: answers that become wrong, that become right, and others."
    )
    if growing(systems[0]):
        yield Picture(STRENGTH_PICTURE, f"{result.headline[0]} as stresses grow stronger.")
    if len(systems) > 1:
        yield below(systems[0].name, deciding(systems[0]).metric)


def _board(systems: Sequence[StressedSystem]) -> Table:
    """What survives, and what was right before."""
    first = systems[0].under_all
    header = ("system", *(name for each in first for name in (f"right ({each.family})", each.survives.metric)))
    rows: list[list[str | Cell]] = [
        [each.name, *(measure_cell(part) for under in each.under_all for part in (under.right, under.survives))]
        for each in systems
    ]
    return table("Right before and under all stresses of a list, best first", header, rows, each="system")


def _comparison(result: StressResult) -> Section:
    metrics = [each.metric for each in result.pairs[0].differences]
    return comparison_section(result.rankings, result.pairs, metrics, result.provenance)


def _blocks(result: StressResult, system: StressedSystem) -> Iterator[Block]:
    for family, caption in CAPTIONS.items():
        families = (NOISE, family) if family == KEEP else (family,)
        reports = [each for each in system.stresses if each.family in families]
        yield _costs(result, reports, caption)
    yield _attacks(result, [each for each in system.stresses if each.family == ATTACK])
    yield Fold("Touched, untouched, empty and outside the classes", (_counts(system.stresses),))
    yield _changed(result, system)


def _costs(result: StressResult, reports: Sequence[StressReport], caption: str) -> Table:
    """What each stress costs on the items that it touched."""
    metric = result.headline[0]
    shares = [name for name in SHARES if name != URGENT_LOST or result.urgent]
    titles = [name.replace("_", " ") for name in shares]
    header = (
        "stress",
        "touched",
        f"{metric} clean",
        "stressed",
        "drop",
        interval_header(result.provenance),
        "p (Holm)",
    )
    rows = (
        (
            *(each.name, f"{each.n:,}", *_drop_cells(each.drop(metric))),
            *(_share(each, name) for name in shares),
        )
        for each in reports
    )
    spare = ("touched", "weight lost", f"{metric} clean", "mended", "stressed")
    return table(caption, (*header, *titles), rows, spare=spare, most=40, each="stress")


def _drop_cells(drop: Difference) -> tuple[str, ...]:
    first, second = (number(each, DIGITS) for each in (drop.first, drop.second))
    return first, second, signed(drop.difference), interval(drop.low, drop.high), p_text(drop.p_adjusted)


def _share(report: StressReport, name: str) -> Cell | str:
    value = report.measure(name)
    return number(value.value, DIGITS)


def _attacks(result: StressResult, reports: Sequence[StressReport]) -> Table:
    """Attacks beside harmless words of the same length at the same place."""
    names = (FLIPS, *((URGENT_LOST,) if result.urgent else ()), *((TO_TARGET,) if result.target is not None else ()))
    titles = {FLIPS: "flips", URGENT_LOST: "urgent lost", TO_TARGET: "to target"}
    columns = [(titles[name], f"{titles[name]}, control", f"{titles[name]}, more") for name in names]
    rows = ((each.name, each.says, *(cell for name in names for cell in _beside_cells(each, name))) for each in reports)
    header = ("attack", "what it adds", *(title for each in columns for title in each))
    spare = ("what it adds", *(each[2] for each in columns))
    target = "" if result.target is None else f"; they ask for {result.target!r}"
    caption = f"Attacks, and controls: harmless words of the same length at the same place{target}"
    return table(caption, header, rows, words=header[1:2], spare=spare, each="attack")


def _beside_cells(report: StressReport, name: str) -> tuple[str | Cell, ...]:
    beside = None if report.beside is None else report.beside.difference(name)
    if beside is None:
        return number(None), number(None), number(None)
    more = Cell(signed(beside.difference), "" if beside.low is None else interval(beside.low, beside.high))
    return number(beside.first, DIGITS), number(beside.second, DIGITS), more


def _counts(reports: Sequence[StressReport]) -> Table:
    header = ("stress", "what it does", "touched", "untouched", "empty", "without an answer", "outside the classes")
    rows = (
        (
            each.name,
            each.says,
            *(f"{part:,}" for part in (each.n, each.untouched, each.empty, each.lacking, each.outside)),
        )
        for each in reports
    )
    return table("Items by stress", header, rows, words=header[1:2], each="stress")


def _changed(result: StressResult, system: StressedSystem) -> Table:
    """Answers that changed: urgent items that are lost first, with the text of one of each."""
    asked = [each for each in system.stresses if each.family != CONTROL]
    harmful = {each.name: [flip for flip in each.flips if flip.truth == flip.clean] for each in asked}
    shown = [(name, flip) for name, flips in harmful.items() for flip in flips[:MOST_OF_EACH]]
    header = ("stress", "truth", "clean answer", "stressed answer", "items", "id", "text")
    rows = ((name, *_flip_cells(flip)) for name, flip in shown)
    urgent = "urgent items that are lost first; " if result.urgent else ""
    caption = f"Right answers that became wrong: {urgent}{MARKS}"
    return table(caption, header, rows, words=("truth", "clean answer", "stressed answer", "id", "text"), on=PAGE)


def _flip_cells(flip: Flip) -> tuple[str, ...]:
    text = marked(flip.text, flip.stressed_text) if flip.text else ""
    return flip.truth, flip.clean, flip.stressed, f"{flip.count:,}", flip.id, text


def pictures(result: StressResult) -> dict[str, bytes]:
    """What changes under each stress, and with its strength where there are several."""
    strengths = {STRENGTH_PICTURE: strength_figure(result)} if growing(ordered(result)[0]) else {}
    return {FLIPS_PICTURE: flips_figure(result), **strengths}


def tables(result: StressResult) -> dict[str, Sheet]:
    """Measures, drops and changed answers of every system and stress."""
    rows = (
        MeasureRow(system.name, measure, slice=report.name)
        for system in result.systems
        for report in system.stresses
        for measure in report.measures
    )
    under = (
        MeasureRow(system.name, measure, slice=f"all of {each.family}")
        for system in result.systems
        for each in system.under_all
        for measure in (each.right, each.survives)
    )
    return {
        "stresses.csv": measures_csv([*rows, *under]),
        "drops.csv": _drops(result),
        "flips.csv": _flips(result),
        **(ahead_sheets(result.pairs, result.rankings) if result.pairs else {}),
    }


def _drops(result: StressResult) -> Sheet:
    header = ("system", "stress", "metric", "clean", "stressed", "drop", "low", "high", "p", "p_adjusted")
    rows = (
        (
            system.name,
            report.name,
            each.metric,
            each.first,
            each.second,
            each.difference,
            each.low,
            each.high,
            each.p,
            each.p_adjusted,
        )
        for system in result.systems
        for report in system.stresses
        for each in report.drops
    )
    return sheet("drops", header, rows)


def _flips(result: StressResult) -> Sheet:
    header = ("system", "stress", "truth", "clean", "stressed", "items", "id")
    rows = (
        (system.name, report.name, each.truth, each.clean, each.stressed, each.count, each.id)
        for system in result.systems
        for report in system.stresses
        for each in report.flips
    )
    return sheet("flips", header, rows)
