"""Texts as counts of hashed n-grams: words, pairs of words, and runs of three to five letters inside words.

All of it is arithmetic on one array of letters for a block of texts: no loop over texts, words or n-grams. Hashes
depend on the letters alone, so that a model reads the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias
from unicodedata import category, normalize

import numpy as np
from numpy.typing import NDArray

from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.texts import Texts

Hashes: TypeAlias = NDArray[np.uint64]
Codes: TypeAlias = NDArray[np.uint32]

BITS = 20
COLUMNS = 1 << BITS
BLOCK = 1 << (32 - BITS)  # texts whose keys of row and column fit 32 bits
BLOCK_LETTERS = 1 << 21
LETTERS = (3, 4, 5)
BLANK, BREAK = 32, "\n"
IDEOGRAPHS = 0x2E80  # from here on most scripts write no blanks, and two letters are a word
ASCII = 128
EVERY_CODE = 0x110000
ADDRESS = re.compile(r"https?://\S*")
SPREAD, STEP, MIX = (np.uint64(each) for each in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD))
HALF = np.uint64(32)
FEWEST_TEXTS = 2
OF_WORDS, OF_PAIRS = np.uint64(101), np.uint64(103)


@dataclass(frozen=True)
class _Letters:
    """Letters of a block, one blank between words; which are inside words, and to which text each belongs."""

    codes: Codes
    inside: Bools
    row: Ints

    @classmethod
    def of(cls, texts: Sequence[str] | Texts) -> _Letters:
        joined = BREAK.join(text.replace(BREAK, " ") for text in texts)
        plain = ADDRESS.sub(" http ", normalize("NFKC", joined).lower())
        codes = np.frombuffer(f"{BREAK}{plain}{BREAK}".encode("utf-32-le", "surrogatepass"), np.uint32)
        inside = word_codes()[codes]
        breaks = codes == ord(BREAK)
        after_word = np.concatenate([[False], inside[:-1]])
        kept = inside | after_word | breaks
        row = np.cumsum(breaks)[kept] - 1
        return cls(np.where(inside[kept], codes[kept], BLANK).astype(np.uint32), inside[kept], row)

    @property
    def starts(self) -> Bools:
        """Where words begin."""
        starts: Bools = self.inside & ~np.concatenate([[False], self.inside[:-1]])
        return starts

    @property
    def word(self) -> Ints:
        """Which word each letter belongs to, counted through the block; a blank belongs to the word before it."""
        return np.cumsum(self.starts) - 1

    @property
    def words(self) -> list[str]:
        """The words as they are counted."""
        text = self.codes.tobytes().decode("utf-32-le", "surrogatepass")
        ends = np.flatnonzero(self.inside & ~np.concatenate([self.inside[1:], [False]])) + 1
        return [text[first:last] for first, last in zip(np.flatnonzero(self.starts), ends, strict=True)]


@dataclass(frozen=True)
class Occurrences:
    """Every n-gram of a block of texts where it occurs, with the words that it is made of.

    Attributes:
        words: The words of the block, one text after the other.
        row: The text of each word.
        place: The place of each n-gram among the distinct ones of the block, as `counts_of` orders them: (occurrences).
        first: The word that each is in, or the first of a pair ...
        last: ... and the last one.
    """

    words: list[str]
    row: Ints
    place: Ints
    first: Ints
    last: Ints

    @classmethod
    def of(cls, texts: Sequence[str] | Texts) -> Occurrences:
        """Those of a block: texts as `blocks_of` parts them."""
        letters = _Letters.of(texts)
        ngrams = list(_ngrams(letters))
        keys = np.concatenate([_keys(letters.row[at], hashes) for at, hashes, _ in ngrams])
        last = np.concatenate([letters.word[at] for at, *_ in ngrams])
        before = np.concatenate([np.full(len(at), is_pair, np.int64) for at, _, is_pair in ngrams])
        place = np.unique(keys, return_inverse=True)[1]
        return cls(letters.words, letters.row[letters.starts], place, last - before, last)


@lru_cache(maxsize=1)
def word_codes() -> Bools:
    """Which characters are inside words: letters with their marks, digits, and signs that are pictures."""
    kinds = np.fromiter((category(chr(code))[0] for code in range(EVERY_CODE)), "U1", EVERY_CODE)
    inside: Bools = np.isin(kinds, ["L", "M", "N"]) | ((kinds == "S") & (np.arange(EVERY_CODE) >= ASCII))
    inside[ord("_")] = True
    return inside


def counts_of(texts: Sequence[str] | Texts) -> Any:  # noqa: ANN401 - scipy has no types
    """How often each hashed n-gram occurs in each text: a sparse matrix (texts, COLUMNS).

    >>> counts = counts_of(["Fire! fire", "", "feu"])
    >>> counts.shape, counts.max(), counts[1].nnz
    ((3, 1048576), np.float32(2.0), 0)
    """
    from scipy.sparse import csr_matrix, vstack  # noqa: PLC0415 - 100 ms, only where texts are counted

    blocks = [csr_matrix(_block(part), (len(part), COLUMNS)) for part in blocks_of(texts)]
    return vstack(blocks or [csr_matrix((0, COLUMNS), dtype=np.float32)], format="csr")


def blocks_of(texts: Sequence[str] | Texts) -> Iterator[Sequence[str] | Texts]:
    """Stretches of texts that have neither too many texts nor too many letters."""
    ends = np.cumsum([len(text) for text in texts])
    first = 0
    while first < len(texts):
        before = ends[first - 1] if first else 0
        fitting = int(np.searchsorted(ends, before + BLOCK_LETTERS, "right"))
        last = min(first + BLOCK, max(fitting, first + 1), len(texts))
        yield texts[first:last]
        first = last


def _block(texts: Sequence[str] | Texts) -> tuple[NDArray[np.float32], NDArray[np.int32], NDArray[np.int32]]:
    """Counts, their columns, and where each text begins among them."""
    letters = _Letters.of(texts)
    keys = np.concatenate([_keys(letters.row[at], hashes) for at, hashes, _ in _ngrams(letters)])
    keys.sort()
    first = np.flatnonzero(np.diff(keys, prepend=keys[:1] + np.uint32(1)))
    times = np.diff(first, append=len(keys)).astype(np.float32)
    distinct = keys[first]
    begins = np.searchsorted(distinct >> np.uint32(BITS), np.arange(len(texts) + 1, dtype=np.uint32))
    return times, (distinct & np.uint32(COLUMNS - 1)).astype(np.int32), begins.astype(np.int32)


def _ngrams(letters: _Letters) -> Iterator[tuple[Ints, Hashes, bool]]:
    """Where n-grams occur (a letter inside of their last word), their hashes, and whether they are pairs of words."""
    codes = _mixed(letters.codes.astype(np.uint64) * SPREAD)
    yield from ((at, hashes, False) for at, hashes in _runs(letters, codes))
    yield from _words(letters, codes)


def _keys(row: Ints, hashes: Hashes) -> Codes:
    """Text and column in one number."""
    column = (_mixed(hashes) >> np.uint64(64 - BITS)).astype(np.uint32)
    return (row.astype(np.uint32) << np.uint32(BITS)) | column


def _mixed(hashes: Hashes) -> Hashes:
    return (hashes ^ (hashes >> HALF)) * MIX


def _runs(letters: _Letters, codes: Hashes) -> Iterator[tuple[Ints, Hashes]]:
    """Runs of letters that no blank parts; one may be at either end."""
    inside, size = letters.inside, len(codes)
    hashes, unbroken, wide = codes, np.ones(size, np.bool_), letters.codes >= IDEOGRAPHS
    for length in range(2, max(LETTERS) + 1):
        left = max(size - length + 1, 0)
        hashes = hashes[:left] * STEP + codes[length - 1 :]
        unbroken = unbroken[:left] & inside[length - 2 : length - 2 + left] if length > len("ab") else unbroken[:left]
        # Pairs are words in scripts without blanks.
        at = np.flatnonzero(unbroken if length in LETTERS else wide[:left] & wide[1 : left + 1])
        yield at + 1, hashes[at] + np.uint64(length)


def _words(letters: _Letters, codes: Hashes) -> Iterator[tuple[Ints, Hashes, bool]]:
    """Words, and each with the word after it."""
    first = np.flatnonzero(letters.starts)
    if not len(first):
        return
    at = np.flatnonzero(letters.inside)
    word = np.cumsum(letters.starts)[at] - 1
    place = at - first[word]
    powers = np.multiply.accumulate(np.r_[np.uint64(1), np.full(int(place.max()), STEP)])
    hashes = _mixed(np.add.reduceat(codes[at] * powers[place], np.flatnonzero(place == 0)))
    row = letters.row[first]
    yield first, hashes + OF_WORDS, False
    beside = row[1:] == row[:-1]
    yield first[1:][beside], (hashes[:-1] * STEP + hashes[1:])[beside] + OF_PAIRS, True


@dataclass(frozen=True)
class Terms:
    """Columns of hashed counts that are kept, in order, and the weight of each: rare n-grams count more."""

    columns: Ints
    weight: NDArray[np.float32]

    @classmethod
    def of(cls, counts: Any) -> Terms:  # noqa: ANN401 - scipy has no types
        """Those that occur in at least two texts; all if none does."""
        texts = np.bincount(counts.indices, minlength=COLUMNS)
        columns = np.flatnonzero(texts >= (FEWEST_TEXTS if (texts >= FEWEST_TEXTS).any() else 1))
        weight = np.log((1 + counts.shape[0]) / (1 + texts[columns])) + 1
        return cls(columns, weight.astype(np.float32))

    def weighed(self, counts: Any) -> Any:  # noqa: ANN401 - as above
        """Weights of terms in each text, each text of length one: a sparse matrix (texts, terms + 1).

        The last column is for n-grams that are not known; it is always zero.
        """
        from scipy.sparse import csr_matrix  # noqa: PLC0415 - 100 ms, only where texts are counted

        place = np.full(COLUMNS, len(self.columns), np.int32)
        place[self.columns] = np.arange(len(self.columns), dtype=np.int32)
        at = place[counts.indices]
        values = np.append(self.weight, np.float32(0))[at]
        often = np.flatnonzero(counts.data > 1)  # of few, so that their logarithms are quick
        values[often] *= 1 + np.log(counts.data[often])
        values *= np.repeat(_shortening(values, counts.indptr), np.diff(counts.indptr))
        return csr_matrix((values, at, counts.indptr), (counts.shape[0], len(self.columns) + 1))


def _shortening(values: NDArray[np.float32], begins: Ints) -> NDArray[np.float32]:
    """By what to multiply each stretch of values so that its length is one; a stretch of zeros stays as it is."""
    squares = np.zeros(len(begins) - 1, np.float32)
    some = np.flatnonzero(np.diff(begins))
    if len(some):
        squares[some] = np.add.reduceat(values * values, begins[some])
    squares[squares == 0] = 1
    return np.reciprocal(np.sqrt(squares))
