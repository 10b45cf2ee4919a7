"""Scores as they were given: the positive class, bins, and what is common to every way of looking at them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from mercalli.errors import ScoreError, SettingError
from mercalli.inputs.classes import normal
from mercalli.inputs.scores import Scores, positive_of
from mercalli.plan.guess import labels_in
from mercalli.plan.provenance import provenance
from mercalli.results.limits import FEW_IN_CLASS, FEW_ROWS

if TYPE_CHECKING:
    from mercalli.estimates.progress import Progress
    from mercalli.estimates.settings import Settings
    from mercalli.inputs.labels import Policy
    from mercalli.plan.roles import TableRoles
    from mercalli.results.measure import Provenance

MOST_EXACT = 20_000_000
BINS = 65_536
MOST_LABELS = 1_000


def bins_of(given: TableRoles, wanted: int | None) -> int:
    """Bins asked for, or those that keep memory bounded where the data is not in memory."""
    if wanted is not None:
        if wanted < 0:
            raise SettingError.outside("bins", wanted, "a whole number of at least 1, or 0 for none")
        return wanted
    rows = int(given.source.tally([given.truth], None).rows.sum())
    return BINS if rows > MOST_EXACT and not given.source.in_memory else 0


def positives_of(given: TableRoles, positive: str | None, score: object) -> dict[str, str]:
    """The positive class of every system."""
    names, labels = list(given.systems), labels_in(given.source, [given.truth], MOST_LABELS)
    matched = {name: label for name in names for label in labels if normal(label) == normal(name)}
    if positive is None and isinstance(score, Mapping) and len(matched) == len(names):
        return matched
    return dict.fromkeys(names, positive_of(labels, positive, given.source.origin))


def scores_of(given: TableRoles, column: str, positive: str, policy: Policy, bins: int = 0) -> Scores:
    """The checked scores of one column, read by whatever engine holds the data; both classes must be there."""
    keys = dict.fromkeys((given.truth, *(() if given.unit is None else (given.unit,)), *given.by))
    scores = Scores.check(
        given.source.score_tally(column, list(keys), given.weight, bins),
        name=column,
        truth=given.truth,
        positive=positive,
        policy=policy,
        unit=given.unit,
        by=given.by,
        where=given.source.where,
    )
    weighing = scores.positive[scores.weight > 0]
    if weighing.all() or not weighing.any():
        raise ScoreError.one_class(positive, given.source.origin, all_positive=bool(weighing.any()))
    return scores


def few(n: int, positives: float, negatives: float) -> bool:
    """Whether there is too little of something to rely on a slice."""
    return n < FEW_ROWS or min(positives, negatives) < FEW_IN_CLASS


@dataclass(frozen=True)
class ScorePlan:
    """What is wanted of every column of scores."""

    given: TableRoles
    settings: Settings
    policy: Policy
    bins: int

    def scores(self, name: str, positive: str, progress: Progress) -> Scores:
        """The scores of one system."""
        progress(f"counting {name}", 0, 1)
        scores = scores_of(self.given, self.given.systems[name], positive, self.policy, self.bins)
        progress(f"counting {name}", 1, 1)
        return scores

    def provenance(self, by: tuple[str, ...], **group: str | None) -> Provenance:
        """How the result comes about."""
        given = self.given
        roles = {
            "truth": given.truth,
            "scores": tuple(given.systems.values()),
            **group,
            "weight": given.weight,
            "unit": given.unit,
            "by": by,
        }
        settings = {**asdict(self.settings), "missing": self.policy.missing, "bins": self.bins}
        return provenance(given.source.origin, roles, settings)
