"""Classes of all systems side by side, and what each class adds to a lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.results.difference import ClassPart
from mercalli.results.measure import by_text
from mercalli.results.parts import ClassReport
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.tasks.labels.standing import best_first, decisive
from mercalli.telling.article import PAGE, Block, Cell, Fold, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.svg.strip import NARROW, Scale, Strip
from mercalli.telling.words import interval_header, signed
from mercalli.text.names import readable
from mercalli.text.numbers import interval, share_text
from mercalli.text.words import short_name

MOST_SYSTEMS, MOST_CLASSES = 6, 60


def class_tables(result: Evaluation) -> Iterator[Block]:
    """For several systems: the recall of every class, and where the lead comes from."""
    ordered = best_first(result)[:MOST_SYSTEMS]
    if len(ordered) > 1:
        yield _side_by_side(result, ordered)
        yield Fold("Where the lead comes from, class by class", tuple(_sources(result, ordered)))


def _side_by_side(result: Evaluation, ordered: Sequence[SystemReport]) -> Table:
    """Critical classes first, then by their rows."""
    floors = {note.name: note.floor for note in result.classes}
    present = [report for report in ordered[0].classes if report.support][:MOST_CLASSES]
    classes = sorted(present, key=lambda report: (floors.get(report.name) is None, -report.support))
    header = ("class", "rows", *(short_name(system.name) for system in ordered))
    rows = (_row(report, floors.get(report.name), ordered) for report in classes)
    return table("Recall of every class, all systems", header, rows, each="class", on=PAGE, look="board")


def _row(report: ClassReport, floor: float | None, ordered: Sequence[SystemReport]) -> list[str | Cell]:
    critical = "" if floor is None else f"critical: at least {share_text(floor)}"
    recalls = (by_text(_class(system, report.name).measures, "recall") for system in ordered)
    cells = (measure_cell(recall, Strip(recall, Scale(0.0, 1.0, NARROW), line=floor)) for recall in recalls)
    return [Cell(readable(report.name), critical), f"{report.support:,}", *cells]


def _class(system: SystemReport, name: str) -> ClassReport:
    return next(report for report in system.classes if report.name == name)


def _sources(result: Evaluation, ordered: Sequence[SystemReport]) -> Iterator[Table]:
    """What each class adds to the lead of the best system, over each of the others."""
    metric, best = decisive(result), ordered[0].name
    pairs = () if result.comparison is None else result.comparison.pairs
    for pair in pairs:
        parts = next((split.parts for split in pair.splits if split.metric == metric), ())
        if best in {pair.first, pair.second} and parts:
            other, sign = (pair.second, 1) if pair.first == best else (pair.first, -1)
            header = ("class", "difference", interval_header(result.provenance))
            rows = (_part(part, sign) for part in sorted(parts, key=lambda part: -abs(part.difference)))
            caption = f"{metric} of {short_name(best)} minus {short_name(other)}, class by class"
            yield table(caption, header, rows, each="class", on=PAGE)


def _part(part: ClassPart, sign: int) -> tuple[str, str, str]:
    ends = (part.low, part.high) if sign > 0 or part.low is None or part.high is None else (-part.high, -part.low)
    return readable(part.name), signed(sign * part.difference), interval(*ends)
