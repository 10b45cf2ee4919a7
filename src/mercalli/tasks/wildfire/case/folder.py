"""The files of a report folder on a case: a page, tables, and a file in the shape of FireBench's for each model."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mercalli.io.cells import csv_text
from mercalli.results.seal import to_json
from mercalli.tasks.wildfire.case.text import (
    POOLED,
    card_notes,
    cards_of,
    group_title,
    kpi_header,
    kpi_rows,
    score_header,
    score_rows,
)
from mercalli.telling.article import Article, Notes, Section, table
from mercalli.telling.files import article_files
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.tasks.wildfire.case.result import Card, FireCaseResult, GroupScore, KpiScore

HEADER = (
    "model",
    "fire",
    "group",
    "id",
    "kpi",
    "category",
    "value",
    "low",
    "high",
    "method",
    "score",
    "weight",
    "n",
    "undefined",
)

SCORES = ("model", "fire", "score", "value", "low", "high", "method", "weight", "predict_none")


def case_files(result: FireCaseResult) -> dict[str, str | bytes]:
    """File names and contents."""
    return {
        "result.json": to_json(result),
        **article_files(case_article(result), {}),
        "metrics.csv": csv_text(HEADER, _rows(result)),
        "scores.csv": csv_text(SCORES, _scores(result)),
        "benchmarks.json": json.dumps(case_content(result), indent=1, ensure_ascii=False, allow_nan=False) + "\n",
    }


def case_content(result: FireCaseResult) -> dict[str, Any]:
    """Every model as FireBench writes it, of all fires pooled, and by fire."""
    return {
        "case_name": result.name,
        "case_digest": result.provenance.profile_digest,
        "models": {
            model.name: {
                **_card(model.pooled),
                "fires": {card.fire: _card(card) for card in model.fires},
            }
            for model in result.models
        },
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


def case_article(result: FireCaseResult) -> Article:
    """The scores of all models, then every card."""
    scores = table("Scores from 0 to 100", score_header(result), score_rows(result), words=["fire"])
    cards = (_section(result, model.name, card) for model in result.models for card in cards_of(model))
    return Article(
        title=result.name,
        asks="score cards",
        summary=counted(len(result.models), "model"),
        sections=(Section("Scores", (scores,)), *cards),
        metrics=(),
        provenance=result.provenance,
        digests={},
    )


def _section(result: FireCaseResult, model: str, card: Card) -> Section:
    notes = Notes(tuple(card_notes(card)))
    groups = (table(group_title(group), kpi_header(result), kpi_rows(group)) for group in card.groups)
    return Section(f"{model}, {card.fire or POOLED}", (notes, *groups))


def _scores(result: FireCaseResult) -> Iterator[Sequence[object]]:
    """Groups, and totals, which have no name."""
    for model in result.models:
        for card in cards_of(model):
            of = (model.name, card.fire or POOLED)
            for each in card.groups:
                method = None if each.low is None else card.method
                yield (*of, each.name, each.score, each.low, each.high, method, each.weight, None)
            yield (*of, None, card.total, card.low, card.high, card.method, None, card.nothing)


def _rows(result: FireCaseResult) -> Iterator[Sequence[object]]:
    for model in result.models:
        for card in cards_of(model):
            for group in card.groups:
                yield from _group(model.name, card, group)


def _group(model: str, card: Card, group: GroupScore) -> Iterator[Sequence[object]]:
    for kpi in group.kpis:
        yield (
            *(model, card.fire or POOLED, group.name, kpi.id, kpi.name, kpi.category),
            *(kpi.value, kpi.low, kpi.high, kpi.method, kpi.score, kpi.weight, kpi.n, kpi.undefined),
        )
