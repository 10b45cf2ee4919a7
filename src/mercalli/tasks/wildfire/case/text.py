"""A score card in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import number, percent, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.wildfire.case.result import Card, CaseModel, FireCaseResult, GroupScore

POOLED = "all fires pooled"


def cards_of(model: CaseModel) -> list[Card]:
    """All cards of a model; where there is one fire, that is all."""
    return [*model.fires, model.pooled] if len(model.fires) > 1 else list(model.fires)


def interval_word(result: FireCaseResult) -> str:
    """What an interval is called."""
    return f"{percent(result.provenance.settings['level'])} interval"


def score_header(result: FireCaseResult) -> list[str]:
    """Model, fire, total, and every group."""
    groups = (group.name for group in result.models[0].pooled.groups)
    return ["model", "fire", "total", interval_word(result), "predict none", *groups]


def score_rows(result: FireCaseResult) -> list[list[str]]:
    """A row for each card."""
    return [
        [
            model.name,
            card.fire or POOLED,
            number(card.total, 2),
            span(card.low, card.high, 2),
            number(card.nothing, 2),
            *(number(_score(card, group.name), 2) for group in model.pooled.groups),
        ]
        for model in result.models
        for card in cards_of(model)
    ]


def _score(card: Card, group: str) -> float | None:
    return next((each.score for each in card.groups if each.name == group), None)


def group_title(group: GroupScore) -> str:
    """A group's score, where it lies, and how much it weighs."""
    told = "" if group.low is None else f" {span(group.low, group.high, 2)}"
    return f"{group.name}: {number(group.score, 2)}{told}, weight {group.weight:g}"


def kpi_header(result: FireCaseResult) -> list[str]:
    """What stands above the KPIs of a card."""
    return ["KPI", "value", interval_word(result), "score", "weight"]


def kpi_rows(group: GroupScore) -> list[list[str]]:
    """A row for each KPI of a group."""
    return [
        [kpi.name, number(kpi.value), span(kpi.low, kpi.high), number(kpi.score, 2), f"{kpi.weight:g}"]
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
    """The scores of all cards, then the KPIs of each by group."""
    parts = [f"{result.name}: scores from 0 to 100", columns(score_header(result), score_rows(result))]
    for model in result.models:
        for card in cards_of(model):
            parts += [f"\n{model.name}, {card.fire or POOLED}", *_card(result, card)]
    return "\n".join(parts)


def _card(result: FireCaseResult, card: Card) -> Iterator[str]:
    for group in card.groups:
        yield group_title(group)
        yield columns(kpi_header(result), kpi_rows(group))
    yield from (f"! {note}" for note in card_notes(card))


def case_html(result: FireCaseResult) -> str:
    """The scores for a notebook."""
    return f"<h4>{escape(result.name)}</h4>" + html_table(score_header(result), score_rows(result))
