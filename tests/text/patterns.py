"""Strings that make a pattern try for long, made from the pattern itself, and every pattern that the package holds."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from re import _constants as signs
from re import _parser as parser

import mercalli

LENGTH = 15_000
SAMPLES = {
    signs.CATEGORY_DIGIT: "5",
    signs.CATEGORY_SPACE: " ",
    signs.CATEGORY_WORD: "a",
    signs.CATEGORY_NOT_DIGIT: "a",
    signs.CATEGORY_NOT_SPACE: "a",
    signs.CATEGORY_NOT_WORD: "!",
}
HOUSE = Path(mercalli.__path__[0])
SOURCES = [file.read_text() for file in sorted(HOUSE.rglob("*.py"))]
MOST_PIECES, FEW = 16, 3


def patterns():
    """All patterns that stand in modules, by where they stand."""
    found = {}
    for module in walk_packages(mercalli.__path__, "mercalli."):
        if {"__main__", "migrations"} & {*module.name.split(".")}:  # scripts
            continue
        for name, value in vars(import_module(module.name)).items():
            if isinstance(value, re.Pattern):
                found.setdefault((value.pattern, value.flags), (f"{module.name}.{name}", value))
    return dict(found.values())


def ways_of(name):
    """How the package uses a pattern: in ways that look at every place of a text, or only at its beginning."""
    module, _, own = name.rpartition(".")
    known = re.compile(rf"from {module} import [^\n]*\b{own}\b")
    texts = [Path(import_module(module).__file__).read_text(), *(text for text in SOURCES if known.search(text))]
    return set(re.findall(rf"\b{own}\.(match|fullmatch|search|sub|finditer|findall|split)\b", "\n".join(texts)))


def ways_of_own(file, own):
    """The same of a pattern that a function makes: by the name of the function, or of what it is gated by."""
    texts = "\n".join(text for text in SOURCES if own in text)
    called = rf"\b{own}(?:\(\))?(?:\.pattern)?\.(match|fullmatch|search|sub|finditer|findall|split)\b"
    inside = re.findall(r"\bre\.(match|fullmatch|search|sub|finditer|findall|split)\b", (HOUSE / file).read_text())
    return set(re.findall(called, texts)) or set(inside) or {"search"}


def pieces(pattern):
    """What parts of a pattern match: a sign of every set, and every run of fixed signs."""
    parsed = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else 0)
    runs, found = [], {" ", "\n", "5", "a"}
    _collect(parsed, runs, found)
    return sorted(found | {run for run in runs if run})


def _collect(parsed, runs, found):
    run = ""
    for sign, value in parsed:
        if sign is signs.LITERAL:
            run += chr(value)
            found.add(chr(value))
            continue
        runs.append(run)
        run = ""
        if sign is signs.IN:
            found.update(sample for each in value if (sample := _sample(*each)))
        for part in _parts(value):
            _collect(part, runs, found)
    runs.append(run)


def _sample(sign, value):
    if sign is signs.LITERAL:
        return chr(value)
    if sign is signs.RANGE:
        return chr(value[0])
    return SAMPLES.get(value)


def _parts(value):
    """Patterns inside a part of a pattern."""
    if isinstance(value, parser.SubPattern):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _parts(each)


def worst_strings(pattern):
    """Each piece, and each pair of pieces, again and again, after what the pattern may begin with."""
    found = pieces(pattern)[:MOST_PIECES]
    pairs = [first + second for first in found[:FEW] for second in found[:FEW] if first != second]
    for pump in (*found, *pairs):
        body = pump * (LENGTH // len(pump))
        yield from (f"{start}{body}\x00" for start in ("", *found[:FEW]))
