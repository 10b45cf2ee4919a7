"""Score cards as an article."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.measure import named_measure
from mercalli.io.sheets import Sheet
from mercalli.tasks.wildfire.article import ends
from mercalli.tasks.wildfire.case.result import Card, CaseModel, FireCaseResult, GroupScore
from mercalli.telling.article import Article, Notes, Section, Table, table
from mercalli.telling.files import MeasureRow, folder, measures_csv
from mercalli.telling.words import interval_header
from mercalli.text.numbers import number
from mercalli.text.words import counted

POOLED = "all fires pooled"


def article(result: FireCaseResult) -> Article:
    """The scores of all models, then every card."""
    return Article(
        title=result.name,
        asks="score cards",
        summary=f"scores from 0 to 100, {counted(len(result.models), 'model')}",
        sections=(Section("All models", (_scores(result),)), *(_section(result, *each) for each in _cards(result))),
        metrics=(),
        provenance=result.provenance,
        digests={},
    )


def _cards(result: FireCaseResult) -> Iterator[tuple[CaseModel, Card]]:
    """All cards of every model; where there is one fire, that is all."""
    for model in result.models:
        pooled = [model.pooled] if len(model.fires) > 1 else []
        yield from ((model, card) for card in (*model.fires, *pooled))


def _scores(result: FireCaseResult) -> Table:
    """Every total with its interval and that of a model which predicts nothing, and every group."""
    groups = [group.name for group in result.models[0].pooled.groups]
    header = ("model", "fire", "total", interval_header(result.provenance), "predict none", *groups)
    rows = (
        (
            *(model.name, card.fire or POOLED),
            *(number(card.total, 2), ends(card.low, card.high, 2), number(card.nothing, 2)),
            *(number(_score(card, group), 2) for group in groups),
        )
        for model, card in _cards(result)
    )
    return table("Scores from 0 to 100", header, rows, words=("fire",), each="card")


def _score(card: Card, group: str) -> float | None:
    return next((each.score for each in card.groups if each.name == group), None)


def _section(result: FireCaseResult, model: CaseModel, card: Card) -> Section:
    tables = (_group(result, group) for group in card.groups)
    return Section(f"{model.name}, {card.fire or POOLED}", (Notes(tuple(_notes(card))), *tables))


def _notes(card: Card) -> Iterator[str]:
    """What is left out of the scores, and what should be known."""
    if card.total is not None and card.nothing is not None and card.total <= card.nothing:
        yield f"The total is no better than the {card.nothing:.2f} of predicting nothing anywhere."
    for group in card.groups:
        for kpi in group.kpis:
            if kpi.undefined:
                yield f"{kpi.name} is undefined because {kpi.undefined}; it is left out of the score."
    yield from card.notes


def _group(result: FireCaseResult, group: GroupScore) -> Table:
    """A group's score, how far it can be trusted and how much it weighs, and a row for each KPI."""
    margin = "" if group.low is None else f" ({ends(group.low, group.high, 2)})"
    rows = (
        (kpi.name, number(kpi.value), ends(kpi.low, kpi.high), number(kpi.score, 2), f"{kpi.weight:g}")
        for kpi in group.kpis
    )
    caption = f"{group.name}: {number(group.score, 2)}{margin}, weight {group.weight:g}"
    return table(caption, ("KPI", "value", interval_header(result.provenance), "score", "weight"), rows)


def files(result: FireCaseResult) -> dict[str, str | bytes]:
    """The report folder: KPIs, and the scores of groups and in total."""
    return folder(result, article(result), tables(result))


def tables(result: FireCaseResult) -> dict[str, Sheet]:
    """KPIs, and the scores of groups and in total."""
    return {
        "metrics.csv": measures_csv(_kpi_rows(result), ("group", "id", "category", "score", "weight"), keys=("group",)),
        "scores.csv": measures_csv(_score_rows(result), ("weight",), "scores"),
    }


def _kpi_rows(result: FireCaseResult) -> Iterator[MeasureRow]:
    for model, card in _cards(result):
        for group in card.groups:
            for kpi in group.kpis:
                more = (group.name, kpi.id, kpi.category, kpi.score, kpi.weight)
                measure = named_measure(
                    kpi.name, kpi.value, kpi.low, kpi.high, kpi.method, n=kpi.n, undefined=kpi.undefined
                )
                yield MeasureRow(model.name, measure, card.fire or POOLED, more=more)


def _score_rows(result: FireCaseResult) -> Iterator[MeasureRow]:
    """Groups, and the total, which is of no class."""
    for model, card in _cards(result):
        for each in card.groups:
            method = None if each.low is None else card.method
            score = named_measure("score", each.score, each.low, each.high, method)
            yield MeasureRow(model.name, score, card.fire or POOLED, each.name, (each.weight,))
        baselines = {"all_negative": card.nothing}
        total = named_measure("total", card.total, card.low, card.high, card.method, baselines=baselines)
        yield MeasureRow(model.name, total, card.fire or POOLED, more=(None,))
