"""What the verdict on a comparison rests on: what is missed, who leads, by how much, and where that comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.estimates import leads
from mercalli.estimates.measure import named_measure
from mercalli.estimates.ranking import best_first
from mercalli.results.difference import ClassPart
from mercalli.results.grounds import ALARMING, Finds, Grounds, Lead, Source, Standing
from mercalli.results.outputs import DifferenceBounds
from mercalli.tasks.labels.compare.result import Comparison, CriticalClass, PairReport
from mercalli.text.names import plain, readable
from mercalli.text.numbers import count, value_text
from mercalli.text.words import counted

MOST_CLASSES, HALF = 2, 0.5
TRIVIAL, MAJORITY = "always predicting the most frequent class", "majority"
CRITICAL, REST = "the critical classes together", "all other classes"


def grounds(result: Comparison) -> Grounds:
    """The systems by the first headline metric that has a direction."""
    metric, direction = _decisive(result)
    values, ordered = system_values(result, metric), standing_order(result)
    n, units = result.pairs[0].n, result.pairs[0].units
    finds = [tuple(_finds(result, name)) for name in ordered]
    over = [lead(result, metric, ordered[0], other) for other in ordered[1:]]
    trivial = {MAJORITY: result.majority.get(metric)}
    measures = (named_measure(metric, values[name], n=n, baselines=trivial) for name in ordered)
    return Grounds(
        metric=metric,
        direction=direction,
        standings=tuple(Standing(*each) for each in zip(ordered, measures, finds, strict=True)),
        tied=leads.tied(result.rankings, metric),
        beats=leads.beats(result.pairs, metric),
        lead=over[0],
        rival=rival(finds, over),
        perfect=next(card.best for card in result.metrics if card.metric == metric),
        trivial=TRIVIAL,
        baseline=MAJORITY,
        speaks_for=leads.speaks_for(result.provenance, n, units),
        unit=leads.unit_name(result.provenance),
        alarms=tuple(text for name in ordered for text in mostly_wrong(name, _without_class(result, name), n)),
        cautions=result.notes,
        steps=tuple(_steps(result, ordered[0], metric, finds[0])),
    )


def mostly_wrong(system: str, lost: int, n: int) -> Iterator[str]:
    """That more than half of a system's items have no class, which somebody asked to count as wrong."""
    if lost > HALF * n:
        named = f"{plain(system)} names a class for only {n - lost:,} of {n:,} items; all others count as wrong"
        yield f"{named}. Check that this is the column of predictions, and that its labels are those of the truth."


def _without_class(result: Comparison, system: str) -> int:
    """Predictions of a system that are none of the classes, or could not be read."""
    unread = [dict(zip((pair.first, pair.second), pair.unread or (0, 0), strict=True)) for pair in result.pairs]
    answers = result.answers.get(system)
    return max((each.get(system, 0) for each in unread), default=0) + (0 if answers is None else answers.outside)


def _decisive(result: Comparison) -> tuple[str, int]:
    """The first headline metric that has a direction, and which one that is."""
    directions = {card.metric: card.direction for card in result.metrics}
    metric = next((name for name in result.headline if directions[name]), result.headline[0])
    return metric, directions[metric]


def standing_order(result: Comparison) -> list[str]:
    """The systems, the best first by what decides."""
    metric, direction = _decisive(result)
    values = system_values(result, metric)
    return best_first(list(values), values.get, direction)


def _steps(result: Comparison, best: str, metric: str, finds: Sequence[Finds]) -> Iterator[str]:
    """What to do about critical classes of which too little is found; then where to look before one is chosen."""
    yield from (
        f"Do not rely on {plain(best)} for {each.name}; add labelled examples."
        for each in finds
        if each.reached in ALARMING
    )
    tied = leads.tied(result.rankings, metric) > 1
    why = "before you choose one of them" if tied else f"before you switch to {plain(best)}"
    yield f"See where each system fails {why}: `mercalli evaluate` with --by."


def system_values(result: Comparison, metric: str) -> dict[str, float | None]:
    """The value of every system, the systems in the order of their pairs."""
    values: dict[str, float | None] = {}
    for pair in result.pairs:
        difference = pair.difference(metric)
        values = {pair.first: difference.first, pair.second: difference.second} | values
    return values


