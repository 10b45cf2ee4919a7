"""What the verdict on alerts is made of: urgent items that are missed, who alerts best, what other thresholds give."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.estimates.leads import beats, first_lead, level_of, notes_once, speaks_for, tied
from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.measure import MetricCard
from mercalli.tasks.alerts.estimate import CONSTANT, EVERYTHING, NOTHING, WORTH
from mercalli.tasks.alerts.result import AlertReport, Alerts, ThresholdReport
from mercalli.telling.words import best_first
from mercalli.text.names import plain
from mercalli.text.numbers import share_text, value_text
from mercalli.text.words import counted
from mercalli.uncertainty.few_units import FEWEST_UNITS, bounded_interval
from mercalli.uncertainty.intervals import wilson

LIST = "ndcg_at_k"
MOST_FOUND = 0.7
TRIVIAL = {CONSTANT: "a random order", NOTHING: "alerting nothing", EVERYTHING: "alerting everything"}


def decisive(result: Alerts) -> MetricCard:
    """What alerts are worth, where that is known; else how well urgent items come first."""
    return next((card for card in result.metrics if card.metric.startswith(WORTH[0])), result.metrics[0])


def called(result: Alerts, card: MetricCard) -> str:
    """What a sentence calls a metric; of a list, how long it is."""
    return f"nDCG of the first {result.provenance.settings['k']}" if card.metric.startswith(LIST) else card.label


def ordered(result: Alerts) -> list[AlertReport]:
    """The systems, the best first."""
    metric = decisive(result).metric
    return best_first(result.systems, lambda system: system.measure(metric), result.metrics)


def grounds(result: Alerts) -> Grounds:
    """The systems by what their alerts are worth, beside what the better of two trivial rules is worth."""
    card, systems = decisive(result), ordered(result)
    best, level = systems[0], level_of(result.provenance)
    baseline = _trivial(best, card.metric)
    return Grounds(
        metric=called(result, card),
        direction=card.direction,
        standings=tuple(
            Standing(each.name, each.measure(card.metric), tuple(_finds(result, each, level))) for each in systems
        ),
        tied=tied(result.rankings, card.metric),
        beats=beats(result.pairs, card.metric),
        lead=first_lead(result.pairs, card.metric, systems, result.provenance),
        trivial=TRIVIAL[baseline],
        baseline=baseline,
        speaks_for=_scope(result, best),
        unit="event",
        beside=tuple(_alerted(result, best)),
        cautions=notes_once(systems),
        steps=tuple(_steps(best)),
    )


def _trivial(best: AlertReport, metric: str) -> str:
    """The trivial rule that is worth most."""
    baselines = best.measure(metric).baselines
    rules = [name for name in (NOTHING, EVERYTHING) if baselines.get(name) is not None]
    return max(rules, key=lambda name: baselines[name] or 0.0, default=CONSTANT)


def _finds(result: Alerts, system: AlertReport, level: float) -> Iterator[Finds]:
    """Urgent items that are alerted, of all that are urgent."""
    counts = system.counts
    if counts is not None:
        low, high = _ends(system, level) if counts.urgent else (None, None)
        yield Finds("urgent items", counts.right, counts.urgent, low, high, result.floor, "item")


def _ends(system: AlertReport, level: float) -> tuple[float, float] | tuple[None, None]:
    """The interval of that share over events; over items if there is one event."""
    right, urgent = (np.array(part, np.float64) for part in zip(*_by_event(system), strict=True))
    share: Floats = ratio(right.sum(), urgent.sum())
    if len(right) == 1:
        low, high = wilson(share, urgent.sum(), level)
    elif len(right) < FEWEST_UNITS:
        return None, None
    else:
        without = ratio(right.sum() - right, urgent.sum() - urgent)
        low, high = bounded_interval(share, without, (np.array(0.0), np.array(1.0)), level)
    return (float(low), float(high)) if np.isfinite([low, high]).all() else (None, None)


def _by_event(system: AlertReport) -> Iterator[tuple[int, int]]:
    return ((each.counts.right, each.counts.urgent) for each in system.events if each.counts is not None)


def _scope(result: Alerts, best: AlertReport) -> str:
    if len(best.events) > 1:
        return speaks_for(result.provenance, best.n, len(best.events), unit="event")
    return f"This applies to these {counted(best.n, 'item')} of one event. To cover new events, name their column."


def _alerted(result: Alerts, best: AlertReport) -> Iterator[str]:
    """What alerting from the threshold on means for those who are woken."""
    counts = best.counts
    if counts is not None:
        share = f" ({share_text(counts.false / counts.alerted)} of its alerts)" if counts.alerted else ""
        raw = next((each.raw for each in best.thresholds if each.used), None)
        given = "" if raw is None else f" (a score of {raw:.4g} or more)"
        threshold = float(str(result.provenance.settings["threshold"]))
        yield (
            f"With the threshold {threshold:g}{given}, {plain(best.name)} sends "
            f"{counted(counts.alerted, 'alert')}: {counts.false:,} false{share}, and {counts.missed:,} of "
            f"{counted(counts.urgent, 'urgent item')} missed."
        )


def _steps(best: AlertReport) -> Iterator[str]:
    """Another threshold, if one of those listed is worth more; nothing where that is not known."""
    known = [each for each in best.thresholds if each.worth is not None and each.name not in {NOTHING, EVERYTHING}]
    if not known:
        yield from _more_found(best)
        return
    now, other = next(each for each in known if each.used), max(known, key=lambda each: each.worth or 0.0)
    if (other.worth or 0.0) > (now.worth or 0.0):
        yield (
            f"Try the threshold {other.name}: {_gives(other)}; {now.name} is {_gives(now)}. "
            f"Check it on other items, because it was chosen on these."
        )


def _more_found(best: AlertReport) -> Iterator[str]:
    """The highest of the thresholds listed that finds most urgent items, and what that costs."""
    used = next((each for each in best.thresholds if each.used), None)
    enough = (each for each in best.thresholds if each.counts.right >= MOST_FOUND * each.counts.urgent > 0)
    other = next((each for each in enough if each.name != EVERYTHING), None)
    if used is None or other is None or other.counts.right <= used.counts.right:
        return
    share = share_text(other.counts.right / other.counts.urgent)
    yield (
        f"To find {share} of urgent items, alert from {other.name} on (--threshold {other.name}): "
        f"{counted(other.counts.alerted, 'alert')}, {other.counts.false:,} of them false."
    )


def _gives(each: ThresholdReport) -> str:
    share = ratio(each.counts.right, each.counts.urgent)
    return (
        f"worth {value_text(each.worth or 0.0)} with {share_text(float(share))} of urgent items found and "
        f"{counted(each.counts.false, 'false alert')}"
    )
