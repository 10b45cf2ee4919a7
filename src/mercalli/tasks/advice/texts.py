"""Labelled texts as findings look at them: with their copies, and what a model says of them unseen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.errors import ExtraError
from mercalli.estimates.progress import Progress
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.stats.bare_texts import bare_texts
from mercalli.stats.copies import Copies
from mercalli.tasks.advice.unseen import Advantage, Learner, QuickLearner, UnseenAnswers
from mercalli.text.masks import MASK, masked
from mercalli.text.words import counted
from mercalli.uncertainty.weighted_texts import Weights, resampled

LONGEST = 200
FEWEST_TO_LEARN = 60
FEWEST_OF_A_LABEL = 6
UNDER = 0.5
REPLICATES = 300


@dataclass(frozen=True)
class TextStudy:
    """Texts to learn from, texts to test on if there are any, and how to look at them.

    Attributes:
        data: The texts to learn from.
        test: The texts to test on.
        learner: What learns from them; None for the quick one.
        examples: How many examples a finding shows.
        level: Confidence of the intervals.
        seed: The same texts and seed give the same findings.
        progress: Called with what is being done, how much of it is done, and how much there is.
    """

    data: LabelledTexts
    test: LabelledTexts | None
    learner: Learner | None
    examples: int
    level: float
    seed: int
    progress: Progress

    @property
    def single(self) -> bool:
        """Whether each text has one label."""
        return self.data.mode == MULTI_CLASS

    @cached_property
    def every(self) -> Copies:
        """Copies among the texts to learn from and, after them, those to test on."""
        tested = [] if self.test is None else self.test.texts.tolist()
        return Copies.of(
            [*self.data.texts.tolist(), *tested], lambda done, total: self.progress("looking for copies", done, total)
        )

    @cached_property
    def copies(self) -> Copies:
        """Copies among the texts to learn from."""
        return self.every.among(len(self.data))

    @cached_property
    def bare(self) -> list[str]:
        """The words of the texts to learn from."""
        return bare_texts(self.data.texts.tolist())

    @cached_property
    def told(self) -> list[str]:
        """The same without personal data: words are told without the text that they are masked in."""
        return bare_texts([MASK.sub(" ", masked(text)) for text in self.data.texts.tolist()])

    @cached_property
    def under(self) -> Bools:
        """Labels with less than half of an even share of the texts."""
        counts = self.data.counts
        under: Bools = counts < UNDER * counts.sum() / max(len(counts), 1)
        return under

    @cached_property
    def rare(self) -> Bools:
        """Such labels with enough texts to see how they are learnt."""
        return self.under & (self.different_texts >= FEWEST_OF_A_LABEL)

    @cached_property
    def different_texts(self) -> Ints:
        """How many texts have each label, copies counted once: (K,)."""
        rows, labels = np.nonzero(self.data.flags)
        once = np.unique(np.stack([self.copies.near[rows], labels]), axis=1)
        return np.bincount(once[1], minlength=len(self.data.classes)).astype(np.int64)

    @cached_property
    def unlearnt(self) -> str | None:
        """Why no model can be asked, if none can."""
        texts, labels = len(np.unique(self.copies.near)), int((self.different_texts >= FEWEST_OF_A_LABEL).sum())
        if texts < FEWEST_TO_LEARN or labels <= 1:
            return (
                f"a model must learn from some texts to judge others, and there are {counted(texts, 'text')} and "
                f"{counted(labels, 'label')} with at least {FEWEST_OF_A_LABEL} texts, copies counted once; at least "
                f"{FEWEST_TO_LEARN} texts and 2 such labels are needed"
            )
        try:
            self.judge  # noqa: B018 - whether there is one
        except ExtraError as error:
            return str(error)[:1].lower() + str(error)[1:]
        return None

    @cached_property
    def judge(self) -> Learner:
        """What learns from some texts and judges others."""
        return self.learner or QuickLearner.of(self.bare, single=self.single, seed=self.seed)

    @cached_property
    def unseen(self) -> UnseenAnswers:
        """What a model says of every text unseen; ask only where `unlearnt` is None."""
        return UnseenAnswers.of(
            self.judge,
            self.data.flags,
            self.copies.near,
            self.rare,
            single=self.single,
            seed=self.seed,
            progress=self.progress,
        )

    @cached_property
    def macro_f1(self) -> Advantage:
        """What a model gets unseen, compared with answers at random; ask only where `unlearnt` is None."""
        return self.unseen.macro_f1(self.weights, self.level)

    @property
    def accuracy(self) -> Advantage:
        """What a model gets unseen, compared with the most frequent answer; ask only where `unlearnt` is None."""
        codes = self.data.sets.codes
        constant = self.data.flags[(codes == np.bincount(codes).argmax()).argmax()]
        return self.unseen.accuracy(constant, self.weights, self.level)

    @property
    def unjudged(self) -> str | None:
        """Why a model's disagreement with labels says nothing of them, if it does not."""
        if self.unlearnt is None and self.macro_f1.low <= 0:
            return "the model learns nothing measurable, so its errors say nothing about labels"
        return self.unlearnt

    @cached_property
    def right(self) -> Bools:
        """Which texts a model gives the labels that they have, unseen."""
        right: Bools = (self.unseen.flags == self.unseen.pred).all(axis=1)
        return right

    @cached_property
    def weights(self) -> Weights:
        """Weightings of the texts for intervals, copies drawn together."""
        return resampled(self.copies.near, REPLICATES, self.seed)

    def names(self, row: int) -> str:
        """The labels of a text, or of one to test on, as they are written."""
        data, at = self._place(row)
        return data.delimiter.join(name for name in data.classes if name in data.sets.sets[data.sets.codes[at]])

    def example(self, row: int) -> tuple[str, str]:
        """What names a text, and the text, cut short if it is long."""
        data, at = self._place(row)
        name = f"{'row' if data is self.data else 'test row'} {at + 1}" if data.ids is None else str(data.ids[at])
        text = " ".join(str(data.texts[at]).split())
        return name, text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"

    def different(self, rows: Ints) -> list[int]:
        """The first few of some texts to show, no two of them copies."""
        first = np.sort(np.unique(self.every.near[rows], return_index=True)[1])
        return [int(row) for row in rows[first[: self.examples]]]

    def _place(self, row: int) -> tuple[LabelledTexts, int]:
        inside = self.test is None or row < len(self.data)
        return (self.data, row) if inside or self.test is None else (self.test, row - len(self.data))
