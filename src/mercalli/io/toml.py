"""TOML files: their text with its errors, and what comes along with the package or is read from a file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from mercalli.errors import FileError, ProfileError
from mercalli.io.paths import absent

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable

T = TypeVar("T")
ENDING = ".toml"


def toml_text(path: str | Path, wanted: str) -> str:
    """The text of a file; `wanted` is what an error calls it."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise absent(path) from None
    except IsADirectoryError:
        raise FileError.folder(str(path), wanted) from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(Path(path).name, "TOML", error) from None


class Listed(Protocol):
    """A list of domain knowledge."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def digest(self) -> str:
        """SHA-256 of what it says."""
        ...


def other_than(setting: str, chosen: Listed, usual: Listed) -> dict[str, str]:
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
            return self.check(toml_text(name, f"the {ENDING} file of a {self.noun}"), Path(name).name)
        return self.check(self.text(str(name)), f"the {self.noun} {name!r}")

    def text(self, name: str) -> str:
        """The TOML of one that comes along."""
        if name not in self.names():
            raise ProfileError.unknown(name, self.names(), self.noun)
        return (self._home() / f"{name}{ENDING}").read_text(encoding="utf-8")

    def names(self) -> list[str]:
        """Those that come along."""
        return sorted(each.name.removesuffix(ENDING) for each in self._home().iterdir() if each.name.endswith(ENDING))

    def _home(self) -> Traversable:
        return files("mercalli.profiles") / self.folder
