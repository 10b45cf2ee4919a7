"""The size of a difference that somebody wants to be shown, kept with a result so that its verdict can answer."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from numbers import Real
from typing import Any, TypeVar

from mercalli.errors import SettingError
from mercalli.estimates.leads import DETECT
from mercalli.registry import kind, load
from mercalli.results.grounds import Grounds
from mercalli.results.measure import MetricCard

AnyResult = TypeVar("AnyResult")


def detecting(result: AnyResult, detect: object) -> AnyResult:
    """The same result, whose verdict also says how many items or units would show a difference of that size."""
    if detect is None:
        return result
    size, record = check_size(detect), _any(result)
    registered = kind(record.sealed_as)
    grounds: Grounds = load("" if registered is None else registered.grounds)(record)
    if len(grounds.standings) == 1:
        raise SettingError.named(
            DETECT, "is about a difference between systems, and there is only one. Give several, or leave it out."
        )
    decisive = grounds.standings[0].measure.metric
    _check_range(size, next((each for each in getattr(record, "metrics", ()) if each.metric == decisive), None))
    settings = {**record.provenance.settings, DETECT: size}
    sized: AnyResult = replace(record, provenance=replace(record.provenance, settings=settings))
    return sized


def check_size(detect: object) -> float:
    """A size that a difference can have.

    >>> check_size(0.02)
    0.02
    """
    number = 0.0 if isinstance(detect, bool) else float(detect) if isinstance(detect, Real) else 0.0
    if not isfinite(number) or number <= 0:
        raise SettingError.outside(DETECT, detect, "a number above 0, as in 0.02")
    return number


def _check_range(size: float, card: MetricCard | None) -> None:
    """No two values of a metric differ by more than its range."""
    if card is None or card.lowest is None or card.highest is None or size <= card.highest - card.lowest:
        return
    reach = f"{card.metric} goes from {card.lowest:g} to {card.highest:g}"
    raise SettingError.outside(DETECT, size, f"at most {card.highest - card.lowest:g}, because {reach}")


def _any(result: object) -> Any:  # noqa: ANN401 - a record of any task
    return result
