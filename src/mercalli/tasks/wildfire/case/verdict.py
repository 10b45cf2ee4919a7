"""What the verdict on a case rests on: the total score of all fires, from 0 to 100."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.measure import named_measure
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.measure import Measure
from mercalli.tasks.wildfire.case.compare import TOTAL
from mercalli.tasks.wildfire.case.result import Card, CaseModel, FireCaseResult, KpiScore
from mercalli.tasks.wildfire.estimate import ALL_POSITIVE, BASELINE, OBSERVED_RATE
from mercalli.tasks.wildfire.kpis import BEGINNINGS, CATEGORIES, FULL
from mercalli.tasks.wildfire.result import SEVERITY, STRUCTURES
from mercalli.tasks.wildfire.standing import Decisive, finds_of, grounds_of, ordered_by
from mercalli.text.words import counted
from mercalli.uncertainty.few_units import FEWEST_UNITS, TESTED_UNITS

RULES = {
    BASELINE: "predicting nothing anywhere",
    ALL_POSITIVE: "predicting everything everywhere",
    OBSERVED_RATE: "guessing as often as observed",
}
NAMES = {SEVERITY: "high severity cells", STRUCTURES: "lost structures"}


def grounds(result: FireCaseResult) -> Grounds:
    """The models by their total on all fires, and what they find of what must not be missed."""
    models = best_first(result)
    fires = len(models[0].fires)
    return grounds_of(
        _decisive(models[0].pooled),
        [Standing(each.name, total_of(each.pooled), tuple(_finds(each.pooled))) for each in models],
        result,
        systems=[each.pooled for each in models],
        speaks_for=_speaks_for(fires),
        each="fire",
        unit="fire",
        steps=_steps(fires),
        measured_in="points",
    )


def best_first(result: FireCaseResult) -> list[CaseModel]:
    """The models by their total on all fires."""
    return ordered_by(result.models, lambda model: total_of(model.pooled))


def _decisive(card: Card) -> Decisive:
    """The total, beside the best of the rules that cost nothing."""
    totals = {rule: total for rule, total in _trivial(card).items() if total is not None}
    rule = max(totals, key=lambda rule: totals[rule], default=BASELINE)
    return Decisive(TOTAL, 1, FULL, RULES[rule], rule)


def _trivial(card: Card) -> dict[str, float | None]:
    return {BASELINE: card.nothing, ALL_POSITIVE: card.everything, OBSERVED_RATE: card.guessing}


def total_of(card: Card) -> Measure:
    """The total of a card as a measure, with those of the rules that cost nothing."""
    why = None if card.total is not None else "no KPI with a weight has a value"
    return named_measure(TOTAL, card.total, card.low, card.high, card.method, undefined=why, baselines=_trivial(card))


def _finds(card: Card) -> Iterator[Finds]:
    """What was found of high severity and of lost structures."""
    kpis = {kpi.name: kpi for group in card.groups for kpi in group.kpis if kpi.counts is not None}
    for kind, name in NAMES.items():
        found = next((kpi for kpi in kpis.values() if kpi.category == CATEGORIES[kind]), None)
        if found is not None and found.counts is not None:
            recall = kpis.get(f"{BEGINNINGS[kind]} Recall")
            yield finds_of(name, found.counts.tp, found.counts.fn, None if recall is None else _measure(recall))


def _measure(kpi: KpiScore) -> Measure:
    return named_measure(kpi.name, kpi.value, kpi.low, kpi.high, kpi.method, n=kpi.n)


def _speaks_for(fires: int) -> str:
    if fires < FEWEST_UNITS:
        return f"This applies to {'this fire' if fires == 1 else f'these {fires} fires'} only, not to new fires."
    return f"This applies to new fires like these {fires}."


def _steps(fires: int) -> Iterator[str]:
    if fires < TESTED_UNITS:
        yield (
            f"Add fires: with {counted(fires, 'fire')} no difference between models can be shown for new ones; "
            f"it takes {TESTED_UNITS} at least."
        )
