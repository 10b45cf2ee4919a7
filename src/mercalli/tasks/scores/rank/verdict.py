"""What the verdict on a ranking rests on: what the first K hold, against a random order, and who ranks better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates import leads
from mercalli.results.grounds import Finds, Grounds, Lead, Standing
from mercalli.tasks.scores.rank.estimate import RANDOM
from mercalli.tasks.scores.rank.words import LIFT_DIGITS, first, first_k_text, leading, ordered
from mercalli.tasks.scores.result import Ranked, RankReport
from mercalli.tasks.scores.rows import on_different_rows, on_files
from mercalli.text.numbers import count, number, percent, share_text

TRIVIAL = "a random order"
SHARES, WORTH_A_STEP = (0.5, 0.8, 0.9, 0.95), 0.02
CLASSES = "Each class is ranked by a score of its own; classes are not compared with each other."
NAMES = {"precision_at_k": "precision", "hit_rate_at_k": "hit rate"}


def grounds(result: Ranked) -> Grounds:
    """Systems by what the first K that was asked for hold."""
    systems = ordered(result)[:1] if result.per_class else ordered(result)
    best, paired = systems[0], result.comparison
    top, unit = best.tops[0], leads.unit_name(result.provenance)
    measure = top.measure(leading(result))
    by_lists = result.group is not None and result.provenance.roles.get("unit") is None
    return Grounds(
        metric=f"top-{_k(top.asked)} {NAMES[leading(result)]}",
        direction=1,
        standings=tuple(_standing(result, system) for system in systems),
        tied=1 if paired is None else leads.tied(paired.rankings, measure.metric),
        beats=leads.beats(() if paired is None else paired.pairs, measure.metric),
        lead=_lead(result, systems, measure.metric),
        trivial=TRIVIAL,
        baseline=RANDOM,
        speaks_for=_speaks_for(result, best, by_lists=by_lists),
        each="case",
        unit="list" if by_lists else unit,
        alarms=() if result.per_class else tuple(on_different_rows(systems)),
        beside=tuple(_beside(result, best)),
        cautions=tuple(_cautions(result, best)),
        steps=tuple(_steps(result, best)),
    )


def _k(asked: float) -> str:
    """K as it was asked for.

    >>> _k(200), _k(0.1)
    ('200', '10%')
    """
    return f"{asked:,.0f}" if asked >= 1 else percent(asked)


def _standing(result: Ranked, system: RankReport) -> Standing:
    return Standing(system.name, system.tops[0].measure(leading(result)), tuple(_finds(result, system)))


def _finds(result: Ranked, system: RankReport) -> Iterator[Finds]:
    """The positives among the first K of one list; means over lists are no count of positives."""
    top = system.tops[0]
    recall = top.measure("recall_at_k")
    if result.group is None and top.hits is not None:
        found = f"the positives by checking the first {first(top)}"
        yield Finds(found, round(top.hits, 2), system.positives, recall.low, recall.high, each="case")


def _beside(result: Ranked, system: RankReport) -> Iterator[str]:
    """How many are looked at, and what more of them would hold."""
    top = system.tops[0]
    if result.group is None and top.hits is not None:
        lift = number(top.measure("lift_at_k").value, LIFT_DIGITS)
        yield f"The first {first(top)} of {count(system.total)} hold {lift} times as many positives as in random order."
    yield from (first_k_text(result, system, each) for each in system.tops[0 if result.group else 1 :])


def _lead(result: Ranked, systems: Sequence[RankReport], metric: str) -> Lead | None:
    """The best system minus the next one."""
    paired = result.comparison
    if paired is None or len(systems) == 1:
        return None
    pair = leads.pair_of(paired.pairs, systems[0].name, systems[1].name)
    if pair is None or metric not in {each.metric for each in pair.differences}:
        return None
    return leads.lead(pair, metric, systems[0].name, provenance=result.provenance, n=systems[0].n, units=paired.units)


def _speaks_for(result: Ranked, system: RankReport, *, by_lists: bool) -> str:
    if by_lists:
        return f"This applies to new lists like these {system.lists:,} by {result.group!r}."
    units = None if result.comparison is None else result.comparison.units
    return leads.speaks_for(result.provenance, system.n, units, "case")


def _cautions(result: Ranked, system: RankReport) -> Iterator[str]:
    if result.per_class:
        yield CLASSES
    yield from system.notes
    if not result.per_class:
        yield from on_files(result.systems, result.comparison, result.provenance)


def _steps(result: Ranked, system: RankReport) -> Iterator[str]:
    """How far down one has to look to find more of the positives."""
    recall = max((top.measure("recall_at_k").value or 0.0 for top in system.tops), default=0.0)
    target = next((share for share in SHARES if share > recall + WORTH_A_STEP), None)
    curve = system.curve
    found = (at for at, gain in enumerate(curve.gain) if target is not None and gain is not None and gain >= target)
    at = next(found, None)
    if target is not None and at is not None and result.group is None:
        many = f"the first {count(round(curve.k[at]))} ({share_text(curve.share[at])})"
        yield f"To find {target:.0%} of the positives, look at {many}: --k {round(curve.k[at])}."
