"""Progress: how a long job tells how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from mercalli.inputs.arrays import Floats

Progress: TypeAlias = Callable[[str, int, int], None]
_Step = TypeVar("_Step")


def quiet(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def steps(every: Sequence[_Step], what: str, progress: Progress) -> Iterator[_Step]:
    """The same steps, and after each how many of them are done."""
    for done, step in enumerate(every, 1):
        yield step
        progress(what, done, len(every))


def told(blocks: Iterable[Floats], what: str, total: int, progress: Progress) -> Iterator[Floats]:
    """The same blocks, and after each how many of `total` entries they held."""
    done = 0
    progress(what, done, total)
    for block in blocks:
        done += len(block)
        progress(what, done, total)
        yield block
