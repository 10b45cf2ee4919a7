"""The words behind a label: what each word of a text adds to the score of a label.

Scores are linear in n-grams, so they can be shared out without a rest: what an n-gram adds goes to the word that it is
in, and what a pair of words adds goes to both in equal parts. All words of a text and the start of the label make up
its score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.texts import Texts
from mercalli.tasks.classifier.classifier import Classifier
from mercalli.tasks.classifier.ngrams import Occurrences, blocks_of, counts_of
from mercalli.text.masks import masked

BETWEEN, NO_WORD = ", ", "no word supports it"
HIDDEN_WORD = "[hidden]"  # a part of what is masked in the text


@dataclass(frozen=True)
class WordScore:
    """A word, and what it adds to the score of a label."""

    word: str
    adds: float


def words_behind(classifier: Classifier, texts: Sequence[str] | Texts, labels: Ints) -> Iterator[tuple[WordScore, ...]]:
    """For each text the words of it, by how much they add to the score of its label (texts), the most first."""
    done = 0
    for block in blocks_of(texts):
        yield from _of_block(classifier, block, labels[done : done + len(block)])
        done += len(block)


def _of_block(classifier: Classifier, texts: Sequence[str] | Texts, labels: Ints) -> Iterator[tuple[WordScore, ...]]:
    found = Occurrences.of(texts)
    adds = _adds(classifier, texts, labels, found)
    ends = np.searchsorted(found.row, np.arange(len(texts) + 1))
    for first, last in pairwise(ends.tolist()):
        yield _together(found.words[first:last], adds[first:last])


def _adds(classifier: Classifier, texts: Sequence[str] | Texts, labels: Ints, found: Occurrences) -> Floats:
    """What each word adds where it stands; an n-gram that occurs several times is shared out among them."""
    counts = counts_of(texts)
    weighed = classifier.terms.weighed(counts)
    row = np.repeat(np.arange(len(labels)), np.diff(counts.indptr))
    each = weighed.data * classifier.linear.coefficients[weighed.indices, labels[row]] / counts.data
    half = each[found.place].astype(np.float64) / 2
    size = len(found.words)
    return np.asarray(np.bincount(found.first, half, size) + np.bincount(found.last, half, size), np.float64)


def _together(words: Sequence[str], adds: Floats) -> tuple[WordScore, ...]:
    """Each word once, the one that adds most first."""
    total: dict[str, float] = {}
    for word, score in zip(words, adds.tolist(), strict=True):
        total[word] = total.get(word, 0.0) + score
    return tuple(WordScore(word, score) for word, score in sorted(total.items(), key=lambda item: -item[1]))


def words_told(
    classifier: Classifier, texts: Sequence[str] | Texts, flags: Bools, most: int, *, show_personal: bool = False
) -> list[str]:
    """The words that speak most for the label of each text; of several labels, each with its name before them.

    A word that is part of personal data is told as hidden, unless it is to be shown.
    """
    rows, labels = np.nonzero(flags)
    shown = {} if show_personal else _shown(texts)
    behind = words_behind(classifier, [texts[row] for row in rows.tolist()], labels)
    told: list[list[str]] = [[] for _ in texts]
    several = flags.sum(axis=1) > 1
    for row, label, words in zip(rows.tolist(), labels.tolist(), behind, strict=True):
        speaking = BETWEEN.join(_told(each.word, shown.get(row)) for each in words[:most] if each.adds > 0) or NO_WORD
        told[row].append(f"{classifier.classes[label]}: {speaking}" if several[row] else speaking)
    return ["; ".join(each) for each in told]


def _shown(texts: Sequence[str] | Texts) -> dict[int, set[str]]:
    """The words that are left of each text with personal data, by its place, when that is masked."""
    left = {row: covered for row in range(len(texts)) if (covered := masked(texts[row])) != texts[row]}
    found = Occurrences.of(list(left.values())) if left else None
    words: dict[int, set[str]] = {row: set() for row in left}
    if found is not None:
        places = list(left)
        for place, word in zip(found.row.tolist(), found.words, strict=True):
            words[places[place]].add(word)
    return words


def _told(word: str, shown: set[str] | None) -> str:
    return word if shown is None or word in shown else HIDDEN_WORD
