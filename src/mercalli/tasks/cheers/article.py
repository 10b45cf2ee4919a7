"""Rows on scores of CHEERS that every report shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.cheers.result import HUMIMPACT
from mercalli.tasks.cheers.words import SHORT, short
from mercalli.text.numbers import DIGITS, NOTHING, interval, number, p_text, percent

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from mercalli.results.measure import Measure
    from mercalli.results.parts import ClassReport, SliceReport
    from mercalli.tasks.cheers.result import Cheers, ReadingReport, RunReport

FEW = " (few)"


def measure_header(result: Cheers) -> list[str]:
    """What `measure_cells` are."""
    return ["metric", "value", f"{percent(result.provenance.settings['level'])} interval"]


def measure_cells(measure: Measure) -> list[str]:
    """One metric as a row."""
    return [measure.metric, number(measure.value), interval(measure.low, measure.high, digits=4)]


def system_header() -> list[str]:
    """What `system_cells` are."""
    return ["run", *SHORT.values(), "rests on"]


def system_cells(run: RunReport) -> list[str]:
    """One run as a row; the coverage stands beside every HumImpact."""
    values = [number(run.measure(metric).value, DIGITS) for metric in SHORT]
    return [run.name, *values, f"{run.coverage.scored:,}"]


def pair_header(result: Cheers) -> list[str]:
    """What `pair_cells` are."""
    return ["first less second", "metric", "difference", measure_header(result)[-1], "p (Holm)"]


def pair_cells(result: Cheers, metrics: Container[str] = tuple(SHORT)) -> Iterator[list[str]]:
    """Every difference on some metrics as a row."""
    for pair in result.pairs:
        for each in pair.differences:
            ends = interval(each.low, each.high)
            cells = [short(each.metric), number(each.difference, DIGITS), ends, p_text(each.p_adjusted)]
            if each.metric.partition("(")[0] in metrics:
                yield [f"{pair.first} less {pair.second}", *cells]


def reading_header() -> list[str]:
    """What `reading_cells` are."""
    return ["reading", "rests on", "left out", "accuracy", "HumImpact"]


def reading_cells(reading: ReadingReport) -> list[str]:
    """One reading as a row."""
    values = [number(each.value, DIGITS) for each in (reading.accuracy, reading.humimpact)]
    return [reading.name, f"{reading.scored:,}", f"{reading.left_out:,}", *values]


def sector_header() -> list[str]:
    """What `sector_cells` are."""
    return ["sector", "n", "predicted", "precision", "recall", "F1", "interval"]


def sector_cells(sector: ClassReport) -> list[str]:
    """One sector as a row."""
    values = [number(each.value, DIGITS) for each in sector.measures]
    f1 = sector.measures[-1]
    ends = interval(f1.low, f1.high) if f1.low is not None else NOTHING
    name = sector.name + FEW * sector.few
    return [name, f"{sector.support:,}", f"{sector.predicted:,}", *values, ends]


def slice_header() -> list[str]:
    """What `slice_cells` are."""
    return ["slice", "n", *SHORT.values(), "of HumImpact"]


def slice_cells(part: SliceReport) -> list[str]:
    """One slice as a row."""
    values = [number(each.value, DIGITS) for each in part.measures]
    humimpact = part.measures[list(SHORT).index(HUMIMPACT)]
    return [part.name + FEW * part.few, f"{part.n:,}", *values, interval(humimpact.low, humimpact.high)]


def best_run(result: Cheers) -> RunReport:
    """The run with the highest HumImpact; the first where none has any."""
    return max(result.systems, key=lambda run: -1.0 if (value := run.measure(HUMIMPACT).value) is None else value)
