"""Rows on label sets that every report shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.text.numbers import DIGITS, interval, number, p_text, percent

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from mercalli.results.measure import Measure
    from mercalli.results.parts import ClassReport, SliceReport
    from mercalli.tasks.label_sets.result import MultiLabel, SetReport

FEW = " (few)"


def ends_header(result: MultiLabel) -> str:
    """What an interval is headed by."""
    return f"{percent(result.provenance.settings['level'])} interval"


def measure_header(result: MultiLabel) -> list[str]:
    """What `measure_cells` are."""
    return ["metric", "value", ends_header(result), "majority"]


def measure_cells(measure: Measure) -> list[str]:
    """One metric as a row."""
    ends = interval(measure.low, measure.high)
    return [measure.metric, number(measure.value, DIGITS), ends, number(measure.baselines.get("majority"), DIGITS)]


def system_header(result: MultiLabel) -> list[str]:
    """What `system_cells` are."""
    return ["system", *result.headline]


def system_cells(result: MultiLabel, system: SetReport) -> list[str]:
    """One system as a row."""
    return [system.name, *(number(system.measure(metric).value, DIGITS) for metric in result.headline)]


def pair_header(result: MultiLabel) -> list[str]:
    """What `pair_cells` are."""
    return ["first less second", "metric", "difference", ends_header(result), "p (Holm)"]


def pair_cells(result: MultiLabel, metrics: Container[str]) -> Iterator[list[str]]:
    """Every difference on some metrics as a row."""
    for pair in result.pairs:
        for each in pair.differences:
            if each.metric in metrics:
                ends = interval(each.low, each.high)
                cells = [each.metric, number(each.difference, DIGITS), ends, p_text(each.p_adjusted)]
                yield [f"{pair.first} less {pair.second}", *cells]


def label_header() -> list[str]:
    """What `label_cells` are."""
    return ["label", "items", "predicted", "precision", "recall", "F1", "interval"]


def label_cells(label: ClassReport) -> list[str]:
    """One label as a row."""
    values = [number(each.value, DIGITS) for each in label.measures]
    f1 = label.measures[-1]
    counts = [f"{label.support:,}", f"{label.predicted:,}"]
    return [label.name + FEW * label.few, *counts, *values, interval(f1.low, f1.high)]


def slice_header(result: MultiLabel) -> list[str]:
    """What `slice_cells` are."""
    return ["slice", "items", *result.headline]


def slice_cells(result: MultiLabel, part: SliceReport) -> list[str]:
    """One slice as a row."""
    found = {each.metric: number(each.value, DIGITS) for each in part.measures}
    return [part.name + FEW * part.few, f"{part.n:,}", *(found[metric] for metric in result.headline)]


def best_first(result: MultiLabel) -> list[SetReport]:
    """Systems by the first headline metric; those without a value last."""
    lead = result.headline[0]
    sign = next(card.direction for card in result.metrics if card.metric == lead) or 1
    return sorted(result.systems, key=lambda each: _rank(each.measure(lead).value, sign))


def _rank(value: float | None, sign: int) -> float:
    return float("inf") if value is None else -sign * value
