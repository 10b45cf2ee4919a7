"""What should be known before relying on a stress test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mercalli.results.limits import FEW_ROWS, on_few_units
from mercalli.tasks.stress.data import StressData
from mercalli.tasks.stress.result import StressedSystem, StressReport
from mercalli.tasks.stress.texts.catalogue import ATTACK, IDENTITY
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.text.words import counted, listed

MANY_FLIPS = 0.2
OTHER_ANSWERS = "Clean answers may be of another model, or of another version or prompt."


def notes_of(data: StressData, systems: Sequence[StressedSystem]) -> Iterator[str]:
    """What was left out, what has no noise floor, and which texts say little."""
    first = systems[0]
    yield from _left_out(data, first)
    for system in systems:
        yield from _noise(system, named=len(systems) > 1)
    yield from _texts(data, first)
    if data.n < FEW_ROWS:
        yield f"Only {counted(data.n, 'item')}: intervals are wide and rough."
    yield from on_few_units(data.units)


def learnt_text(card: Mapping[str, object]) -> str:
    """That a model does not say which texts it learnt from, with what its card says of them."""
    trained, origin = card.get("trained"), card.get("origin")
    texts = f"{counted(trained, 'text')} of {origin}" if isinstance(trained, int) and origin else "texts"
    return (
        f"The model learnt from {texts} and does not say which. Those that are here too make its clean answers look "
        f"better, and its losses worse, than new texts would: test it on texts that it has not seen."
    )


def _left_out(data: StressData, system: StressedSystem) -> Iterator[str]:
    if data.dropped:
        was = "was" if data.dropped == 1 else "were"
        yield f"{counted(data.dropped, 'item')} without a truth or a clean answer {was} left out."
    lacking = [f"{each.name} {each.lacking:,}" for each in system.stresses if each.lacking]
    if lacking:
        yield (
            f"Answers are missing and were left out: {listed(lacking)}. If a model fails on hard texts, what is left "
            f"looks better than it is."
        )


def _noise(system: StressedSystem, *, named: bool) -> Iterator[str]:
    """Whether the same text asked again gives the same answer."""
    again = system.report(IDENTITY)
    whose = f"{plain(system.name)}: " if named else ""
    if again is None:
        yield (
            f"{whose}The same texts were not asked again (no {IDENTITY}): of a language model, some flips are noise, "
            f"and nobody can say how many."
        )
        return
    flips = again.measure("flips").value
    if flips is not None and flips > MANY_FLIPS:
        yield f"{whose}{share_text(flips)} of the answers change when the same text is asked again. {OTHER_ANSWERS}"


def _texts(data: StressData, system: StressedSystem) -> Iterator[str]:
    if data.texts is None or any(each.texts is None for each in data.variants):
        yield "Texts are not known, so every text that was answered counts as changed by its stress."
    empty = [f"{each.name} {each.empty:,}" for each in system.stresses if each.empty]
    if empty:
        yield f"Texts that are empty under a stress were asked too: {listed(empty)}."
    never = [each.name for each in system.stresses if not each.n]
    if never:
        yield f"No text is changed by {listed(never)}."
    yield from _controls(system.stresses)


def _controls(reports: Sequence[StressReport]) -> Iterator[str]:
    lone = [
        each.name
        for each in reports
        if each.family == ATTACK and (each.beside is None or each.beside.reference == IDENTITY)
    ]
    if lone:
        yield f"No control was asked for {listed(lone)}: longer texts alone change answers too."
