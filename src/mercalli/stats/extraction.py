"""Extraction: sentences that are relevant or not, and the sectors of those that are, truly and as predicted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Bools, Floats, total
from mercalli.stats.confusion import Confusion
from mercalli.stats.label_sets import Kinds, LabelSets, sizes_of

RELEVANCE = ("0", "1")


@dataclass(frozen=True)
class Extraction:
    """Label sets of all sentences, whose kinds know whether a sentence is relevant and was taken for it."""

    sectors: LabelSets

    @classmethod
    def of(
        cls,
        relevant: ArrayLike,
        sectors: ArrayLike,
        pred_relevant: ArrayLike,
        pred_sectors: ArrayLike,
        labels: Sequence[str] | None = None,
    ) -> Extraction:
        """From flags of sentences (n) and of their sectors (n, L), truly and as predicted."""
        flags = [np.asarray(column, np.int64) for column in (relevant, pred_relevant)]
        truth, pred = (np.asarray(column, np.bool_) for column in (sectors, pred_sectors))
        kinds, codes = Kinds.of([*sizes_of(truth, pred), *flags])
        rows = np.bincount(codes, minlength=len(kinds.truth)).astype(np.float64)
        plain = LabelSets.of(truth, pred, labels)
        return cls(LabelSets(plain.labels, plain.truths, plain.preds, plain.both, kinds, rows))

    @property
    def rows(self) -> Floats:
        """How many sentences are of each kind: (..., T)."""
        return self.sectors.rows

    @property
    def kinds(self) -> Kinds:
        """The kinds."""
        return self.sectors.kinds

    @cached_property
    def relevant(self) -> Bools:
        """Kinds of sentences that truly are relevant."""
        return np.equal(self.kinds.flags[0], 1)

    @cached_property
    def extracted(self) -> Bools:
        """Kinds of sentences that were taken for relevant."""
        return np.equal(self.kinds.flags[1], 1)

    @cached_property
    def sectored(self) -> Bools:
        """Kinds of sentences that truly have a sector."""
        return self.kinds.truth > 0

    @cached_property
    def relevance(self) -> Confusion:
        """Relevant or not, truly and as predicted."""
        cells = [
            [self.count((self.relevant == truth) & (self.extracted == pred)) for pred in (False, True)]
            for truth in (False, True)
        ]
        table: Floats = np.moveaxis(np.array(cells), (0, 1), (-2, -1))
        return Confusion.of(table, RELEVANCE)

    def count(self, chosen: Bools) -> Floats:
        """How many sentences are of the chosen kinds: (...)."""
        return total(self.rows[..., chosen])
