"""Score cards as an article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mercalli.estimates.measure import named_measure
from mercalli.io.sheets import Sheet
from mercalli.results.measure import Measure
from mercalli.tasks.wildfire.article import RULES, ends
from mercalli.tasks.wildfire.board import (
    Column,
    board,
    comparison_files,
    comparison_section,
    detail_sections,
    parts_of,
    verdict_section,
)
from mercalli.tasks.wildfire.case.compare import TOTAL, group_text
from mercalli.tasks.wildfire.case.figures import POOLED, SCORES, SCORES_SHOW, scores_figure
from mercalli.tasks.wildfire.case.result import Card, CaseModel, FireCaseResult, GroupScore
from mercalli.tasks.wildfire.case.verdict import best_first, total_of
from mercalli.tasks.wildfire.estimate import BASELINE
from mercalli.telling.article import Article, Block, Notes, Picture, Section, Table, table
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.telling.words import interval_header
from mercalli.text.numbers import number
from mercalli.text.words import counted

FULL = (0.0, 100.0)


def article(result: FireCaseResult) -> Article:
    """All models side by side, every total by fire, how far they are apart, then the cards of one model at a time."""
    ordered = best_first(result)
    groups = [group.name for group in ordered[0].pooled.groups]
    shown = (TOTAL, *map(group_text, groups))
    several = len(ordered[0].fires) > 1
    sections = (
        verdict_section(
            _board(result, ordered, groups), systems=[each.pooled for each in ordered], comparison=result.comparison
        ),
        Section("Scores", (Picture(SCORES, SCORES_SHOW),)),
        *([Section("Fire by fire", (_scores(result, groups),))] if several else []),
        *comparison_section(result.comparison, shown, result.provenance),
        *detail_sections(ordered, partial(_blocks, result), metric=TOTAL),
    )
    return Article(
        title=result.name,
        asks="score cards",
        summary=f"scores from 0 to 100, {counted(len(result.models), 'model')}",
        sections=sections,
        metrics=(),
        provenance=result.provenance,
        digests={},
        parts={key: each.name for key, each in parts_of(ordered).items()} if len(ordered) > 1 else {},
    )


def _board(result: FireCaseResult, ordered: Sequence[CaseModel], groups: Sequence[str]) -> Table:
    """Total and groups of all fires."""
    columns = [
        Column(TOTAL, lambda model: total_of(model.pooled), FULL, BASELINE),
        *(Column(group_text(name), partial(_group_measure, name), FULL) for name in groups),
    ]
    rules = [(rule, called) for rule, called in RULES if total_of(ordered[0].pooled).baselines[rule] is not None]
    return board(ordered, columns, result.provenance, rules=rules, line="what predicting nothing would get")


def _group_measure(name: str, model: CaseModel) -> Measure:
    card = model.pooled
    found = next(each for each in card.groups if each.name == name)
    why = "no KPI with a weight has a value" if found.score is None else None
    return named_measure(name, found.score, found.low, found.high, card.method, undefined=why)


def _cards(result: FireCaseResult) -> Iterator[tuple[CaseModel, Card]]:
    """All cards of every model, the best first."""
    for model in best_first(result):
        yield from ((model, card) for card in _cards_of(model))


def _cards_of(model: CaseModel) -> tuple[Card, ...]:
    """All cards of a model; where there is one fire, that is all."""
    return (*model.fires, *([model.pooled] if len(model.fires) > 1 else []))


def _scores(result: FireCaseResult, groups: Sequence[str]) -> Table:
    """Every total with its interval and that of a model which predicts nothing, and every group."""
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


def _blocks(result: FireCaseResult, model: CaseModel) -> Iterator[Block]:
    """Every card of a model."""
    for card in _cards_of(model):
        fire = card.fire or POOLED
        notes = (f"{fire}: {note}" for note in _notes(card))
        yield Notes(tuple(notes))
        yield from (_group(result, fire, group) for group in card.groups)


def _notes(card: Card) -> Iterator[str]:
    """What is left out of the scores, and what should be known."""
    if card.total is not None and card.nothing is not None and card.total <= card.nothing:
        yield f"The total is no better than the {card.nothing:.2f} of predicting nothing anywhere."
    for group in card.groups:
        for kpi in group.kpis:
            if kpi.undefined:
                yield f"{kpi.name} is undefined because {kpi.undefined}; it is left out of the score."
    if card.fire:  # those of all fires stand below the verdict
        yield from card.notes


def _group(result: FireCaseResult, fire: str, group: GroupScore) -> Table:
    """A group's score, how far it can be trusted and how much it weighs, and a row for each KPI."""
    margin = "" if group.low is None else f" ({ends(group.low, group.high, 2)})"
    rows = (
        (kpi.name, number(kpi.value), ends(kpi.low, kpi.high), number(kpi.score, 2), f"{kpi.weight:g}")
        for kpi in group.kpis
    )
    caption = f"{fire}, {group.name}: {number(group.score, 2)}{margin}, weight {group.weight:g}"
    return table(caption, ("KPI", "value", interval_header(result.provenance), "score", "weight"), rows)


def pictures(result: FireCaseResult) -> dict[str, bytes]:
    """What its page shows."""
    return {SCORES: scores_figure(best_first(result))}


def tables(result: FireCaseResult) -> dict[str, Sheet]:
    """KPIs, and the scores of groups and in total."""
    return {
        "metrics.csv": measures_csv(_kpi_rows(result), ("group", "id", "category", "score", "weight"), keys=("group",)),
        "scores.csv": measures_csv(_score_rows(result), ("weight",), "scores"),
        **comparison_files(result.comparison),
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
