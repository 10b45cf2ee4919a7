"""What a profile decided about a metric of its own: weights and their reasons, levels, groups and penalties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.profiles.profile import Level, MetricSpec, Profile
from mercalli.telling.terminal import MARK, Words, plain_table
from mercalli.text.names import readable

if TYPE_CHECKING:
    from rich.console import Console

    from mercalli.telling.terminal import PlainTable

PENALTIES = {
    "within": "the true and the predicted class share a group",
    "between": "they are in different groups",
    "ungrouped": "one of them is in no group",
}


@dataclass(frozen=True)
class ClassWeight:
    """How much a class counts, and why."""

    name: str
    weight: float
    reason: str


@dataclass(frozen=True)
class Theory:
    """What a profile says of a metric.

    Attributes:
        profile: The name of the profile.
        purpose: What the metric is for.
        use_when: When to use it.
        weights: The classes from the heaviest to the lightest.
        levels: Action levels with their weights, where classes weigh what their level weighs.
        groups: Classes that belong together, where confusions among them cost more.
        penalties: What a confusion costs.
        reading: What "the same group" means.
    """

    profile: str
    purpose: str
    use_when: str
    weights: tuple[ClassWeight, ...] = ()
    levels: tuple[Level, ...] = ()
    groups: Mapping[str, tuple[str, ...]] | None = None
    penalties: Mapping[str, float] | None = None
    reading: str | None = None


def theory(name: str, profile: Profile) -> Theory | None:
    """What a profile says of a metric, if it is one of its own.

    >>> from mercalli.io.profiles import read_profile
    >>> theory("dua", read_profile("humaid")).weights[0].weight
    5.0
    """
    spec = profile.metrics.get(name)
    if spec is None:
        return None
    grouped = spec.groups is not None
    return Theory(
        profile=profile.name,
        purpose=spec.purpose,
        use_when=spec.use_when,
        weights=_weights(spec),
        levels=profile.levels[spec.levels] if spec.levels else (),
        groups=profile.groups[spec.groups] if spec.groups else None,
        penalties={each: getattr(spec, each) for each in PENALTIES} if grouped else None,
        reading=spec.reading if grouped else None,
    )


def _weights(spec: MetricSpec) -> tuple[ClassWeight, ...]:
    ordered = sorted((spec.weights or {}).items(), key=lambda each: -each[1])
    return tuple(ClassWeight(name, weight, spec.reasons.get(name, "")) for name, weight in ordered)


def uses(theory: Theory | None) -> Iterator[tuple[str, str]]:
    """What it is for and when to use it, where that is said."""
    if theory is not None:
        said = [("purpose", theory.purpose), ("best used when", theory.use_when)]
        yield from (each for each in said if each[1])


def show_theory(console: Console, theory: Theory) -> None:
    """A table for each thing that the profile decided."""
    for title, table in _tables(theory):
        console.print()
        console.print(Words(f"{title} (profile {theory.profile})", style=MARK))
        console.print(table)


def _tables(theory: Theory) -> Iterator[tuple[str, PlainTable]]:
    if theory.weights:
        rows = [(readable(each.name), f"{each.weight:g}", each.reason) for each in theory.weights]
        yield "Weights of the true classes, and why", _table(rows, "class", "weight", "reason")
    if theory.levels:
        rows = [(readable(each.name), f"{each.weight:g}", _level(each)) for each in theory.levels]
        yield "Action levels", _table(rows, "level", "weight", "response, and classes")
    if theory.groups is not None:
        rows = [(readable(name), "", _listed(classes)) for name, classes in theory.groups.items()]
        yield "Groups", _table(rows, "group", "", "classes")
    if theory.penalties is not None:
        rows = [(name, f"{cost:g}", PENALTIES[name]) for name, cost in theory.penalties.items()]
        yield f"Penalty of a confusion, reading {theory.reading}", _table(rows, "penalty", "cost", "where")


def _table(rows: list[tuple[str, str, str]], *headers: str) -> PlainTable:
    name, number, words = headers
    table = plain_table((name, "left"), (number, "right"), (words, "left"))
    for first, second, third in rows:
        table.add_row(Words(first), second, Words(third))
    return table


def _level(level: Level) -> str:
    return f"{level.response}: {_listed(level.classes)}" if level.response else _listed(level.classes)


def _listed(classes: tuple[str, ...]) -> str:
    return ", ".join(map(readable, classes))
