"""What the verdict on a stress test rests on: what breaks answers most, what attacks achieve, what is only noise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.leads import beats, lead, level_of, pair_of, speaks_for, tied
from mercalli.estimates.ranking import best_first, is_shown
from mercalli.results.difference import Difference
from mercalli.results.grounds import Grounds, Lead, Standing
from mercalli.results.measure import Measure
from mercalli.tasks.stress.estimate import FLIPS, URGENT_LOST
from mercalli.tasks.stress.result import StressedSystem, StressReport, StressResult, UnderAll
from mercalli.tasks.stress.texts.catalogue import ATTACK, IDENTITY, KEEP
from mercalli.text.names import plain
from mercalli.text.numbers import interval, share_text, value_text
from mercalli.text.words import counted

HIDDEN_FLIPS = 3  # times as many answers change as accuracy shows
LEAST_SHARE = 0.01
LEAST_LOST = 0.1  # of the urgent items, from which on an attack is an alarm


def grounds(result: StressResult) -> Grounds:
    """Systems by what survives all stresses that keep the meaning; one alone by what costs it most."""
    systems = ordered(result)
    first, alpha = systems[0], 1 - level_of(result.provenance)
    measure = deciding(first)
    lone = len(systems) == 1
    return Grounds(
        metric=measure.metric,
        direction=1,
        standings=tuple(Standing(each.name, deciding(each)) for each in systems),
        tied=tied(result.rankings, measure.metric),
        beats=beats(result.pairs, measure.metric),
        lead=None if lone else _lead(result, measure.metric, systems),
        says=f"{plain(first.name)}: {_answer(result, first, alpha)}" if lone else "",
        alarms=tuple(text for each in systems for text in _attacked(result, each, alpha)),
        beside=(
            *(() if lone else [f"{plain(each.name)}: {_answer(result, each, alpha)}" for each in systems]),
            *_hidden(first),
            *(_survival(each) for each in first.under_all),
            *_again(first),
        ),
        speaks_for=speaks_for(result.provenance, result.n, result.units),
        cautions=result.notes,
        steps=tuple(_steps(result, first, alpha)),
    )


def _lead(result: StressResult, metric: str, systems: Sequence[StressedSystem]) -> Lead | None:
    """The first system minus the next one, if they were compared."""
    best, other = (each.name for each in systems[:2])
    pair = pair_of(result.pairs, best, other)
    return lead(pair, metric, best, provenance=result.provenance, n=result.n, units=result.units)


def ordered(result: StressResult) -> list[StressedSystem]:
    """Systems, the one that survives most first."""
    return best_first(result.systems, lambda system: deciding(system).value, 1)


def deciding(system: StressedSystem) -> Measure:
    """What a system is judged by: what survives a list of stresses, or the first stress where there is no list."""
    return system.under_all[0].survives if system.under_all else system.stresses[0].measure("survives")


def costs(system: StressedSystem, metric: str, family: str = KEEP) -> list[StressReport]:
    """The stresses of a family, the one that costs most of a metric first."""
    own = [each for each in system.stresses if each.family == family and each.drop(metric).difference is not None]
    return sorted(own, key=lambda each: -(each.drop(metric).difference or 0.0))


def _answer(result: StressResult, system: StressedSystem, alpha: float) -> str:
    """Which stress that keeps the meaning costs most, and whether that was shown."""
    metric = result.headline[0]
    ranked = costs(system, metric)
    if not ranked:
        return _only_others(result, system)
    worst = ranked[0]
    shown = [each for each in ranked if is_shown(each.drop(metric), alpha) and (each.drop(metric).difference or 0) > 0]
    of_all = f"{len(ranked)} stresses that keep the meaning" if len(ranked) > 1 else "the stress that keeps the meaning"
    if not shown:
        least = f"at most {moved(worst.drop(metric), metric)}"
        if worst.drop(metric).low is None:
            return f"whether {of_all} cost it {metric} was not tested ({least}, under {worst.name})."
        return f"no loss of {metric} was shown under {of_all} ({least}, under {worst.name})."
    worst = shown[0]
    lost = worst.measure(URGENT_LOST).value if result.urgent else None
    urgent = "" if lost is None else f", and loses {share_text(lost)} of the urgent items that it found"
    many = f"{len(shown)} of {of_all}" if len(ranked) > 1 else of_all
    most = f"{worst.name} costs {'most' if len(ranked) > 1 else ''}".strip()
    verb = "cost" if len(shown) > 1 else "costs"
    return f"{many} {verb} it {metric}. {most}: {moved(worst.drop(metric), metric)}{urgent}."


def _only_others(result: StressResult, system: StressedSystem) -> str:
    """Where no stress keeps the meaning."""
    metric = result.headline[0]
    ranked = sorted(
        (each for each in system.stresses if each.drop(metric).difference is not None),
        key=lambda each: -(each.drop(metric).difference or 0.0),
    )
    if not ranked:
        return "no stress changed a text, so nothing can be said."
    return (
        f"no stress that keeps the meaning was asked. {ranked[0].name} costs {moved(ranked[0].drop(metric), metric)}."
    )


def moved(drop: Difference, metric: str) -> str:
    """A metric before and under stress, and what it loses with the interval."""
    first, second = (value_text(each or 0.0) for each in (drop.first, drop.second))
    ends = "" if drop.low is None else f" [{interval(drop.low, drop.high)}]"
    return f"{metric} from {first} to {second}, a drop of {value_text(drop.difference or 0.0)}{ends}"


def _attacked(result: StressResult, system: StressedSystem, alpha: float) -> Iterator[str]:
    """The attack that hides most urgent items, beside its control."""
    attacks = [each for each in system.stresses if each.family == ATTACK]
    measure = URGENT_LOST if result.urgent else "broken"
    ranked = sorted(attacks, key=lambda each: -(each.measure(measure).value or 0.0))
    if not ranked or (ranked[0].measure(measure).value or 0.0) < LEAST_LOST:
        return
    worst = ranked[0]
    beside = None if worst.beside is None else worst.beside.difference(URGENT_LOST if result.urgent else FLIPS)
    p = None if beside is None else beside.p if beside.p_adjusted is None else beside.p_adjusted
    if p is not None and p > alpha:
        return
    did = "hides {} of the urgent items that it found" if result.urgent else "makes {} of all answers wrong"
    share = share_text(worst.measure(measure).value or 0.0)
    control = ""
    if beside is not None and beside.second is not None:
        control = f" (harmless words of the same length: {share_text(beside.second)})"
    others = len([each for each in ranked[1:] if (each.measure(measure).value or 0.0) >= LEAST_LOST])
    more = f" {counted(others, 'other attack')} {'does' if others == 1 else 'do'} so too." if others else ""
    attack = f"{worst.name}, {worst.says}, {did.format(share)}{control}"
    yield f"{plain(system.name)} can be talked out of an answer: {attack}.{more}"


def _hidden(system: StressedSystem) -> Iterator[str]:
    """Many answers that change behind a small drop of accuracy."""
    known = [
        each
        for each in costs(system, system.stresses[0].drops[-1].metric)
        if (each.measure(FLIPS).value or 0.0) >= LEAST_SHARE
    ]
    for each in known[:1]:
        flips, broken, mended = (each.measure(name).value or 0.0 for name in (FLIPS, "broken", "mended"))
        drop = each.drops[-1]
        if flips >= HIDDEN_FLIPS * abs(drop.difference or 0.0):
            yield (
                f"A drop hides more: under {each.name} {share_text(flips)} of the answers change; {share_text(broken)} "
                f"become wrong and {share_text(mended)} become right."
            )


def _survival(under: UnderAll) -> str:
    """What is right under all stresses of a list."""
    kind = "attacks" if under.family == ATTACK else "stresses that keep the meaning"
    before, after = (share_text(each.value or 0.0) for each in (under.right, under.survives))
    each = {1: under.stresses[0], 2: f"both {kind}"}
    many = each.get(len(under.stresses), f"all {len(under.stresses)} {kind}")
    return f"{after} of the items are right before and under {many}; {before} are right before."


def _again(system: StressedSystem) -> Iterator[str]:
    """How much of all this is noise."""
    again = system.report(IDENTITY)
    value = None if again is None else again.measure(FLIPS).value
    if again is not None and value is not None:
        same = "Asked again, the same texts get the same answers: no flip is noise."
        noisy = f"{share_text(value)} of the answers change when the same text is asked again: so many flips are noise."
        yield noisy if value else same


def _steps(result: StressResult, system: StressedSystem, alpha: float) -> Iterator[str]:
    """What to do about the worst, and what is still to ask."""
    metric = result.headline[0]
    if any(True for _ in _attacked(result, system, alpha)):
        yield (
            "Keep people's words apart from instructions before a model reads them, let a person see what is called "
            "not urgent, and run this again."
        )
    shown = [each for each in costs(system, metric) if is_shown(each.drop(metric), alpha)]
    if shown:
        where = f"under {shown[0].name} (`--out DIR` shows them)"
        yield f"Read the answers that change {where}, and train with such texts too."
    if system.report(IDENTITY) is None:
        command = f"`mercalli stress make FILE --stress {IDENTITY}`"
        yield f"Ask the same texts again ({command}): only then is it known what is noise."
