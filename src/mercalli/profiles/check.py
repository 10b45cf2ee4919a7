"""A profile's TOML text, checked: every class known, weights finite, bands ordered, with the line of a mistake.

What it says about kernels and other metrics is held against the catalogue later, in `metrics.profiled`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

from mercalli.errors import MercalliError, SettingError
from mercalli.inputs.classes import ClassList, normal
from mercalli.inputs.times import duration
from mercalli.profiles.own_answers import own_answers
from mercalli.profiles.profile import READINGS, Band, Level, MetricSpec, Profile, When
from mercalli.profiles.table import Table
from mercalli.profiles.toml import Toml
from mercalli.text.words import suggestion

TOP = (
    *("name", "title", "source", "headline", "harm", "classes"),
    *("aliases", "critical", "levels", "groups", "metrics", "bands", "when", "like", "answers", "phases"),
)
OWN = {field.name for field in fields(MetricSpec)} - {"name", "options", "given"}
TEXTS = (
    *("kernel", "label", "meaning", "misleads", "purpose", "use_when"),
    *("levels", "default_level", "groups", "reading"),
)
NUMBERS = ("default_weight", "within", "between", "ungrouped")


def check(text: str, origin: str) -> Profile:
    """A profile from its TOML text."""
    toml = Toml(text, origin)
    top = Table(toml.content(), toml, "the profile")
    top.only(TOP)
    ground = _ground(top)
    metrics = {name: _metric(ground, name, table) for name, table in top.table("metrics").tables("metric")}
    profile = replace(ground, metrics=metrics)
    return replace(profile, harm=_harm(top, profile), whens=tuple(_whens(top, profile)), likes=_likes(top, profile))


def _ground(top: Table) -> Profile:
    """What the rest of a profile refers to."""
    classes = _classes(top)
    aliases = _aliases(top.table("aliases"), classes)
    return Profile(
        name=top.text("name") or top.fail("'name' must be a non-empty text.", "name"),
        title=top.text("title"),
        source=top.text("source"),
        digest=top.digest,
        classes=classes,
        aliases=aliases,
        critical=_critical(top.table("critical"), classes),
        headline=top.texts("headline"),
        levels={name: _levels(name, table, classes) for name, table in top.table("levels").tables("levels")},
        groups={name: _groups(table, classes) for name, table in top.table("groups").tables("groups")},
        bands=_shared_bands(top.table("bands")),
        phases=_phases(top.table("phases")),
        answers=own_answers(top.table("answers"), classes, aliases),
        toml=top.toml,
    )


def _classes(top: Table) -> tuple[str, ...]:
    listed = top.labels("classes")
    try:
        return ClassList.check(listed).names if listed else ()
    except MercalliError as error:
        top.fail(str(error), "classes")


def _class(name: str, classes: Collection[str], table: Table, *below: str) -> str:
    if not classes:
        table.fail(f"the profile declares no classes, so {name!r} cannot be one of them. Add `classes`.", *below)
    if name not in classes:
        table.fail(f"there is no class {name!r}.{suggestion(name, classes)}", *below)
    return name


def _members(table: Table, key: str, classes: Collection[str]) -> tuple[str, ...]:
    return tuple(_class(name, classes, table, key, name) for name in table.labels(key))


def _aliases(table: Table, classes: Collection[str]) -> dict[str, str]:
    aliases = {alias: _class(table.label(alias), classes, table, alias) for alias in table.content}
    taken = {normal(name): name for name in classes}
    for alias, name in aliases.items():
        if taken.setdefault(normal(alias), name) != name:
            table.fail(f"the alias {alias!r} already means {taken[normal(alias)]!r}.", alias)
    return aliases


def _critical(table: Table, classes: Collection[str]) -> dict[str, float]:
    """Classes that must not be missed, each with the least share of it that should be found."""
    floors = {_class(name, classes, table, name): table.number(name) for name in table.content}
    for name, floor in floors.items():
        if floor > 1:
            table.fail(f"the floor of {name!r} must be a share between 0 and 1; found {floor:g}.", name)
    return floors


def _levels(name: str, table: Table, classes: Collection[str]) -> tuple[Level, ...]:
    levels = tuple(_level(level, given, classes) for level, given in table.tables("level"))
    placed = [each for level in levels for each in level.classes]
    for each in classes:
        if (times := placed.count(each)) != 1:
            table.fail(f"the class {each!r} must be in exactly one level of {name!r}; it is in {times}.")
    return levels


def _level(name: str, table: Table, classes: Collection[str]) -> Level:
    table.only(("weight", "classes", "response"))
    return Level(name, table.number("weight"), _members(table, "classes", classes), table.text("response"))


def _groups(table: Table, classes: Collection[str]) -> dict[str, tuple[str, ...]]:
    return {group: _members(table, group, classes) for group in table.content}


def _metric(profile: Profile, name: str, table: Table) -> MetricSpec:
    """A metric whose settings are read; its other keys are its kernel's options, or mistakes."""
    if not table.text("kernel"):
        table.fail(f"{table.noun} needs a kernel.")
    own: dict[str, Any] = {"name": name, "label": name, "meaning": ""}
    own |= {key: table.text(key) for key in TEXTS if key in table.content}
    own |= {key: table.number(key) for key in NUMBERS if key in table.content}
    if "positive" in table.content:
        own["positive"] = _class(table.label("positive"), profile.classes, table, "positive")
    if "weights" in table.content:
        own["weights"] = _weights(table, profile.classes, whole="default_weight" not in own)
    if "reasons" in table.content:
        own["reasons"] = _reasons(table.table("reasons"), own.get("weights", {}))
    _check_choices(profile, table, own)
    return MetricSpec(
        **own,
        beside=table.texts("beside"),
        bands=_bands(table.table("bands")),
        parts=table.table("parts").numbers(),
        options=table.options(OWN),
        given=tuple(table.content),
    )


