"""The kinds of derived keys by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from mercalli.inputs.keys.key import Key, Written
from mercalli.inputs.keys.over_place import Cell, Ring
from mercalli.inputs.keys.over_time import Bin, Load, Phase

KINDS: Mapping[str, Callable[[Written], Key]] = MappingProxyType(
    {"bin": Bin.read, "phase": Phase.read, "load": Load.read, "cell": Cell.read, "ring": Ring.read}
)


def key_of(text: str) -> Key | None:
    """The key that a text stands for, if it is written as one.

    >>> key_of("bin(ts, 6h)").columns
    ('ts',)
    >>> key_of("language") is None
    True
    """
    found = Written.read(text, list(KINDS))
    return None if found is None else KINDS[found.kind](found)
