"""Mercalli: what do this model's errors do?

Accuracy counts errors; Mercalli weighs them, says how sure it is, and shows where they fall.
"""

from __future__ import annotations

from typing import Any

from mercalli.registry import load, public, public_names
from mercalli.version import __version__ as __version__

# Names that belong to no task; those of the tasks stand in their records.
_SHARED = {
    "AdvancedMetricsEvaluator": "mercalli.adapters.disaster",
    "Confusion": "mercalli.stats.confusion",
    "Counts": "mercalli.stats.counts",
    "EnhancedModelEvaluator": "mercalli.adapters.enhanced",
    "Facts": "mercalli.metrics.facts",
    "MercalliError": "mercalli.errors",
    "Statistic": "mercalli.stats.statistic",
    "catalogue": "mercalli.metrics.catalogue",
    "compute_metrics": "mercalli.adapters.trainer",
    "count": "mercalli.plan.statistics",
    "diff": "mercalli.results.diff",
    "from_json": "mercalli.plan.results",
    "merge": "mercalli.plan.statistics",
    "metric": "mercalli.metrics.facts",
    "parse": "mercalli.metrics.catalogue",
    "profile_names": "mercalli.io.profiles",
    "read_demo": "mercalli.io.demo",
    "read_profile": "mercalli.io.profiles",
    "read_result": "mercalli.plan.results",
    "read_statistic": "mercalli.plan.statistics",
    "scorer": "mercalli.adapters.scikit_learn",
    "scorers": "mercalli.adapters.scikit_learn",
    "to_json": "mercalli.results.seal",
    "write_report": "mercalli.telling.kinds",
    "write_result": "mercalli.plan.results",
    "write_statistic": "mercalli.plan.statistics",
    "write_workbook": "mercalli.telling.kinds",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever has that name
    """Names are looked up when used, so that importing the package costs next to nothing."""
    if name == "__all__":
        return __dir__()
    home = f"{_SHARED[name]}:{name}" if name in _SHARED else None if name.startswith("_") else public(name)
    if home is None:
        message = f"module 'mercalli' has no attribute {name!r}"
        raise AttributeError(message)
    return load(home)


def __dir__() -> list[str]:
    return sorted([*_SHARED, *public_names(), "__version__"])
