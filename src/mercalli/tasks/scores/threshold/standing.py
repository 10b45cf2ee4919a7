"""Which system stands where: what a decision comes to on rows held out, and by what systems are put in order."""

from __future__ import annotations

from mercalli.results.measure import Measure
from mercalli.tasks.scores.result import ASKED, EVERYTHING, NONE, Decision, Decisions, Point, ScoreReport
from mercalli.telling.words import best_first


def held_out(decision: Decision) -> Point:
    """What a decision comes to on rows held out, or here if none were."""
    return decision.cross_fitted or decision.chosen


def worth_of(system: ScoreReport) -> Measure | None:
    """What deciding by a system is worth per case on rows held out, if there are prices."""
    return None if system.decision is None else held_out(system.decision).worth


def decisive(result: Decisions, system: ScoreReport) -> Measure:
    """What a system is best by: what was asked for on rows held out, else the first of the metrics."""
    decision = system.decision
    if decision is None:
        return system.measure(result.headline[0])
    return worth_of(system) or held_out(decision).measure(ASKED.get(decision.aim, "recall"))


def ordered(result: Decisions) -> list[ScoreReport]:
    """Systems from best to worst, those that cannot keep to the bounds last; classes as they are."""
    systems = list(result.systems)
    if result.per_class:
        return systems
    found = best_first(systems, lambda each: decisive(result, each), result.metrics)
    return sorted(found, key=lambda each: each.decision is not None and bool(each.decision.broken))


def best_trivial(worth: Measure) -> tuple[str, float] | None:
    """The better one of acting on nothing and on everything, and its worth per case; older records do not have it."""
    known = {name: worth.baselines.get(name) for name in (NONE, EVERYTHING)}
    found = [(name, value) for name, value in known.items() if value is not None]
    return max(found, key=lambda each: each[1]) if found else None


def is_harmful(system: ScoreReport) -> bool:
    """Whether deciding by it is worth less on rows held out than acting on nothing or on everything."""
    worth = worth_of(system)
    trivial = None if worth is None else best_trivial(worth)
    return worth is not None and trivial is not None and worth.value is not None and worth.value < trivial[1]
