"""What the verdict on language models and prompts rests on."""

from __future__ import annotations

from mercalli.estimates import leads
from mercalli.estimates.confusion import MAJORITY
from mercalli.estimates.ranking import best_first
from mercalli.results.grounds import Grounds, Standing
from mercalli.tasks.models.cost.verdict import cost_sentences
from mercalli.tasks.models.result import ModelReport, ModelsResult


def ordered(result: ModelsResult) -> list[ModelReport]:
    """The systems from best to worst by the metric that decides."""
    direction = next(card.direction for card in result.metrics if card.metric == result.decisive)
    return best_first(result.systems, lambda system: system.measure(result.decisive).value, direction)


def grounds(result: ModelsResult) -> Grounds:
    """The systems by the metric that decides."""
    metric, systems = result.decisive, ordered(result)
    card = next(card for card in result.metrics if card.metric == metric)
    return Grounds(
        metric=metric,
        direction=card.direction,
        standings=tuple(Standing(each.name, each.measure(metric), each.finds) for each in systems),
        perfect=card.best,
        tied=leads.tied(result.rankings, metric),
        beats=leads.beats(result.pairs, metric),
        lead=leads.first_lead(result.pairs, metric, systems, result.provenance),
        trivial="always predicting the most frequent class",
        baseline=MAJORITY,
        speaks_for=leads.speaks_for(result.provenance, systems[0].n, result.units),
        unit=leads.unit_name(result.provenance),
        beside=cost_sentences(result, systems),
        cautions=leads.notes_once(systems, result.notes),
    )