def _check_choices(profile: Profile, table: Table, own: Mapping[str, str]) -> None:
    """Names that must stand elsewhere in the profile."""
    for key, known in (("levels", profile.levels), ("groups", profile.groups), ("reading", READINGS)):
        if key in own and not known:
            table.fail(f"the profile has no [{key}].", key)
        if key in own and own[key] not in known:
            table.fail(f"{key!r} of {table.noun} must be one of {', '.join(known)}; found {own[key]!r}.", key)
    if "default_level" in own:
        _check_levels(profile, own.get("levels"), [own["default_level"]], table, "default_level")


def _check_levels(profile: Profile, levels: str | None, found: Collection[str], table: Table, *below: str) -> None:
    known = [level.name for level in profile.levels[levels]] if levels else []
    for name in found:
        if name not in known:
            table.fail(f"{table.noun} has no level {name!r}.{suggestion(name, known)}", *below, name)


def _weights(table: Table, classes: Collection[str], *, whole: bool = False) -> dict[str, float]:
    """Weights by class; `whole` if every class must have one."""
    given = table.table("weights")
    weights = {_class(name, classes, given, name): given.number(name) for name in given.content}
    absent = [name for name in classes if name not in weights]
    if whole and absent:
        given.fail(f"{table.noun} has no weight for {absent[0]!r}.")
    return weights


def _reasons(table: Table, weights: Collection[str]) -> dict[str, str]:
    """Why each class has its weight: where some have a reason, every class that has a weight needs one."""
    for name in table.content:
        if name not in weights:
            table.fail(f"{name!r} has a reason but no weight.{suggestion(name, weights)}", name)
    for name in weights:
        if not table.text(name).strip():
            table.fail(f"there is no reason for the weight of {name!r}. Give one, in a sentence.", name)
    return {name: table.text(name) for name in weights}


def _shared_bands(table: Table) -> dict[str, tuple[Band, ...]]:
    """Bands of metrics that are not the profile's own: the same for each one that is named."""
    found: dict[str, tuple[Band, ...]] = {}
    for _, given in table.tables("bands"):
        given.only(("metrics", "of"))
        found |= dict.fromkeys(given.texts("metrics"), _bands(given.table("of")))
    return found


def _bands(table: Table) -> tuple[Band, ...]:
    bands = tuple(_band(name, given) for name, given in table.tables("band"))
    for upper, lower in pairwise(bands):
        if lower.lower >= upper.lower:
            table.fail(f"bands go from the highest down; {lower.name!r} must start below {upper.name!r}.", lower.name)
    return bands


def _band(name: str, table: Table) -> Band:
    table.only(("from", "says"))
    return Band(name, table.number("from", "lower edge `from`"), table.text("says"))


def _phases(table: Table) -> tuple[tuple[str, int | None], ...]:
    """Phases of an event in order: when each ends after its start, in microseconds; the last one has no end."""
    found: list[tuple[str, int | None]] = []
    listed = list(table.tables("phase"))
    for at, (name, given) in enumerate(listed):
        given.only(("to",))
        last = at == len(listed) - 1
        if last and "to" in given.content:
            given.fail(f"the last phase, {name!r}, has no end. Leave out its `to`, or add a phase behind it.", "to")
        if not last and not given.text("to"):
            given.fail(f'the phase {name!r} needs `to`: when it ends after the start, as in "72h".')
        found.append((name, None if last else _phase_end(given, [end for _, end in found if end is not None])))
    if len(found) == 1:
        table.fail('there is only one phase. Name at least two, as in response = {to = "72h"} and recovery = {}.')
    return tuple(found)


def _phase_end(table: Table, earlier: list[int]) -> int:
    try:
        end = duration(table.text("to"), "to")
    except SettingError as error:
        table.fail(str(error), "to")
    if earlier and end <= earlier[-1]:
        table.fail(f"{table.noun} must end after the one before it; found {table.text('to')!r}.", "to")
    return end


def _harm(top: Table, profile: Profile) -> str | None:
    """The metric whose class weights say what an error does."""
    name = top.text("harm")
    if name and name not in profile.metrics:
        hint = suggestion(name, profile.metrics)
        top.fail(f"'harm' must name a metric of this profile; found {name!r}.{hint}", "harm")
    return name or None


def _changed(table: Table, profile: Profile) -> Iterator[tuple[MetricSpec, Table]]:
    """The metrics of the profile that a table changes, and how."""
    for name, change in table.tables("metric"):
        if name not in profile.metrics:
            table.fail(f"this profile has no metric {name!r} to change.{suggestion(name, profile.metrics)}", name)
        yield profile.metrics[name], change


def _whens(top: Table, profile: Profile) -> Iterator[When]:
    for column, values in top.table("when").tables("column"):
        for value, changes in values.tables("value"):
            for spec, change in _changed(changes, profile):
                yield _when(profile, spec, change, (column, value))


def _when(profile: Profile, spec: MetricSpec, table: Table, where: tuple[str, str]) -> When:
    table.only(("weights", "levels"))
    levels = table.table("levels", table.noun)
    _check_levels(profile, spec.levels, levels.content.keys(), levels)
    return When(*where, spec.name, _weights(table, profile.classes), levels.numbers())


def _likes(top: Table, profile: Profile) -> dict[str, dict[str, dict[str, object]]]:
    return {
        like: {spec.name: change.options() for spec, change in _changed(changes, profile)}
        for like, changes in top.table("like").tables("reading")
    }
