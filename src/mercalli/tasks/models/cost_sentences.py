"""What costs and times add to the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import beats
from mercalli.results.measure import Measure
from mercalli.tasks.models.cost.result import P95, PER_1000, CostReport, CostResult, MoreFound, Place
from mercalli.tasks.models.cost.words import amount_text, ends_text, money, time_text
from mercalli.tasks.models.result import ModelReport, ModelsResult
from mercalli.text.names import plain
from mercalli.text.numbers import value_text

FEW_TIMES = 10


def cost_sentences(result: ModelsResult, systems: Sequence[ModelReport]) -> tuple[str, ...]:
    """What the best of the systems takes, and whether a cheaper one would do."""
    costs = result.cost
    if costs is None:
        return ()
    best = costs[systems[0].name]
    return (*_taken(costs, best), *_against(result, costs, best))


def _taken(costs: CostResult, best: CostReport) -> Iterator[str]:
    """The cost and the time of one system, as far as they are known."""
    known = {measure.metric: measure for measure in best.measures}
    parts = []
    if PER_1000 in known and known[PER_1000].value is not None:
        parts.append(f"costs {money(costs, known[PER_1000].value)} per 1,000 items")
    if P95 in best.above:
        parts.append(f"needs more than {amount_text(best.above[P95])} s for the slowest 5% of its calls")
    elif P95 in known and known[P95].value is not None:
        ends = ends_text(known[P95])
        parts.append(f"answers 95% of its calls within {time_text(best, P95)}{f' [{ends}]' if ends else ''}")
    if parts:
        yield f"{plain(best.name)} {' and '.join(parts)}."


def _against(result: ModelsResult, costs: CostResult, best: CostReport) -> Iterator[str]:
    """The best system against a cheaper one: the cheapest that dominates it, or the best of those that cost less."""
    frontier = next((each for each in costs.frontiers if each.across == PER_1000), None)
    places = {} if frontier is None else {place.name: place for place in frontier.places}
    if best.name not in places or len(places) == 1:
        return
    own = _cost(best)
    cheaper = [name for name in places if _cost(costs[name]) < own]
    if not cheaper:
        alike = [name for name in places if name != best.name and _cost(costs[name]) == own]
        yield f"No system is cheaper{', though others cost the same' if alike else ''}."
        return
    rivals = [name for name in places[best.name].dominated_by if name in cheaper]
    rivals = [name for name in rivals if costs[name].votes is None] or rivals
    rival = min(rivals, key=lambda name: _cost(costs[name])) if rivals else _best_of(result, cheaper)
    yield _compared(result, costs, best, rival, places[best.name])


def _cost(report: CostReport) -> float:
    return report.measure(PER_1000).value or 0.0


def _best_of(result: ModelsResult, names: Sequence[str]) -> str:
    """The system with the best score among some."""
    direction = next(card.direction for card in result.metrics if card.metric == result.decisive) or 1
    scores = scores_of(result, result.decisive)
    return max(names, key=lambda name: direction * (scores[name].value or 0.0))


def scores_of(result: ModelsResult, metric: str) -> dict[str, Measure]:
    """The score of every system and vote."""
    votes = {each.vote.name: each.vote.measure(metric) for each in result.systems if each.vote is not None}
    return {**{each.name: each.measure(metric) for each in result.systems}, **votes}


def _compared(result: ModelsResult, costs: CostResult, best: CostReport, rival: str, place: Place) -> str:
    """What the best costs more than a rival, and what that gives; both scores alone where that was not tested."""
    own = f"{plain(best.name)} costs {_times(costs, best, rival)}"
    pairs = (each for each in costs.more_found if each.found.first or each.found.second)
    more = next((each for each in pairs if (each.first, each.second) == (best.name, rival)), None)
    better = (best.name, rival) in beats(result.pairs, result.decisive)
    if not better and rival not in place.dominated_by:
        scores = scores_of(result, result.decisive)
        mine, other = (value_text(scores[name].value or 0.0) for name in (best.name, rival))
        return f"{own.rstrip(',')}; {result.decisive} is {mine} against {other}."
    found = "" if more is None else _finds(costs, more, better=better)
    return f"{own} and is {'' if better else 'not '}shown to be better on {result.decisive}{found}."


def _finds(costs: CostResult, more: MoreFound, *, better: bool) -> str:
    """How many more urgent items it finds, after words that say whether it is better."""
    if more.measure.value is None:
        return f"{', but not' if better else ', nor'} to find more urgent items"
    ends = ends_text(more.measure)
    each = f"{money(costs, more.measure.value)}{f' [{ends}]' if ends else ''}"
    return f", and finds {more.found.difference or 0.0:,.0f} more urgent items, at {each} for each further one"


def _times(costs: CostResult, best: CostReport, rival: str) -> str:
    """How much more it costs than a rival.

    A ratio below ten has one decimal, larger ones have none.
    """
    own, other = _cost(best), _cost(costs[rival])
    if not other:
        return f"{money(costs, own)} per 1,000 items, {plain(rival)} nothing,"
    ratio = own / other
    times = f"{ratio:.1f}" if ratio < FEW_TIMES else f"{ratio:,.0f}"
    much = "about as much" if times == "1.0" else f"{times.removesuffix('.0')} times as much"
    if costs[rival].votes is not None:
        return f"{much} as {plain(rival)},"
    return f"{much} as {plain(rival)} per 1,000 items"
