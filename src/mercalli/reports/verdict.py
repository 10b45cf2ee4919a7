"""The verdict on a system in a sentence or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.words import DIGITS, count, interval, measure_of, weakest_class
from mercalli.results.text import number

if TYPE_CHECKING:
    from mercalli.results.records import Evaluation, LevelReport, Measure, SystemReport


def verdict(result: Evaluation, system: SystemReport) -> str:
    """What the first headline metric says, what was missed where it matters most, and what the others add."""
    labels = {card.metric: card.label for card in result.metrics}
    lead = system.measure(result.headline[0])
    return "; ".join([_said(labels[lead.metric], lead), *_missed(system)]) + "."


def _said(label: str, measure: Measure) -> str:
    if measure.value is None:
        return f"{label} is undefined because {measure.undefined}"
    band = f"{measure.band.capitalize()} {label.lower()}" if measure.band else label
    sure = f" [{interval(measure.low, measure.high)}]" if measure.low is not None else ""
    worse = ", no better than always predicting the most frequent class" if measure.useless else ""
    return f"{band}: {number(measure.value, DIGITS)}{sure}{worse}"


def _missed(system: SystemReport) -> list[str]:
    """The most weighty level with any rows, or else the weakest class."""
    levels = sorted((level for level in system.levels if level.total), key=lambda level: -level.weight)
    if levels:
        return [_level(levels[0])]
    worst = weakest_class(system)
    recall = None if worst is None else measure_of(worst.measures, "recall")
    if worst is None or recall is None or recall.value is None:
        return []
    return [f"finds {recall.value:.0%} of {worst.name}, its weakest class ({worst.support:,} rows)"]


def _level(level: LevelReport) -> str:
    wrong = level.total - level.correct
    asks = f" (they ask to {level.response})" if level.response else ""
    return f"gets {count(wrong)} of {count(level.total)} {level.level} items wrong{asks}"
