"""Options of metrics: a value is checked against the annotation of its argument, before anything is computed."""

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from inspect import Parameter, formatannotation
from numbers import Integral, Real
from typing import Any, Literal, get_args, get_origin

from mercalli.errors import MetricError
from mercalli.inputs.arrays import LARGEST_NUMBER

KINDS = {"float": (Real, "a number"), "int": (Integral, "a whole number"), "bool": (bool, "True or False")}


def check_option(metric: str, function: Callable[..., object], option: Parameter, value: object) -> None:
    """A named error if the value is not of the kind that the option takes; arrays and the like check themselves."""
    annotation = option.annotation if isinstance(option.annotation, str) else formatannotation(option.annotation)
    if annotation in KINDS:
        kind, expected = KINDS[annotation]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise MetricError.value(metric, option.name, value, expected)
        size: Any = abs(value) if isinstance(value, Real) else 0
        if not size <= LARGEST_NUMBER:
            raise MetricError.value(metric, option.name, value, f"{expected} of at most {LARGEST_NUMBER:g} in size")
    choices = _choices(function, annotation)
    if choices:
        check_choice(metric, option.name, value, choices)


def check_choice(metric: str, option: str, value: object, choices: Sequence[object]) -> None:
    """A named error if the value is none of those that an option takes.

    >>> check_choice("expected_profit", "per", "case", ("total", "case"))
    """
    if value not in choices:
        *first, last = map(repr, choices)
        raise MetricError.value(metric, option, value, f"{', '.join(first)} or {last}" if first else last)


@lru_cache(maxsize=256)
def _choices(function: Callable[..., object], annotation: str) -> tuple[object, ...]:
    """What a literal type lists, be it written out or named in the module of the metric."""
    if annotation.startswith("Literal["):
        return tuple(ast.literal_eval(f"[{annotation[8:-1]}]"))
    named = getattr(function, "__globals__", {}).get(annotation)
    return get_args(named) if get_origin(named) is Literal else ()
