"""Sections on several systems, or on several classes, that threshold and rank share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from mercalli.io.sheets import Sheet
from mercalli.results.difference import Difference
from mercalli.results.measure import Provenance
from mercalli.tasks.scores.result import Comparison, RankReport, ScoreReport
from mercalli.telling.article import (
    LONG,
    PAGE,
    SCREEN,
    Block,
    Notes,
    Rankings,
    Section,
    Sentence,
)
from mercalli.telling.blocks import difference_table
from mercalli.telling.boards import keys, one_at_a_time
from mercalli.telling.files import ahead_sheets

APART = "Differences between systems"
AnyReport = TypeVar("AnyReport", "RankReport", "ScoreReport")


def sections(
    systems: Sequence[AnyReport], section: Callable[[AnyReport], Section], *, per_class: bool
) -> Iterator[Section]:
    """Each system by itself, on a page one at a time; a terminal shows the best alone, and of classes none."""
    title = f"One {'class' if per_class else 'system'} at a time"
    for part in one_at_a_time(systems, section, title):
        yield replace(part, on=part.on & ~SCREEN) if per_class else part


def parts_of(systems: Sequence[RankReport] | Sequence[ScoreReport]) -> dict[str, str]:
    """Keys and names of systems of which a page shows one at a time."""
    return keys([system.name for system in systems])


def paired_blocks(  # noqa: PLR0917 - what is compared, and how it is told
    paired: Comparison | None,
    provenance: Provenance,
    decisive: str,
    called: str = "",
    per: float = 1,
    also: Iterable[str] = (),
) -> Iterator[Block]:
    """Rankings into groups of ties, and how far systems are apart; a terminal shows what decides, as it is `called`.

    Differences of what decides are of so many cases as `per` says; `also` are further metrics for a terminal.
    """
    if paired is None:
        return
    named = [replace(each, metric=called) if called and each.metric == decisive else each for each in paired.rankings]
    shown = {decisive, called, *also}
    yield Rankings(tuple(each for each in named if each.metric in shown), on=SCREEN)
    yield Rankings(tuple(named), on=PAGE)
    pairs = [
        replace(pair, differences=tuple(_called(each, decisive, called, per) for each in pair.differences))
        for pair in paired.pairs
    ]
    every = {each.metric for pair in pairs for each in pair.differences}
    yield difference_table(pairs, every, provenance, PAGE)


def _called(found: Difference, decisive: str, called: str, per: float) -> Difference:
    """A difference of what decides as it is called, and of as many cases."""
    if found.metric != decisive or not called:
        return found
    return replace(times(found, per), metric=called)


def times(found: Difference, per: float) -> Difference:
    """A difference of so many cases."""
    parts = (found.first, found.second, found.difference, found.low, found.high)
    first, second, difference, low, high = (None if each is None else per * each for each in parts)
    return replace(found, first=first, second=second, difference=difference, low=low, high=high)


def compared_tables(paired: Comparison | None) -> dict[str, Sheet]:
    """Differences and rankings for a spreadsheet and a frame, where systems were compared."""
    if paired is None:
        return {}
    return ahead_sheets(paired.pairs, paired.rankings)


def shared_notes(systems: Sequence[RankReport | ScoreReport]) -> list[str]:
    """What holds for all systems."""
    return [note for note in systems[0].notes if all(note in system.notes for system in systems)]


def beside_board(systems: Sequence[RankReport] | Sequence[ScoreReport], *, per_class: bool) -> Iterator[Block]:
    """What a terminal says below all systems: which of them follows, or notes on all classes, as none of them does."""
    if not per_class:
        if len(systems) > 1:
            yield Sentence(f"Details of {systems[0].name}.", on=SCREEN)
        return
    if any(system.slices for system in systems):
        yield Sentence("Slices of each class: see --json or --out.", on=SCREEN)
    shared = shared_notes(systems)
    own = [f"{system.name}: {note}" for system in systems for note in system.notes if note not in shared]
    yield Notes(tuple(own), on=LONG)


def kinds(*, per_class: bool) -> str:
    """What the systems of a result are."""
    return "classes" if per_class else "systems"
