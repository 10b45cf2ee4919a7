"""A table of a profile, read key by key: what has a wrong shape is told with its line."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import UnionType
from typing import Any, NoReturn

from mercalli.inputs.arrays import LARGEST_NUMBER
from mercalli.inputs.classes import label_text
from mercalli.profiles.toml import Toml
from mercalli.text.words import suggestion


@dataclass(frozen=True)
class Table:
    """What stands at a path of keys; `noun` is what a sentence calls it."""

    content: Mapping[str, Any]
    toml: Toml
    noun: str
    path: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of what it says, whatever its layout."""
        canonical = json.dumps(self.content, sort_keys=True, ensure_ascii=False, default=str)
        return f"sha256:{sha256(canonical.encode()).hexdigest()}"

    def fail(self, problem: str, *below: str) -> NoReturn:
        """Raise at the line of a key or item below."""
        raise self.toml.error(problem, *self.path, *below)

    def only(self, known: Collection[str]) -> None:
        """Refuse any other key."""
        for key in self.content:
            if key not in known:
                there_are = suggestion(key, known) or f" Its settings are: {', '.join(sorted(known))}."
                self.fail(f"{self.noun} has no setting {key!r}.{there_are}", key)

    def one_of(self, key: str, word: str, known: Collection[str]) -> str:
        """A word that must be known."""
        if word not in known:
            self.fail(f"{key!r} must be one of {', '.join(known)}; found {word!r}.{suggestion(word, known)}", key)
        return word

    def text(self, key: str) -> str:
        """A text, empty if it is not there."""
        found = self.content.get(key, "")
        return found if isinstance(found, str) else self._misshapen(key, "a text", found)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty if it is not there."""
        return tuple(self._list(key, str, "a list of texts"))

    def label(self, key: str) -> str:
        """A class, which may be a number."""
        found = self.content[key]
        return label_text(found) if isinstance(found, str | int) else self._misshapen(key, "a class", found)

    def labels(self, key: str) -> tuple[str, ...]:
        """A list of classes, empty if it is not there."""
        return tuple(label_text(each) for each in self._list(key, str | int, "a list of classes"))

    def number(self, key: str, called: str = "") -> float:
        """A finite number of at least 0."""
        if key not in self.content:
            self.fail(f"{self.noun} has no {called or key}.")
        found = self.content[key]
        if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < math.inf:
            self._misshapen(key, "a finite number of at least 0", found)
        if found > LARGEST_NUMBER:
            self._misshapen(key, f"at most {LARGEST_NUMBER:g}", found)
        return float(found)

    def whole_number(self, key: str) -> int:
        """A whole number."""
        found = self.content[key]
        if isinstance(found, bool) or not isinstance(found, int):
            self._misshapen(key, "a whole number", found)
        return found

    def whole_numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers, empty if it is not there."""
        expected = "a list of whole numbers"
        found = self._list(key, int, expected)
        return self._misshapen(key, expected, found) if any(isinstance(each, bool) for each in found) else tuple(found)

    def numbers(self) -> dict[str, float]:
        """All its keys, each of which has a number."""
        return {key: self.number(key) for key in self.content}

    def options(self, own: Collection[str] = ()) -> dict[str, object]:
        """All its keys but its own: options of metrics, of which only metrics know what they may be."""
        found = {key: value for key, value in self.content.items() if key not in own}
        for key, value in found.items():
            if isinstance(value, float) and not abs(value) <= LARGEST_NUMBER:
                self._misshapen(key, f"finite and at most {LARGEST_NUMBER:g} in size", value)
        return found

    def table(self, key: str, noun: str = "") -> Table:
        """A table below, empty if it is not there."""
        found = self.content.get(key, {})
        if not isinstance(found, Mapping):
            self._misshapen(key, "a table", found)
        return Table(found, self.toml, noun or f"{key!r}", (*self.path, key))

    def tables(self, noun: str) -> Iterator[tuple[str, Table]]:
        """All its keys, each of which has a table."""
        return ((key, self.table(key, f"the {noun} {key!r}")) for key in self.content)

    def _list(self, key: str, kind: type | UnionType, expected: str) -> list[Any]:
        found = self.content.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, kind) for each in found):
            self._misshapen(key, expected, found)
        return found

    def _misshapen(self, key: str, expected: str, found: object) -> NoReturn:
        self.fail(f"{key!r} must be {expected}; found {_described(found)}.", key)


def _described(found: object) -> str:
    """A wrong value, or what it is."""
    if isinstance(found, Mapping):
        return "a table"
    return repr(found) if isinstance(found, str | int | float | list) else "a date or time"
