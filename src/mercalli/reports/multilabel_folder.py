"""The files of a report folder on label sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.cells import csv_text
from mercalli.reports.markdown.computed import computed
from mercalli.reports.markdown.marks import escape, listed, table
from mercalli.reports.multilabel_rows import (
    best_first,
    label_cells,
    label_header,
    measure_cells,
    measure_header,
    pair_cells,
    pair_header,
    slice_cells,
    slice_header,
    system_cells,
    system_header,
)
from mercalli.results.multilabel_text import sets_title
from mercalli.results.seal import to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mercalli.results.measured import Measure
    from mercalli.results.multilabel import MultiLabel, SetReport

MEASURE = ("metric", "value", "low", "high", "method", "n", "majority", "undefined")


def multilabel_files(result: MultiLabel) -> dict[str, str | bytes]:
    """File names and contents: the sealed result, a page to read, tables for a spreadsheet."""
    return {
        "result.json": to_json(result),
        "report.md": _page(result),
        "metrics.csv": csv_text(("system", *MEASURE), _metric_rows(result)),
        "labels.csv": csv_text(("system", "label", "items", "predicted", *MEASURE), _label_rows(result)),
        "slices.csv": csv_text(("system", "slice", "items", "few", *MEASURE), _slice_rows(result)),
    }


def _page(result: MultiLabel) -> str:
    ordered = best_first(result)
    digests = {each.name: each.digest for each in ordered}
    parts = [f"# {escape(result.provenance.title)}: label sets\n"]
    parts += _table(system_header(result), (system_cells(result, each) for each in ordered))
    if result.pairs:
        parts += ["\n## First less second\n", *_table(pair_header(result), pair_cells(result, result.headline))]
        parts += ["\nBest first, = where no difference was shown:\n"]
        parts += [f"- `{each.metric}`: {escape(str(each))}" for each in result.rankings]
    parts += [line for each in ordered for line in _system(result, each)]
    return "\n".join([*parts, *computed(result.provenance, digests)]) + "\n"


def _system(result: MultiLabel, system: SetReport) -> Iterator[str]:
    yield f"\n## {escape(sets_title(system))}\n"
    yield from table(measure_header(result), map(measure_cells, system.measures))
    yield from listed(system.notes)
    yield "\n### Labels\n"
    yield from _table(label_header(), map(label_cells, system.labels))
    if system.slices:
        yield "\n### Slices\n"
        yield from _table(slice_header(result), (slice_cells(result, part) for part in system.slices))


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The first cell is a name from the data."""
    return table(header, ([escape(name), *cells] for name, *cells in rows))


def _metric_rows(result: MultiLabel) -> Iterator[Sequence[object]]:
    for system in result.systems:
        yield from ((system.name, *_measure(measure)) for measure in system.measures)


def _label_rows(result: MultiLabel) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for label in system.labels:
            lead = (system.name, label.name, label.support, label.predicted)
            yield from ((*lead, *_measure(measure)) for measure in label.measures)


def _slice_rows(result: MultiLabel) -> Iterator[Sequence[object]]:
    for system in result.systems:
        for part in system.slices:
            yield from ((system.name, part.name, part.n, part.few, *_measure(measure)) for measure in part.measures)


def _measure(measure: Measure) -> tuple[object, ...]:
    ends = (measure.low, measure.high, measure.method)
    return (measure.metric, measure.value, *ends, measure.n, measure.baselines.get("majority"), measure.undefined)
