"""A result in the shape of FireBench's result file, with the counts and intervals that it leaves out."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mercalli.tasks.wildfire.kpis import IDS

if TYPE_CHECKING:
    from mercalli.tasks.wildfire.result import FireReport, FireResult


def firebench_files(result: FireResult) -> dict[str, str | bytes]:
    """The benchmark's own file."""
    return {"benchmarks.json": firebench_json(result)}


def firebench_json(result: FireResult) -> str:
    """`benchmarks` of each model by id, as strict JSON."""
    content = {
        "observed": result.observed,
        "models": {system.name: {"benchmarks": benchmarks(result.kind, system)} for system in result.systems},
    }
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def benchmarks(kind: str, system: FireReport) -> dict[str, Any]:
    """KPIs by id, each with its name, value and score, and with what both rest on."""
    measures = {each.metric: each for each in system.measures}
    rests_on = {
        "n": system.n,
        "counts": None if system.counts is None else asdict(system.counts),
        "excluded": {each.reason: each.n for each in system.excluded},
        "digest": system.digest,
    }
    return {
        f"{IDS[kind]}{at:02d}": {
            kpi.name: kpi.value,
            "Score": kpi.score,
            "category": kpi.category,
            "interval": [measures[kpi.metric].low, measures[kpi.metric].high],
            "undefined": measures[kpi.metric].undefined,
            **rests_on,
        }
        for at, kpi in enumerate(system.kpis, 1)
    }
