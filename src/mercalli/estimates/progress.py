"""Progress: how a long job tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mercalli.inputs.arrays import Floats

Progress: TypeAlias = Callable[[str, int, int], None]


def quiet(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def told(blocks: Iterable[Floats], what: str, total: int, progress: Progress) -> Iterator[Floats]:
    """The same blocks, and after each how many of `total` entries they held."""
    done = 0
    progress(what, done, total)
    for block in blocks:
        done += len(block)
        progress(what, done, total)
        yield block
