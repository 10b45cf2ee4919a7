"""Examples in docstrings, for the reference: a block that begins with `>>>` is shown as a session with Python."""

from __future__ import annotations

import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


def fenced(text: str) -> str:
    """A docstring whose examples are blocks of code.

    >>> print(fenced("One.").strip())
    One.
    """
    return SESSION.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class Examples(griffe.Extension):
    """Every docstring with its examples as blocks of code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:  # noqa: ANN401 - what griffe passes besides
        """When an object was read from its source."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
