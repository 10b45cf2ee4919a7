"""Every call of every command, and the places in it that a mutated file can take: nothing is listed here twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import typer

from fuzz.good import LOGS, RESULTS, TEXTS
from mercalli.cli.main import app
from tests.cli.test_help import commands
from tests.doors.calls import CALLS, OTHER_CALLS, WRITES

LEAVES = {
    path: command
    for path, command in commands(typer.main.get_command(app))
    if path and not hasattr(command, "commands")
}
FILE = "{file}"


@dataclass(frozen=True)
class Slot:
    """A good call; {file} in its arguments stands for the file.

    Attributes:
        arguments: What the command is called with.
        goods: Good files by name: of each, the content, or the name of one that stands in the sandbox.
        table: Whether the file is a table, which can be written in several ways.
        target: Whether the file is what the command writes.
    """

    name: str
    arguments: tuple[str, ...]
    goods: tuple[tuple[str, str | bytes | None], ...] = ()
    table: bool = False
    target: bool = False

    @property
    def path(self) -> tuple[str, ...]:
        """The words of the command."""
        return next(path for path in LEAVES if self.arguments[: len(path)] == path)

    @property
    def command(self) -> Any:  # noqa: ANN401 - typer's own
        """The command itself, with its parameters."""
        return LEAVES[self.path]

    @property
    def options(self) -> set[str]:
        """What the command has, as it is typed."""
        return {name for each in self.command.params for name in each.opts}


def slots() -> list[Slot]:
    """All of them."""
    found = [*_tables(), *_others(), *_logs()]
    known = {each.path for each in found}
    return [*found, *(_bare(path) for path in LEAVES if path not in known)]


def _bare(path: tuple[str, ...]) -> Slot:
    """A command without a known call: a result for each argument that it must have, if any."""
    needed = [each for each in LEAVES[path].params if each.param_type_name == "argument" and each.required]
    return Slot(" ".join(path), (*path, *(FILE for _ in needed)), _results(".json") if needed else ())


def _results(ending: str) -> tuple[tuple[str, str | bytes | None], ...]:
    return tuple((f"given{ending}", file.read_bytes()) for file in RESULTS)


def _tables() -> Iterator[Slot]:
    for name, call in CALLS.items():
        yield Slot(name, call.arguments, (("given.csv", call.table),), table=True)


def _others() -> Iterator[Slot]:
    for name, (arguments, ending) in OTHER_CALLS.items():
        if name in WRITES:
            yield Slot(name, arguments, ((f"made{ending}", None),), target=True)
        else:
            yield Slot(name, arguments, tuple(_goods(name, ending)))


def _goods(name: str, ending: str) -> Iterator[tuple[str, str | bytes | None]]:
    """By what the file is for; else any of that ending which stands in the sandbox."""
    last = name.rpartition(" ")[2]
    if last in TEXTS:
        yield f"given{ending}", TEXTS[last]
    elif name in {"report", "advise"}:
        yield from _results(ending)
    else:
        yield f"given{ending}", None


def _logs() -> Iterator[Slot]:
    """Commands that read logs of other programs."""
    for path, command in LEAVES.items():
        if "read_as" in {each.name for each in command.params}:
            words = ("--truth-file", "other.csv", "--id", "id") if path != ("answers",) else ("--classes", "fire,flood")
            yield Slot(f"{' '.join(path)} LOG", (*path, FILE, *words), tuple(LOGS.items()))
