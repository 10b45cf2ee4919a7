"""Guesses, always said aloud: which column plays which part, and which profile the classes belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import ClassError, ColumnError
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.labels import MOST_CLASSES
from mercalli.inputs.usual_names import TRUTH, usual_names
from mercalli.io.profiles import profile_names, read_profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mercalli.engines.source import Source


def guess_column(role: str, names: Sequence[str], source: Source, taken: Iterable[str] = ()) -> str:
    """The one column with a usual name for a role; an error lists the candidates or what there is."""
    free = [column for column in source.columns if column not in taken]
    found = usual_names(names, free)
    if len(found) == 1:
        return found[0]
    if found:
        raise ColumnError.ambiguous(role, found, source.origin)
    raise ColumnError.not_found(role, names, source.columns, source.origin)


def guess_truth(source: Source, taken: Sequence[str], role: str) -> str:
    """The truth by its usual name; where that is taken for another role, the error says so."""
    try:
        return guess_column("truth", TRUTH, source, taken)
    except ColumnError as error:
        named = usual_column(TRUTH, taken)
        raise (ColumnError.truth_as(role, named) if named is not None else error) from None


def usual_column(names: Sequence[str], columns: Sequence[str]) -> str | None:
    """The first column with a usual name, if there is one."""
    return next(iter(usual_names(names, columns)), None)


def labels_in(source: Source, columns: Sequence[str], most: int = MOST_CLASSES) -> list[str]:
    """The distinct labels of some columns, those of the first column first."""
    found: dict[str, None] = {}
    for column in columns:
        values = source.tally([column], None).columns[column].values
        if len(values) > most:
            raise ClassError.too_many(len(values), most, repr(column), source.origin)
        found |= dict.fromkeys(sorted(label_text(value) for value in values))
    return list(found)


def guess_profile(labels: Sequence[str]) -> str | None:
    """The profile whose classes cover all these labels, the one with the fewest classes if several do.

    >>> guess_profile(["not_humanitarian", "Caution and advice"])
    'humaid'
    """
    profiles = [read_profile(name) for name in profile_names()]
    fitting = [profile for profile in profiles if profile.classes and _covers(profile.classes, profile.aliases, labels)]
    return min(fitting, key=lambda profile: len(profile.classes)).name if fitting and labels else None


def _covers(classes: tuple[str, ...], aliases: Mapping[str, str], labels: Sequence[str]) -> bool:
    listed = ClassList(classes, aliases)
    return all(listed.code(label) is not None for label in labels)
