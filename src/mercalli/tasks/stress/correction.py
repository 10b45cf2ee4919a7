"""p-values of many stresses, corrected for how many they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from mercalli.results.difference import Difference
from mercalli.tasks.stress.result import StressReport
from mercalli.tasks.stress.texts.catalogue import ATTACK, CONTROL, IDENTITY
from mercalli.uncertainty.paired import holm


def corrected(reports: Sequence[StressReport]) -> tuple[StressReport, ...]:
    """p-values corrected over all stresses, metric by metric, and over all attacks; the identity is no stress."""
    tested = [each for each in reports if each.family != CONTROL and each.stress != IDENTITY]
    drops = _adjusted((each.name, drop) for each in tested for drop in each.drops)
    apart: dict[tuple[str, str], float] = {}
    for attacks in (True, False):
        own = [each for each in tested if (each.family == ATTACK) == attacks and each.beside is not None]
        apart |= _adjusted((each.name, known) for each in own for known in _beside(each))
    return tuple(
        replace(
            each,
            drops=_having(each.name, each.drops, drops),
            beside=each.beside and replace(each.beside, differences=_having(each.name, _beside(each), apart)),
        )
        for each in reports
    )


def _beside(report: StressReport) -> tuple[Difference, ...]:
    return () if report.beside is None else report.beside.differences


def _having(
    name: str, differences: Iterable[Difference], adjusted: Mapping[tuple[str, str], float]
) -> tuple[Difference, ...]:
    return tuple(replace(each, p_adjusted=adjusted.get((name, each.metric))) for each in differences)


def _adjusted(named: Iterable[tuple[str, Difference]]) -> dict[tuple[str, str], float]:
    """Holm's p-values of all stresses that were tested on a metric, for each of them."""
    found: dict[str, dict[str, float]] = {}
    for name, each in named:
        if each.p is not None:
            found.setdefault(each.metric, {})[name] = each.p
    return {
        (name, metric): p
        for metric, known in found.items()
        for name, p in zip(known, holm(list(known.values())), strict=True)
    }
