"""Which of several systems differ: p-values corrected over all pairs, and tie groups."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from math import comb
from typing import TYPE_CHECKING, TypeVar

from mercalli.results.difference import Difference, Ranking, SystemPair
from mercalli.tasks.labels.compare.result import PairReport
from mercalli.uncertainty.paired import holm, tie_groups

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mercalli.metrics.catalogue import Metric

AnyPair = TypeVar("AnyPair", PairReport, SystemPair)


def adjusted(pairs: Sequence[AnyPair], metrics: Sequence[Metric], alpha: float) -> tuple[AnyPair, ...]:
    """p-values corrected over all pairs, metric by metric, and who is better by them."""
    columns = [
        [_decided(each, pair, metric, alpha) for each, pair in zip(_corrected(column), pairs, strict=True)]
        for metric, column in zip(metrics, zip(*(pair.differences for pair in pairs), strict=True), strict=True)
    ]
    return tuple(replace(pair, differences=tuple(column[at] for column in columns)) for at, pair in enumerate(pairs))


def _corrected(differences: Sequence[Difference]) -> list[Difference]:
    known = [each.p for each in differences if each.p is not None]
    adjusted = iter(holm(known))
    return [each if each.p is None else replace(each, p_adjusted=next(adjusted)) for each in differences]


def _decided(each: Difference, pair: AnyPair, metric: Metric, alpha: float) -> Difference:
    """Names the better system where the difference was shown and one direction is better."""
    if each.difference is None or each.p_adjusted is None or each.p_adjusted > alpha or not metric.direction:
        return each
    return replace(each, better=pair.first if each.difference * metric.direction > 0 else pair.second)


def ranking(metric: Metric, systems: Sequence[str], pairs: Sequence[AnyPair], alpha: float) -> Ranking | None:
    """Systems from best to worst; those whose value is undefined are left out.

    Where not all pairs were compared it ends with the group of the best, if that was compared with all others.
    """
    values: dict[str, float] = {}
    p_of: dict[frozenset[str], float] = {}
    for pair in pairs:
        each = pair.difference(metric.text)
        p_of[frozenset((pair.first, pair.second))] = 1.0 if each.p_adjusted is None else each.p_adjusted
        values |= {
            name: value
            for name, value in ((pair.first, each.first), (pair.second, each.second))
            if value is not None and name not in values
        }
    ranked = sorted((name for name in systems if name in values), key=lambda name: -values[name] * metric.direction)
    if len(p_of) == comb(len(systems), 2):
        return Ranking(metric.text, tuple(tuple(group) for group in tie_groups(ranked, p_of, alpha)))
    leaders = _leaders(ranked, p_of, alpha)
    return Ranking(metric.text, (leaders,)) if leaders else None


def _leaders(ranked: Sequence[str], p_of: Mapping[frozenset[str], float], alpha: float) -> tuple[str, ...]:
    """The best and those next to it that do not differ from it; nobody if it was not compared with all others."""
    pairs = {other: frozenset((ranked[0], other)) for other in ranked[1:]}
    if not all(pair in p_of for pair in pairs.values()):
        return ()
    return (*ranked[:1], *takewhile(lambda other: p_of[pairs[other]] > alpha, pairs))
