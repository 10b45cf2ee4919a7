"""Which columns say how sure a system is: those that were named, or those whose names say so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mercalli.engines.arrays import ArraySource
from mercalli.errors import ColumnError, ProbabilityError, SettingError
from mercalli.inputs.classes import ClassList, normal
from mercalli.inputs.scores import POSITIVE
from mercalli.inputs.usual_names import (
    CONFIDENCE,
    PRED,
    PROBABILITY,
    PROBABILITY_STARTS,
    SCORE_STARTS,
    plain_name,
)
from mercalli.plan.columns import check_there
from mercalli.plan.roles import TableRoles
from mercalli.text.words import counted, shown

TWO = 2
WHOSE = "there are several systems, and names do not say whose they are. Name them with `confidence` or `probabilities`"


@dataclass(frozen=True)
class ConfidenceColumns:
    """Where one system says how sure it is.

    Attributes:
        columns: The columns.
        labels: The label that each holds the probability of; none where one column holds the confidence.
        rest: The class that has what the others leave of 1, if one has no column.
        called: How a sentence calls them.
        sure: Whether they are meant for this; else they are not used where they do not fit.
        wider: The same with columns of further labels, which only the system may know.
    """

    columns: tuple[str, ...]
    labels: tuple[str, ...] = ()
    rest: str | None = None
    called: str = ""
    sure: bool = True
    wider: ConfidenceColumns | None = None


@dataclass(frozen=True)
class ConfidenceRoles:
    """What the user said about confidence: columns by system, prefixes or columns of classes by system, or none."""

    confidence: Mapping[str, str] = field(default_factory=dict[str, str])
    probabilities: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict[str, "str | Mapping[str, str]"])
    off: bool = False


def confidence_roles(
    table: TableRoles, confidence: object, probabilities: object, *, arrays: bool
) -> tuple[TableRoles, ConfidenceRoles]:
    """Confidences as they were named, and the table with those that came as arrays."""
    if confidence is False:
        if probabilities is not None:
            raise SettingError.either("confidence=False", "probabilities")
        return table, ConfidenceRoles(off=True)
    if confidence is not None and probabilities is not None:
        raise SettingError.either("confidence", "probabilities")
    systems = list(table.systems)
    own = _by_system("confidence", confidence, systems)
    classes = _by_system("probabilities", probabilities, systems, nested=True)
    if arrays:
        return _with_arrays(table, own, classes)
    for name in own.values():
        if not isinstance(name, str):
            raise ColumnError.not_named("confidence", name)
    check_there(table.source, own.values())
    named = {system: _texts(each) for system, each in classes.items()}
    for each in named.values():
        check_there(table.source, each.values() if isinstance(each, Mapping) else ())
    return table, ConfidenceRoles(own, named)


def _by_system(role: str, asked: object, systems: Sequence[str], *, nested: bool = False) -> dict[str, Any]:
    """What was given for each system: a dict, a list in their order, or a single one."""
    if asked is None:
        return {}
    if isinstance(asked, Mapping) and not (nested and len(systems) == 1 and not _is_nested(asked, systems)):
        unknown = [str(name) for name in asked if str(name) not in systems]
        if unknown:
            raise SettingError.named(
                role, f"names the system {unknown[0]!r}; the systems are: {shown(systems, limit=10)}."
            )
        return {str(name): each for name, each in asked.items()}
    if isinstance(asked, list | tuple) and asked and all(isinstance(each, str) for each in asked):
        if nested and len(systems) == 1 and all("=" in each for each in asked):
            return {systems[0]: dict(_pair(each) for each in asked)}
        if len(asked) == len(systems):
            return dict(zip(systems, asked, strict=True))
        raise SettingError.named(
            role, f"needs one text for each of {counted(len(systems), 'system')}, in their order; found {len(asked)}."
        )
    if len(systems) > 1:
        raise SettingError.named(role, "must say whose it is: pass a dict system -> column, or a list in their order.")
    return {systems[0]: dict([_pair(asked)]) if nested and isinstance(asked, str) and "=" in asked else asked}


def _is_nested(asked: Mapping[Any, Any], systems: Sequence[str]) -> bool:
    return list(asked) == list(systems) and all(isinstance(each, str | Mapping) for each in asked.values())


def _pair(text: str) -> tuple[str, str]:
    label, column = text.split("=", 1)
    return label.strip(), column.strip()


def _texts(asked: object) -> str | dict[str, str]:
    if isinstance(asked, str):
        return asked
    if isinstance(asked, Mapping) and all(isinstance(each, str) for each in asked.values()):
        return {str(label): str(column) for label, column in asked.items()}
    raise SettingError.outside("probabilities", asked, "the beginning of their names, or a dict class -> column")


def _with_arrays(
    table: TableRoles, own: Mapping[str, Any], classes: Mapping[str, Any]
) -> tuple[TableRoles, ConfidenceRoles]:
    """Arrays as further columns of the table."""
    added: dict[str, object] = {}
    confidence, probabilities = dict[str, str](), dict[str, str | Mapping[str, str]]()
    for system, values in own.items():
        confidence[system] = f"confidence of {system}"
        added[confidence[system]] = values
    for system, arrays in classes.items():
        if not isinstance(arrays, Mapping):
            expected = "a dict class -> array, as in dict(zip(model.classes_, probabilities.T))"
            raise SettingError.outside("probabilities", type(arrays).__name__, expected)
        names = {str(label): f"probability of {label} by {system}" for label in arrays}
        probabilities[system] = names
        added |= {names[str(label)]: values for label, values in arrays.items()}
    if not added:
        return table, ConfidenceRoles()
    held = table.source.arrays if isinstance(table.source, ArraySource) else {}
    return replace(table, source=ArraySource.check({**held, **added})), ConfidenceRoles(confidence, probabilities)


def columns_of(
    table: TableRoles, roles: ConfidenceRoles, system: str, classes: ClassList, others: Collection[str] = ()
) -> tuple[ConfidenceColumns | None, list[str]]:
    """Where a system says how sure it is, and notes on columns that are not used; `others` have another part."""
    if roles.off:
        return None, []
    if system in roles.confidence:
        return _single(roles.confidence[system]), []
    taken = {table.truth, *table.systems.values(), table.weight, table.unit, *table.by, *others}
    free = [name for name in table.source.columns if name not in taken]
    if system in roles.probabilities:
        return _named(roles.probabilities[system], free, classes, table.source.origin), []
    if roles.confidence or roles.probabilities:
        return None, []
    own = [found for stem in _stems(system, table.systems[system]) for found in _found(free, classes, stem)]
    shared = [] if own else list(_found(free, classes, ""))
    if shared and len(table.systems) > 1:
        return None, [f"{shared[0].called} not used: {WHOSE}."]
    found = next(iter([*own, *shared]), None)
    return found, [] if found else _unclear(free, classes)


def _unclear(columns: Sequence[str], classes: ClassList) -> list[str]:
    """A note on a probability of one of two classes, if names do not say of which."""
    names = list(_called(columns, PROBABILITY, ""))
    if len(classes.names) != TWO or not names:
        return []
    said = f"--probabilities '{classes.names[0]}={names[0]}'"
    return [f"{names[0]!r} not used as confidence: it is not clear which class it is the probability of. Say {said}."]


def _stems(system: str, column: str) -> list[str]:
    """What the names of a system's columns may begin or end with."""
    plain = list(dict.fromkeys([plain_name(system), plain_name(column)]))
    bare = [name.removeprefix(f"{usual}_").removesuffix(f"_{usual}") for name in plain for usual in PRED]
    return [stem for stem in dict.fromkeys([*plain, *bare]) if stem not in PRED]


