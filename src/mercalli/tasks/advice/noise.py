"""Labels that may be wrong: documents of which a model is confident, unseen, that another label is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.results.findings import LOW, MEDIUM, Evidence, Finding, Fine, Unsaid
from mercalli.tasks.advice.label_doubts import Doubts
from mercalli.text.numbers import share_text
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.tasks.advice.texts import Looked

NOISE = "label noise"
MANY = 0.01
CLEAR = 0.5
FEWEST_READ, MOST_READ = 20, 100
MOST_KINDS = 5


@dataclass(frozen=True)
class Doubted:
    """Documents in doubt, the clearest first: their places, by how much, and what is given and likely in words."""

    rows: Ints
    margin: Floats
    given: tuple[str, ...]
    likely: tuple[str, ...]


def label_noise(looked: Looked) -> Iterator[Finding | Fine | Unsaid]:
    """Documents whose label a model confidently disagrees with, to be read in that order."""
    if looked.unjudged:
        yield Unsaid(NOISE, looked.unjudged)
        return
    found = doubted(looked)
    n, doubts = len(looked.data), len(np.unique(found.rows))
    if not doubts:
        yield Fine(NOISE, "a model that saw none of the documents confidently disagrees with no label")
        return
    clear = len(np.unique(found.rows[found.margin >= CLEAR]))
    read = min(max(clear, FEWEST_READ), MOST_READ, doubts)
    yield Finding(
        kind=NOISE,
        severity=MEDIUM if clear > MANY * n else LOW,
        finding=f"{_labels(looked, found)} may be wrong, {clear:,} clearly so to a model",
        evidence=f"{share_text(doubts / n)} of {counted(n, 'document')} are confidently of another label to a model "
        f"that saw neither them nor a copy, {share_text(clear / n)} by a margin of at least {CLEAR:g}",
        action=f"Have the first {counted(read, 'document')} read again, in this order, and go on while at least half "
        f"of their labels are changed. A model that is wrong is confident too: correct none unread.",
        numbers={"documents": doubts, "labels": len(found.rows), "share": doubts / n, "clear": clear, "to_read": read},
        tables=(_kinds(found), *_examples(looked, found)),
    )


def _labels(looked: Looked, found: Doubted) -> str:
    """How many labels; where a document may have several, the documents, as each is read once."""
    if looked.single:
        return counted(len(found.rows), "label")
    return f"The labels of {counted(len(np.unique(found.rows)), 'document')}"


def doubted(looked: Looked) -> Doubted:
    """By confident learning over all labels, or label by label where a document may have several."""
    if looked.single:
        return _single(looked)
    parts = [_of_label(looked, at) for at in range(len(looked.data.classes))]
    rows, margin = (np.concatenate([part[at] for part in parts]) for at in (0, 1))
    given, likely = ([name for part in parts for name in part[at]] for at in (2, 3))
    order = np.argsort(-margin, kind="stable")
    told = (tuple(names[int(at)] for at in order) for names in (given, likely))
    return Doubted(rows[order], margin[order], *told)


def _single(looked: Looked) -> Doubted:
    names = looked.data.classes
    found = Doubts.of(looked.data.codes, looked.crossed.probabilities)
    given, likely = (tuple(names[at] for at in each.tolist()) for each in (found.given, found.likely))
    return Doubted(found.rows, found.margin, given, likely)


def _of_label(looked: Looked, at: int) -> tuple[Ints, Floats, list[str], list[str]]:
    """One label against its absence."""
    present, name = looked.crossed.probabilities[:, at], looked.data.classes[at]
    found = Doubts.of(looked.data.flags[:, at].astype(np.int64), np.stack([1 - present, present], axis=1))
    words = np.array([f"without {name}", name])
    return found.rows, found.margin, words[found.given].tolist(), words[found.likely].tolist()


def _kinds(found: Doubted) -> Evidence:
    """Which label is given and which is likely, the most frequent first."""
    pairs, counts = np.unique(np.array([found.given, found.likely]), axis=1, return_counts=True)
    order = np.argsort(-counts, kind="stable")[:MOST_KINDS]
    rows = tuple((str(pairs[0, at]), str(pairs[1, at]), f"{counts[at]:,}") for at in order.tolist())
    return Evidence("Which labels are in doubt", ("given", "likely", "documents"), rows, words=("likely",))


def _examples(looked: Looked, found: Doubted) -> tuple[Evidence, ...]:
    place = {row: at for at, row in reversed(list(enumerate(found.rows.tolist())))}
    chosen = ((row, place[row]) for row in looked.different(found.rows))
    rows = [
        (looked.example(row)[0], found.given[at], found.likely[at], f"{found.margin[at]:.2f}", looked.example(row)[1])
        for row, at in chosen
    ]
    header = ("id", "given", "likely", "margin", "text")
    return (Evidence("The clearest", header, tuple(rows), words=("given", "likely", "text")),) if rows else ()
