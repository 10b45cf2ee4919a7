"""What the verdict on scores rests on: what a threshold is worth, against acting on nothing, and what it misses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.estimates import leads
from mercalli.results.grounds import Finds, Grounds, Lead, Standing
from mercalli.results.measure import Measure
from mercalli.tasks.scores.article import times
from mercalli.tasks.scores.estimate import AUC, CONSTANT
from mercalli.tasks.scores.result import EVERYTHING, MEAN, MONEY, NONE, Decisions, ScoreReport
from mercalli.tasks.scores.rows import on_different_rows, on_files
from mercalli.tasks.scores.threshold.standing import (
    best_trivial,
    decisive,
    held_out,
    is_harmful,
    ordered,
    worth_of,
)
from mercalli.tasks.scores.threshold.words import (
    PER,
    action,
    asked_of,
    exact,
    harm,
    missed_bounds,
    money,
    per_thousand,
    thin_bounds,
    unmet,
)
from mercalli.text.names import plain, quoted
from mercalli.text.numbers import count
from mercalli.text.words import listed

WORTH = "worth per 1,000 cases"
TRIVIAL = {NONE: "acting on nothing", EVERYTHING: "acting on everything", CONSTANT: "a constant score"}
RECALLS, WORTH_A_STEP = (0.8, 0.9, 0.95, 0.99), 0.02
HINT = (
    "No threshold was asked for. Say what outcomes are worth (--value-tp, --cost-fp, --cost-fn, --value-tn) or what "
    "must hold (--max-fpr, --min-precision, --min-recall, --capacity), alone or together."
)


def grounds(result: Decisions) -> Grounds:
    """Systems by what they are worth on rows held out, or else by how well they rank."""
    return _of_classes(result) if result.per_class else _of_systems(result)


def _of_systems(result: Decisions) -> Grounds:
    systems = ordered(result)
    best, paired = systems[0], result.comparison
    measure = decisive(result, best)
    directions = {card.metric: card.direction for card in result.metrics}
    return Grounds(
        metric=_called(result, best, measure),
        direction=directions.get(measure.metric, 1),
        standings=tuple(_standing(result, system) for system in systems),
        tied=1 if paired is None else leads.tied(paired.rankings, measure.metric),
        beats=leads.beats(() if paired is None else paired.pairs, measure.metric),
        lead=_lead(result, systems, measure.metric),
        trivial=TRIVIAL[CONSTANT],
        baseline=CONSTANT if best.decision is None else "",
        speaks_for=leads.speaks_for(result.provenance, best.n, _units(result), "case"),
        each="case",
        unit=leads.unit_name(result.provenance),
        alarms=(*on_different_rows(systems), *_upside_down(systems), *_alarms(result, best)),
        beside=(*_actions(result, best), *_without_scores(best)),
        cautions=tuple(_cautions(result, best)),
        steps=tuple(_steps(result, best)),
    )


def _called(result: Decisions, system: ScoreReport, measure: Measure) -> str:
    """What decides, as a sentence calls it."""
    if worth_of(system) is not None:
        return WORTH
    return measure.metric if system.decision is None else asked_of(result.wish, measure.metric)


def _units(result: Decisions) -> int | None:
    return None if result.comparison is None else result.comparison.units


def _standing(result: Decisions, system: ScoreReport) -> Standing:
    measure = decisive(result, system)
    priced = worth_of(system) is not None
    return Standing(system.name, _scaled(measure) if priced else measure, tuple(_finds(result, system)))


def _scaled(measure: Measure) -> Measure:
    """The same for 1,000 cases."""
    value, low, high = measure.times(PER)
    baselines = {name: None if each is None else PER * each for name, each in measure.baselines.items()}
    return replace(measure, value=value, low=low, high=high, baselines=baselines)


def _finds(result: Decisions, system: ScoreReport) -> Iterator[Finds]:
    """The positives that are acted on."""
    if system.decision is None:
        return
    point = held_out(system.decision)
    recall, positives = point.measure("recall"), point.tp + point.fn
    where = " on held-out cases" if system.decision.cross_fitted else ""
    weighted = result.provenance.roles.get("weight") is not None
    found = point.tp if weighted else round(point.tp)
    yield Finds(f"the positives{where}", found, positives, recall.low, recall.high, each="case")


def _lead(result: Decisions, systems: Sequence[ScoreReport], metric: str) -> Lead | None:
    """The best system minus the next one."""
    if result.comparison is None or len(systems) == 1:
        return None
    best, other = systems[:2]
    pair = leads.pair_of(result.comparison.pairs, best.name, other.name)
    if pair is None or metric not in {each.metric for each in pair.differences}:
        return None
    units = result.comparison.units
    found = leads.lead(pair, metric, best.name, provenance=result.provenance, n=best.n, units=units)
    priced = found is not None and worth_of(best) is not None
    return replace(found, difference=times(found.difference, PER)) if found and priced else found


def _upside_down(systems: Sequence[ScoreReport]) -> Iterator[str]:
    """Scores that say the opposite of what they should."""
    for system in systems:
        if reversed_rank(system.measures):
            value = system.measure(AUC).value or 0.0
            yield (
                f"{plain(system.name)} is upside down: its high scores mean the opposite ({AUC} {value:.3f}). "
                f"Turned round, as in 1 - score, it would have {1 - value:.3f}."
            )


def reversed_rank(measures: Sequence[Measure]) -> bool:
    """Whether positives score lower than negatives, by more than chance."""
    high = next((each.high for each in measures if each.metric == AUC), None)
    return high is not None and high < 1 / 2


def _alarms(result: Decisions, system: ScoreReport) -> Iterator[str]:
    """What speaks against acting by the threshold at all."""
    decision, worth = system.decision, worth_of(system)
    if decision is None:
        return
    if result.provenance.roles.get("weight") is None:
        yield from thin_bounds(decision, result.wish)
    if decision.broken:
        yield unmet(decision, result.wish)
    trivial = None if worth is None else best_trivial(worth)
    if worth is not None and trivial is not None and is_harmful(system):
        bound = bool(result.wish.keys() - set(MONEY))
        yield harm(system.name, worth, TRIVIAL[trivial[0]], trivial[1], bound=bound)
    for says, clearly in missed_bounds(decision, result.wish):
        but = "do not count on this bound" if clearly else "chance may explain that"
        yield f"On held-out cases {plain(system.name)} has {says}: {but}."


def _actions(result: Decisions, system: ScoreReport) -> Iterator[str]:
    """From which score on to act, unless something speaks against it."""
    decision = system.decision
    if decision is None or decision.broken or is_harmful(system):
        return
    if not any(clearly for _, clearly in missed_bounds(decision, result.wish)):
        yield action(decision, result.wish, system.name if len(result.systems) > 1 else "")


def _without_scores(system: ScoreReport) -> Iterator[str]:
    """What doing the same to all cases is worth."""
    worth = worth_of(system)
    trivial = None if worth is None else best_trivial(worth)
    if worth is None or trivial is None:
        return
    none, everything = (money(PER * (worth.baselines[name] or 0.0)) for name in (NONE, EVERYTHING))
    equal = f"; {plain(system.name)} is no better" if worth.value is not None and worth.value == trivial[1] else ""
    both = f"acting on nothing is worth {none} per 1,000 cases, acting on everything {everything}"
    yield f"Without any score, {both}{equal}."


def own_lines(result: Decisions, system: ScoreReport) -> tuple[tuple[str, ...], bool]:
    """The same for a system by itself, and whether it warns."""
    alarms = tuple(_alarms(result, system))
    return (*alarms, *_actions(result, system)), bool(alarms)


def _cautions(result: Decisions, system: ScoreReport) -> Iterator[str]:
    worth = worth_of(system)
    capacity = result.wish.get("capacity")
    if capacity is not None and float(capacity) > system.total:
        every = f"all {count(system.total)} cases"
        yield f"The capacity of {exact(float(capacity))} is more than {every}: it rules out nothing."
    trivial = None if worth is None else best_trivial(worth)
    low = None if worth is None or is_harmful(system) else worth.low
    if low is not None and trivial is not None and low <= trivial[1]:
        yield f"The interval of its worth reaches down to that of {TRIVIAL[trivial[0]]}."
    yield from system.notes
    yield from on_files(result.systems, result.comparison, result.provenance)


def _steps(result: Decisions, system: ScoreReport) -> Iterator[str]:
    """What to do next."""
    decision, worth = system.decision, worth_of(system)
    if decision is None:
        yield HINT
        return
    if decision.broken:
        yield "Relax a bound, or find a better score; a report has what every threshold reaches (operating_points.csv)."
    trivial = None if worth is None else best_trivial(worth)
    if trivial is not None and is_harmful(system):
        yield f"Do what is worth more without any score ({TRIVIAL[trivial[0]]}), and check values and costs."
    if any(clearly for _, clearly in missed_bounds(decision, result.wish)):
        yield "Ask for a stricter bound than you need, or collect more rows: what just holds here is missed elsewhere."
    if not decision.broken and not is_harmful(system) and not reversed_rank(system.measures):
        yield from _more_recall(system)


def _more_recall(system: ScoreReport) -> Iterator[str]:
    """How many alerts it takes to find more of the positives."""
    if system.decision is None:
        return
    point, curve = held_out(system.decision), system.curve
    recall = point.measure("recall").value or 0.0
    target = next((share for share in RECALLS if share > recall + WORTH_A_STEP), None)
    if target is None:
        return
    at = next((at for at, tp in enumerate(curve.tp) if tp >= target * system.positives), len(curve.tp) - 1)
    more = per_thousand(curve.tp[at] + curve.fp[at], system.total)
    now = per_thousand(point.tp + point.fp, point.total)
    alerts = f"{more} alerts per 1,000 cases instead of {now}"
    yield f"To find {target:.0%} of the positives, ask for a recall of {target:g} (--min-recall {target:g}): {alerts}."


def _of_classes(result: Decisions) -> Grounds:
    """The mean over classes; classes are no rivals."""
    measure = result.means[result.headline[0]]
    directions = {card.metric: card.direction for card in result.metrics}
    shared = [note for note in result.systems[0].notes if all(note in system.notes for system in result.systems)]
    return Grounds(
        metric=measure.metric,
        direction=directions.get(result.headline[0], 1),
        standings=(Standing(MEAN, measure, tuple(_weakest(result))),),
        speaks_for=leads.speaks_for(result.provenance, result.systems[0].n, None, "case"),
        each="case",
        alarms=tuple(_alarms_of_classes(result)),
        beside=(f"Each of {len(result.systems)} classes has a score of its own, one class against the rest.",),
        cautions=tuple(shared),
        steps=() if result.wish else (HINT,),
    )


def _weakest(result: Decisions) -> Iterator[Finds]:
    """The class of which least is found at its threshold."""
    points = {system.name: held_out(system.decision) for system in result.systems if system.decision is not None}
    recalls = {name: point.measure("recall").value for name, point in points.items()}
    known = {name: value for name, value in recalls.items() if value is not None}
    if known:
        name = min(known, key=lambda each: known[each])
        point, recall = points[name], points[name].measure("recall")
        yield Finds(f"{quoted(name)}, the weakest class", point.tp, point.tp + point.fn, recall.low, recall.high)


def _alarms_of_classes(result: Decisions) -> Iterator[str]:
    broken = [plain(each.name) for each in result.systems if each.decision is not None and each.decision.broken]
    if broken:
        yield f"No threshold meets the bounds for {listed(broken)}."
    harmful = [plain(each.name) for each in result.systems if is_harmful(each)]
    if harmful:
        less = "acting by the score is worth less on held-out cases than acting on nothing or on everything"
        yield f"For {listed(harmful)} {less}."
