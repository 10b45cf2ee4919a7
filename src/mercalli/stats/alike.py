"""Whether statistics were counted alike: only those add up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mercalli.errors import StatisticError

# Why parts that differ in something do not fit.
WHY = {
    "counts": "Exact counts would stand beside rounded ones, and could be told from the sum. Count all with --share.",
    "rule": "Agree on one rule: count with the same --least and --round.",
    "table": "One has sums of classes, the other whole tables. Count with the same --only.",
    "classes": "Counts would sit in wrong rows. Count with the same --classes or --profile.",
    "labels": "Labels that one does not know would be missed. Count with the same --labels.",
    "separator": "Texts were divided into labels in other ways. Count with the same --separator.",
    "profile": "They were counted for different profiles. Count with the same --profile.",
    "policy": "Rows were judged by other rules. Count with the same options.",
    "units": "Their groups would not be the same units. Count with the same key and the same number of groups.",
    "weighted": "Sums of weights and counts of rows do not add up.",
}
OTHERWISE = "They answer different questions. Count with the same columns and options."


def check_alike(first: Mapping[str, Any], second: Mapping[str, Any], one: str, other: str) -> None:
    """Refuse another question; the statistics are called `one` and `other`."""
    for name in dict.fromkeys((*first, *second)):
        found = difference_in(name, first.get(name), second.get(name))
        if found is not None:
            where, *values = found
            raise StatisticError.differs(one, other, where, (values[0], values[1]), WHY.get(name, OTHERWISE))


def difference_in(where: str, one: object, two: object) -> tuple[str, object, object] | None:
    """Where two values of a header differ first, and what stands there.

    >>> difference_in("classes", {"names": ["calm", "fire"]}, {"names": ["calm", "flood"]})
    ('number 2 of classes.names', 'fire', 'flood')
    """
    if one == two:
        return None
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        names = dict.fromkeys((*one, *two))
        return next(filter(None, (difference_in(f"{where}.{name}", one.get(name), two.get(name)) for name in names)))
    if isinstance(one, list) and isinstance(two, list):
        at = next((at for at, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), -1)
        return (f"number {at + 1} of {where}", one[at], two[at]) if at >= 0 else (f"{where}", one, two)
    return where, one, two
