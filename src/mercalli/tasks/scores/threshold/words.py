"""Thresholds, cases, money and decisions in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from math import inf, nextafter

from mercalli.results.grounds import FEW_TO_TELL
from mercalli.results.measure import Measure
from mercalli.tasks.scores.result import BOUNDED, Decision, Point
from mercalli.tasks.scores.threshold.standing import held_out
from mercalli.telling.words import value_and_interval
from mercalli.text.names import plain
from mercalli.text.numbers import DIGITS, NOTHING, count

FEWEST, MOST = 3, 18
SPARE = 0.1
ROUND_MONEY, ROUND_CASES = 100, 10
PER = 1000
NO_ACTION = "nothing"


def money(value: float | None) -> str:
    """An amount, without decimals where it is large.

    >>> money(1234.5), money(-2.5), money(None)
    ('1,234', '-2.50', '-')
    """
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if abs(value) >= ROUND_MONEY or not value else f"{value:z,.2f}"


def money_of(measure: Measure, times: float = PER) -> tuple[str, str]:
    """What so many cases are worth, and its interval."""
    value, low, high = measure.times(times)
    return money(value), NOTHING if low is None or high is None else f"{money(low)} to {money(high)}"


def per_thousand(part: float, total: float) -> str:
    """How many of 1,000 cases.

    >>> per_thousand(1869, 7043), per_thousand(3, 7043), per_thousand(0, 7043)
    ('265', '0.4', '0')
    """
    return cases(PER * part / total)


def cases(value: float) -> str:
    """How many cases, with a decimal where there are few."""
    return f"{value:,.0f}" if value >= ROUND_CASES or not value else f"{value:.1f}"


def thresholds(decision: Decision) -> tuple[str, str | None]:
    """The threshold, and the one above which all are as good, in as few digits as change no decision."""
    if decision.threshold is None:
        return NO_ACTION, None
    shown = threshold_text(decision.threshold, decision.same_above)
    if decision.above is None:
        return shown, None
    return shown, exact(float(_short(decision.above, ROUND_CEILING, float(shown))))


def threshold_text(threshold: float, same_above: float | None) -> str:
    """A threshold in as few digits as act on the very same; `same_above` is the highest score that it leaves out.

    >>> threshold_text(0.290879, 0.290812), threshold_text(0.999999, 0.99), threshold_text(10000001.0, 9999990.0)
    ('0.29087', '0.999', '10000000')
    """
    return exact(float(_short(threshold, ROUND_FLOOR, same_above)))


def threshold_range(folds: Sequence[float | None]) -> str:
    """The lowest and the highest threshold of the folds, in as few digits as tell them apart.

    >>> threshold_range([0.99998, 0.99991]), threshold_range([0.2, 0.2]), threshold_range([0.1234, 0.57, None])
    ('0.99991 to 0.99998', '0.2', '0.123 to 0.57, or nothing')
    """
    acting = sorted(threshold for threshold in folds if threshold is not None)
    if not acting:
        return NO_ACTION
    low, high = acting[0], acting[-1]
    span = exact(float(_short(low, ROUND_FLOOR, None))) if low == high else " to ".join(_span(low, high))
    return span + (f", or {NO_ACTION}" if len(acting) < len(folds) else "")


def _span(low: float, high: float) -> tuple[str, str]:
    """Both ends in so few digits that they still hold all between them, and not much more."""
    for digits in range(FEWEST, MOST):
        lower, upper = float(_cut(low, ROUND_FLOOR, digits)), float(_cut(high, ROUND_CEILING, digits))
        if (low - lower) + (upper - high) <= SPARE * (high - low):
            return exact(lower), exact(upper)
    return exact(low), exact(high)


def _short(value: float, towards: str, limit: float | None) -> Decimal:
    """The number with the fewest digits, but three, on this side of a limit."""
    for digits in range(FEWEST, MOST):
        cut = _cut(value, towards, digits)
        if limit is None or (float(cut) - limit) * (value - limit) > 0:
            return cut
    return Decimal(repr(value))


def _cut(value: float, towards: str, digits: int) -> Decimal:
    """A number with so many digits."""
    decimal = Decimal(repr(value))
    return decimal.quantize(Decimal(1).scaleb(decimal.adjusted() - digits + 1), rounding=towards)


def exact(value: float) -> str:
    """A number with all its digits, as it is usually written.

    >>> exact(0.514), exact(712.0), exact(1234567.89)
    ('0.514', '712', '1234567.89')
    """
    return repr(value).removesuffix(".0")


def asked_text(value: float | str) -> str:
    """A number, or the column that holds it for each case.

    >>> asked_text(5.0), asked_text("amount")
    ('5', "from 'amount'")
    """
    return f"from {value!r}" if isinstance(value, str) else exact(value)


def action(decision: Decision, wish: Mapping[str, float | str], system: str = "") -> str:
    """From which score on to act, what that comes to in 1,000 cases, and what bounds come to on rows held out."""
    act = _act(decision) if not system else f"By {plain(system)}: {_act(decision)[0].lower()}{_act(decision)[1:]}"
    seen = "held-out cases, thresholds chosen this way give" if decision.cross_fitted else "of these cases, it gives"
    parts = [f"{act}. Per 1,000 {seen} {_cases(held_out(decision))}", *_kept(decision, wish)]
    return f"{'; '.join(parts)}."


def harm(system: str, worth: Measure, trivial: str, value: float, *, bound: bool) -> str:
    """That a threshold is worth less than doing the same to all cases; `bound` if there are bounds to keep to."""
    name = plain(system)
    by_score = f"acting by it is worth {money_of(worth)[0]} per 1,000, {trivial} {money(PER * value)}"
    if bound:
        return f"Within the bounds {name} is worth less than {trivial}: on held-out cases {by_score}."
    return f"{trivial.replace('acting', 'Act')}: {name} adds nothing. On held-out cases {by_score}."


def _act(decision: Decision) -> str:
    shown, above = thresholds(decision)
    if decision.threshold is None:
        return "Act on nothing"
    if not decision.chosen.fn + decision.chosen.tn:
        return "Act on everything"
    if decision.above == nextafter(decision.threshold, -inf):
        return f"Act on everything that scores {shown} or more"
    as_good = "any lower threshold" if above is None else f"anything above {above} and up to {shown}"
    return f"Act on everything that scores {shown} or more ({as_good} is as good)"


def _cases(point: Point) -> str:
    """What a point comes to in 1,000 cases."""
    alerts, tp, positives, fp = (
        per_thousand(part, point.total) for part in (point.tp + point.fp, point.tp, point.tp + point.fn, point.fp)
    )
    return f"{alerts} alerts, {tp} of {positives} positives caught and {fp} false alarms"


def _kept(decision: Decision, wish: Mapping[str, float | str]) -> Iterator[str]:
    """What bounds come to, on rows held out if there are any."""
    yield from (_bounded(held_out(decision), bound, float(wish[bound])) for bound in wish if bound in BOUNDED)


def _bounded(point: Point, bound: str, limit: float) -> str:
    """What a bound comes to, and what was wanted."""
    measure = point.measure(BOUNDED[bound])
    value, ends = (
        NOTHING if measure.value is None else beside_limit(measure.value, limit),
        value_and_interval(measure)[1],
    )
    wanted = f"{_side(bound)} {exact(limit)} is wanted"
    return f"{BOUNDED[bound]} {value}{'' if ends == NOTHING else f' [{ends}]'} where {wanted}"


def beside_limit(value: float, limit: float) -> str:
    """A share in as many digits as it takes to see on which side of a limit it is.

    >>> beside_limit(0.9497, 0.95), beside_limit(0.05006, 0.05), beside_limit(0.7692, 0.99)
    ('0.9497', '0.0501', '0.769')
    """
    texts = (f"{value:.{digits}f}" for digits in range(DIGITS, MOST))
    return next(
        (text for text in texts if (float(text) < limit, float(text) > limit) == (value < limit, value > limit)),
        repr(value),
    )


def missed_bounds(decision: Decision, wish: Mapping[str, float | str]) -> Iterator[tuple[str, bool]]:
    """Bounds that are kept where the threshold was chosen and missed on rows held out, and whether clearly so."""
    point = decision.cross_fitted
    if point is None or decision.broken:
        return
    for bound in wish:
        measure = point.measure(BOUNDED[bound]) if bound in BOUNDED else None
        if measure is None or measure.value is None:
            continue
        limit, below = float(wish[bound]), bound.startswith("min")
        if measure.value >= limit if below else measure.value <= limit:
            continue
        end = measure.high if below else measure.low
        clearly = end is not None and (end < limit if below else end > limit)
        yield _bounded(point, bound, limit), clearly


def thin_bounds(decision: Decision, wish: Mapping[str, float | str]) -> Iterator[str]:
    """Bounds of which so few rows decide that they say little about new ones."""
    point = decision.chosen
    rows = {
        "min_precision": (point.tp + point.fp, f"rows score {thresholds(decision)[0]} or more"),
        "min_recall": (point.tp + point.fn, "rows are positive"),
        "max_fpr": (float(wish.get("max_fpr", 1.0)) * (point.fp + point.tn), "false alarms are allowed here"),
    }
    for bound, (size, says) in rows.items():
        if bound in wish and decision.threshold is not None and size < FEW_TO_TELL:
            limit = f"{BOUNDED[bound]} of {_side(bound)} {exact(float(wish[bound]))}"
            yield f"Only {count(round(size))} {says}: too few to tell whether a {limit} will hold on new cases."


def asked_of(wish: Mapping[str, float | str], metric: str) -> str:
    """What was asked for under bounds, as in "recall (fpr at most 0.05)"."""
    bounds = [name for name in wish if name in BOUNDED or name == "capacity"]
    says = [f"{BOUNDED.get(name, 'alerts')} {_side(name)} {exact(float(wish[name]))}" for name in bounds]
    return f"{metric} ({', '.join(says)})"


def unmet(decision: Decision, wish: Mapping[str, float | str]) -> str:
    """Which bounds no threshold keeps, and what the nearest one reaches."""
    bounds = [name for name in wish if name in BOUNDED or name == "capacity"]
    which = {1: "the bound", 2: "both bounds"}.get(len(bounds), "all bounds")
    reached = ", ".join(_reached(name, value, float(wish[name])) for name, value in decision.broken.items())
    return f"No threshold meets {which}; the nearest ({thresholds(decision)[0]}) reaches {reached}."


def _reached(bound: str, value: float, limit: float) -> str:
    what = BOUNDED.get(bound, "alerts")
    reached = beside_limit(value, limit) if bound in BOUNDED else f"{value:,.0f}"
    return f"{what} {reached} where {_side(bound)} {exact(limit)} is wanted"


def _side(bound: str) -> str:
    return "at least" if bound.startswith("min") else "at most"
