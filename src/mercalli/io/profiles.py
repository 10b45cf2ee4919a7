"""Profiles by name or by path."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.errors import FileError, ProfileError
from mercalli.io.paths import absent
from mercalli.profiles.check import check

if TYPE_CHECKING:
    from mercalli.profiles.profile import Profile

GENERIC = "generic"


def read_profile(name: str | Path) -> Profile:
    """A profile that comes along, or one from a .toml file.

    >>> read_profile("humaid").classes[0]
    'injured_or_dead_people'
    """
    if str(name).endswith(".toml"):
        return _from_file(Path(name))
    return _parsed(profile_text(str(name)), f"the profile {name!r}")


def profile_text(name: str) -> str:
    """The TOML of a profile that comes along."""
    if name not in profile_names():
        raise ProfileError.unknown(name, profile_names())
    return (files("mercalli.profiles") / f"{name}.toml").read_text(encoding="utf-8")


def profile_names() -> list[str]:
    """The profiles that come along."""
    every = files("mercalli.profiles").iterdir()
    return sorted(file.name.removesuffix(".toml") for file in every if file.name.endswith(".toml"))


def _from_file(path: Path) -> Profile:
    try:
        return _parsed(path.read_text(encoding="utf-8"), path.name)
    except FileNotFoundError:
        raise absent(path) from None
    except UnicodeDecodeError:
        raise FileError.unreadable(path.name, "TOML", "it is not UTF-8 text.") from None
    except OSError as error:
        raise FileError.unreadable(path.name, "TOML", f"{error.strerror}.") from None


@cache
def _parsed(text: str, origin: str) -> Profile:
    """A profile, parsed once for each text."""
    return check(text, origin)
