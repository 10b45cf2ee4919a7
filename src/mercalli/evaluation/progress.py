"""Progress: how a long job tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]


def quiet(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""
