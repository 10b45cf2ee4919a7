"""Assertions about results, for tests of your own: `from mercalli.testing import assert_gates`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

from mercalli.errors import SettingError
from mercalli.plan.results import read_result
from mercalli.registry import load, public
from mercalli.results.changes import Changes
from mercalli.results.difference import Difference
from mercalli.results.gates import ROBUST, GateReport, check_bounds, checked_gates, gate_reports
from mercalli.results.measure import by_text
from mercalli.results.seal import Result
from mercalli.telling.words import gate_text
from mercalli.text.numbers import number
from mercalli.text.words import counted

MOST_LINES = 20
GATED = ("measures", "classes", "slices")


def assert_gates(result: Any, *gates: str) -> None:  # noqa: ANN401 - any result that has gates
    """Fail unless a result passes gates, on every system; without any here, those that it was evaluated with.

    >>> import mercalli
    >>> result = mercalli.evaluate(truth=["fire", "flood"] * 9, pred=["fire", "flood"] * 8 + ["fire"] * 2)
    >>> assert_gates(result, "accuracy>=0.9", "class:fire.recall>=0.9")
    >>> assert_gates(result, "accuracy.low>=0.9")
    Traceback (most recent call last):
    ...
    AssertionError: 1 gate missed:
    accuracy.low>=0.9: pred is 0.7...
    """
    reports = _tried(result, gates) if gates else tuple(_gates_of(result))
    missed = [report for report in reports if not report.passed]
    if missed:
        _fail(f"{counted(len(missed), 'gate')} missed:", [gate_text(report) for report in missed])


def _gates_of(result: Any) -> tuple[GateReport, ...]:  # noqa: ANN401 - as above
    reports: tuple[GateReport, ...] = getattr(result, "gates", ())
    if not reports:
        raise SettingError.named("gates", "names none, and the result was evaluated without any. Name at least one.")
    return reports


def _tried(result: Any, gates: tuple[str, ...]) -> tuple[GateReport, ...]:  # noqa: ANN401 - as above
    systems = getattr(result, "systems", ())
    if not systems or not all(hasattr(each, part) for each in systems for part in GATED):
        found = type(result).__name__
        raise SettingError.outside("result", found, "a result that has gates, as of evaluate, parity or over_time")
    checked = checked_gates(list(gates))
    if any(gate.end == ROBUST for gate in checked):
        raise SettingError.named(
            "gates",
            "asks for .robust, which needs the data. Pass it to evaluate(gates=...), and give the result alone.",
        )
    check_bounds(checked, result.metrics)
    return gate_reports(checked, systems)


def assert_no_worse(
    data: object = None,
    *,
    truth: object,
    pred: object,
    than: object,
    metric: str,
    margin: float = 0.0,
    **settings: Any,  # noqa: ANN401 - as compare has them
) -> None:
    """Fail unless it is shown that a system is not worse than another by more than a margin, on the same items.

    The interval of the paired difference must lie above `-margin` (below `margin` where lower values are better). The
    error says which it is: worse, or merely not shown. A larger test, or a larger margin, shows more.

    Args:
        data: A table or a file, or nothing if arrays are given.
        truth: The column of true classes.
        pred: The column of the system that must not be worse.
        than: The column of the system to compare with.
        metric: What decides, as in "dua" or "recall_macro".
        margin: How much worse is allowed, in units of the metric.
        **settings: As `mercalli.compare` has them: profile, unit, level, replicates, seed ...

    >>> y = ["a", "b"] * 50
    >>> assert_no_worse(truth=y, pred=y, than=["a"] * 100, metric="accuracy", margin=0.01)
    >>> assert_no_worse(truth=y, pred=["a"] * 100, than=y, metric="accuracy", margin=0.01)
    Traceback (most recent call last):
    ...
    AssertionError: pred is worse than the other system by more than 0.01: accuracy 0.5000, not 1.0000 ...
    """
    width: Any = margin  # whatever was passed
    if isinstance(width, bool) or not isinstance(width, int | float) or not 0 <= width < float("inf"):
        raise SettingError.outside("margin", margin, "a number, 0 or more")
    names = {"pred": pred, "the other system": than}
    pair = [pred, than] if isinstance(pred, str) and isinstance(than, str) else names
    result = load(str(public("compare")))(data, truth=truth, pred=pair, metrics=metric, **settings)
    (compared,) = result.pairs
    found = by_text(compared.differences, result.headline[0])
    direction = by_text(result.metrics, found.metric).direction
    if not direction:
        raise SettingError.outside("metric", metric, "one of which higher or lower values are better")
    _check(found, (compared.first, compared.second), direction, margin)


def _check(found: Difference, names: tuple[str, str], direction: int, margin: float) -> None:
    """Whether the whole interval of the difference is within the margin."""
    first, second = names
    ends = [direction * end for end in (found.low, found.high) if end is not None]
    values = f"{found.metric} {number(found.first)}, not {number(found.second)}"
    if found.difference is None or len(ends) < len(names):
        _fail(f"It is not known whether {first} is worse than {second}: {found.undefined or 'there is no interval'}.")
    if min(ends) > -margin or (min(ends) == max(ends) == 0):
        return
    interval = f"(difference {number(found.difference)}, interval {number(found.low)} to {number(found.high)})"
    if max(ends) < -margin:
        _fail(f"{first} is worse than {second} by more than {margin:g}: {values} {interval}.")
    _fail(
        f"It is not shown that {first} is not worse than {second} by {margin:g}: {values} {interval}. "
        f"More items, or a larger margin, may show it."
    )


def assert_same_result(result: Result, baseline: Result | str | Path, *, tolerance: float = 0.0) -> None:
    """Fail unless a result has the numbers of another one, or of the file of one; the error lists what differs.

    >>> import mercalli
    >>> truth = ["fire", "flood"] * 9
    >>> before = mercalli.evaluate(truth=truth, pred=truth, metrics="accuracy", replicates=0)
    >>> assert_same_result(before, before)
    """
    before = baseline if isinstance(baseline, Result) else read_result(baseline)
    changes = Changes.of(before, result, tolerance)
    if not changes.is_same:
        every = (*changes.differing, *changes.added, *changes.gone, *changes.numbers)
        _fail(changes.verdict, [_change(each.path, each.before, each.after) for each in every])


def _change(path: str, before: Any, after: Any) -> str:  # noqa: ANN401 - a measure or a number
    old, new = map(_value, (before, after))
    same = " (other ends or baselines)" if old == new else ""
    return f"{path}: {old!r} -> {new!r}{same}"


def _value(part: Any) -> Any:  # noqa: ANN401 - as above
    return part.get("value", part.get("difference")) if isinstance(part, dict) else part


def _fail(heading: str, lines: list[str] | None = None) -> NoReturn:
    """All of it in one error; what there is no room for is counted."""
    told = lines or []
    rest = len(told) - MOST_LINES
    more = [f"and {rest:,} more"] if rest > 0 else []
    raise AssertionError("\n".join([heading, *told[:MOST_LINES], *more]))
