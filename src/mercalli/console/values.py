"""What is said about a value that an option cannot take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mercalli.text.words import suggestion

if TYPE_CHECKING:
    from typer import BadParameter

WANTED = {"float_parsing": "a number", "int_parsing": "a whole number", "int_from_float": "a whole number"}
CHOICES = re.compile(r"'([^']*)'")


def said_plainly(error: BadParameter) -> str:
    """What was wanted and what was found, instead of what the validator says."""
    cause: Any = error.__cause__
    if cause is None or not hasattr(cause, "errors"):
        return error.message
    first = cause.errors()[0]
    if first["type"] in WANTED:
        return f"{first['input']!r} is not {WANTED[first['type']]}."
    if first["type"] == "greater_than_equal":
        return f"{first['input']!r} is less than {first['ctx']['ge']}."
    text = str(first["msg"]).removeprefix("Value error, ")
    choices = CHOICES.findall(text.partition(" is not one of ")[2])
    return f"{text}{suggestion(str(first['input']), choices)}" if choices else f"{text}; found {first['input']!r}."
