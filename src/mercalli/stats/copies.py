"""Copies among texts: letter by letter, with the same words, and nearly so; found in linear time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Floats, Ints
from mercalli.stats.bare_texts import bare_texts, word_keys
from mercalli.stats.shingles import Hashes, blocks, mixed, overlaps, shingles

NEAR = 0.8
BANDS, ROWS = 20, 4
SLACK = 0.2
BLOCK_PAIRS = 1 << 18


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
    found = np.full((len(texts), len(orders)), np.iinfo(np.uint32).max, np.uint32)
    for part in blocks(np.fromiter(map(len, texts), np.int64, len(texts))):
        hashes, counts = shingles(texts[part])
        full = np.flatnonzero(counts)
        if len(full):
            starts = (np.cumsum(counts) - counts)[full]
            found[part.start + full] = np.stack([_least(hashes, starts, each) for each in orders], axis=1)
        tell(part.stop, len(texts))
    return found


def _least(hashes: Hashes, starts: Ints, order: np.uint64) -> NDArray[np.uint32]:
    ordered = ((hashes * order) >> np.uint64(32)).astype(np.uint32)
    return np.minimum.reduceat(ordered, starts)


def _likely(found: NDArray[np.uint32]) -> Ints:
    """Pairs that fall together in a band and have about as many equal least hashes as near copies have."""
    full = np.flatnonzero((found != np.iinfo(np.uint32).max).any(axis=1))
    if len(full) <= 1:
        return np.empty((0, 2), np.int64)
    keys = [each for band in range(BANDS) for each in _together(_band(found[full], band))]
    flat = np.unique(np.concatenate(keys)) if keys else np.empty(0, np.int64)
    pairs = full[np.stack(np.divmod(flat, len(full)), axis=1)]
    parts = np.array_split(pairs, max(1, len(pairs) // BLOCK_PAIRS))
    return np.concatenate(
        [part[(found[part[:, 0]] == found[part[:, 1]]).mean(axis=1) >= NEAR - SLACK] for part in parts]
    )


def _band(found: NDArray[np.uint32], band: int) -> Hashes:
    key = np.zeros(len(found), np.uint64)
    for column in range(band * ROWS, (band + 1) * ROWS):
        key = mixed(key + found[:, column])
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
