"""Models and prompts: how far prompts move each model, and whether the order of models holds under every prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import median

from mercalli.estimates.leads import oriented, pair_of
from mercalli.results.difference import SystemPair
from mercalli.tasks.models.result import ModelGrid, ModelOrder, ModelReport, PromptSpread

MODEL, PROMPT = "model", "prompt"
ONE_MODEL = "all systems"


def model_and_prompt(factors: Mapping[str, str]) -> tuple[str, str]:
    """The model and the prompt of a system, by the names of its factors or else by their order.

    >>> model_and_prompt({"prompt": "short", "model": "small-1", "temperature": "0"})
    ('small-1', 'short / 0')
    """
    first = MODEL if MODEL in factors else next(iter(factors))
    rest = [value for name, value in factors.items() if name != first]
    if PROMPT in factors and len(factors) == 1:
        return ONE_MODEL, factors[PROMPT]
    return factors[first], " / ".join(rest)


def grid(systems: Sequence[ModelReport], pairs: Sequence[SystemPair], metric: str, direction: int) -> ModelGrid | None:
    """The systems as models by prompts; none where factors do not say so, or leave one prompt for each model."""
    if not all(system.factors for system in systems):
        return None
    places = {model_and_prompt(system.factors): system for system in systems}
    models, prompts = (tuple(dict.fromkeys(place[at] for place in places)) for at in (0, 1))
    if len(prompts) == 1 or len(places) < len(systems):
        return None
    return ModelGrid(
        metric=metric,
        models=models,
        prompts=prompts,
        systems={model: {p: each.name for (m, p), each in places.items() if m == model} for model in models},
        spreads=tuple(_spreads(places, models, metric)),
        orders=tuple(_orders(places, models, pairs, metric, direction)),
    )


def _spreads(
    places: Mapping[tuple[str, str], ModelReport], models: Sequence[str], metric: str
) -> Iterator[PromptSpread]:
    """The worst, the middle and the best prompt of every model."""
    for model in models:
        values = [each.measure(metric).value for (m, _), each in places.items() if m == model]
        known = [value for value in values if value is not None]
        if known:
            yield PromptSpread(model, len(known), min(known), median(known), max(known))


def _orders(
    places: Mapping[tuple[str, str], ModelReport],
    models: Sequence[str],
    pairs: Sequence[SystemPair],
    metric: str,
    direction: int,
) -> Iterator[ModelOrder]:
    """For every two models, under how many prompts each is ahead, and under how many that was shown."""
    for one, two in combinations(models, 2):
        shared = [prompt for model, prompt in places if model == one and (two, prompt) in places]
        ahead, shown = {one: 0, two: 0}, {one: 0, two: 0}
        for prompt in shared:
            first, second = places[one, prompt].name, places[two, prompt].name
            pair = pair_of(pairs, first, second)
            each = None if pair is None else oriented(pair.difference(metric), turned=pair.first != first)
            if each is not None and each.difference:
                better = one if each.difference * (direction or 1) > 0 else two
                ahead[better] += 1
                shown[better] += each.better is not None
        if len(shared) > 1:
            yield ModelOrder(one, two, len(shared), ahead[one], ahead[two], shown[one], shown[two])
