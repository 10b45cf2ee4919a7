"""TOML files: domain knowledge that comes along with the package or is read from a file, and gates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from mercalli.errors import GateError, ProfileError
from mercalli.io.whole_files import file_text
from mercalli.profiles.toml import Toml
from mercalli.results.gates import Gate

T = TypeVar("T")
ENDING, TOML = ".toml", "TOML"
GATES = "gates"


class DomainList(Protocol):
    """A list of domain knowledge."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def digest(self) -> str:
        """SHA-256 of what it says."""
        ...


def other_than(setting: str, chosen: DomainList, usual: DomainList) -> dict[str, str]:
    """The name and digest of a list that was chosen, for the settings of a sealed result; nothing of the usual one."""
    return {} if chosen.digest == usual.digest else {setting: f"{chosen.name} {chosen.digest}"}


@dataclass(frozen=True)
class Library(Generic[T]):
    """One kind of domain knowledge: the sets that come along, by name, and files of the same form, by path.

    Attributes:
        noun: What one of them is called.
        folder: Where they are, below the profiles.
        check: Makes the record from a text and what to call it.
    """

    noun: str
    folder: str
    check: Callable[[str, str], T]

    def read(self, name: str | Path) -> T:
        """One that comes along, or one from a .toml file."""
        if str(name).endswith(ENDING):
            return self.check(file_text(name, TOML, f"the {ENDING} file of a {self.noun}"), Path(name).name)
        return self.check(self.text(str(name)), f"the {self.noun} {name!r}")

    def text(self, name: str) -> str:
        """The TOML of one that comes along."""
        if name not in self.names():
            raise ProfileError.unknown(name, self.names(), self.noun)
        return (self._home() / f"{name}{ENDING}").read_text(encoding="utf-8")

    def names(self) -> list[str]:
        """Those that come along."""
        return sorted(file.name.removesuffix(ENDING) for file in self._home().iterdir() if file.name.endswith(ENDING))

    def _home(self) -> Traversable:
        return files("mercalli.profiles") / self.folder


def read_gates(path: str | None) -> list[str]:
    """The gates of a TOML file, as in `gates = ["dua>=0.75"]`; none if there is no file."""
    if path is None:
        return []
    toml = Toml(file_text(path, TOML, "a .toml file of gates"), repr(Path(path).name))
    content = toml.content()
    gates = content.pop(GATES, None)
    if not isinstance(gates, list) or not gates or not all(isinstance(gate, str) for gate in gates):
        raise GateError.named(
            Path(path).name, 'must hold a list of gates, as in: gates = ["dua>=0.75", "dua.low>=0.7"]'
        )
    for key in content:
        raise GateError.key(key, toml.origin, toml.line([key]))
    for gate in gates:
        _check_gate(gate, toml)
    return gates


def _check_gate(gate: str, toml: Toml) -> None:
    """A gate that does not read as one is told with its line."""
    try:
        Gate.check(gate)
    except GateError as error:
        raise GateError.at(error, toml.origin, toml.line([GATES, gate])) from None
