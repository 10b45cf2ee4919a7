"""How a result came about, as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.markdown.marks import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mercalli.results.measure import Provenance


def computed(provenance: Provenance, digests: Mapping[str, str]) -> Iterator[str]:
    """The settings, the versions, and the digests of the data by what they are of."""
    yield "\n## How it was computed\n"
    told = {
        **provenance.settings,
        "profile": f"{provenance.profile} ({provenance.profile_digest})",
        **{f"data of {name}": digest for name, digest in digests.items()},
        **{f"version of {name}": version for name, version in provenance.versions.items()},
    }
    yield from (f"- {escape(name)}: {escape(str(value))}" for name, value in told.items() if value is not None)
