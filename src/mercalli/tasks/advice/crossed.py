"""What a model says of every text without having seen it or a copy of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mercalli.stats.folds import folds, ranks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.estimates.progress import Progress
    from mercalli.inputs.arrays import Bools, Floats, Ints
    from mercalli.tasks.advice.learner import Learner

FOLDS = 3
SHARES = (0.125, 0.25, 0.5, 1.0)
EVEN = 0.5


@dataclass(frozen=True)
class Crossed:
    """Probabilities of every label for every text, by models that learnt from the other folds.

    Attributes:
        flags: The labels that texts have: (N, K).
        probabilities: Those of a model that learnt from all texts of the other folds: (N, K).
        decided: The labels that models give, by the share of the rare labels' texts that they learnt from: (S, N, K).
        rare: Which labels are under-represented, and were left out in part: (K,).
    """

    flags: Bools
    probabilities: Floats
    decided: Bools
    rare: Bools

    @property
    def pred(self) -> Bools:
        """The labels that a model gives that learnt from all texts of the other folds: (N, K)."""
        found: Bools = self.decided[-1]
        return found

    @classmethod
    def of(
        cls, learner: Learner, flags: Bools, groups: Ints, rare: Bools, *, single: bool, seed: int, progress: Progress
    ) -> Crossed:
        """In as many fits as there are folds and shares; without rare labels the shares are not needed."""
        generator = np.random.default_rng([seed, FOLDS])
        codes = _rarest(flags)
        dealt, before = folds(groups, codes, FOLDS, generator), ranks(groups, codes, generator)
        reduced = (flags & rare).any(axis=1)
        shares = SHARES if rare.any() else SHARES[-1:]
        probabilities = np.zeros((len(shares), *flags.shape))
        for done, (share, fold) in enumerate(_jobs(len(shares))):
            progress("learning without what is tested", done, FOLDS * len(shares))
            kept = ~reduced | (before < shares[share])
            train, test = np.flatnonzero((dealt != fold) & kept), np.flatnonzero(dealt == fold)
            probabilities[share, test] = learner.probabilities(train, flags[train], test)
        decided = np.stack([decisions(probabilities[at], single=single) for at in range(len(shares))])
        return cls(flags, probabilities[-1], decided, rare)


def _jobs(shares: int) -> Iterator[tuple[int, int]]:
    yield from ((share, fold) for share in range(shares) for fold in range(FOLDS))


def _rarest(flags: Bools) -> Ints:
    """The label of every text, the rarest where it has several; a number of its own for none."""
    counts = np.where(flags, flags.sum(axis=0), len(flags) + 1)
    codes: Ints = np.where(flags.any(axis=1), counts.argmin(axis=1), flags.shape[1])
    return codes


def decisions(probabilities: Floats, *, single: bool) -> Bools:
    """The likeliest label, or all that are likelier than not: (N, K)."""
    if not single:
        return probabilities >= EVEN
    found = np.zeros(probabilities.shape, np.bool_)
    found[np.arange(len(found)), probabilities.argmax(axis=1)] = True
    return found
