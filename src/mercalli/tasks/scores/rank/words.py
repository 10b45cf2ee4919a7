"""A ranking in words and rows that every report shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.scores.rank.text import amount, found_text, k_text
from mercalli.telling.interval_columns import has_intervals
from mercalli.text.numbers import DIGITS, NOTHING, interval, number

if TYPE_CHECKING:
    from mercalli.results.measure import Measure
    from mercalli.tasks.scores.rank.result import Ranked, RankReport, TopK

LIFT_DIGITS = 2


def sentence(result: Ranked, system: RankReport, top: TopK) -> str:
    """What looking at the first K finds, and what it would find in a random order."""
    if result.group is not None:
        hit, random = (NOTHING if each is None else f"{each:.0%}" for each in _with_random(top, "hit_rate_at_k"))
        return (
            f"At least one {system.positive!r} is among the first {first(top)} in {hit} of {system.lists:,} lists by "
            f"{result.group!r}; in random order it would be in {random}."
        )
    share, lift = top.measure("recall_at_k").value, top.measure("lift_at_k").value
    return (
        f"The first {first(top)} of {amount(system.total)} hold {found_text(top)} of "
        f"{amount(system.positives)} positives ({0 if share is None else share:.1%}), "
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


def _with_random(top: TopK, metric: str) -> tuple[float | None, float | None]:
    measure = top.measure(metric)
    return measure.value, measure.baselines.get("random")


def header(result: Ranked, level: str, *, wide: bool, narrow: bool = False) -> list[str]:
    """What `cells` are, beginning with the top."""
    found, ends = [] if narrow else ["found"], [level] if has_intervals(result.provenance) else []
    lead = ["hit rate", *ends, "precision"] if result.group is not None else [*found, "precision", *ends]
    return ["top", *lead, "recall", *(ends if wide else []), "lift", *(ends if wide else [])]


def cells(result: Ranked, top: TopK, *, wide: bool, narrow: bool = False) -> list[str]:
    """One K as a row; a narrow one leaves out how many were found."""
    precision, recall, lift = (top.measure(name) for name in ("precision_at_k", "recall_at_k", "lift_at_k"))
    if result.group is not None:
        hit = top.measure("hit_rate_at_k")
        lead = [number(hit.value, DIGITS), *_ends(result, hit), number(precision.value, DIGITS)]
    else:
        found = [] if narrow else [found_text(top)]
        lead = [*found, number(precision.value, DIGITS), *_ends(result, precision)]
    return [
        *(k_text(top), *lead, number(recall.value, DIGITS)),
        *(_ends(result, recall) if wide else []),
        number(lift.value, LIFT_DIGITS),
        *(_ends(result, lift) if wide else []),
    ]


def _ends(result: Ranked, measure: Measure) -> list[str]:
    return [interval(measure.low, measure.high)] if has_intervals(result.provenance) else []


def best_first(result: Ranked) -> list[RankReport]:
    """Systems by the precision of the first K that was asked for, or by the hit rate of lists; classes as they are."""
    if result.per_class:
        return list(result.systems)
    metric = "precision_at_k" if result.group is None else "hit_rate_at_k"

    def value(system: RankReport) -> float:
        return system.tops[0].measure(metric).value or 0.0

    return sorted(result.systems, key=value, reverse=True)
