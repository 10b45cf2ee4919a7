"""How a result comes about: what every record says of its data, its settings and its versions."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np

from mercalli.io.profiles import GENERIC, read_profile
from mercalli.profiles.profile import Profile
from mercalli.results.measure import Provenance
from mercalli.version import __version__


class Domain(Protocol):
    """A profile, or a case of fires."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def digest(self) -> str:
        """What tells it from any other."""
        ...


def provenance(
    origin: str,
    roles: Mapping[str, str | tuple[str, ...] | None],
    settings: Mapping[str, str | int | float | None],
    profile: Domain | None = None,
) -> Provenance:
    """From where the data comes, its columns by role, the settings, and the profile if one applies."""
    domain = generic() if profile is None else profile
    return Provenance(origin, roles, domain.name, domain.digest, settings, versions(), profile_title=_title(domain))


def _title(domain: Domain) -> str:
    """What a profile is about; that of no domain is about nothing, and a case of fires has its name alone."""
    return domain.title if isinstance(domain, Profile) and domain.name != GENERIC else ""


@cache
def generic() -> Profile:
    """The profile that changes nothing, read once."""
    return read_profile(GENERIC)


def profile_of(named: str | Path | Profile | None) -> Profile:
    """The profile that was named or given, or the one that changes nothing."""
    return generic() if named is None else named if isinstance(named, Profile) else read_profile(named)


def versions() -> dict[str, str]:
    """What the numbers were computed with."""
    return {"mercalli": __version__, "python": platform.python_version(), "numpy": np.__version__}
