"""What a classifier learns from, with what people said of it since, and what it is tested on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from mercalli.errors import SettingError, TextError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.classes import ClassList
from mercalli.inputs.digest import digest_of
from mercalli.inputs.feedback import Feedback, check_labels, latest
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.io.feedback import read_feedback
from mercalli.plan.labelled_texts import TextSource, read
from mercalli.stats.bare_texts import word_keys
from mercalli.tasks.classifier.fit import check_learnable, copies_of, strata
from mercalli.tasks.classifier.result import LearntFeedback

FEWEST = 2
BESIDES = " besides those held out to test on"
AFTER = ", its labels corrected by the feedback,"


@dataclass(frozen=True)
class Sides:
    """What to learn from and what to test on.

    Attributes:
        learn: The texts to learn from.
        aside: The texts to test on.
        origin: Where those come from, in words.
        groups: Which texts to learn from are copies of each other, if they were looked for.
        learnt: What was learnt from feedback, if there is any.
    """

    learn: LabelledTexts
    aside: LabelledTexts
    origin: str
    groups: Ints | None = None
    learnt: LearntFeedback | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """What came of the feedback."""
        return () if self.learnt is None else (f"feedback: {self.learnt}",)

    def corrected(self, feedback: str | Path | None) -> Sides:
        """The sides after feedback."""
        if feedback is None:
            return self
        learn, learnt = with_feedback(self.learn, self.aside, read_feedback(feedback))
        return Sides(learn, self.aside, self.origin, None, learnt)


def split_texts(
    data: LabelledTexts,
    test: TextSource | None,
    holdout: float,
    *,
    seed: int,
    asked: Mapping[str, Any],
    progress: Progress = quiet,
) -> Sides:
    """Both sides of a hold-out, or those of texts that come with their own test."""
    if not 0 < holdout < 1:
        raise SettingError.outside("holdout", holdout, "a share between 0 and 1, as in 0.1")
    check_learnable(data)
    if test is None:
        return _parted(data, holdout, seed, progress)
    other = _tested(data, test, asked)
    strange = [name for name in other.classes if name not in data.classes]
    if strange:
        raise TextError.untrained(strange, data.classes, other.origin)
    return Sides(data, replace(other, classes=data.classes), other.origin)


def _parted(data: LabelledTexts, holdout: float, seed: int, progress: Progress) -> Sides:
    groups = copies_of(data, progress)
    chosen = held_out(strata(data), groups, holdout, np.random.default_rng(seed))
    together = "" if np.isin(groups[chosen], groups[~chosen]).any() else ", copies together"
    origin = f"{holdout:.0%} of {data.origin}, held out at random from every label{together}"
    return Sides(data.take(~chosen), replace(data.take(chosen), origin=origin), origin, groups[~chosen])


def check_enough(sides: Sides, *, aside: bool) -> None:
    """Every label must have texts enough to learn what they share; `aside` says that others were held out."""
    learn = sides.learn
    few = [name for name, count in zip(learn.classes, learn.counts, strict=True) if count < FEWEST]
    if few:
        after = "" if sides.learnt is None else AFTER
        raise TextError.few(few, FEWEST, f"{learn.origin}{after}", BESIDES if aside else "")


def _tested(data: LabelledTexts, test: TextSource, asked: Mapping[str, Any]) -> LabelledTexts:
    """The texts of the test, their labels spelt as those of the data."""
    classes = ClassList(data.classes) if data.mode == MULTI_CLASS else None
    if not isinstance(test, LabelledTexts):
        like_data: dict[str, Any] = {"known": classes, "mode": data.mode, "delimiter": data.delimiter}
        return read(test, **{**asked, **like_data})
    if test.mode != data.mode:
        raise TextError.modes(test.mode, data.mode, test.origin)
    return test if classes is None else test.spelt(classes)


def with_feedback(
    data: LabelledTexts, test: LabelledTexts, entries: Sequence[Feedback]
) -> tuple[LabelledTexts, LearntFeedback]:
    """The texts with corrected labels and new ones added, and what was done.

    The last word on each text counts. A text with the same words as one to test on is left out, so that the test stays
    one of texts that were not seen. The classes stay the same, also where no text of one is left.
    """
    words = latest(entries)
    tested = dict(zip(word_keys(test.texts.tolist()), test.written(), strict=True))
    keys = word_keys([each.text for each in words])
    disputed = {key for key, each in zip(keys, words, strict=True) if tested.get(key, each.label) != each.label}
    learnable = {key: entry for key, entry in zip(keys, words, strict=True) if key not in tested}
    check_labels(learnable.values(), data.classes, None if data.mode == MULTI_CLASS else data.delimiter, "the feedback")
    own, before = word_keys(data.texts.tolist()), data.written()
    labels = [learnable[key].label if key in learnable else label for key, label in zip(own, before, strict=True)]
    changed = sum(label != old for label, old in zip(labels, before, strict=True))
    distinct = set(own)
    new = [entry for key, entry in learnable.items() if key not in distinct]
    checked = LabelledTexts.check(
        [*data.texts.tolist(), *(each.text for each in new)],
        [*labels, *(each.label for each in new)],
        mode=data.mode,
        delimiter=data.delimiter,
        words=(),
        origin=data.origin,
        roles=data.roles,
    )
    joined = replace(checked, classes=data.classes, dropped=data.dropped)
    digest = digest_of([each.plain() for each in entries], [])
    return joined, LearntFeedback(
        digest, len(entries), len(new), changed, left_out=len(words) - len(learnable), disputed=len(disputed)
    )


def held_out(stratum: Ints, groups: Ints, share: float, rng: np.random.Generator) -> Bools:
    """Which texts to test on: that share of each stratum, at least one of each that has two, never all.

    Texts of one group are held out together where they fit; where no group of a stratum does, texts are drawn singly.

    >>> held_out(np.array([0] * 20 + [1] * 2 + [2]), np.arange(23), 0.1, np.random.default_rng(0)).sum()
    np.int64(3)
    """
    sizes = np.bincount(stratum)
    most = np.minimum(np.maximum(np.floor(share * sizes + 0.5), sizes > 1), np.maximum(sizes - 1, 0)).astype(np.int64)
    chosen = _groups(stratum, groups, most, rng)
    lacking = np.where(np.bincount(stratum[chosen], minlength=len(sizes)) > 0, 0, most)
    return chosen | _singly(stratum, lacking, rng)


def _groups(stratum: Ints, groups: Ints, most: Ints, rng: np.random.Generator) -> Bools:
    """Groups in random order, each of them taken if no stratum gets more than it may have."""
    key = rng.permutation(int(groups.max(initial=0)) + 1)[groups]
    order = np.argsort(key, kind="stable")
    edges = [*np.flatnonzero(np.diff(key[order], prepend=-1)).tolist(), len(order)]
    kinds, room = stratum[order].tolist(), Counter(dict(enumerate(most.tolist())))
    chosen = np.zeros(len(stratum), np.bool_)
    for first, last in pairwise(edges):
        needed = Counter(kinds[first:last])
        if all(room[kind] >= number for kind, number in needed.items()):
            chosen[order[first:last]] = True
            room.subtract(needed)
    return chosen


def _singly(stratum: Ints, most: Ints, rng: np.random.Generator) -> Bools:
    """So many texts of each stratum, drawn one by one."""
    order = np.lexsort((rng.random(len(stratum)), stratum))
    sizes = np.bincount(stratum)
    place = np.arange(len(stratum)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    chosen = np.zeros(len(stratum), np.bool_)
    chosen[order] = place < np.repeat(most, sizes)
    return chosen
