"""What the verdict on a watch is made of: is a promise broken, since when, and what is the value now."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.leads import notes_once
from mercalli.results.grounds import Grounds
from mercalli.tasks.monitor.result import AlarmReport, BoundReport, Monitor, WatchReport
from mercalli.text.names import plain, quoted
from mercalli.text.numbers import share_text, value_text
from mercalli.text.words import counted, listed

LARGE = 1e6


def grounds(result: Monitor) -> Grounds:
    """Alarms lead; then what is known of every promised metric."""
    several = len(result.systems) > 1
    return Grounds(
        metric=result.headline[0],
        says=" ".join(_answer(result, system, several=several) for system in result.systems),
        alarms=tuple(
            text
            for system in result.systems
            for text in (*_unknown(system, several=several), *_alarms(result, system, several=several))
        ),
        beside=tuple(text for system in result.systems for text in _beside(system, several=several)),
        speaks_for=_scope(result),
        cautions=notes_once(result.systems),
        steps=tuple(_steps(result)),
    )


def evidence_text(evidence: float) -> str:
    """How much evidence there is, in few digits.

    >>> evidence_text(0.4029), evidence_text(1354.6), evidence_text(2.5e9)
    ('0.403', '1,355', '2.5e+09')
    """
    return f"{evidence:.2g}" if evidence >= LARGE else value_text(evidence)


def _name(system: WatchReport, *, several: bool) -> str:
    return f"{plain(system.name)}: " if several else ""


def _unknown(system: WatchReport, *, several: bool) -> Iterator[str]:
    """A metric without a value although there are reviews: said first."""
    for measure in system.measures:
        if measure.value is None and system.reviewed:
            found = next((each for each in system.bounds if each.metric == measure.metric), None)
            why = (
                "too few of the other predictions were reviewed"
                if found is not None
                else measure.undefined or "undefined"
            )
            between = "" if found is None else f" It lies between {_bounds(found)}."
            yield f"{_name(system, several=several)}{measure.metric} is not known: {why}.{between}"


def _bounds(bound: BoundReport) -> str:
    chance = ""
    if bound.lowest is not None and bound.highest is not None:
        chance = f" ({value_text(bound.lowest)} and {value_text(bound.highest)} with chance counted)"
    return f"{value_text(bound.low)} and {value_text(bound.high)}{chance}"


def _alarms(result: Monitor, system: WatchReport, *, several: bool) -> Iterator[str]:
    for alarm in system.alarmed:
        look, since = alarm.looks[alarm.alarm or 0], alarm.looks[alarm.since or 0]
        used = counted(len(alarm.looks), "look")
        reached = evidence_text(alarm.evidence[alarm.alarm or 0])
        yield (
            f"Alarm: {_name(system, several=several)}the promise {alarm.promise} is broken. From {since} to {look}"
            f"{_between(alarm)}; the evidence reached {reached} (alarm from {alarm.threshold:,.0f} on). If all promises"
            f" were kept, the chance of any alarm in {used} would be at most {_chance(result, alarm)}."
        )


def _between(alarm: AlarmReport) -> str:
    """What the metric was in the looks that made the alarm."""
    found = alarm.between
    if found is None or found.value is None:
        return ""
    return f" {alarm.metric} was {value_text(found.value)} ({counted(found.n, 'truth')})"


def _chance(result: Monitor, alarm: AlarmReport) -> str:
    several = sum(len(system.alarms) for system in result.systems)
    return f"{min(1.0, max(alarm.bound * several, 1e-4)):.2g}"


def _answer(result: Monitor, system: WatchReport, *, several: bool) -> str:
    name = _name(system, several=several)
    if not system.reviewed:
        return f"{name}No truth has come for {counted(system.n, 'prediction')}: nothing can be said of any promise yet."
    quiet = [alarm for alarm in system.alarms if alarm.alarm is None]
    values = listed([_value(system, alarm) for alarm in system.alarms])
    if not quiet:
        return f"{name}Over all predictions in mature looks, {values}."
    kept = f"{name}No alarm on {listed([alarm.promise for alarm in quiet])}"
    strongest = max(quiet, key=lambda alarm: alarm.evidence[-1])
    used = f"after {len(strongest.looks):,} of {counted(result.looks, 'look')}"
    return (
        f"{kept} {used}: the evidence that it is broken is {evidence_text(strongest.evidence[-1])} (an alarm from "
        f"{strongest.threshold:,.0f} on). Over all predictions, {values}."
    )


def _value(system: WatchReport, alarm: AlarmReport) -> str:
    measure = system.measure(alarm.metric)
    if measure.value is None:
        return f"{alarm.metric} unknown"
    ends = "" if measure.low is None else f" [{value_text(measure.low)} to {value_text(measure.high or 0.0)}]"
    return f"{alarm.metric} {value_text(measure.value)}{ends} against {alarm.value:g} promised"


def _beside(system: WatchReport, *, several: bool) -> Iterator[str]:
    name = _name(system, several=several)
    if system.reviewed:
        mature = sum(each.mature for each in system.bins)
        wanted = sum(each.wanted for each in system.bins)
        yield (
            f"{name}{system.reviewed:,} of {counted(wanted, 'prediction')} to be reviewed have their truth; "
            f"{mature:,} of {counted(len(system.bins), 'look')} {'is' if mature == 1 else 'are'} mature."
        )
    moved = [each for each in system.shares if each.difference is not None and _excludes_zero(each.difference)]
    if moved:
        most = max(moved, key=lambda each: abs((each.difference.value or 0.0) if each.difference else 0.0))
        often = "more" if most.share > (most.reference or 0.0) else "less"
        yield (
            f"{name}{quoted(most.name)} is predicted {often} often than in the reference: "
            f"{share_text(most.share)} of predictions, {share_text(most.reference or 0.0)} before. That is no alarm: "
            f"the world may have changed."
        )


def _excludes_zero(measure: object) -> bool:
    low, high = getattr(measure, "low", None), getattr(measure, "high", None)
    return low is not None and high is not None and (low > 0 or high < 0)


def _scope(result: Monitor) -> str:
    predictions = sum(system.n for system in result.systems)
    return (
        f"This applies to the {counted(predictions, 'prediction')} in this watch. The bound on false alarms assumes "
        f"that each new item keeps the promise given those before: copies of one message count as many."
    )


def _steps(result: Monitor) -> Iterator[str]:
    if result.alarmed:
        yield (
            "Look at what was wrong since then before the model is used further; after a new model or a new promise, "
            "start a new watch: this one stays in alarm."
        )
    if any(system.bounds for system in result.systems) or not any(system.reviewed for system in result.systems):
        yield "Review a random sample of every predicted class: mercalli monitor sample WATCH --n 100 --out review.csv."
