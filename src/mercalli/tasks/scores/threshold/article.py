"""What reports tell of decisions: points side by side, slices, and which system comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.scores.threshold.words import (
    cases,
    means_of_classes,
    money,
    per_thousand,
    threshold_range,
    thresholds,
    total_worth,
    worth,
    worth_per_thousand,
)
from mercalli.text.numbers import DIGITS, NOTHING, count, interval, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.measure import Measure
    from mercalli.tasks.scores.threshold.result import Decision, Decisions, Point, ScoreReport, ScoreSlice

RATES = ("precision", "recall", "fpr", "specificity", "f1")
PER = 1000
MISSED = "bound missed"


def positives(result: Decisions, system: ScoreReport) -> str:
    """How many cases are positive; of weights only the share."""
    share = f"{system.positives / system.total:.1%}"
    if result.provenance.roles.get("weight") is not None:
        return f"{share} positive by weight"
    return f"{count(system.positives)} of them positive ({share})"


def ordered(result: Decisions, measures: Sequence[Measure]) -> list[Measure]:
    """Headline metrics in their order, others after them."""
    places = {metric: at for at, metric in enumerate(result.headline)}
    return sorted(measures, key=lambda each: places.get(each.metric, len(places)))


def first_system(result: Decisions) -> tuple[ScoreReport, str]:
    """The system that is worth most on rows held out, or else ranks best, and what it is best by."""
    if all(_held_out(system) is not None for system in result.systems):
        return max(result.systems, key=lambda system: _held_out(system) or 0.0), "worth on rows held out"
    lead = (result.headline or (result.metrics[0].metric,))[0]
    sign = next(card.direction or 1 for card in result.metrics if card.metric == lead)
    return max(result.systems, key=lambda system: sign * (system.measure(lead).value or 0.0)), lead


def _held_out(system: ScoreReport) -> float | None:
    point = None if system.decision is None else system.decision.cross_fitted or system.decision.chosen
    measure = None if point is None else worth(point)
    return None if measure is None else measure.value


def side_by_side(decision: Decision) -> Iterator[tuple[str, str, str, str, str]]:
    """What is told of a decision: its name, then value and interval on these rows, and on rows held out."""
    here, held_out = decision.chosen, decision.cross_fitted
    folds = NOTHING if held_out is None else _between(held_out.thresholds)
    yield "threshold", thresholds(decision)[0], "", folds, ""
    yield "alerts per 1,000", *_alerts(here), *_alerts(held_out)
    for name in RATES:
        yield name, *_pair(here, name), *_pair(held_out, name)
    if worth(here) is not None:
        yield "worth per 1,000 cases", *_worth(here), *_worth(held_out)
        yield "worth of all cases", *_worth(here, of_all=True), *_worth(held_out, of_all=True)


def _between(found: Sequence[float | None]) -> str:
    """The lowest and the highest threshold of the folds."""
    known = sorted(each for each in found if each is not None)
    if not known:
        return "nothing"
    return threshold_range(known[0], known[-1]) + (", or nothing" if len(known) < len(found) else "")


def _alerts(point: Point | None) -> tuple[str, str]:
    if point is None:
        return NOTHING, ""
    share = point.measure("predicted_share")
    ends = (
        NOTHING if share.low is None or share.high is None else f"{cases(PER * share.low)} to {cases(PER * share.high)}"
    )
    return per_thousand(point.tp + point.fp, point.total), ends


def _pair(point: Point | None, metric: str) -> tuple[str, str]:
    if point is None:
        return NOTHING, ""
    measure = point.measure(metric)
    return number(measure.value, DIGITS), interval(measure.low, measure.high)


def _worth(point: Point | None, *, of_all: bool = False) -> tuple[str, str]:
    measure = None if point is None else worth(point)
    if point is None or measure is None:
        return NOTHING, ""
    if not of_all:
        return worth_per_thousand(measure)
    low, high = (None if each is None else each * point.total for each in (measure.low, measure.high))
    return money(total_worth(point)), NOTHING if low is None else f"{money(low)} to {money(high)}"


def slice_cells(part: ScoreSlice, lead: str | None) -> list[str]:
    """A slice: its name, rows, share of positives, ranking, precision and recall, and the threshold best for it."""
    common = [] if part.common is None else [part.common.measure(name).value for name in ("precision", "recall")]
    own = NOTHING if part.own is None else thresholds(part.own)[0] + (f", {MISSED}" if part.own.broken else "")
    share = f"{part.positives / part.total:.1%}" if part.total else NOTHING
    ranked = [] if lead is None else [number(_measured(part, lead), DIGITS)]
    decided = [*(number(each, DIGITS) for each in common), own] if common else []
    return [part.name, f"{part.n:,}", share, *ranked, *decided]


def _measured(part: ScoreSlice, metric: str) -> float | None:
    return next((each.value for each in part.measures if each.metric == metric), None)


def missed_bounds(parts: Sequence[ScoreSlice]) -> str:
    """What the mark on some thresholds of slices means, if there is one."""
    if not any(part.own is not None and part.own.broken for part in parts):
        return ""
    return f"{MISSED.capitalize()}: no threshold keeps to all bounds in that slice alone; the nearest is shown."


def slice_header(result: Decisions, *, decided: bool) -> list[str]:
    """The headers of what `slice_cells` tells."""
    lead = result.headline[:1]
    return ["slice", "rows", "positive", *lead, *(["precision", "recall", "best at"] if decided else [])]


def class_means(result: Decisions, metrics: Sequence[str]) -> list[str]:
    """Some metrics averaged over classes."""
    means = means_of_classes(result)
    return [number(means[name].value, DIGITS) for name in metrics]
