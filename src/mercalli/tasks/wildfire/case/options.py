"""Options of a part of a case: which there are, and what each may be, as the comparison itself declares them."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from mercalli.tasks.wildfire.case.data import CasePart, CaseSpec

# What a parameter is declared as, what a case writes there, whether that may be a list, and how it is called.
KINDS: dict[str, tuple[tuple[type, ...], bool, str]] = {
    "int": ((int,), False, "a whole number"),
    "float": ((int, float), False, "a number"),
    "str": ((str,), False, "a text"),
    "str | Path": ((str,), False, "a name or the path of a .toml file"),
    "object": ((str,), False, "the path of a file"),
    "str | float": ((str, int, float), False, "a text or a number"),
    "Sequence[int] | int": ((int,), True, "a whole number or a list of them"),
    "Sequence[str] | str": ((str,), True, "a text or a list of texts"),
}


def check_options(
    spec: CaseSpec, fire: str, part: CasePart, comparison: Callable[..., Any], others: Collection[str]
) -> None:
    """Every option must be one of the comparison that the part asks for, and of its kind; `others` are no options."""
    parameters = inspect.signature(comparison).parameters.values()
    known = {
        each.name: str(each.annotation).removesuffix(" | None")
        for each in parameters
        if each.kind is each.KEYWORD_ONLY and each.name not in others
    }
    for option, value in part.options.items():
        problem = _problem(part.kind, option, value, known)
        if problem:
            raise spec.toml.error(problem, "fires", fire, part.kind, option)


def _problem(kind: str, option: str, value: object, known: dict[str, str]) -> str | None:
    if option not in known:
        return f"{kind} has no setting {option!r}; it has {', '.join(known)}."
    types, several, called = KINDS[known[option]]
    values = value if several and isinstance(value, list) else [value]
    fits = all(isinstance(each, types) and not isinstance(each, bool) for each in values)
    return None if fits else f"{option!r} must be {called}; found {value!r}."
