"""What the verdict on a comparison rests on: who leads, by how much, and where that comes from."""

from __future__ import annotations

from collections.abc import Collection

from mercalli.estimates import leads
from mercalli.estimates.measure import named_measure
from mercalli.estimates.ranking import best_first
from mercalli.results.difference import ClassPart
from mercalli.results.grounds import Grounds, Lead, Source, Standing
from mercalli.tasks.labels.compare.result import Comparison, PairReport
from mercalli.text.names import readable

MOST_CLASSES = 2
CRITICAL = "the critical classes together"


def grounds(result: Comparison) -> Grounds:
    """The systems by the first headline metric that has a direction."""
    directions = {card.metric: card.direction for card in result.metrics}
    metric = next((name for name in result.headline if directions[name]), result.headline[0])
    values = _values(result, metric)
    ordered = best_first(list(values), values.get, directions[metric])
    n, units = result.pairs[0].n, result.pairs[0].units
    return Grounds(
        metric=metric,
        direction=directions[metric],
        standings=tuple(Standing(name, named_measure(metric, values[name], n=n)) for name in ordered),
        tied=leads.tied(result.rankings, metric),
        beats=leads.beats(result.pairs, metric),
        lead=lead(result, metric, ordered[0], ordered[1]),
        speaks_for=leads.speaks_for(result.provenance, n, units),
        unit=leads.unit_name(result.provenance),
        cautions=result.notes,
    )


def _values(result: Comparison, metric: str) -> dict[str, float | None]:
    """The value of every system, the systems in the order of their pairs."""
    values: dict[str, float | None] = {}
    for pair in result.pairs:
        difference = pair.difference(metric)
        values = {pair.first: difference.first, pair.second: difference.second} | values
    return values


def lead(
    result: Comparison | None, metric: str, best: str, other: str, *, critical: Collection[str] = (), says: str = ""
) -> Lead | None:
    """The best system minus another one, if they were compared; `says` is about the critical classes."""
    pair = None if result is None else leads.pair_of(result.pairs, best, other)
    if result is None or not isinstance(pair, PairReport) or not (pair.units or result.can_tell(metric)):
        return None
    sources = _sources(pair, metric, 1 if pair.first == best else -1, critical, says)
    level = leads.level_of(result.provenance)
    return leads.lead(pair, metric, best, level=level, n=pair.n, units=pair.units, sources=sources)


def _sources(pair: PairReport, metric: str, sign: int, critical: Collection[str], says: str) -> list[Source]:
    """The classes that most of the difference comes from, and the critical ones together."""
    parts: tuple[ClassPart, ...] = next((each.parts for each in pair.splits if each.metric == metric), ())
    largest = sorted(parts, key=lambda part: -abs(part.difference))[:MOST_CLASSES]
    sources = [Source(readable(part.name), sign * part.difference) for part in largest]
    together = [sign * part.difference for part in parts if part.name in critical]
    return [*sources, *([Source(CRITICAL, sum(together), says)] if together else [])]
