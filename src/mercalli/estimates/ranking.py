"""Rankings: systems from best to worst, p-values corrected over all pairs, and groups of ties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, takewhile
from math import comb, inf
from typing import Any, Protocol, TypeVar

from mercalli.results.difference import Difference, Pair, Ranking
from mercalli.results.measure import by_text
from mercalli.uncertainty.paired import holm, tie_groups

AnyPair = TypeVar("AnyPair", bound=Pair)
AnySystem = TypeVar("AnySystem")


class Directed(Protocol):
    """What systems are ranked by: a metric, or any other number with a name and a direction."""

    @property
    def text(self) -> str:
        """Its name."""
        ...

    @property
    def direction(self) -> int:
        """1 if more is better, -1 if less is, 0 if neither."""
        ...


def best_first(
    systems: Sequence[AnySystem], value: Callable[[AnySystem], float | None], direction: int
) -> list[AnySystem]:
    """Systems from the best value to the worst, more being better unless `direction` is -1.

    Those without a value come last; equals keep their order.

    >>> best_first([0.2, None, 0.1], lambda value: value, -1)
    [0.1, 0.2, None]
    """

    def place(system: AnySystem) -> float:
        found = value(system)
        return inf if found is None else -found * (direction or 1)

    return sorted(systems, key=place)


def adjusted(pairs: Sequence[AnyPair], metrics: Iterable[Directed], alpha: float) -> tuple[AnyPair, ...]:
    """p-values corrected over all pairs, metric by metric, and who is better by them."""
    known = {metric.text: metric for metric in metrics}
    corrected = _corrected(pairs)
    return tuple(
        _having(
            pair,
            tuple(
                _decided(each, pair, known[each.metric], corrected.get((each.metric, pair.first, pair.second)), alpha)
                for each in pair.differences
            ),
        )
        for pair in pairs
    )


def ranked_pairs(
    pairs: Sequence[AnyPair], metrics: Sequence[Directed], systems: Sequence[str], alpha: float
) -> tuple[tuple[AnyPair, ...], tuple[Ranking, ...]]:
    """Pairs with p-values corrected over all of them, and who is ahead on every metric that has a direction."""
    tested = adjusted(pairs, metrics, alpha)
    rankings = (ranking(metric, systems, tested, alpha) for metric in metrics if metric.direction)
    return tested, tuple(each for each in rankings if each is not None)


def _having(pair: Any, differences: tuple[Difference, ...]) -> Any:  # noqa: ANN401 - a protocol cannot say "dataclass"
    return replace(pair, differences=differences)


def _corrected(pairs: Sequence[Pair]) -> dict[tuple[str, str, str], float]:
    """By metric, first and second system."""
    known: dict[str, dict[tuple[str, str, str], float]] = {}
    for pair in pairs:
        for each in pair.differences:
            if each.p is not None:
                known.setdefault(each.metric, {})[each.metric, pair.first, pair.second] = each.p
    return {place: p for found in known.values() for place, p in zip(found, holm(list(found.values())), strict=True)}


def _decided(each: Difference, pair: Pair, metric: Directed, p: float | None, alpha: float) -> Difference:
    """Names the better system where the difference was shown and one direction is better."""
    tested = replace(each, p_adjusted=p)
    if each.difference is None or not is_shown(tested, alpha) or not metric.direction:
        return tested
    return replace(tested, better=pair.first if each.difference * metric.direction > 0 else pair.second)


def is_shown(difference: Difference, alpha: float) -> bool:
    """Whether a difference was shown: by its p-value after correction, and by an interval without 0."""
    p, low, high = difference.p_adjusted, difference.low, difference.high
    return p is not None and p <= alpha and low is not None and high is not None and not low <= 0 <= high


def ranking(metric: Directed, systems: Sequence[str], pairs: Sequence[Pair], alpha: float) -> Ranking | None:
    """Systems from best to worst; those whose value is undefined are left out.

    Where not all pairs were compared it ends with the group of the best, if that was compared with all others.
    """
    values: dict[str, float] = {}
    p_of: dict[frozenset[str], float] = {}
    for pair in pairs:
        each = by_text(pair.differences, metric.text)
        p_of[frozenset((pair.first, pair.second))] = (each.p_adjusted or 0.0) if is_shown(each, alpha) else 1.0
        values |= {
            name: value
            for name, value in ((pair.first, each.first), (pair.second, each.second))
            if value is not None and name not in values
        }
    ranked = best_first([name for name in systems if name in values], values.get, metric.direction)
    if len(p_of) == comb(len(systems), 2):
        groups = tuple(tuple(group) for group in tie_groups(ranked, p_of, alpha))
        return Ranking(metric.text, groups, tuple(_unshown(groups, p_of, alpha)))
    leaders = _leaders(ranked, p_of, alpha)
    rest = ranked[len(leaders) :]
    return Ranking(metric.text, (leaders,), tuple(_unshown((leaders, rest), p_of, alpha))) if leaders else None


def _unshown(
    groups: Sequence[Sequence[str]], p_of: Mapping[frozenset[str], float], alpha: float
) -> Iterator[tuple[str, str]]:
    """The first of a group, and a system of a later group that does not differ from it."""
    for group, later in combinations(groups, 2):
        yield from ((group[0], other) for other in later if p_of[frozenset((group[0], other))] > alpha)


def _leaders(ranked: Sequence[str], p_of: Mapping[frozenset[str], float], alpha: float) -> tuple[str, ...]:
    """The best and those next to it that do not differ from it; nobody if it was not compared with all others."""
    pairs = {other: frozenset((ranked[0], other)) for other in ranked[1:]}
    if not all(pair in p_of for pair in pairs.values()):
        return ()
    return (*ranked[:1], *takewhile(lambda other: p_of[pairs[other]] > alpha, pairs))
