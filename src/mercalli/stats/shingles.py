"""Shingles: all runs of a few letters of a text, hashed; and how many of them two texts share."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Floats, Ints

Hashes: TypeAlias = NDArray[np.uint64]

LETTERS = 5
BLOCK_LETTERS = 1 << 20
# A key is an entry's place in its block and 44 bits of a hash: one sort of whole numbers puts equals side by side.
HASH_BITS = 44
ODD = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def mixed(values: Hashes) -> Hashes:
    """Whole numbers scattered over 64 bits, each to one of its own (the finaliser of splitmix64)."""
    found = (values ^ (values >> np.uint64(30))) * np.uint64(ODD[1])
    found = (found ^ (found >> np.uint64(27))) * np.uint64(ODD[2])
    return found ^ (found >> np.uint64(31))


def shingles(texts: Sequence[str]) -> tuple[Hashes, Ints]:
    """The hashed runs of five letters of every text, one text after the other, and how many each has.

    >>> hashes, counts = shingles(["flooded", "fire", "floode"])
    >>> counts.tolist(), sorted(set(hashes[:3]) & set(hashes[3:])) == sorted(set(hashes[3:]))
    ([3, 0, 2], True)
    """
    letters = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    counts = np.maximum(lengths - LETTERS + 1, 0)
    if not counts.any():
        return np.empty(0, np.uint64), counts
    runs = np.zeros(len(letters) - LETTERS + 1, np.uint64)
    for at in range(LETTERS):
        runs = runs * np.uint64(ODD[0]) + letters[at : len(letters) - LETTERS + 1 + at]
    return mixed(runs[_within(lengths, counts)]), counts


def _within(lengths: Ints, counts: Ints) -> Ints:
    """Where runs begin that end in the text in which they begin."""
    begins = np.repeat(np.cumsum(lengths) - lengths, counts)
    place = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    starts: Ints = begins + place
    return starts


def blocks(lengths: Ints) -> Iterator[slice]:
    """Stretches of texts that have about a million letters together."""
    which = np.cumsum(lengths) // BLOCK_LETTERS
    edges = np.flatnonzero(np.diff(which, prepend=-1, append=which[-1] + 1 if len(which) else 0))
    yield from (slice(int(first), int(last)) for first, last in pairwise(edges))


def overlaps(texts: Sequence[str], pairs: Ints) -> Floats:
    """Jaccard's index of the sets of shingles of pairs of texts, given as rows of two places.

    >>> overlaps(["roads flooded", "roads flooded", "all quiet here"], np.array([[0, 1], [0, 2]]))
    array([1., 0.])
    """
    places, inverse = np.unique(pairs, return_inverse=True)
    kept, ends = _distinct([texts[int(place)] for place in places])
    sizes = np.diff(ends, prepend=0)
    sides = inverse.reshape(-1, 2)
    found = [_shared(kept, ends, sizes, part) for part in np.array_split(sides, _parts(sizes[sides].sum()))]
    shared, both = np.concatenate(found), sizes[sides].sum(axis=1)
    index: Floats = np.divide(shared, both - shared, out=np.zeros(len(shared)), where=both > 0)
    return index


def _parts(letters: int) -> int:
    return max(1, int(letters) // BLOCK_LETTERS)


def _distinct(texts: Sequence[str]) -> tuple[Hashes, Ints]:
    """The different hashes of every text, and where each text's end."""
    found: list[Hashes] = []
    sizes: list[Ints] = []
    for part in blocks(np.fromiter(map(len, texts), np.int64, len(texts))):
        hashes, counts = shingles(texts[part])
        keys = np.unique(_keys(np.repeat(np.arange(len(counts)), counts), hashes))
        found.append(keys & np.uint64((1 << HASH_BITS) - 1))
        sizes.append(np.bincount((keys >> np.uint64(HASH_BITS)).astype(np.int64), minlength=len(counts)))
    return np.concatenate(found), np.cumsum(np.concatenate(sizes))


def _keys(entries: Ints, hashes: Hashes) -> Hashes:
    return (entries.astype(np.uint64) << np.uint64(HASH_BITS)) | (hashes >> np.uint64(64 - HASH_BITS))


def _shared(kept: Hashes, ends: Ints, sizes: Ints, sides: Ints) -> Ints:
    """How many hashes both sides of each pair have: those that occur twice under the pair's number."""
    if not len(sides):
        return np.empty(0, np.int64)
    flat = sides.ravel()
    counts = sizes[flat]
    rows = (
        np.repeat(ends[flat] - counts, counts) + np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    )
    pair = np.repeat(np.repeat(np.arange(len(sides)), 2), counts)
    keys = np.sort((pair.astype(np.uint64) << np.uint64(HASH_BITS)) | kept[rows])
    twice = keys[1:][keys[1:] == keys[:-1]] >> np.uint64(HASH_BITS)
    return np.bincount(twice.astype(np.int64), minlength=len(sides)).astype(np.int64)
