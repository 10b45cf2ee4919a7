"""Profiles by name or by path."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mercalli.io.toml import Library
from mercalli.profiles.check import check
from mercalli.profiles.profile import Profile

GENERIC = "generic"
# Each text is parsed once.
PROFILES = Library("profile", "", cache(check))


def read_profile(name: str | Path) -> Profile:
    """A built-in profile, or one from a .toml file.

    >>> read_profile("humaid").classes[0]
    'injured_or_dead_people'
    """
    return PROFILES.read(name)


def profile_names() -> list[str]:
    """The profiles that come along."""
    return PROFILES.names()
