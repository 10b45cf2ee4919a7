"""What somebody says of the systems under test, noted in the provenance of a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mercalli.errors import SystemNameError
from mercalli.inputs.about import AboutSystem
from mercalli.results.measure import Provenance


def noted(provenance: Provenance, systems: Sequence[str], about: Mapping[str, AboutSystem]) -> Provenance:
    """The same with what is known of its systems; a file that knows none of them is a mistake."""
    if not about:
        return provenance
    if not set(about) & set(systems):
        raise SystemNameError.unknown(next(iter(about)), list(systems))
    known = {f"about {name}": about[name].text for name in systems if name in about}
    return replace(provenance, settings={**provenance.settings, **known})
