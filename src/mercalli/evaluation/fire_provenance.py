"""How a result on a fire comes about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.evaluation.plan import versions
from mercalli.io.profiles import GENERIC, read_profile
from mercalli.results.measured import Provenance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mercalli.evaluation.settings import Settings

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


def codes_text(codes: Sequence[int]) -> str:
    """Codes as a setting tells them."""
    return ",".join(map(str, codes))
