"""What a page says of how its numbers were computed: data, columns, settings, digests, versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from mercalli.results.measure import Provenance
from mercalli.text.names import plain

MOST_DIGESTS = 5
WORDS = {
    "truth": "Column of the truth",
    "scores": "Columns of scores",
    "outcome": "Column of outcomes",
    "treatment": "Column of treatment",
    "propensity": "Column of propensities",
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
    "missing": "A missing value",
    "unknown": "A truth outside the classes",
    "classes": "Classes",
    "bins": "Bins of scores, 0 for none",
    "by_group": "K from each arm",
    "observed": "Observation",
    "domain": "Area evaluated",
    "reference": "Reference map",
    "before": "Earlier perimeter",
    "damage": "Column of observed damage",
    "preds": "Columns of modelled damage",
    "pred": "Columns of predictions",
    "predictions": "Columns of predictions",
    "key": "Column of structure ids",
    "time": "Column of times",
    "fires": "Fires",
    "models": "Models",
    "model": "Model",
    "text": "Column of texts",
    "label": "Column of labels",
    "test": "Test data",
    "documents": "File of documents",
    "sectors": "Sectors",
    "kind": "What is compared",
    "high": "Codes of high severity",
    "not_observed": "Codes that mean not observed",
    "model_missing": "Codes of models that mean no prediction",
    "known": "Known codes",
    "burned": "Codes that mean burned",
    "unburned": "Codes that mean not burned",
    "threshold": "Lowest value that counts",
    "observed_threshold": "Lowest value that counts, in the observation",
    "align": "Models resampled to the observed grid by",
    "tile": "Side of the tiles, in cells",
    "tile_m": "Side of the tiles, in metres",
    "within_m": "Matched within, in metres",
    "windows": "Windows, in cells",
    "time_unit": "Unit of times",
    "crs": "Projection",
    "positive": "What counts as lost",
    "cause": "Cause of the event",
    "tau": "Last time that counts",
    "at": "Evaluated at",
    "timefix": "Times that differ by rounding are equal",
    "k": "Length of the list",
    "gain": "Gain of a priority",
    "reading": "Reading of the accuracy",
    "least_coverage": "Lowest coverage without a warning",
    "separator": "Separator of labels",
    "examples": "Examples of a finding",
    "prices": "Prices of tokens",
    "latency_unit": "Unit of latencies",
    "timeout": "Time limit of calls, s",
    "concurrency": "Calls side by side",
    "mix": "Mix of classes like for like",
    "least": "Least denominator in a gap",
    "reference_group": "Group to compare with",
    "pairs": "Column of translated pairs",
}


def computed(provenance: Provenance, digests: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is needed to compute it again."""
    yield "Data", plain(provenance.origin)
    yield from ((named(role), _listed(name)) for role, name in provenance.roles.items() if name)
    title = f": {plain(provenance.profile_title)}" if provenance.profile_title else ""
    yield "Profile", f"{plain(provenance.profile)}{title} ({provenance.profile_digest})"
    settings = provenance.settings.items()
    yield from ((named(name), plain(str(value))) for name, value in settings if value not in (None, ""))
    yield from ((f"Digest of {plain(name)}", digest) for name, digest in islice(digests.items(), MOST_DIGESTS))
    yield from ((f"Version of {name}", version) for name, version in provenance.versions.items())


def named(key: str) -> str:
    """What a column or a setting is called; that of a task from elsewhere by its own name, as words.

    >>> named("by"), named("wind_speed")
    ('Sliced by', 'Wind speed')
    """
    return WORDS.get(key) or plain(key).replace("_", " ").capitalize()


def _listed(name: str | Sequence[str]) -> str:
    return plain(name) if isinstance(name, str) else ", ".join(plain(each) for each in name)
