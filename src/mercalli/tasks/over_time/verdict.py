"""What the verdict over time is made of: does it hold, where does it not, and how late is what is urgent found."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.leads import notes_once, speaks_for
from mercalli.results.gaps import Gap
from mercalli.results.grounds import Grounds
from mercalli.tasks.over_time.result import OverTime, TimeReport, TimeSlice
from mercalli.telling.groups import gates_missed, said
from mercalli.text.names import plain
from mercalli.text.numbers import share_text, value_text
from mercalli.text.words import counted, listed
from mercalli.uncertainty.few_units import FEWEST_UNITS

SMALL_GAP = 0.1  # a gap of which the upper end is below this is called small


def grounds(result: OverTime) -> Grounds:
    """Whether the first metric holds over the bins of each system, then phases, load and delays."""
    systems = result.systems
    alone = len(systems) == 1
    return Grounds(
        metric=result.headline[0],
        says=" ".join(_answer(result, each, alone=alone) for each in systems),
        alarms=tuple(alarm for each in systems for alarm in gates_missed(result.gates, each.name)),
        beside=tuple(line for each in systems for line in _beside(result, each, alone=alone)),
        speaks_for=_speaks_for(result),
        cautions=notes_once(systems),
        steps=tuple(_steps(result, systems[0])),
    )


def _speaks_for(result: OverTime) -> str:
    """New events, where intervals rest on them; single bins speak for these events alone."""
    items, events = counted(result.systems[0].n, "item"), result.events
    if result.provenance.roles.get("unit") is not None:
        return speaks_for(result.provenance, result.systems[0].n, None)
    if events < FEWEST_UNITS:
        return f"This applies to more items of {'this event' if events == 1 else 'these events'} ({items})."
    parts = listed(["values over all items", *(f"by {part}" for part in result.parts[1:])])
    return f"Single bins apply to these {events:,} events ({items}); {parts} apply to new events like them."


def _answer(result: OverTime, system: TimeReport, *, alone: bool) -> str:
    """Steady, changing, or changing only because the mix of classes does."""
    name = "" if alone else f"{plain(system.name)}: "
    metric, bins = result.headline[0], result.parts[0]
    gap = system.gap(metric, bins)
    if gap.gap.value is None:
        return f"{name}It is not known whether {metric} holds over time: {gap.gap.undefined}."
    many = counted(gap.gap.n, "bin")
    told = f"{_at(system, bins, gap.worst, metric)} against {_at(system, bins, gap.best, metric)}"
    alike = gap.alike
    if not gap.gap.low and not (alike is not None and alike.low):
        spread = f", spread {value_text(gap.spread.value)}" if gap.spread.value is not None else ""
        large = (
            ""
            if (gap.gap.high or 1.0) < SMALL_GAP
            else f" A difference of up to {value_text(gap.gap.high or 1.0)} is not ruled out."
        )
        return f"{name}Steady: in {metric}, no bin of {many} differs beyond chance{spread}.{large}"
    if alike is not None and alike.value is not None and not alike.low:
        return (
            f"{name}{metric} differs between the {many}, but not like for like: {told}; with the same mix of classes "
            f"the gap is {said(alike)}."
        )
    return f"{name}{metric} does not hold over time: {told} (gap {said(gap.gap)} over {many})."


def _at(system: TimeReport, column: str, name: str | None, metric: str) -> str:
    part = next(each for each in system.parts(column) if each.values == (name,))
    return f"{value_text(part.measure(metric).value or 0.0)} in {plain(str(name))}"


def _beside(result: OverTime, system: TimeReport, *, alone: bool) -> Iterator[str]:
    name = "" if alone else f"{plain(system.name)}: "
    metric = result.headline[0]
    yield from (f"{name}{line}" for line in _first_and_last(result, system, metric))
    if system.change is not None:
        change = system.change
        yield (
            f"{name}It changes from {plain(change.bin)} on: {share_text(change.before)} before, "
            f"{share_text(change.after)} after, freed of the mix of classes (p {change.p:.3f})."
        )
    for column in result.parts[1:]:
        yield from (f"{name}{line}" for line in _part(system, metric, column))
    if system.finds:
        yield f"{name}{_finds(system)}"
    for measure in system.timely:
        if measure.value is not None and measure.metric.startswith(("found_within", "timely_recall")):
            yield f"{name}{measure.metric}: {said(measure)}."


def _first_and_last(result: OverTime, system: TimeReport, metric: str) -> Iterator[str]:
    """The first bin beside the last that is large enough, as they are and like for like."""
    large = [part for part in system.parts(result.parts[0]) if part.known and not part.few and not _thin(result, part)]
    if len(large) > 1:
        first, last = large[0], large[-1]
        values = [
            f"{value_text(part.measure(metric).value or 0.0)} in {plain(part.values[0])}" for part in (first, last)
        ]
        alike = [next((each.value for each in part.alike if each.metric == metric), None) for part in (first, last)]
        known = [value_text(each) for each in alike if each is not None]
        plainly = [value_text(part.measure(metric).value or 0.0) for part in (first, last)]
        same = f"; like for like {known[0]} and {known[1]}" if len(known) > 1 and known != plainly else ""
        of_most = " that has most of the events" if result.events > 1 else ""
        yield f"From the first to the last large bin{of_most}, {metric} goes from {values[0]} to {values[1]}{same}."


def _thin(result: OverTime, part: TimeSlice) -> bool:
    return part.events < result.events / 2


def _part(system: TimeReport, metric: str, column: str) -> Iterator[str]:
    gap = system.gap(metric, column)
    if gap.gap.value is not None and gap.worst is not None:
        told = f"{_at(system, column, gap.worst, metric)} against {_at(system, column, gap.best, metric)}"
        shown = "differs" if gap.gap.low else "is not shown to differ"
        alike = (
            f"; like for like the gap is {said(gap.alike)}"
            if gap.alike is not None and gap.alike.value is not None
            else ""
        )
        yield f"By {column}, {metric} {shown}: {told} (gap {said(gap.gap)}){alike}."


def _finds(system: TimeReport) -> str:
    ever = system.measure("found_ever")
    at_once = sum(fact.delay == 0 for fact in system.facts)
    missed = sum(fact.delay is None for fact in system.facts)
    latest = next((fact for fact in system.facts if fact.delay is not None), None)
    never = f" {counted(missed, 'fact')} {'is' if missed == 1 else 'are'} never found." if missed else ""
    late = (
        f" The latest is found after {latest.delay:.1f} h ({plain(latest.fact)})."
        if latest is not None and latest.delay
        else ""
    )
    return f"First finds: {at_once} of {ever.n} at once.{never}{late}"


def _steps(result: OverTime, system: TimeReport) -> Iterator[str]:
    gap: Gap = system.gap(result.headline[0], result.parts[0])
    if gap.alike is not None and gap.alike.low and gap.worst is not None:
        yield f"Look at what is missed in {plain(gap.worst)}, label such items, and train again with them."
    if any(fact.delay is None for fact in system.facts):
        yield "Look at the facts that are never found: facts.csv lists them."
