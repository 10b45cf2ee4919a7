"""What should be known before places are compared."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from mercalli.results.groups import TOO_FEW
from mercalli.tasks.places.data import LEAST_SHOWN, NEED, SMALL
from mercalli.tasks.places.estimate import OneSystem
from mercalli.tasks.places.result import PlaceSlice
from mercalli.text.numbers import share_text
from mercalli.text.words import counted, listed


def system_notes(system: OneSystem, slices: Sequence[PlaceSlice], *, searched: bool) -> Iterator[str]:
    """What has no place, what is too small, and what intervals rest on."""
    yield from system.placed.notes
    places = [part for part in slices if part.columns == (system.placed.place,)]
    known = [part for part in places if part.known]
    total = sum(part.n for part in places)
    yield from (_unplaced(part, total) for part in places if not part.known)
    yield from _small(known)
    if system.labels.unit is None and searched:
        yield (
            "No unit was named. Where errors come in clusters, such as incidents, a search without units nearly always "
            "finds a place; name them with --unit."
        )
    elif system.labels.unit is not None and system.settled.settings.replicates:
        yield from _without_interval(known)
    yield from _unheard(system, {part.values[0] for part in slices if part.columns == (NEED,)})


def _unplaced(part: PlaceSlice, total: int) -> str:
    items = counted(part.n, "item")
    if part.values[0] == TOO_FEW:
        return f"{items} in cells of fewer than {LEAST_SHOWN} items are shown as one, unnamed."
    return f"{items} ({share_text(part.n / total)}) have no place: a row of their own."


def _small(known: Sequence[PlaceSlice]) -> Iterator[str]:
    small = [part for part in known if part.expected < SMALL]
    if small:
        yield (
            f"{counted(len(small), 'place')} of {len(known):,} {'has' if len(small) == 1 else 'have'} fewer than "
            f"{SMALL:.0f} expected errors: small places come first and last in any ranking by chance."
        )


def _without_interval(known: Sequence[PlaceSlice]) -> Iterator[str]:
    alone = [part for part in known if part.measure("error_ratio").low is None and part.expected > 0]
    if alone:
        yield (
            f"{counted(len(alone), 'place')} {'has' if len(alone) == 1 else 'have'} no interval of error_ratio, with "
            f"fewer than three units or no error."
        )


def _unheard(system: OneSystem, found: Collection[str]) -> Iterator[str]:
    """Fifths by need that no item comes from."""
    absent = [] if system.people is None else sorted({*system.people.fifths.values()} - set(found))
    if absent:
        yield f"No item comes from {listed(absent)} of the people by need."
