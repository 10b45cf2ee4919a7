"""actionability_breakdown.png: how much of each level was right, or of each class where there are no levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.labels.figures.captions import box_note, in_rows, lead, order_note, signs, undefined_notes
from mercalli.tasks.labels.figures.names import words
from mercalli.telling.figures.canvas import Heading
from mercalli.telling.figures.forest import Block, Forest
from mercalli.telling.figures.layouts import laid_out
from mercalli.telling.words import measure_of
from mercalli.text.numbers import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mercalli.tasks.labels.result import Evaluation, SystemReport
    from mercalli.telling.figures.canvas import Canvas

MOST_CLASSES = 24


def actionability(result: Evaluation) -> Canvas:
    """The whole picture."""
    shown = in_rows(result)
    blocks = _levels(shown) if shown[0].levels else _classes(shown)
    forest = Forest(tuple(system.name for system in shown), tuple(blocks))
    notes = [*order_note(result, shown), *_class_note(result), *undefined_notes(forest), *box_note(result)]
    heading = Heading(_title(result), lead(result), tuple(signs(result, forest.blocks)), tuple(notes))
    return laid_out(forest, heading)


def _title(result: Evaluation) -> str:
    levels = result.systems[0].levels
    if not levels:
        return "Recall by class, as the profile has no levels"
    return f"Accuracy by level of {' and '.join(dict.fromkeys(level.levels for level in levels))}"


def _levels(systems: Sequence[SystemReport]) -> Iterator[Block]:
    several = len({level.levels for level in systems[0].levels}) > 1
    for at, level in enumerate(systems[0].levels):
        measures = tuple(system.levels[at].accuracy for system in systems)
        asks = f"\nresponse: {level.response}" if level.response else ""
        said = f"{_rows(each.n for each in measures)}, weight {level.weight:g}{asks}"
        scale = f" ({words(level.levels)})" if several else ""
        yield Block(words(level.level) + scale, said, measures)


def _classes(systems: Sequence[SystemReport]) -> Iterator[Block]:
    for at in _largest(systems[0]):
        found = [measure_of(system.classes[at].measures, "recall") for system in systems]
        measures = tuple(measure for measure in found if measure is not None)
        yield Block(words(systems[0].classes[at].name), _rows(each.n for each in measures), measures, baseline=False)


def _largest(system: SystemReport) -> list[int]:
    """The positions of the classes with most rows, in their own order."""
    order = sorted(range(len(system.classes)), key=lambda at: -system.classes[at].support)
    return sorted(order[:MOST_CLASSES])


def _rows(sizes: Iterable[int]) -> str:
    """How many rows values rest on.

    >>> _rows([90, 90]), _rows([88, 90])
    ('n = 90', 'n = 88 to 90')
    """
    found = sorted(set(sizes))
    return "n = " + " to ".join(count(each) for each in dict.fromkeys([found[0], found[-1]]))


def _class_note(result: Evaluation) -> Iterator[str]:
    left = len(result.systems[0].classes) - MOST_CLASSES
    if not result.systems[0].levels and left > 0:
        yield f"The {MOST_CLASSES} classes with most rows; {left} others are left out."
