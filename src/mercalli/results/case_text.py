"""A score card in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.results.text import columns, html_table, number, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.results.case import Card, CaseModel, FireCaseResult

POOLED = "all fires pooled"


def cards_of(model: CaseModel) -> list[Card]:
    """All cards of a model; where there is one fire, that is all."""
    return [*model.fires, model.pooled] if len(model.fires) > 1 else list(model.fires)


def score_header(result: FireCaseResult) -> list[str]:
    """Model, fire, total, and every group."""
    return ["model", "fire", "total", "predict none", *(group.name for group in result.models[0].pooled.groups)]


def score_rows(result: FireCaseResult) -> list[list[str]]:
    """A row for each card."""
    return [
        [
            model.name,
            card.fire or POOLED,
            number(card.total, 2),
            number(card.nothing, 2),
            *(number(_score(card, group.name), 2) for group in model.pooled.groups),
        ]
        for model in result.models
        for card in cards_of(model)
    ]


def _score(card: Card, group: str) -> float | None:
    return next((each.score for each in card.groups if each.name == group), None)


def kpi_header() -> list[str]:
    """What stands above the KPIs of a card."""
    return ["KPI", "value", "interval", "score", "weight"]


def kpi_rows(card: Card) -> list[list[str]]:
    """A row for each KPI."""
    return [
        [kpi.name, number(kpi.value), span(kpi.low, kpi.high), number(kpi.score, 2), f"{kpi.weight:g}"]
        for group in card.groups
        for kpi in group.kpis
    ]


def card_notes(card: Card) -> Iterator[str]:
    """What is left out of the scores, and what should be known."""
    if card.total is not None and card.nothing is not None and card.total <= card.nothing:
        yield f"The total is no better than the {card.nothing:.2f} of predicting nothing anywhere."
    for group in card.groups:
        for kpi in group.kpis:
            if kpi.undefined:
                yield f"{kpi.name} is undefined because {kpi.undefined}; it is left out of the score."
    yield from card.notes


def case_text(result: FireCaseResult) -> str:
    """The scores of all cards, then the KPIs of each."""
    parts = [f"{result.name}: scores from 0 to 100", columns(score_header(result), score_rows(result))]
    for model in result.models:
        for card in cards_of(model):
            title = f"\n{model.name}, {card.fire or POOLED}"
            parts += [title, columns(kpi_header(), kpi_rows(card)), *(f"! {note}" for note in card_notes(card))]
    return "\n".join(parts)


def case_html(result: FireCaseResult) -> str:
    """The scores for a notebook."""
    return f"<h4>{escape(result.name)}</h4>" + html_table(score_header(result), score_rows(result))
