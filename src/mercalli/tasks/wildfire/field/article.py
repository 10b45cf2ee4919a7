"""How fields compare, as an article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mercalli.estimates.measure import named_measure
from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure
from mercalli.tasks.wildfire.article import (
    KINDS,
    article_of,
    ends,
    not_counted,
    number_table,
    plain_number,
    quantity_header,
    quantity_rows,
    undefined_lines,
)
from mercalli.tasks.wildfire.board import (
    Column,
    board,
    comparison_files,
    comparison_section,
    detail_sections,
    verdict_section,
)
from mercalli.tasks.wildfire.estimate import method_over, window_name
from mercalli.tasks.wildfire.field.figures import PICTURES
from mercalli.tasks.wildfire.field.passes import COMMON, ERRORS
from mercalli.tasks.wildfire.field.verdict import best_first, deciding, decisive
from mercalli.tasks.wildfire.result import FieldReport, FieldTable, FireField
from mercalli.telling.article import Article, Block, Notes, Picture, Section, Table, table
from mercalli.telling.files import measures_csv
from mercalli.text.words import counted

# What stands beside the number that decides.
BESIDE = {
    "arrival": ("recall", "precision", "rmse", "bias"),
    "probability": ("brier_skill", "average_precision", "roc_auc"),
    "ordinal": ("exact", "within_one", "mean_error"),
}
RULES = {"fss": "random map", "probability": "reference", "ordinal": "one class"}
UNIT = (0.0, 1.0)
ENDS = {
    "recall": UNIT,
    "precision": UNIT,
    "average_precision": UNIT,
    "roc_auc": UNIT,
    "exact": UNIT,
    "within_one": UNIT,
    "quadratic_kappa": (-1.0, 1.0),
}


def article(result: FireField) -> Article:
    """All models side by side, the picture of all, how far they are apart, then one at a time."""
    what, asks, *_ = KINDS[result.kind]
    ordered = best_first(result)
    file, title, shows = PICTURES[result.kind]
    drawn = result.kind == "arrival" or bool(_counted_by(result))
    picture = [Section(title, (Picture(file, shows),))] if drawn else []
    shown = [decisive(result).metric, *BESIDE.get(result.kind, ())]
    sections = (
        verdict_section(_board(result, ordered), systems=ordered, comparison=result.comparison),
        *picture,
        *comparison_section(result.comparison, shown, result.provenance),
        *detail_sections(ordered, partial(_blocks, result), lambda each: counted(each.n, "cell"), shown[0]),
    )
    return article_of(result, ordered, what, asks, sections)


def _board(result: FireField, ordered: Sequence[FieldReport]) -> Table:
    """The number that decides, and those beside it."""
    chosen = decisive(result)
    first = Column(chosen.metric, partial(deciding, result), ENDS.get(chosen.metric), chosen.baseline)
    if result.kind == "fss":
        rows = () if ordered[0].table is None else ordered[0].table.rows
        places = dict.fromkeys(at for at in (0, len(rows) - 1) if at != len(rows) // 2)
        beside = [Column(window_name(rows[at][0] or 0.0), partial(_window, at), UNIT) for at in places]
    else:
        own = any(each.name == COMMON for each in ordered[0].quantities)  # errors on cells of each model
        known = {each.name for each in ordered[0].quantities}  # results of earlier versions have fewer
        names = (name for name in BESIDE[result.kind] if name in known and not (own and name in ERRORS))
        beside = [Column(name, partial(_quantity, name), ENDS.get(name)) for name in names]
    rules = [(chosen.baseline, RULES[result.kind])] if chosen.baseline else []
    line = f"what {chosen.trivial} would get" if chosen.baseline else ""
    return board(ordered, [first, *beside], result.provenance, rules=rules, line=line)


def _quantity(name: str, system: FieldReport) -> Measure:
    found = system.quantity(name)
    method = None if found.low is None else method_over(system.units, "tiles")
    return named_measure(name, found.value, found.low, found.high, method, n=system.n, undefined=found.undefined)


def _window(at: int, system: FieldReport) -> Measure:
    window, value, low, high = (0.0, None, None, None) if system.table is None else system.table.rows[at]
    why = "nothing is high in either map" if value is None else None
    method = method_over(system.units, "tiles")
    return named_measure(window_name(window or 0.0), value, low, high, method, n=system.n, undefined=why)


def _blocks(result: FireField, system: FieldReport) -> Iterator[Block]:
    yield from not_counted(system.excluded)
    yield Notes(tuple(undefined_lines(system.quantities)))
    rows = (
        (each.label, f"{plain_number(each.value)} {each.unit}".strip(), ends(each.low, each.high))
        for each in system.quantities
    )
    yield table("Every measure", quantity_header(result.provenance), rows)
    if system.table is not None:
        yield number_table(system.table)


def tables(result: FireField) -> dict[str, Sheet]:
    """The numbers, what was counted in each window or at each level, and differences of models."""
    numbers = (
        row
        for each in result.systems
        for row in quantity_rows(each.name, each.quantities, method_over(each.units, "tiles"), each.n)
    )
    counted_by = _counted_by(result)
    windows: dict[str, Sheet] = {}
    if counted_by:
        rows = ((system.name, *row) for system, by in counted_by for row in by.rows)
        windows = {"windows.csv": sheet("windows", ("system", *counted_by[0][1].header), rows)}
    return {"metrics.csv": measures_csv(numbers, ("unit",)), **windows, **comparison_files(result.comparison)}


def _counted_by(result: FireField) -> list[tuple[FieldReport, FieldTable]]:
    return [(each, each.table) for each in best_first(result) if each.table is not None]