def _found(columns: Sequence[str], classes: ClassList, stem: str) -> Iterator[ConfidenceColumns]:
    """Columns by their names, those that say most first: probabilities of classes, confidences, scores."""
    before = [f"{stem}_{start}" for start in PROBABILITY_STARTS] + [f"{start}{stem}_" for start in PROBABILITY_STARTS]
    starts = before if stem else list(PROBABILITY_STARTS)
    yield from _of_classes(columns, classes, starts, sure=True)
    yield from (_single(name) for name in _called(columns, CONFIDENCE, stem))
    if not stem:
        yield from _of_classes(columns, classes, SCORE_STARTS, sure=False)
    yield from (found for name in _called(columns, PROBABILITY, stem) for found in _one_number(name, classes))
    yield from _of_classes(columns, classes, [f"{stem}_" if stem else ""], sure=False)


def _called(columns: Sequence[str], usual: Sequence[str], stem: str) -> Iterator[str]:
    for name in usual:
        wanted = {f"{stem}_{name}", f"{name}_{stem}"} if stem else {name}
        yield from (column for column in columns if plain_name(column) in wanted)


def _one_number(column: str, classes: ClassList) -> Iterator[ConfidenceColumns]:
    """One probability: of two classes that of the positive one; of more, that of the prediction."""
    if len(classes.names) > TWO:
        yield replace(_single(column), sure=False)
    usual = [name for name in classes.names if normal(name) in POSITIVE]
    if len(classes.names) == TWO and len(usual) == 1:
        other = next(name for name in classes.names if name != usual[0])
        yield ConfidenceColumns(
            (column,), (usual[0],), other, f"{column!r}, the probability of {usual[0]!r}", sure=False
        )


