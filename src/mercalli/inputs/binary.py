"""Binary: cells that are or are not of the class, and where anybody looked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mercalli.errors import MapError
from mercalli.inputs.arrays import Bools

SHOWN = 4


@dataclass(frozen=True)
class Binary:
    """Whether each cell is of the class; `known` is False where it was not observed, and None if all were."""

    positive: Bools
    known: Bools | None = None

    @classmethod
    def check(cls, values: ArrayLike, name: str) -> Binary:
        """From booleans, or from 0 and 1; NaN and masked cells were not observed.

        >>> Binary.check([1.0, 0.0, float("nan")], "truth").known
        array([ True,  True, False])
        """
        known = None if not isinstance(values, np.ma.MaskedArray) else ~np.ma.getmaskarray(values)
        plain: NDArray[Any] = np.asarray(np.ma.getdata(values) if known is not None else values)
        if plain.dtype == np.bool_:
            return cls(plain, known)
        if plain.dtype.kind not in "iuf":
            raise MapError.not_binary(name, plain.ravel()[:SHOWN].tolist())
        if plain.dtype.kind == "f":
            seen = ~np.isnan(plain)
            known = seen if known is None else known & seen
        looked_at = plain if known is None else plain[known]
        odd = looked_at[(looked_at != 0) & (looked_at != 1)]
        if odd.size:
            raise MapError.not_binary(name, np.unique(odd).tolist())
        return cls(plain == 1, known)
