"""Answers that changed under a stress: from what to what, how many, and the text of one of each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows
from mercalli.tasks.stress.data import StressData
from mercalli.tasks.stress.result import Flip
from mercalli.tasks.stress.variants import Variant

OUTSIDE = "(none of the classes)"
MOST_FLIPS = 12
LONGEST = 400


def flips_of(data: StressData, variant: Variant, system: str, urgent: Bools, weights: Floats) -> Iterator[Flip]:
    """Changed answers: urgent items that are lost first, then right answers by the weight of their class."""
    codes = data.truth[variant.items], data.clean[system][variant.items], variant.codes[system]
    changed = np.flatnonzero(codes[1] != codes[2])
    if not len(changed):
        return
    names = [*data.classes.names, OUTSIDE]
    kinds, position = distinct_rows([each[changed] for each in codes], [len(names)] * len(codes))
    counts = np.bincount(position)
    first = np.full(len(counts), len(changed))
    np.minimum.at(first, position, np.arange(len(changed)))
    for at in _worst_first(kinds, counts, urgent, weights)[:MOST_FLIPS].tolist():
        truth, clean, stressed = (names[int(part[at])] for part in kinds)
        yield _with_text(Flip(truth, clean, stressed, int(counts[at])), data, variant, int(changed[first[at]]))


def _worst_first(kinds: list[Ints], counts: Ints, urgent: Bools, weights: Floats) -> Ints:
    truth, clean, stressed = kinds
    sent = np.append(urgent, np.False_)
    lost = sent[truth] & sent[clean] & ~sent[stressed]
    harm = np.append(weights, 0.0)[truth] * (truth == clean)
    return np.lexsort((-counts, -harm, ~lost))


def _with_text(flip: Flip, data: StressData, variant: Variant, place: int) -> Flip:
    """The same with one of its items, by its place among those that the stress touched."""
    item = int(variant.items[place])
    known = data.texts is not None and variant.texts is not None
    before, after = (data.texts[item], variant.texts[place]) if known else ("", "")  # type: ignore[index]
    kind = (flip.truth, flip.clean, flip.stressed, flip.count)
    return Flip(*kind, data.ids[item], before[:LONGEST], after[:LONGEST])
