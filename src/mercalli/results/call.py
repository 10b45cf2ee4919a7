"""The command that made a result: enough to run it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mercalli.results.faults import Fault, strange

Option = str | int | float | bool | tuple[str, ...]


@dataclass(frozen=True)
class ReadFile:
    """A file that a command read: as it was given (the name alone, no folder), its own name, its size and SHA-256."""

    given: str
    name: str
    bytes: int
    digest: str


@dataclass(frozen=True)
class Call:
    """A command by its words, with the options that were given; `folder` says whether a report was written too.

    Options say where to read and what to compute, never where to write. Files in them have their names alone.
    """

    command: str
    options: Mapping[str, Option]
    files: tuple[ReadFile, ...]
    folder: bool

    @property
    def given(self) -> tuple[str, ...]:
        """What was given as files, each once."""
        return tuple(dict.fromkeys(each.given for each in self.files))

    def faults(self) -> Iterator[Fault]:
        """Every file was given by an option."""
        values = [part for value in self.options.values() for part in (value if isinstance(value, tuple) else [value])]
        for at, file in enumerate(self.files):
            yield from strange(f"files[{at}].given", file.given, values, "the value of an option")
