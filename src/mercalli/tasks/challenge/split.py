"""The public and the private part: units by a keyed hash, fixed before the opening, and promised by a commitment."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

BITS = 64


def is_public(unit: str, salt: str, share: float) -> bool:
    """Whether a unit is in the public part: the same for ever by the salt, and unknown without it.

    >>> [is_public(str(unit), "salt", 0.5) for unit in range(6)]
    [False, True, False, True, True, True]
    """
    if share >= 1:
        return True
    drawn = hmac.new(salt.encode(), unit.encode(), sha256).digest()[: BITS // 8]
    return int.from_bytes(drawn, "big") < share * (1 << BITS)


@dataclass(frozen=True)
class Split:
    """The units of a phase, and the salt that divides them."""

    salt: str
    share: float
    units: tuple[str, ...]

    @classmethod
    def of(cls, units: Iterable[str], salt: str, share: float) -> Split:
        """Every unit once, in order."""
        return cls(salt, share, tuple(sorted(set(units))))

    @property
    def public(self) -> list[str]:
        """The units of the public part."""
        return [unit for unit in self.units if is_public(unit, self.salt, self.share)]

    @property
    def commitment(self) -> str:
        """What is published before the opening: a hash of salt and split, which tells nothing of either."""
        content = {"public": self.public, "salt": self.salt, "share": self.share, "units": self.units}
        return sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def parts(units: Sequence[str], salt: str, share: float) -> tuple[list[int], list[int]]:
    """The places of the items of each part, by the unit of each item: public, private."""
    known = {unit: is_public(unit, salt, share) for unit in set(units)}
    public = [place for place, unit in enumerate(units) if known[unit]]
    private = [place for place, unit in enumerate(units) if not known[unit]]
    return public, private
