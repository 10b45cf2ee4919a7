"""How it was computed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from mercalli.text.names import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.results.measure import Provenance

DIGESTS = 5
WORDS = {
    "truth": "Column of the truth",
    "scores": "Columns of scores",
    "outcome": "Column of outcomes",
    "treatment": "Column of who was treated",
    "propensity": "Column of chances to be treated",
    "group": "A list for each",
    "event": "Column of events",
    "order": "Column of the order",
    "types": "Column of true types",
    "pred_types": "Columns of predicted types",
    "systems": "Columns of predictions",
    "weight": "Column of weights",
    "unit": "Resampled as a whole",
    "by": "Sliced by",
    "level": "Confidence of the intervals",
    "replicates": "Replicates",
    "method": "Method of the intervals",
    "seed": "Seed",
    "like": "Reading like",
    "invalid": "A prediction outside the classes",
    "missing": "A missing label",
    "unknown": "A truth outside the classes",
    "classes": "Classes",
    "bins": "Bins of scores, 0 for none",
    "by_group": "K from each arm",
}


def computed(provenance: Provenance, digests: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is needed to compute it again."""
    yield "Data", plain(provenance.origin)
    yield from ((WORDS.get(role, role), _listed(name)) for role, name in provenance.roles.items() if name)
    yield "Profile", f"{plain(provenance.profile)} ({provenance.profile_digest})"
    yield from (
        (WORDS.get(name, name), plain(str(value))) for name, value in provenance.settings.items() if value is not None
    )
    yield from ((f"Digest of {plain(name)}", digest) for name, digest in islice(digests.items(), DIGESTS))
    yield from ((f"Version of {name}", version) for name, version in provenance.versions.items())


def _listed(name: str | Sequence[str]) -> str:
    return plain(name) if isinstance(name, str) else ", ".join(plain(each) for each in name)
