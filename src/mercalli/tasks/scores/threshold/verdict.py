"""A decision in one sentence: from which score on to act, and what that comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.scores.threshold.numbers import exact, money_of, per_thousand, thresholds
from mercalli.text.numbers import DIGITS, NOTHING, interval, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mercalli.results.measure import Measure
    from mercalli.tasks.scores.threshold.result import Decision, Point

# What each bound is about; a capacity is about alerts, which every sentence tells.
BOUNDED = {"max_fpr": "fpr", "min_precision": "precision", "min_recall": "recall"}


def verdict(decision: Decision, wish: Mapping[str, float]) -> str:
    """From which score on to act, what that comes to in 1,000 cases, and what is left of it on rows held out."""
    told = "; ".join([f"{_act(decision)}: {_cases(decision.chosen)}", *_ends(decision, wish)])
    return f"{_unmet(decision, wish)}{told}."


def _act(decision: Decision) -> str:
    shown, above = thresholds(decision)
    if decision.threshold is None:
        return "Act on nothing"
    if not decision.chosen.fn + decision.chosen.tn:
        return "Act on everything"
    as_good = "any lower threshold is as good" if above is None else f"any threshold above {above} is as good"
    return f"Act on everything that scores {shown} or more ({as_good})"


def _cases(point: Point) -> str:
    """What a point comes to in 1,000 cases."""
    alerts, tp, positives, fp = (
        per_thousand(part, point.total) for part in (point.tp + point.fp, point.tp, point.tp + point.fn, point.fp)
    )
    return f"per 1,000 cases {alerts} alerts, {tp} of {positives} positives caught, {fp} false alarms"


def _ends(decision: Decision, wish: Mapping[str, float]) -> Iterator[str]:
    """What it is worth, and what bounds and recall come to, here and on rows held out."""
    here, held_out = decision.chosen, decision.cross_fitted
    priced = here.worth is not None
    if priced:
        yield _both(f"worth {_priced(here)[0]} per 1,000 cases", None if held_out is None else _priced(held_out))
    for name in [BOUNDED[name] for name in wish if name in BOUNDED] or ([] if priced else ["recall"]):
        told = f"{name} {number(here.measure(name).value, DIGITS)}"
        yield _both(told, None if held_out is None else _rate(held_out.measure(name)))


def _both(here: str, held_out: tuple[str, str] | None) -> str:
    if held_out is None:
        return here
    value, ends = held_out
    return f"{here}, {value}{'' if ends == NOTHING else f' [{ends}]'} on rows held out"


def _priced(point: Point) -> tuple[str, str]:
    return (NOTHING, NOTHING) if point.worth is None else money_of(point.worth)


def _rate(measure: Measure) -> tuple[str, str]:
    return number(measure.value, DIGITS), interval(measure.low, measure.high)


def _unmet(decision: Decision, wish: Mapping[str, float]) -> str:
    """Which bounds no threshold keeps, and what the nearest one reaches."""
    if not decision.broken:
        return ""
    bounds = [name for name in wish if name in BOUNDED or name == "capacity"]
    which = {1: "the bound", 2: "both bounds"}.get(len(bounds), "all bounds")
    reached = ", ".join(_reached(name, value, wish[name]) for name, value in decision.broken.items())
    return f"No threshold meets {which}; the nearest reaches {reached}. "


def _reached(bound: str, value: float, wanted: float) -> str:
    what = BOUNDED.get(bound, "alerts")
    least = "at least" if bound.startswith("min") else "at most"
    reached = f"{value:.{DIGITS}g}" if bound in BOUNDED else f"{value:,.0f}"
    return f"{what} {reached} where {least} {exact(wanted)} is wanted"
