"""Lists of labels, also where they are written as text by Python, JSON or DuckDB."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Mapping

import numpy as np

from mercalli.inputs.classes import label_text
from mercalli.inputs.tally import is_missing

LISTS = (list, tuple, set, frozenset, np.ndarray)
BRACKETS = {"[": "]", "(": ")", "{": "}"}
QUOTES = "\"'"
NOTHING = ("NULL", "None", "nan", "<NA>")
# One value of a list and the comma after it: in either quotes, or bare.
VALUE = re.compile(
    r"""\s*+(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)"|([^,'"\[\]{}][^,\[\]{}]*+)?)\s*+(,|$)""", re.DOTALL
)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def named(parts: Iterable[object]) -> frozenset[str] | None:
    """The labels of a list, whose missing and empty values are none; None if it holds lists itself.

    >>> sorted(named(["fire", None, "", 3.0])), named([["fire"]])
    (['3', 'fire'], None)
    """
    present = [part for part in parts if not is_missing(part)]
    if any(isinstance(part, (*LISTS, Mapping)) for part in present):
        return None
    texts = (label_text(part).strip(QUOTES).strip() for part in present)
    return frozenset(text for text in texts if text)


def is_list(text: str) -> bool:
    """Whether a text stands in brackets.

    >>> is_list("[a, b]"), is_list("(a, b)"), is_list("(un)safe; fire")
    (True, True, False)
    """
    bare = text.strip()
    return bare[:1] in BRACKETS and bare.endswith(BRACKETS[bare[:1]])


def label_names(text: str, separator: str = ",") -> frozenset[str] | None:
    """The labels that a text holds: a list, or labels with a sign between them; None if it opens as a list and is none.

    Labels may begin with a parenthesis, so that a text that does is a list only if it reads as one.

    >>> sorted(label_names("['Food, other', 'WASH']")), sorted(label_names("[2, 10]")), sorted(label_names("a;b", ";"))
    (['Food, other', 'WASH'], ['10', '2'], ['a', 'b'])
    >>> label_names("['a', 'b'"), label_names("{'a': 1}"), sorted(label_names("(un)safe;fire", ";"))
    (None, None, ['(un)safe', 'fire'])
    """
    bare = text.strip()
    parts = _listed(bare) if is_list(bare) else None
    if parts is not None:
        return named(parts)
    return None if bare[:1] in ("[", "{") else named(bare.split(separator))


def _listed(text: str) -> Iterable[object] | None:
    """A list as JSON, Python or DuckDB writes it; None if it is neither."""
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(found, list | tuple | set):
            return found
    return _values(text[1:-1], text[0])


def _values(text: str, opens: str) -> list[object] | None:
    """The values of a list, in quotes only where they need them; a map, which has braces, is none."""
    found: list[object] = []
    at, comma = 0, ","
    while comma:
        value = VALUE.match(text, at)
        if value is None:
            return None
        single, double, bare, comma = value.groups()
        if bare is not None and opens == "{" and re.search("[:=]", bare):
            return None
        quoted = single if double is None else double
        found.append(_bare(bare or "") if quoted is None else ESCAPED.sub(r"\1", quoted))
        at = value.end()
    return found


def _bare(value: str) -> str | None:
    return None if value.strip() in NOTHING else value
