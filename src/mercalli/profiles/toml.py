"""A profile's TOML text, which knows the line of a mistake."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mercalli.errors import ProfileError

LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True)
class Toml:
    """The text and where it is from; a profile keeps it, so that mistakes found late are told with their line too."""

    text: str = ""
    origin: str = "the profile"

    def content(self) -> dict[str, Any]:
        """What the text says."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = LINE.search(str(error))
            line = int(found[1]) if found else None
            raise ProfileError.at(self.origin, line, f"This is not TOML: {error}.") from None

    def error(self, problem: str, *path: str) -> ProfileError:
        """The error to be raised about what stands at a path of keys."""
        return ProfileError.at(self.origin, self.line(path), problem)

    def error_at(self, problem: str, line: int) -> ProfileError:
        """The error to be raised about a line."""
        return ProfileError.at(self.origin, line, problem)

    def line(self, path: Sequence[str]) -> int | None:
        r"""The line where the last key or item of a path stands, or of as much of the path as there is.

        >>> Toml("[metrics.care]\n\n[metrics.missed]\nkernel = 'fnr'").line(["metrics", "missed", "kernel", "beta"])
        4
        """
        lines = self.text.split("\n")
        deepest = _depth(tomllib.loads(self.text), path)
        if not deepest:
            return None
        end = bisect_left(range(len(lines)), deepest, key=lambda end: _depth(_statements(lines, end)[0], path))
        start = _statements(lines, end - 1)[1]
        word = re.compile(rf"(?<![\w-]){re.escape(path[deepest - 1])}(?![\w-])")
        return next((at for at in range(start + 1, end + 1) if word.search(lines[at - 1])), start + 1)


def _statements(lines: Sequence[str], end: int) -> tuple[dict[str, Any], int]:
    """What the whole statements in the first lines say, and how many lines those are."""
    for length in range(end, 0, -1):
        try:
            return tomllib.loads("\n".join(lines[:length])), length
        except tomllib.TOMLDecodeError:
            continue
    return {}, 0


def _depth(content: object, path: Sequence[str]) -> int:
    """How much of a path there is: keys of tables, then perhaps an item of a list."""
    if not path or not isinstance(content, Mapping | list) or path[0] not in content:
        return 0
    return 1 + (_depth(content[path[0]], path[1:]) if isinstance(content, Mapping) else 0)
