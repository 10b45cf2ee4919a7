"""Random numbers that depend on nothing but a seed, a stress and an item, so that order and subset do not matter."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from hashlib import shake_128

SIZE = 1 << 32


@dataclass(frozen=True)
class Noise:
    """The numbers of one item under one stress."""

    key: bytes

    @classmethod
    def of(cls, seed: int, stress: str, item: str) -> Noise:
        """The same three give the same numbers, on every machine."""
        return cls(f"{seed}\0{stress}\0{item}".encode(errors="surrogatepass"))

    def numbers(self, count: int) -> list[int]:
        """So many whole numbers below 2^32; the first ones are the same however many are asked for.

        >>> Noise.of(0, "typos", "17").numbers(2) == Noise.of(0, "typos", "17").numbers(3)[:2]
        True
        """
        numbers = array("I", shake_128(self.key).digest(4 * count))
        if not LITTLE:
            numbers.byteswap()
        return numbers.tolist()


LITTLE = array("I", b"\1\0\0\0")[0] == 1
