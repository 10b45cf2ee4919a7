"""Parts: values of other metrics, from which a composite is made."""

from dataclasses import dataclass

from mercalli.inputs.arrays import Floats


@dataclass(frozen=True)
class Parts:
    """`values` has shape (..., P), in the order of `names`."""

    values: Floats
    names: tuple[str, ...]
