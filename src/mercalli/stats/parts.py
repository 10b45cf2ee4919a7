"""Parts: values of other metrics, from which a composite is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats


@dataclass(frozen=True)
class Parts:
    """`values` has shape (..., P), in the order of `names`."""

    values: Floats
    names: tuple[str, ...]
