"""A profile's TOML text, which knows the line of a mistake."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mercalli.errors import ProfileError

LINE = re.compile(r"line (\d+)")
# What decides where a statement of TOML ends: brackets and line breaks, outside texts and comments.
SIGN = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}|"(?:[^"\\\n]|\\.)*+"|'''
    r"""'''(?:[^']|'(?!''))*+'{3,5}|'[^'\n]*+'|#[^\n]*+|[\[\]{}\n]""",
    re.DOTALL,
)
OPENING, CLOSING = ("[", "{"), ("]", "}")
TOO_LARGE = "A whole number in it is too large: TOML has 64 bits for one."


@dataclass(frozen=True)
class Toml:
    """The text and where it is from; a profile keeps it, so that mistakes found late are told with their line too."""

    text: str = ""
    origin: str = "the profile"

    def content(self) -> dict[str, Any]:
        """What the text says."""
        try:
            content = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = LINE.search(str(error))
            line = int(found[1]) if found else None
            raise ProfileError.at(self.origin, line, f"This is not TOML: {error}.") from None
        except RecursionError:
            raise ProfileError.at(self.origin, None, "Its lists and tables are nested too deeply.") from None
        except ValueError:  # a whole number of thousands of digits
            raise ProfileError.at(self.origin, None, TOO_LARGE) from None
        if not _holds_numbers(content):
            raise ProfileError.at(self.origin, None, TOO_LARGE)
        return content

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
        deepest = _depth(tomllib.loads(self.text), path)
        if not deepest:
            return None
        start, statement = next(each for each in _statements(self.text) if _depth(each[1].content, path) == deepest)
        word = re.compile(rf"(?<![\w-]){re.escape(path[deepest - 1])}(?![\w-])")
        lines = enumerate(statement.text.split("\n"), start)
        return next((at for at, line in lines if word.search(line)), start)


class _Statement(NamedTuple):
    """A heading, or a key and its value; `content` is what it says where it stands."""

    text: str
    content: dict[str, Any]


def _statements(text: str) -> Iterator[tuple[int, _Statement]]:
    """Every statement of a text that is TOML, and the line where it begins; each is read once."""
    heading, start, line, depth = "", 0, 1, 0
    for sign in SIGN.finditer(text + "\n"):
        depth += (sign[0] in OPENING) - (sign[0] in CLOSING)
        if sign[0] != "\n" or depth:
            continue
        statement = text[start : sign.start()]
        if statement.lstrip().startswith("["):
            heading = statement
            yield line, _Statement(statement, tomllib.loads(statement))
        else:
            yield line, _Statement(statement, tomllib.loads(f"{heading}\n{statement}"))
        line += statement.count("\n") + 1
        start = sign.end()


def _holds_numbers(content: object) -> bool:
    """Whether every whole number has 64 bits at most, as TOML says."""
    left = [content]
    while left:
        part = left.pop()
        if isinstance(part, int) and not -(1 << 63) <= part < 1 << 63:
            return False
        left += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return True


def _depth(content: object, path: Sequence[str]) -> int:
    """How much of a path there is: keys of tables, then perhaps an item of a list."""
    if not path or not isinstance(content, Mapping | list) or path[0] not in content:
        return 0
    return 1 + (_depth(content[path[0]], path[1:]) if isinstance(content, Mapping) else 0)