def _single(column: str) -> ConfidenceColumns:
    return ConfidenceColumns((column,), called=repr(column))


def _of_classes(
    columns: Sequence[str], classes: ClassList, starts: Sequence[str], *, sure: bool
) -> Iterator[ConfidenceColumns]:
    """A column for each class, by what their names begin with; most classes must have one, and all where that is ''."""
    for start in starts:
        begun = {column: column.strip()[len(start) :] for column in columns if plain_name(column).startswith(start)}
        matched = {column: label for column, label in begun.items() if classes.code(label) is not None}
        size = len({classes.code(label) for label in matched.values()})
        if not start and size == len(classes.names) and size > 1:
            yield _labelled(matched, start, sure=False)
        elif start and size * 2 >= len(classes.names) and size > 1:
            wider = _labelled(begun, start, sure=sure) if len(begun) > len(matched) else None
            yield replace(_labelled(matched, start, sure=sure), wider=wider)
        elif start and size == 1 and len(classes.names) == TWO and len(begun) == 1:
            given = classes.code(next(iter(matched.values())))
            yield replace(_labelled(matched, start, sure=sure), rest=classes.names[1 - (given or 0)])


def _labelled(columns: Mapping[str, str], start: str, *, sure: bool) -> ConfidenceColumns:
    called = f"{start}* ({counted(len(columns), 'column')})" if start else shown(columns)
    return ConfidenceColumns(tuple(columns), tuple(columns.values()), None, called, sure)


def _named(
    asked: str | Mapping[str, str], columns: Sequence[str], classes: ClassList, origin: str
) -> ConfidenceColumns:
    """Probabilities as the user named them: what their names begin with, or the column of each class."""
    if isinstance(asked, str):
        begun = {column: column[len(asked) :] for column in columns if column.startswith(asked)}
        if not begun:
            raise ColumnError.of_role(
                "probabilities",
                f"is {asked!r}, and no column of {origin} begins so. Other columns: "
                f"{shown(columns, limit=40) or 'none'}.",
            )
        return _labelled(begun, asked, sure=True)
    unknown = [label for label in asked if classes.code(label) is None]
    if unknown:
        raise SettingError.named(
            "probabilities", f"names the class {unknown[0]!r}; the classes are {shown(classes.names, limit=20)}."
        )
    given = {classes.code(label) for label in asked}
    rest = [name for at, name in enumerate(classes.names) if at not in given]
    one_left = rest[0] if len(rest) == 1 and len(classes.names) == TWO else None
    return ConfidenceColumns(tuple(asked.values()), tuple(asked), one_left, shown(asked.values()))


def check_classes(found: ConfidenceColumns, classes: ClassList, needed: Sequence[str], origin: str) -> None:
    """Refuse probabilities that miss a class that occurs."""
    if not found.labels:
        return
    forms = {classes.code(label) for label in (*found.labels, *([found.rest] if found.rest else []))}
    missing = [name for name in needed if classes.code(name) not in forms]
    if missing:
        start = found.columns[0][: len(found.columns[0]) - len(found.labels[0])]
        raise ProbabilityError.no_column(start, missing, origin)
