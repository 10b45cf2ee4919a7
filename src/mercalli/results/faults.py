"""What must fit together in a record, beyond the types of its fields: each fault with the path to it.

Asked when a result is read from somebody; what we compute fits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import isclose
from typing import Any

Fault = tuple[str, str]  # the path from the record, and what is wrong there
ROUNDING = 1e-6


def turned(record: Any, low: str = "low", high: str = "high") -> Iterator[Fault]:  # noqa: ANN401 - any record
    """An interval whose lower end is above its upper end."""
    lower, upper = getattr(record, low), getattr(record, high)
    if lower is not None and upper is not None and lower > upper:
        yield low, f"is {lower}, which is above {high!r}, {upper}"


def uneven(record: Any, *names: str) -> Iterator[Fault]:  # noqa: ANN401 - any record
    """Lists that belong together, entry by entry, and are not of one length."""
    first, *others = names
    entries = len(getattr(record, first))
    for name in others:
        if len(getattr(record, name)) != entries:
            yield name, f"must have as many entries as {first!r}, {entries}; found {len(getattr(record, name))}"


def ragged(name: str, rows: Sequence[Sequence[object]], width: int) -> Iterator[Fault]:
    """Rows of a table that are not as wide as it."""
    for at, row in enumerate(rows):
        if len(row) != width:
            yield f"{name}[{at}]", f"must have {width} entries; found {len(row)}"


def unequal(name: str, found: float, whole: float, called: str = "n") -> Iterator[Fault]:
    """Counts that do not add up to what they are parts of; they may be weights, which rounding touches."""
    if not isclose(found, whole, rel_tol=ROUNDING, abs_tol=ROUNDING):
        yield name, f"comes to {found:,.12g}, but {called!r} is {whole:,.12g}"


def above(name: str, found: float, whole: float, called: str = "n") -> Iterator[Fault]:
    """A part that is larger than the whole."""
    if found > whole and not isclose(found, whole, rel_tol=ROUNDING, abs_tol=ROUNDING):
        yield name, f"is {found:,.12g}, which is above {called!r}, {whole:,.12g}"


def miscounted(record: Any) -> Iterator[Fault]:  # noqa: ANN401 - any record with measures and slices
    """Measures on other rows than a record has, and slices of more."""
    for at, measure in enumerate(record.measures):
        yield from unequal(f"measures[{at}].n", measure.n, record.n)
    for at, part in enumerate(getattr(record, "slices", ())):
        yield from above(f"slices[{at}].n", part.n, record.n)


def empty(name: str, entries: Collection[object]) -> Iterator[Fault]:
    """A list that must hold something."""
    if not entries:
        yield name, "must not be empty"


def strange(name: str, value: object, known: Collection[object], noun: str) -> Iterator[Fault]:
    """A name that refers to nothing."""
    if value not in known:
        yield name, f"must be {noun}; found {str(value)[:60]!r}"


def twice(name: str, values: Sequence[str]) -> Iterator[Fault]:
    """A name that must be unique and is not."""
    seen: set[str] = set()
    for at, value in enumerate(values):
        if value in seen:
            yield f"{name}[{at}]", f"has the name of another entry, {value[:60]!r}"
        seen.add(value)


def misfits(result: Any) -> Iterator[Fault]:  # noqa: ANN401 - a result of any kind
    """What every kind of result must keep, as far as it has such parts: systems, metrics, and names of both."""
    metrics = [card.metric for card in getattr(result, "metrics", [])]
    yield from twice("metrics", metrics)
    headline = getattr(result, "headline", None)
    if isinstance(headline, tuple):
        yield from empty("headline", headline)
        for at, metric in enumerate(headline):
            yield from strange(f"headline[{at}]", metric, metrics, "one of the metrics")
    systems: Any = getattr(result, "systems", None)
    if systems is not None:
        names = [system.name for system in systems]
        yield from empty("systems", names)
        yield from twice("systems", names)
        for at, system in enumerate(systems):
            yield from _unlike(system, f"systems[{at}].")
        yield from _strangers(result, "", names)
        if getattr(result, "comparison", None) is not None:
            yield from _strangers(result.comparison, "comparison.", names)


def _unlike(system: Any, place: str) -> Iterator[Fault]:  # noqa: ANN401 - as above
    """Slices or classes of a system that are not measured by the same, which tables show side by side."""
    for name in ("slices", "classes", "labels"):
        measured = [[each.metric for each in getattr(part, "measures", ())] for part in getattr(system, name, ())]
        for at, metrics in enumerate(measured):
            if metrics != measured[0]:
                yield f"{place}{name}[{at}].measures", f"must be of the same metrics as those of {name}[0]"


def _strangers(part: Any, place: str, names: Sequence[str]) -> Iterator[Fault]:  # noqa: ANN401 - pairs and rankings
    """Systems that are compared or ranked and are not there."""
    for at, pair in enumerate(getattr(part, "pairs", [])):
        for side in ("first", "second"):
            yield from strange(f"{place}pairs[{at}].{side}", getattr(pair, side), names, "one of the systems")
    for at, ranking in enumerate(getattr(part, "rankings", [])):
        for group in ranking.groups:
            for name in group:
                yield from strange(f"{place}rankings[{at}].groups", name, names, "one of the systems")


def unset(result: Any, *names: str) -> Iterator[Fault]:  # noqa: ANN401 - a result of any kind
    """Settings that the telling of a result needs, and that are no numbers."""
    for name in names:
        found = result.provenance.settings.get(name)
        if isinstance(found, bool) or not isinstance(found, int | float):
            yield f"provenance.settings.{name}", f"must be a number; found {found!r}"