def _finds(result: Comparison, system: str) -> Iterator[Finds]:
    """What a system finds of each critical class."""
    for each in result.critical.get(system, ()):
        yield Finds(readable(each.name), each.hits, each.total, each.recall.low, each.recall.high, each.floor)


def rival(finds: Sequence[Sequence[Finds]], over: Sequence[Lead | None]) -> Lead | None:
    """The lead over the system that finds most of what the best one finds too little of; the best one stands first."""
    best, *others = finds
    more = [
        (theirs.share, other)
        for mine in best
        if mine.reached in ALARMING
        for other, each in enumerate(others)
        for theirs in each
        if theirs.name == mine.name and theirs.share is not None and theirs.share > (mine.share or 0.0)
    ]
    return over[max(more)[1]] if more else None


def lead(result: Comparison | None, metric: str, best: str, other: str) -> Lead | None:
    """The best system minus another one, if they were compared."""
    pair = None if result is None else leads.pair_of(result.pairs, best, other)
    if result is None or not isinstance(pair, PairReport) or not (pair.units or result.can_tell(metric)):
        return None
    parts: tuple[ClassPart, ...] = next((each.parts for each in pair.splits if each.metric == metric), ())
    sign = 1 if pair.first == best else -1
    how, sources = result.provenance, _sources(parts, sign)
    found = leads.lead(pair, metric, best, provenance=how, n=pair.n, units=pair.units, sources=sources)
    together = _together(result, parts, best, other, sign)
    return None if found is None else _robust(replace(found, together=together), pair, metric)


def _robust(found: Lead, pair: PairReport, metric: str) -> Lead:
    """The same, and whether it depends on how unread answers are counted."""
    bounds = next((each for each in pair.bounds if each.metric == metric), None)
    if bounds is None or pair.unread is None or not bounds.changes(pair.difference(metric).difference):
        return found
    first, second = pair.unread
    whose = f"{plain(pair.first)} {first:,}, {plain(pair.second)} {second:,}"
    depends = f"{counted(first + second, 'unread answer')} ({whose})"
    return replace(found, depends=depends, otherwise=_otherwise(bounds, pair))


def _otherwise(bounds: DifferenceBounds, pair: PairReport) -> str:
    """The difference under other ways to count."""
    both = f"{plain(pair.first)} minus {plain(pair.second)}"
    left_out = "undefined" if bounds.left_out is None else value_text(bounds.left_out)
    if bounds.low is None or bounds.high is None:
        return f"{both} is {left_out} without them"
    ends = f"lies between {value_text(bounds.low)} and {value_text(bounds.high)} if some or all of them were right"
    return f"{both} is {left_out} without them, and {ends}"


def _together(result: Comparison, parts: Sequence[ClassPart], best: str, other: str, sign: int) -> Source | None:
    """What the critical classes add to a difference, with how many of their items are right."""
    mine, theirs = (result.critical.get(name, ()) for name in (best, other))
    names = {each.name for each in mine}
    added = [sign * part.difference for part in parts if part.name in names]
    if not added:
        return None
    hits, others, total = (sum(each) for each in zip(*_right(mine, theirs), strict=True))
    says = f"{count(hits)} against {count(others)} of {count(total)} right"
    turned = (hits - others) * sum(added) < 0
    return Source(CRITICAL, sum(added), f"{says}; their weights differ" if turned else says)


def _right(mine: Sequence[CriticalClass], theirs: Sequence[CriticalClass]) -> Iterator[tuple[float, float, float]]:
    """How many of each class are right for both, and how many there are."""
    return ((each.hits, other.hits, each.total) for each, other in zip(mine, theirs, strict=True))


def _sources(parts: Sequence[ClassPart], sign: int) -> list[Source]:
    """The classes that most of the difference comes from, and all others together."""
    ordered = sorted(parts, key=lambda part: -abs(part.difference))
    sources = [Source(readable(part.name), sign * part.difference) for part in ordered[:MOST_CLASSES]]
    rest = ordered[MOST_CLASSES:]
    return [*sources, *([Source(REST, sign * sum(part.difference for part in rest))] if rest else [])]
