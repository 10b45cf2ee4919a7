"""What the verdict on places is made of: where it is worse, whether that is sure, and for whom."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.leads import notes_once, speaks_for
from mercalli.results.grounds import Grounds
from mercalli.results.measure import Measure
from mercalli.tasks.places.data import NEED
from mercalli.tasks.places.result import HotSpot, Places, PlaceSlice, PlacesReport
from mercalli.telling.groups import gates_missed, said
from mercalli.text.names import plain
from mercalli.text.numbers import count, p_text, share_text, value_text
from mercalli.text.words import counted, listed

MOST_NAMED = 3
LOUD, QUIET = 2.0, 0.5  # times the share of people
MOVES = 0.02  # of a share, by which values of one metric move when each place counts the same


def grounds(result: Places) -> Grounds:
    """Where each system has more errors than its classes explain, then the scan, people, need and sizes."""
    systems = result.systems
    alone = len(systems) == 1
    units = result.provenance.roles.get("unit")
    return Grounds(
        metric=result.headline[0],
        says=" ".join(f"{_named(each, alone)}{_answer(result, each)}" for each in systems),
        alarms=tuple(alarm for each in systems for alarm in gates_missed(result.gates, each.name)),
        beside=tuple(f"{_named(each, alone)}{line}" for each in systems for line in _beside(result, each)),
        speaks_for=speaks_for(result.provenance, systems[0].n, None),
        cautions=notes_once(systems),
        steps=tuple(_steps(result, systems[0], has_units=units is not None)),
    )


def _named(system: PlacesReport, alone: bool) -> str:  # noqa: FBT001 - handed on
    return "" if alone else f"{plain(system.name)}: "


def _answer(result: Places, system: PlacesReport) -> str:
    """The places whose interval lies above 1, with how many would by chance."""
    places = [part for part in system.parts(result.parts[0]) if part.known]
    if len(places) == 1:
        return f"Every item with a place lies in {plain(places[0].values[0])}: there are no places to compare."
    if not any(part.errors for part in places):
        return "No item with a place is wrong, so no place is worse than another."
    told = [part for part in places if part.measure("error_ratio").low is not None]
    if not told:
        return "It is not known whether any place is worse than its classes explain: no place has an interval."
    worse = sorted(
        (part for part in told if (_ratio(part).low or 0.0) > 1), key=lambda part: -(_ratio(part).low or 0.0)
    )
    chance = len(told) * (1 - float(str(result.provenance.settings["level"]))) / 2
    by_chance = f"about {chance:.1f} of {len(told):,} would by chance"
    if not worse:
        without = f"; {len(places) - len(told):,} more have no interval" if len(told) < len(places) else ""
        return (
            f"No place is shown to have more errors than its mix of classes explains "
            f"({counted(len(told), 'place')} tested{without})."
        )
    named = listed([_place(part) for part in worse[:MOST_NAMED]])
    more = f" and {len(worse) - MOST_NAMED} more" if len(worse) > MOST_NAMED else ""
    have, their = ("has", "its") if len(worse) == 1 else ("have", "their")
    return (
        f"{counted(len(worse), 'place')} {have} more errors than {their} mix of classes explains, one by one "
        f"({by_chance}): {named}{more}."
    )


def _ratio(part: PlaceSlice) -> Measure:
    return part.measure("error_ratio")


def _place(part: PlaceSlice) -> str:
    errors = f"{part.errors:,} errors, {value_text(part.expected)} expected"
    return f"{plain(part.values[0])} ({errors}, {said(_ratio(part))})"


def _beside(result: Places, system: PlacesReport) -> Iterator[str]:
    if result.asked:
        yield "No circle has more errors than expected." if system.hot is None else _where(system.hot)
    yield from _per_person(result, system)
    yield from _voices(result, system)
    if NEED in result.parts:
        yield from _gap(system, result.headline[0], NEED, "fifth of the people by need")
    for column in result.parts[1:]:
        if column != NEED:
            yield from _gap(system, result.headline[0], column, "ring")
    yield from _sizes(result, system)


def _where(hot: HotSpot) -> str:
    """The circle, and whether chance makes one as bad."""
    round_it = f"within {hot.radius:g} km of {plain(hot.place)}" if hot.radius else f"at {plain(hot.place)}"
    found = (
        f"The worst circle is {round_it}: {hot.errors:,} errors among {counted(hot.items, 'item')}, "
        f"{value_text(hot.expected)} expected ({value_text(hot.errors / hot.expected)} times)."
    )
    if hot.p is None:
        return f"{found} No p-value: {hot.why}."
    tried = f"in {hot.draws:,} draws"
    whose = (
        f" that keep the {counted(hot.units, 'unit')} whole (which tell as much as {hot.effective:.1f} of equal size)"
        if hot.units and hot.effective
        else ""
    )
    sure = "Chance alone seldom makes one as bad" if hot.p <= 0.05 else "Chance alone may make one as bad"  # noqa: PLR2004
    return f"{found} {sure} anywhere on the map: p {p_text(hot.p)} {tried}{whose}."


def _per_person(result: Places, system: PlacesReport) -> Iterator[str]:
    for person in system.persons:
        if person.metric == result.headline[0] and person.measure.value is not None:
            pooled = system.measure(person.metric).value
            of_items = "" if pooled is None else f", {value_text(pooled)} per item"
            bounds = (
                f" With the others at the worst or the best it lies between {value_text(person.lowest)} and "
                f"{value_text(person.highest)}."
                if person.lowest is not None and person.highest is not None and person.coverage < 1
                else ""
            )
            yield (
                f"Per person {person.metric} is {said(person.measure)}{of_items}; places with a value hold "
                f"{share_text(person.coverage)} of the people.{bounds}"
            )


def _voices(result: Places, system: PlacesReport) -> Iterator[str]:
    voiced = [(part, part.measure("voice").value) for part in system.parts(result.parts[0]) if part.people]
    known = [(part, voice) for part, voice in voiced if voice is not None]
    loud = max(known, key=lambda each: each[1], default=None)
    low = min(known, key=lambda each: each[1], default=None)
    if result.unseen:
        yield (
            f"Nothing is heard from {counted(len(result.unseen), 'place')} with people: "
            f"{listed([plain(name) for name in result.unseen])}. Nothing said is not nothing missed."
        )
    if loud and low and loud[1] >= LOUD and low[1] <= QUIET:
        yield (
            f"Places are not heard alike: {plain(loud[0].values[0])} has {value_text(loud[1])} times its share of the "
            f"people, {plain(low[0].values[0])} {value_text(low[1])} times."
        )


def _gap(system: PlacesReport, metric: str, column: str, what: str) -> Iterator[str]:
    gap = system.gap(metric, column)
    if gap.gap.value is None or gap.worst is None:
        yield f"It is not known whether {metric} differs by {what}: {gap.gap.undefined}."
        return
    ends = {part.values[0]: value_text(part.measure(metric).value or 0.0) for part in system.parts(column)}
    shown = "differs" if gap.gap.low else "is not shown to differ"
    alike = f"; like for like {said(gap.alike)}" if gap.alike is not None and gap.alike.value is not None else ""
    yield (
        f"By {what}, {metric} {shown}: {ends[gap.worst]} in {plain(gap.worst)} against {ends[gap.best or '']} in "
        f"{plain(gap.best or '')} (gap {said(gap.gap)}{alike})."
    )


def _sizes(result: Places, system: PlacesReport) -> Iterator[str]:
    metric = result.headline[0]
    pooled = system.measure(metric).value
    found = [(row.cells, next(each.value for each in row.measures if each.metric == metric)) for row in system.alike]
    values = [(cells, value) for cells, value in found if value is not None]
    if pooled is None or not values:
        return
    cells, most = max(values, key=lambda each: abs(each[1] - pooled))
    moved = "moves" if abs(most - pooled) >= MOVES else "hardly moves"
    what = f"each cell of {cells}" if result.width else f"each {plain(cells)}"
    yield f"Where {what} counts the same, {metric} {moved}: {value_text(most)} instead of {value_text(pooled)}."


def _steps(result: Places, system: PlacesReport, *, has_units: bool) -> Iterator[str]:
    worst = max(
        (part for part in system.parts(result.parts[0]) if part.known and (_ratio(part).low or 0.0) > 1),
        key=lambda part: part.errors - part.expected,
        default=None,
    )
    if worst is not None:
        beyond = worst.errors - worst.expected
        yield f"Look at the errors in {plain(worst.values[0])} first: {count(round(beyond))} more than expected."
    if not has_units:
        yield "Name what errors come in, such as incidents or events, with --unit: intervals are too narrow without."
    if not result.asked:
        yield "Look for where it is worse with --where, which corrects for looking at many places; intervals do not."
