"""Copies among texts: letter by letter, with the same words, and nearly so; found in linear time.

Near copies share most of their shingles, which are all runs of a few letters of a text, hashed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Floats, Ints
from mercalli.stats.bare_texts import bare_texts, word_keys

Hashes: TypeAlias = NDArray[np.uint64]

NEAR = 0.8
# The column that says which texts are the same, where masks hide it: texts of one number are copies.
COPIES = "copy_group"
BANDS, ROWS = 20, 4
SLACK = 0.2
BLOCK_PAIRS = 1 << 18
LETTERS = 5
BLOCK_LETTERS = 1 << 20
# A key is an entry's place in its block and 44 bits of a hash: one sort of whole numbers puts equals side by side.
HASH_BITS = np.uint64(44)
ODD = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


@dataclass(frozen=True)
class Copies:
    """Which texts are copies of each other; texts of the same group have the same number.

    Attributes:
        exact: Groups of texts that are equal letter by letter.
        same: Groups of texts with the same words, whatever their links, mentions, case and signs.
        near: Groups of texts that are linked by near copies, those with the same words included.
        pairs: Pairs of places (first < second), of different words, that are near copies: (P, 2).
        overlap: The share of runs of letters that such a pair has in common: (P,).
    """

    exact: Ints
    same: Ints
    near: Ints
    pairs: Ints
    overlap: Floats

    @classmethod
    def of(cls, texts: Sequence[str], tell: Callable[[int, int], None] = lambda _done, _total: None) -> Copies:
        """From texts; `tell` hears how many of how many are read.

        >>> copies = Copies.of(["Roads closed!", "RT @a: roads closed http://t.co/x", "Fire", "@b http://t.co/y", ""])
        >>> copies.exact.tolist(), copies.same.tolist()
        ([0, 1, 2, 3, 4], [0, 0, 1, 2, 3])
        """
        same = groups_of(word_keys(texts))
        firsts = np.unique(same, return_index=True)[1]
        pairs, overlap = near_pairs(bare_texts([texts[int(at)] for at in firsts]), tell)
        return cls(groups_of(texts), same, _linked(same, pairs), firsts[pairs], overlap)

    def among(self, first: int) -> Copies:
        """Copies among so many of the first texts alone, whatever the others link."""
        inside = (self.pairs < first).all(axis=1)
        same, pairs = self.same[:first], self.pairs[inside]
        return Copies(self.exact[:first], same, _linked(same, self.same[pairs]), pairs, self.overlap[inside])


def groups_of(values: Sequence[str]) -> Ints:
    """Equal values as equal numbers, in the order in which they first occur."""
    place: dict[str, int] = {}
    return np.fromiter((place.setdefault(value, len(place)) for value in values), np.int64, len(values))


def near_pairs(
    texts: Sequence[str], tell: Callable[[int, int], None] = lambda _done, _total: None
) -> tuple[Ints, Floats]:
    """Pairs of places whose texts share at least eight in ten of their runs of five letters, and how much they share.

    MinHash signatures (Broder 1997) in bands: of two texts that share eight in ten, one pair in 27,000 is overlooked.
    """
    pairs = _likely(signatures(texts, tell))
    overlap = overlaps(texts, pairs) if len(pairs) else np.empty(0)
    chosen = overlap >= NEAR
    return pairs[chosen], overlap[chosen]


def signatures(
    texts: Sequence[str], tell: Callable[[int, int], None] = lambda _done, _total: None
) -> NDArray[np.uint32]:
    """The least hash of every text under each of 80 orders: (texts, 80); texts without shingles have the greatest."""
    orders = mixed(np.arange(1, BANDS * ROWS + 1, dtype=np.uint64) << np.uint64(32)) | np.uint64(1)
    least = np.full((len(texts), len(orders)), np.iinfo(np.uint32).max, np.uint32)
    for part in blocks(texts):
        hashes, counts = shingles(texts[part])
        full = np.flatnonzero(counts)
        if len(full):
            starts = (np.cumsum(counts) - counts)[full]
            least[part.start + full] = np.stack([_least(hashes, starts, order) for order in orders], axis=1)
        tell(part.stop, len(texts))
    return least


def _least(hashes: Hashes, starts: Ints, order: np.uint64) -> NDArray[np.uint32]:
    ordered = ((hashes * order) >> np.uint64(32)).astype(np.uint32)
    return np.minimum.reduceat(ordered, starts)


def _likely(least: NDArray[np.uint32]) -> Ints:
    """Pairs that fall together in a band and have about as many equal least hashes as near copies have."""
    full = np.flatnonzero((least != np.iinfo(np.uint32).max).any(axis=1))
    if len(full) <= 1:
        return np.empty((0, 2), np.int64)
    keys = [each for band in range(BANDS) for each in _together(_band(least[full], band))]
    flat = np.unique(np.concatenate(keys)) if keys else np.empty(0, np.int64)
    pairs = full[np.stack(np.divmod(flat, len(full)), axis=1)]
    parts = np.array_split(pairs, max(1, len(pairs) // BLOCK_PAIRS))
    return np.concatenate(
        [part[(least[part[:, 0]] == least[part[:, 1]]).mean(axis=1) >= NEAR - SLACK] for part in parts]
    )


def _band(least: NDArray[np.uint32], band: int) -> Hashes:
    key = np.zeros(len(least), np.uint64)
    for column in range(band * ROWS, (band + 1) * ROWS):
        key = mixed(key + least[:, column])
    return key


def _together(keys: Hashes) -> Iterator[Ints]:
    """Pairs in one bucket as single numbers: each entry with the one before it, and with the bucket's first."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    begins = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    first = np.maximum.accumulate(np.where(begins, np.arange(len(keys)), 0))
    inside = np.flatnonzero(~begins)
    for other in (inside - 1, first[inside]):
        one, two = order[other], order[inside]
        yield np.minimum(one, two) * len(keys) + np.maximum(one, two)


