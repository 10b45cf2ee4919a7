"""Scores as they were given: columns, the positive class, bins, and what every way of looking at them needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import EmptyError, ScoreError
from mercalli.estimates.progress import Progress
from mercalli.estimates.settings import Settings
from mercalli.estimates.whole_numbers import whole_number
from mercalli.inputs.arrays import Bools
from mercalli.inputs.classes import label_text, normal, words_beside
from mercalli.inputs.labels import Policy
from mercalli.inputs.octaves import Octaves
from mercalli.inputs.scores import Scores, positive_of
from mercalli.inputs.tally import MISSING, MISSING_WORDS, NONE_NEEDED, Present
from mercalli.plan.guess import labels_in
from mercalli.plan.provenance import provenance
from mercalli.plan.roles import TableRoles
from mercalli.results.limits import FEW_IN_CLASS, FEW_ROWS
from mercalli.results.measure import Provenance
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.text.words import listed

MOST_EXACT = 20_000_000
BINS = 512
MOST_LABELS = 1_000
MOST_TOLD = 6


def bins_of(roles: TableRoles, asked: int | None) -> int:
    """Bins asked for, or those that keep memory bounded where the data is not in memory."""
    if asked is not None:
        bins = whole_number("bins", asked, least=0)
        return Octaves.check(bins).bins if bins else 0
    rows = int(roles.source.tally([roles.truth], None).rows.sum())
    return BINS if rows > MOST_EXACT and not roles.source.in_memory else 0


def positives_of(roles: TableRoles, positive: object, score: object) -> dict[str, str]:
    """The positive class of every system."""
    names = list(roles.systems)
    words = words_of(roles) if positive is None else words_beside([label_text(positive)])
    labels = labels_in(roles.source, [roles.truth], MOST_LABELS, words)
    matched = {name: label for name in names for label in labels if normal(label) == normal(name)}
    if positive is None and isinstance(score, Mapping) and len(matched) == len(names):
        return matched
    return dict.fromkeys(names, positive_of(labels, positive, roles.source.origin))


def scores_of(  # noqa: PLR0917 - one column, and how to read it
    roles: TableRoles, column: str, positive: str, policy: Policy, bins: int = 0, present: Present = NONE_NEEDED
) -> Scores:
    """The checked scores of one column in rows that lack none of `present`; both classes must be there."""
    keys = [name for name in dict.fromkeys((roles.truth, roles.unit, *roles.by)) if name is not None]
    scores = Scores.check(
        roles.source.score_tally(column, keys, roles.weight, bins, present),
        name=column,
        truth=roles.truth,
        positive=positive,
        policy=policy,
        unit=roles.unit,
        by=roles.by,
        words=words_of(roles, positive),
        where=roles.source.where,
    )
    weighing = scores.positive[scores.weight > 0]
    if weighing.all() or not weighing.any():
        raise ScoreError.one_class(positive, roles.source.origin, all_positive=bool(weighing.any()))
    return scores


def words_of(roles: TableRoles, *positive: str) -> frozenset[str]:
    """Words that mean that a truth is missing: all but the positive class and classes that have a score."""
    return words_beside([*roles.systems, *positive])


def whole(table: ArraySource, roles: TableRoles, positive: str, columns: Iterable[str]) -> Bools:
    """Which rows have a truth and some columns of scores."""
    scores = np.stack([table.numbers(column) for column in columns])
    there: Bools = table.column(roles.truth).known(words_of(roles, positive)).codes != MISSING
    return there & ~np.isnan(scores).any(axis=0)


def few(n: int, positives: float, negatives: float) -> bool:
    """Whether there is too little of something to rely on a slice."""
    return n < FEW_ROWS or min(positives, negatives) < FEW_IN_CLASS


@dataclass(frozen=True)
class ScorePlan:
    """What is wanted of every column of scores; `positives` holds the positive class of each system."""

    roles: TableRoles
    settings: Settings
    policy: Policy
    bins: int
    positives: Mapping[str, str]

    @cached_property
    def shared(self) -> Present:
        """Columns that no row may lack: the scores of all systems, so that rivals are seen on the same rows."""
        rivals = len(self.positives) > 1 and len(set(self.positives.values())) == 1
        dropping = self.policy.missing == "drop"
        return dict.fromkeys(self.roles.systems.values(), MISSING_WORDS) if rivals and dropping else NONE_NEEDED

    @cached_property
    def rows(self) -> int:
        """All rows there are."""
        return int(self.roles.source.tally([self.roles.truth], None).rows.sum())

    def scores(self, name: str, positive: str, progress: Progress) -> Scores:
        """The scores of one system, in rows that all systems scored."""
        progress(f"counting {name}", 0, 1)
        self._check_some(positive)
        scores = scores_of(self.roles, self.roles.systems[name], positive, self.policy, self.bins, self.shared)
        progress(f"counting {name}", 1, 1)
        return replace(scores, dropped=self.rows - scores.n) if self.shared else scores

    def scored(self, name: str, positive: str) -> int | None:
        """How many rows have a truth and the score of a system, where rows without that of another are left out."""
        return self._rows_with(positive, [self.roles.systems[name]]) if self.shared else None

    def left_out(self, positive: str, dropped: int) -> str:
        """Which rows systems are compared on, and how many each of them scored; nothing if all rows have everything."""
        if not self.shared or not dropped:
            return ""
        counts = {name: self.scored(name, positive) or 0 for name in self.roles.systems}
        each = [f"{plain(name)} has {rows:,} ({share_text(rows / self.rows)})" for name, rows in counts.items()]
        these = f"the {self.rows - dropped:,} of {self.rows:,} rows that have a truth and every score"
        return f"All values are of {these}: {listed(each, MOST_TOLD)}. What is left out may be what is hard to score."

    def _rows_with(self, positive: str, columns: Sequence[str]) -> int:
        """How many rows have a truth and all of some columns."""
        truth = {self.roles.truth: words_of(self.roles, positive)}
        present = truth | dict.fromkeys(columns, MISSING_WORDS)
        return int(self.roles.source.tally([self.roles.truth], None, present).rows.sum())

    def _check_some(self, positive: str) -> None:
        """Refuse systems that scored no row together."""
        if self.shared and self.rows and not self._rows_with(positive, list(self.shared)):
            raise EmptyError.all_dropped(self.roles.source.origin, self.rows, "a truth and the score of every system")

    def provenance(self, by: tuple[str, ...], **group: str | None) -> Provenance:
        """How the result comes about."""
        roles = self.roles
        columns = {
            "truth": roles.truth,
            "scores": tuple(roles.systems.values()),
            **group,
            "weight": roles.weight,
            "unit": roles.unit,
            "by": by,
        }
        settings = {**asdict(self.settings), "missing": self.policy.missing, "bins": self.bins}
        return provenance(roles.source.origin, columns, settings)
