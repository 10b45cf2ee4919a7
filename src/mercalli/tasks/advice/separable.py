"""Labels that are hard to tell apart: how often a model confuses them, and the words that they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.metrics.ratio import ratio
from mercalli.results.findings import HIGH, MEDIUM, Evidence, Finding, Fine, Unsaid
from mercalli.tasks.advice.telling_words import Telling, word_counts
from mercalli.text.names import quoted
from mercalli.text.numbers import share_text
from mercalli.text.words import counted
from mercalli.uncertainty.intervals import percentile

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Bools, Floats, Ints
    from mercalli.tasks.advice.texts import Looked

SEPARABLE = "separability"
MIXED, VERY_MIXED = 0.15, 0.3
MOST_PAIRS = 4
MOST_WORDS, MOST_CANDIDATES, FEWEST_OF_BOTH = 8, 100, 5
FEWEST = 10


def separability(looked: Looked) -> Iterator[Finding | Fine | Unsaid]:
    """Labels of which many documents are taken for another, the worst first."""
    if looked.unjudged:
        yield Unsaid(SEPARABLE, looked.unjudged)
        return
    pairs = hard_pairs(taken_for(looked.crossed.flags, looked.crossed.pred), looked.data.counts)
    if not pairs:
        yield Fine(SEPARABLE, f"no label has {share_text(MIXED)} or more of its documents taken for one other label")
    for first, second in pairs[:MOST_PAIRS]:
        yield _pair(looked, first, second)


def taken_for(truth: Bools, pred: Bools) -> Floats:
    """How many documents of a label (rows) were taken for another (columns): (K, K).

    >>> truth, pred = np.eye(2, dtype=bool)[[0, 0, 1, 1]], np.eye(2, dtype=bool)[[0, 1, 1, 1]]
    >>> taken_for(truth, pred)
    array([[0., 1.],
           [0., 0.]])
    """
    wrong: Floats = (truth & ~pred).T.astype(np.float64) @ (pred & ~truth)
    return wrong


def hard_pairs(taken: Floats, counts: Floats | Ints) -> list[tuple[int, int]]:
    """Pairs of labels, the one that suffers more first, by how many documents of either are taken for the other.

    >>> hard_pairs(np.array([[0.0, 20.0, 1.0], [12.0, 0.0, 0.0], [0.0, 0.0, 0.0]]), np.array([100, 50, 40]))
    [(1, 0)]
    """
    share = ratio(taken, counts[:, None].astype(np.float64))
    hard = np.argwhere((share >= MIXED) & (taken >= FEWEST) & (share >= share.T)).tolist()
    kept = [(first, second) for first, second in hard if share[first, second] > share[second, first] or first < second]
    return sorted(kept, key=lambda pair: -(taken[pair] + taken[pair[::-1]]))


def _pair(looked: Looked, first: int, second: int) -> Finding:
    truth, pred, names = looked.crossed.flags, looked.crossed.pred, looked.data.classes
    ways = [_taken(truth, pred, first, second), _taken(truth, pred, second, first)]
    have = truth[:, [first, second]].astype(np.float32)
    drawn = ratio(looked.weights @ ways[0].astype(np.float32), looked.weights @ have[:, 0])
    low, high = percentile(drawn[1:].astype(np.float64), looked.level)
    counts, back = [int(each.sum()) for each in ways], float(ways[1].sum() / have[:, 1].sum())
    words = Words.of(looked, first, second, ways[0] | ways[1])
    called, share = [quoted(names[at]) for at in (first, second)], float(drawn[0])
    return Finding(
        kind=SEPARABLE,
        severity=HIGH if share >= VERY_MIXED else MEDIUM,
        finding=f"{called[0]} is hard to tell from {called[1]}",
        evidence=f"a model that saw neither them nor a copy takes {share_text(share)} [{share_text(low)} to "
        f"{share_text(high)}] of the first for the second ({counts[0]:,} documents) and {share_text(back)} of the "
        f"second for the first ({counts[1]:,}); {_shared(words)}",
        action=f"Write down the rule that tells them apart, and have the {counted(sum(counts), 'document')} labelled "
        f"again by it; or merge both if they lead to the same response: {share_text(sum(counts) / len(truth))} of all "
        f"documents would no longer be wrong.",
        numbers={
            "first_for_second": counts[0],
            "second_for_first": counts[1],
            "share": share,
            "low": float(low),
            "high": float(high),
            "share_back": back,
        },
        tables=(_words(names[first], names[second], words), *_examples(looked, ways, (first, second))),
    )


def _taken(truth: Bools, pred: Bools, first: int, second: int) -> Bools:
    """Which documents of the first label were taken for the second."""
    found: Bools = truth[:, first] & ~pred[:, first] & pred[:, second] & ~truth[:, second]
    return found


@dataclass(frozen=True)
class Words:
    """Words that tell two labels apart, and words of documents of either that were taken for the other."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    shared: tuple[str, ...]

    @classmethod
    def of(cls, looked: Looked, first: int, second: int, taken: Bools) -> Words:
        """Each text counted once however many copies it has."""
        flags, once = looked.data.flags, np.zeros(len(taken), np.bool_)
        once[np.unique(looked.copies.near, return_index=True)[1]] = True
        one, two = once & flags[:, first] & ~flags[:, second], once & flags[:, second] & ~flags[:, first]
        counts = {name: _counted(looked, rows) for name, rows in {"one": one, "two": two}.items()}
        apart = Telling.of(counts["one"], counts["two"], MOST_WORDS)
        mixed = Telling.of(
            _counted(looked, once & taken), _counted(looked, (one | two) & ~taken & looked.right), MOST_CANDIDATES
        )
        both = [word for word in mixed.first if min(counts["one"][word], counts["two"][word]) >= FEWEST_OF_BOTH]
        return cls(apart.first, apart.second, tuple(both[:MOST_WORDS]))


def _counted(looked: Looked, rows: Bools) -> Counter[str]:
    return word_counts([looked.bare[at] for at in np.flatnonzero(rows).tolist()])


def _shared(words: Words) -> str:
    return f"both use {', '.join(words.shared[:3])}" if words.shared else "no word is typical of those confused"


def _words(first: str, second: str, words: Words) -> Evidence:
    rows = (
        (f"speaks for {first}", ", ".join(words.first) or "-"),
        (f"speaks for {second}", ", ".join(words.second) or "-"),
        ("of both, typical of those confused", ", ".join(words.shared) or "-"),
    )
    return Evidence("Words, the most telling first", ("which", "words"), rows, words=("words",))


def _examples(looked: Looked, ways: list[Bools], labels: tuple[int, int]) -> tuple[Evidence, ...]:
    """The documents of either that the model is surest of the other about."""
    names = looked.data.classes
    rows: list[tuple[str, ...]] = []
    for taken, (label, other) in zip(ways, (labels, labels[::-1]), strict=True):
        for row in _surest(looked, np.flatnonzero(taken), other):
            name, text = looked.example(row)
            rows.append((name, names[label], names[other], f"{looked.crossed.probabilities[row, other]:.2f}", text))
    header = ("id", "label", "taken for", "probability", "text")
    words = ("label", "taken for", "text")
    return (Evidence("Documents taken for the other label", header, tuple(rows), words),) if rows else ()


def _surest(looked: Looked, rows: Ints, label: int) -> list[int]:
    order = np.argsort(-looked.crossed.probabilities[rows, label], kind="stable")
    return looked.different(rows[order])
