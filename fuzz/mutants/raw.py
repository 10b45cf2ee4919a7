"""Changes of bytes, whatever they mean."""

from __future__ import annotations

import gzip
from random import Random

MOST_BYTES = 1 << 18
PIECES = (
    b"\x00",
    b"\xff",
    b"\n",
    b"\r\n",
    b"\r",
    b'"',
    b",",
    b"\xef\xbb\xbf",
    b"\xc3",
    b"\x1a",
    b"PK\x03\x04",
    b"[",
    b"{",
)


def flipped(rng: Random, content: bytes) -> bytes:
    """Some bits the other way."""
    made = bytearray(content)
    for _ in range(rng.choice((1, 2, 8)) if made else 0):
        made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
    return bytes(made)


def cut(rng: Random, content: bytes) -> bytes:
    """The beginning alone."""
    return content[: rng.randrange(len(content) + 1)]


def hollowed(rng: Random, content: bytes) -> bytes:
    """Without a part."""
    first, last = _part(rng, content)
    return content[:first] + content[last:]


def doubled(rng: Random, content: bytes) -> bytes:
    """A part again and again."""
    first, last = _part(rng, content)
    made = content[:last] + content[first:last] * rng.choice((1, 2, 50)) + content[last:]
    return made[:MOST_BYTES]


def filled(rng: Random, content: bytes) -> bytes:
    """With a piece that does not belong there."""
    at = rng.randrange(len(content) + 1)
    return content[:at] + rng.choice(PIECES) * rng.choice((1, 1, 3, 1_000)) + content[at:]


def noisy(rng: Random, content: bytes) -> bytes:
    """A part that is noise."""
    first, last = _part(rng, content)
    return content[:first] + rng.randbytes(last - first) + content[last:]


def zipped(_rng: Random, content: bytes) -> bytes:
    """Packed under a name that does not say so."""
    return gzip.compress(content, mtime=0)


def _part(rng: Random, content: bytes) -> tuple[int, int]:
    first = rng.randrange(len(content) + 1)
    return first, min(len(content), first + rng.choice((1, 4, 30, 300, 3_000)))


ALL = (flipped, cut, hollowed, doubled, filled, noisy, zipped)
