"""Results in the shape of FireBench's result file, with the counts and intervals that it leaves out."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from mercalli.tasks.wildfire.case.result import Card, FireCaseResult, KpiScore
from mercalli.tasks.wildfire.kpis import IDS
from mercalli.tasks.wildfire.result import FireReport, FireResult


def fire_files(result: FireResult) -> dict[str, str | bytes]:
    """`benchmarks` of each model by id."""
    models = {system.name: {"benchmarks": _benchmarks(result.kind, system)} for system in result.systems}
    return _file({"observed": result.observed, "models": models})


def case_files(result: FireCaseResult) -> dict[str, str | bytes]:
    """`benchmarks` and `score_card` of each model, of all fires pooled and by fire."""
    models = {
        model.name: {**_card(model.pooled), "fires": {card.fire: _card(card) for card in model.fires}}
        for model in result.models
    }
    return _file({"case_name": result.name, "case_digest": result.provenance.profile_digest, "models": models})


def _file(content: dict[str, Any]) -> dict[str, str | bytes]:
    """The benchmark's own file, as strict JSON."""
    return {"benchmarks.json": json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"}


def _benchmarks(kind: str, system: FireReport) -> dict[str, Any]:
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


def _card(card: Card) -> dict[str, Any]:
    """`benchmarks` by id and the `score_card`, with counts, intervals and digests beside them."""
    groups = card.groups
    scheme = {
        group.name: {"weight": group.weight, "benchmarks": {kpi.id: kpi.weight for kpi in group.kpis}}
        for group in groups
    }
    return {
        "benchmarks": {kpi.id: _benchmark(kpi) for group in groups for kpi in group.kpis},
        "score_card": {
            "Scheme": scheme,
            **{f"Score {group.name}": group.score for group in groups},
            "Score Total": card.total,
            "intervals": {
                **{f"Score {group.name}": [group.low, group.high] for group in groups},
                "Score Total": [card.low, card.high],
            },
            "interval_method": card.method,
            "Score Total if nothing is predicted": card.nothing,
            "left_out": [name for group in groups for name in group.left_out],
        },
    }


def _benchmark(kpi: KpiScore) -> dict[str, Any]:
    return {
        kpi.name: kpi.value,
        "Score": kpi.score,
        "category": kpi.category,
        "interval": [kpi.low, kpi.high],
        "interval_method": kpi.method,
        "undefined": kpi.undefined,
        "n": kpi.n,
        "counts": None if kpi.counts is None else asdict(kpi.counts),
        "excluded": [asdict(each) for each in kpi.excluded],
        "digest": kpi.digest,
    }