def _linked(same: Ints, pairs: Ints) -> Ints:
    """For each entry, the group of its number among numbers linked by pairs, directly or through others."""
    from scipy.sparse import coo_array  # noqa: PLC0415 - a quarter of a second that only copies need
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - as above

    size = int(same.max(initial=-1)) + 1
    links = coo_array((np.ones(len(pairs), np.bool_), (pairs[:, 0], pairs[:, 1])), shape=(size, size))
    groups: Ints = connected_components(links, directed=False)[1].astype(np.int64)
    return groups[same]


def mixed(values: Hashes) -> Hashes:
    """Whole numbers scattered over 64 bits, each to one of its own (the finaliser of splitmix64)."""
    scattered = (values ^ (values >> np.uint64(30))) * np.uint64(ODD[1])
    scattered = (scattered ^ (scattered >> np.uint64(27))) * np.uint64(ODD[2])
    return scattered ^ (scattered >> np.uint64(31))


def shingles(texts: Sequence[str]) -> tuple[Hashes, Ints]:
    """The hashed runs of five letters of every text, one text after the other, and how many each has.

    >>> hashes, counts = shingles(["flooded", "fire", "floode"])
    >>> counts.tolist(), sorted(set(hashes[:3]) & set(hashes[3:])) == sorted(set(hashes[3:]))
    ([3, 0, 2], True)
    """
    letters = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    lengths = _lengths(texts)
    counts = np.maximum(lengths - LETTERS + 1, 0)
    if not counts.any():
        return np.empty(0, np.uint64), counts
    runs = np.zeros(len(letters) - LETTERS + 1, np.uint64)
    for at in range(LETTERS):
        runs = runs * np.uint64(ODD[0]) + letters[at : len(letters) - LETTERS + 1 + at]
    return mixed(runs[_ranges(np.cumsum(lengths) - lengths, counts)]), counts


def _lengths(texts: Sequence[str]) -> Ints:
    return np.fromiter(map(len, texts), np.int64, len(texts))


def _ranges(starts: Ints, counts: Ints) -> Ints:
    """So many places from each start on, one range after the other."""
    before: Ints = np.cumsum(counts) - counts
    return np.arange(counts.sum()) + np.repeat(starts - before, counts)


def blocks(texts: Sequence[str]) -> Iterator[slice]:
    """Stretches of texts that have about a million letters together."""
    which = np.cumsum(_lengths(texts)) // BLOCK_LETTERS
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
    both = sizes[sides].sum(axis=1)
    parts = np.array_split(sides, max(1, int(both.sum()) // BLOCK_LETTERS))
    shared = np.concatenate([_shared(kept, ends, sizes, part) for part in parts])
    index: Floats = np.divide(shared, both - shared, out=np.zeros(len(shared)), where=both > 0)
    return index


def _distinct(texts: Sequence[str]) -> tuple[Hashes, Ints]:
    """The different hashes of every text, and where each text's end."""
    kept: list[Hashes] = []
    sizes: list[Ints] = []
    for part in blocks(texts):
        hashes, counts = shingles(texts[part])
        keys = np.unique(_keys(np.repeat(np.arange(len(counts)), counts), hashes >> (np.uint64(64) - HASH_BITS)))
        kept.append(keys & ((np.uint64(1) << HASH_BITS) - np.uint64(1)))
        sizes.append(np.bincount((keys >> HASH_BITS).astype(np.int64), minlength=len(counts)))
    return np.concatenate(kept), np.cumsum(np.concatenate(sizes))


def _keys(entries: Ints, hashes: Hashes) -> Hashes:
    return (entries.astype(np.uint64) << HASH_BITS) | hashes


def _shared(kept: Hashes, ends: Ints, sizes: Ints, sides: Ints) -> Ints:
    """How many hashes both sides of each pair have: those that occur twice under the pair's number."""
    if not len(sides):
        return np.empty(0, np.int64)
    flat = sides.ravel()
    counts = sizes[flat]
    pair = np.repeat(np.repeat(np.arange(len(sides)), 2), counts)
    keys = np.sort(_keys(pair, kept[_ranges(ends[flat] - counts, counts)]))
    twice = keys[1:][keys[1:] == keys[:-1]] >> HASH_BITS
    return np.bincount(twice.astype(np.int64), minlength=len(sides)).astype(np.int64)
