"""How a result comes about."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.io.profiles import GENERIC, read_profile
from mercalli.results.measure import Provenance
from mercalli.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.estimates.settings import Settings

SAMPLING = ("level", "replicates", "seed")


def fire_provenance(
    observed: str, roles: Mapping[str, str | tuple[str, ...] | None], settings: Mapping[str, Any]
) -> Provenance:
    """From what was observed, what else was given, and the settings; no profile changes what is computed."""
    profile = read_profile(GENERIC)
    return Provenance(
        observed, {"observed": observed, **roles}, profile.name, profile.digest, dict(settings), versions()
    )


def sampling_of(settings: Settings) -> dict[str, Any]:
    """How intervals were made."""
    return {name: getattr(settings, name) for name in SAMPLING}


def versions() -> dict[str, str]:
    """What the numbers were computed with."""
    return {"mercalli": __version__, "python": platform.python_version(), "numpy": np.__version__}
