"""Formulas for a browser: the LaTeX of the catalogue as MathML, or as it is where it says more than is known here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup

SIGN_OR_COMMAND = re.compile(r"\\text\{[^{}]*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Z]{2}|\S")
LETTERS = {r"\alpha": "\u03b1", r"\beta": "β", r"\tau": "τ", r"\emptyset": "∅", r"\infty": "∞"}
OPERATORS = {
    **{sign: sign for sign in "+=<>|(),:[]/"},
    "-": "\u2212",
    r"\cdot": "·",
    r"\ge": "≥",
    r"\in": "∈",
    r"\mid": "|",
    r"\notin": "∉",
    r"\le": "≤",
    r"\ne": "≠",
    r"\times": "\u00d7",
    r"\cap": "\u2229",
    r"\cup": "\u222a",
    r"\triangle": "△",
    r"\{": "{",
    r"\}": "}",
}
FENCES = set("()[]{}|")
WIDE = {r"\sum": "∑", r"\prod": "∏", r"\max": "max", r"\min": "min"}
NAMED = {r"\int": "∫", r"\log": "log"}
ACCENTS = {r"\bar": "\u00af", r"\hat": "^"}
SPACES = {r"\,", r"\;", r"\ "}
GROWING = {r"\left", r"\right", r"\Big"}
SHOWN = {**OPERATORS, **WIDE, **NAMED}
# What is made of one or two groups that follow.
BUILT = {
    r"\frac": (Markup("<mfrac>{}{}</mfrac>"), 2),
    r"\tfrac": (Markup('<mstyle displaystyle="false"><mfrac>{}{}</mfrac></mstyle>'), 2),
    r"\binom": (Markup('<mo>(</mo><mfrac linethickness="0">{}{}</mfrac><mo>)</mo>'), 2),
    r"\sqrt": (Markup("<msqrt>{}</msqrt>"), 1),
    r"\quad": (Markup('<mspace width="1em"></mspace>'), 0),
}


class _UnknownError(Exception):
    """A command that is not known here."""


def formula(latex: str) -> Markup:
    r"""A formula as MathML.

    >>> print(formula(r"\frac{TP}{n}"))
    <math displaystyle="true"><mfrac><mrow><mi>TP</mi></mrow><mrow><mi>n</mi></mrow></mfrac></math>
    """
    signs = iter(sign for sign in SIGN_OR_COMMAND.findall(latex) if sign not in SPACES)
    try:
        return Markup('<math displaystyle="true">{}</math>').format(_row(signs))
    except (_UnknownError, StopIteration):
        return Markup("<code>{}</code>").format(latex)


def _row(signs: Iterator[str], end: str | None = None) -> Markup:
    """Everything up to a closing brace."""
    parts: list[Markup] = []
    for sign in signs:
        if sign == end:
            return Markup("").join(parts)
        if sign in {"_", "^"}:
            parts.append(_script(sign, parts, _group(signs)))
        else:
            parts.append(_one(sign, signs))
    if end is not None:
        raise _UnknownError
    return Markup("").join(parts)


def _script(sign: str, parts: list[Markup], script: Markup) -> Markup:
    if not parts:
        raise _UnknownError
    below = "munder" if parts[-1] in {f"<mo>{each}</mo>" for each in WIDE.values()} else "msub"
    kind = below if sign == "_" else "msup"
    return Markup("<{0}>{1}{2}</{0}>").format(Markup(kind), parts.pop(), script)  # noqa: S704 - one of three names


def _group(signs: Iterator[str]) -> Markup:
    """What stands in braces, or the next sign alone."""
    sign = next(signs)
    return Markup("<mrow>{}</mrow>").format(_row(signs, "}")) if sign == "{" else _one(sign, signs)


def _one(sign: str, signs: Iterator[str]) -> Markup:
    if sign in BUILT:
        shape, groups = BUILT[sign]
        return shape.format(*[_group(signs) for _ in range(groups)])
    if sign in ACCENTS:
        return Markup('<mover accent="true">{}<mo stretchy="false">{}</mo></mover>').format(
            _group(signs), ACCENTS[sign]
        )
    if sign == "{":
        return Markup("<mrow>{}</mrow>").format(_row(signs, "}"))
    if sign in GROWING:
        return Markup("<mo>{}</mo>").format(OPERATORS.get(next(signs), ""))
    return _leaf(sign)


def _leaf(sign: str) -> Markup:
    if sign in SHOWN:
        shown = SHOWN[sign]
        return (Markup('<mo stretchy="false">{}</mo>') if shown in FENCES else Markup("<mo>{}</mo>")).format(shown)
    if sign.startswith(r"\text{"):
        return Markup("<mtext>{}</mtext>").format(sign[6:-1])
    if sign.startswith("\\") and sign not in LETTERS:
        raise _UnknownError
    leaf = Markup("<mn>{}</mn>") if sign[0].isdigit() else Markup("<mi>{}</mi>")
    return leaf.format(LETTERS.get(sign, sign))
