"""Labels that may be wrong: documents of which a model is confident, unseen, that another label is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.texts import Texts
from mercalli.results.findings import LOW, MEDIUM, Evidence, Finding, Fine, Unsaid
from mercalli.tasks.advice.texts import TextStudy
from mercalli.text.numbers import share_text
from mercalli.text.words import counted

NOISE = "label noise"
MANY = 0.01
CLEAR = 0.5
FEWEST_READ, MOST_READ = 20, 100
MOST_KINDS = 5


@dataclass(frozen=True)
class NamedDoubts:
    """Documents in doubt, the clearest first: their places, by how much, and what is given and likely in words."""

    rows: Ints
    margin: Floats
    given: Sequence[str]
    likely: Sequence[str]


def label_noise(study: TextStudy) -> Finding | Fine | Unsaid:
    """Documents whose label a model confidently disagrees with, to be read in that order."""
    if study.unjudged:
        return Unsaid(NOISE, study.unjudged)
    doubts = named_doubts(study)
    n, doubtful = len(study.data), len(np.unique(doubts.rows))
    if not doubtful:
        return Fine(NOISE, "no label is confidently contradicted by a model that had not seen its document")
    clear = len(np.unique(doubts.rows[doubts.margin >= CLEAR]))
    read = min(max(clear, FEWEST_READ), MOST_READ, doubtful)
    return Finding(
        kind=NOISE,
        severity=MEDIUM if clear > MANY * n else LOW,
        finding=f"{_labels(study, doubts)} may be wrong; a model clearly disagrees with {clear:,}",
        evidence=f"a model that saw neither them nor a copy is confident of another label for "
        f"{share_text(doubtful / n)} of {counted(n, 'document')}, by at least {CLEAR:g} for {share_text(clear / n)}",
        action=f"Have the first {counted(read, 'document')} read again, in this order, and continue while at "
        f"least half of their labels are changed. A wrong model can be confident too: correct nothing unread.",
        numbers={
            "documents": doubtful,
            "labels": len(doubts.rows),
            "share": doubtful / n,
            "clear": clear,
            "to_read": read,
        },
        tables=(_kinds(doubts), *_examples(study, doubts)),
    )


def _labels(study: TextStudy, doubts: NamedDoubts) -> str:
    """How many labels; where a document may have several, the documents, as each is read once."""
    if study.single:
        return counted(len(doubts.rows), "label")
    return f"The labels of {counted(len(np.unique(doubts.rows)), 'document')}"


def named_doubts(study: TextStudy) -> NamedDoubts:
    """By confident learning over all labels, or label by label where a document may have several."""
    data, probabilities = study.data, study.unseen.probabilities
    if study.single:
        parts = [_named(data.codes, probabilities, data.classes)]
    else:
        columns = zip(data.classes, data.flags.T, probabilities.T, strict=True)
        parts = [
            _named(flag.astype(np.int64), np.stack([1 - present, present], axis=1), (f"without {name}", name))
            for name, flag, present in columns
        ]
    rows, margin, given, likely = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    order = np.argsort(-margin, kind="stable")
    return NamedDoubts(rows[order], margin[order], given[order].tolist(), likely[order].tolist())


def _named(codes: Ints, probabilities: Floats, names: Sequence[str]) -> tuple[Ints, Floats, Texts, Texts]:
    """Rows in doubt, their margins, and the names of the labels that are given and likely."""
    doubts, words = Doubts.of(codes, probabilities), np.array(names, np.object_)
    return doubts.rows, doubts.margin, words[doubts.given], words[doubts.likely]


def _kinds(doubts: NamedDoubts) -> Evidence:
    """Which label is given and which is likely, the most frequent first."""
    counts = Counter(zip(doubts.given, doubts.likely, strict=True))
    often = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_KINDS]
    rows = tuple((*pair, f"{count:,}") for pair, count in often)
    return Evidence("Which labels are in doubt", ("given", "likely", "documents"), rows, words=("likely",))


def _examples(study: TextStudy, doubts: NamedDoubts) -> tuple[Evidence, ...]:
    place = {row: at for at, row in reversed(list(enumerate(doubts.rows.tolist())))}
    chosen = ((row, place[row]) for row in study.different(doubts.rows))
    rows = [
        (study.example(row)[0], doubts.given[at], doubts.likely[at], f"{doubts.margin[at]:.2f}", study.example(row)[1])
        for row, at in chosen
    ]
    header = ("id", "given", "likely", "margin", "text")
    return (Evidence("The clearest", header, tuple(rows), words=("given", "likely", "text")),) if rows else ()


@dataclass(frozen=True)
class Doubts:
    """Texts whose label is in doubt, the clearest first.

    Attributes:
        rows: Their places.
        given: The label that each has.
        likely: The label that a model is confident of instead.
        margin: By how much it is likelier than the one given.
        thresholds: From which probability on the model is confident, for every label; NaN for one that none has.
        joint: How many texts have a label (rows) and are confidently of another, or of the same (columns).
    """

    rows: Ints
    given: Ints
    likely: Ints
    margin: Floats
    thresholds: Floats
    joint: Ints

    @classmethod
    def of(cls, codes: Ints, probabilities: Floats) -> Doubts:
        """By confident learning (Northcutt, Jiang and Chuang 2021, JAIR 70).

        A label is confident where its probability is at least what texts that have it get on average; so a label of
        which the model is never very sure has a low threshold of its own.

        >>> doubts = Doubts.of(np.array([0, 0, 1, 1]), np.array([[0.9, 0.1], [0.2, 0.8], [0.3, 0.7], [0.4, 0.6]]))
        >>> doubts.rows, doubts.thresholds, doubts.joint.tolist()
        (array([1]), array([0.55, 0.65]), [[1, 1], [0, 1]])
        """
        size = probabilities.shape[1]
        own = probabilities[np.arange(len(codes)), codes]
        counts = np.bincount(codes, minlength=size)
        total = np.bincount(codes, own, size)
        thresholds = np.divide(total, counts, out=np.full(size, np.nan), where=counts > 0)
        sure: Bools = probabilities >= np.where(counts > 0, thresholds, np.inf)
        likely = np.where(sure, probabilities, -1.0).argmax(axis=1)
        confident = sure.any(axis=1)
        joint = np.bincount(codes[confident] * size + likely[confident], minlength=size * size).reshape(size, size)
        wrong = np.flatnonzero(confident & (likely != codes))
        margin = probabilities[wrong, likely[wrong]] - own[wrong]
        order = np.argsort(-margin, kind="stable")
        rows = wrong[order]
        return cls(rows, codes[rows], likely[rows], margin[order], thresholds, joint.astype(np.int64))
