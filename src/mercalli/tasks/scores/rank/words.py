"""The first K in words, and which system stands where."""

from __future__ import annotations

from mercalli.tasks.scores.result import Ranked, RankReport, TopK, k_text
from mercalli.telling.words import best_first
from mercalli.text.numbers import NOTHING, count, number

HITS_DIGITS = LIFT_DIGITS = 2


def leading(result: Ranked) -> str:
    """What systems are ordered by: the precision of the first K, or the hit rate of lists."""
    return "precision_at_k" if result.group is None else "hit_rate_at_k"


def ordered(result: Ranked) -> list[RankReport]:
    """Systems by the first K that was asked for, the best first; classes as they are."""
    systems, metric = list(result.systems), leading(result)
    if result.per_class:
        return systems
    return best_first(systems, lambda system: system.tops[0].measure(metric), result.metrics)


def first_k_text(result: Ranked, system: RankReport, top: TopK) -> str:
    """What looking at the first K finds, and what it would find in a random order."""
    if result.group is not None:
        measure = top.measure("hit_rate_at_k")
        shares = (measure.value, measure.baselines.get("random"))
        hit, random = (NOTHING if share is None else f"{share:.0%}" for share in shares)
        return (
            f"At least one {system.positive!r} is among the first {first(top)} in {hit} of {system.lists:,} lists by "
            f"{result.group!r}; in random order it would be in {random}."
        )
    share, lift = top.measure("recall_at_k").value, top.measure("lift_at_k").value
    return (
        f"The first {first(top)} of {count(system.total)} hold {found(top)} of "
        f"{count(system.positives)} positives ({0 if share is None else share:.1%}), "
        f"{number(lift, LIFT_DIGITS)} times as many as in random order."
    )


def first(top: TopK) -> str:
    """K in a sentence.

    >>> from types import SimpleNamespace as Top
    >>> first(Top(asked=200, least=200.0, most=200.0)), first(Top(asked=0.1, least=704.0, most=704.0))
    ('200', '704 (10%)')
    """
    share, _, used = k_text(top).partition(" = ")
    return f"{used} ({share})" if used else share


def found(top: TopK) -> str:
    """How many positives are among the first K; a dash where there is no K."""
    return NOTHING if top.hits is None else count(round(top.hits, HITS_DIGITS))
