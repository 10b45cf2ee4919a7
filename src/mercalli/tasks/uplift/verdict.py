"""What the verdict on uplift is made of: which score orders people best, and what treating by it gains over chance."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.leads import beats, first_lead, notes_once, speaks_for, tied, to_cover, unit_name
from mercalli.results.grounds import Grounds, Standing
from mercalli.results.measure import by_text
from mercalli.tasks.uplift.estimate import RANDOM
from mercalli.tasks.uplift.result import EFFECT, UpliftReport, UpliftResult
from mercalli.tasks.uplift.words import effect_text, gain_text, target_text
from mercalli.telling.words import best_first
from mercalli.text.names import plain

TRIVIAL = "treating as many at random"


def ordered(result: UpliftResult) -> list[UpliftReport]:
    """The systems, the best first."""
    return best_first(result.systems, lambda system: system.measure(result.headline[0]), result.metrics)


def grounds(result: UpliftResult) -> Grounds:
    """The systems by the area above a random order; nothing that must not be missed is known here."""
    metric, systems = result.headline[0], ordered(result)
    card = by_text(result.metrics, metric)
    best, lead = systems[0], first_lead(result.pairs, metric, systems, result.provenance)
    return Grounds(
        metric=f"{card.label[:1].lower()}{card.label[1:]} ({metric})",
        direction=card.direction,
        standings=tuple(Standing(each.name, each.measure(metric)) for each in systems),
        tied=tied(result.rankings, metric),
        beats=beats(result.pairs, metric),
        lead=lead,
        trivial=TRIVIAL,
        baseline=RANDOM,
        speaks_for=_scope(result, best.n, None if lead is None else lead.units),
        each="person",
        unit=unit_name(result.provenance),
        beside=tuple(_gains(best)),
        cautions=notes_once(systems),
        steps=tuple(_steps(result, best)),
    )


def _scope(result: UpliftResult, n: int, units: int | None) -> str:
    if result.provenance.roles.get("unit") is None:
        return f"This applies to more people like these {n:,}. {to_cover('households or clinics')}"
    return speaks_for(result.provenance, n, units, "person")


def _gains(best: UpliftReport) -> Iterator[str]:
    """What treating the highest scores gains, beside treating at random, everybody and nobody."""
    target, effect = best.targets[0], effect_text(best.measure(EFFECT))
    if target.uplift.value is not None:
        yield (
            f"Treating the first {target_text(target)} by {plain(best.name)} gains {gain_text(*target.per_1000)} per "
            f"1,000 treated; treating people at random, or everybody, gains {effect}, and treating nobody 0."
        )
    else:
        yield f"Treating everybody gains {effect} per 1,000 treated, and treating nobody 0."


def _steps(result: UpliftResult, best: UpliftReport) -> Iterator[str]:
    """Nobody should be chosen by a score of which it was not shown that it is better than chance."""
    area = best.measure(result.headline[0])
    chance = area.baselines.get(RANDOM)
    if area.low is None or area.high is None or chance is None:
        return
    if area.low <= chance <= area.high:
        yield f"Do not choose people by {plain(best.name)} yet: a random order may be as good. Test it on more people."
    elif len(result.systems) > 1:
        yield f"Test {plain(best.name)} on another trial: it was chosen among {len(result.systems)} on this one."
