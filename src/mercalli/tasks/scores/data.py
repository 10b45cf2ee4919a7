"""Scores as they were given: columns, the positive class, bins, and what every way of looking at them needs.

Of files, every one, or every column of scores of a single file, is a system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from mercalli.errors import ScoreError, SettingError
from mercalli.estimates.progress import Progress
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import label_text, normal, words_beside
from mercalli.inputs.labels import Policy
from mercalli.inputs.scores import Scores, positive_of
from mercalli.inputs.tally import MISSING_WORDS
from mercalli.inputs.usual_names import SCORE, SCORE_STARTS, TRUTH
from mercalli.plan.columns import Role
from mercalli.plan.guess import labels_in, one_of_two, scores_of_classes
from mercalli.plan.provenance import provenance
from mercalli.plan.roles import TableRoles
from mercalli.plan.systems import systems_of_file, together
from mercalli.plan.tables import OpenTable, TableFiles, open_tables
from mercalli.results.limits import FEW_IN_CLASS, FEW_ROWS
from mercalli.results.measure import Provenance

_Result = TypeVar("_Result", bound=Any)

ROLES = (Role("truth", TRUTH), Role("score", SCORE, SCORE_STARTS))
MOST_EXACT = 20_000_000
BINS = 65_536
MOST_LABELS = 1_000


def bins_of(roles: TableRoles, asked: int | None) -> int:
    """Bins asked for, or those that keep memory bounded where the data is not in memory."""
    if asked is not None:
        if asked < 0:
            raise SettingError.outside("bins", asked, "a whole number of at least 1, or 0 for none")
        return asked
    rows = int(roles.source.tally([roles.truth], None).rows.sum())
    return BINS if rows > MOST_EXACT and not roles.source.in_memory else 0


def positives_of(roles: TableRoles, positive: object, score: object) -> dict[str, str]:
    """The positive class of every system."""
    names = list(roles.systems)
    words = _words(roles) if positive is None else words_beside([label_text(positive)])
    labels = labels_in(roles.source, [roles.truth], MOST_LABELS, words)
    matched = {name: label for name in names for label in labels if normal(label) == normal(name)}
    if positive is None and isinstance(score, Mapping) and len(matched) == len(names):
        return matched
    return dict.fromkeys(names, positive_of(labels, positive, roles.source.origin))


def scores_of(roles: TableRoles, column: str, positive: str, policy: Policy, bins: int = 0) -> Scores:
    """The checked scores of one column, read by whatever engine holds the data; both classes must be there."""
    keys = [name for name in dict.fromkeys((roles.truth, roles.unit, *roles.by)) if name is not None]
    scores = Scores.check(
        roles.source.score_tally(column, keys, roles.weight, bins),
        name=column,
        truth=roles.truth,
        positive=positive,
        policy=policy,
        unit=roles.unit,
        by=roles.by,
        words=_words(roles, positive),
        where=roles.source.where,
    )
    weighing = scores.positive[scores.weight > 0]
    if weighing.all() or not weighing.any():
        raise ScoreError.one_class(positive, roles.source.origin, all_positive=bool(weighing.any()))
    return scores


def _words(roles: TableRoles, *positive: str) -> frozenset[str]:
    """Words that mean that a truth is missing: all but the positive class and classes that have a score."""
    return words_beside([*roles.systems, *positive])


def few(n: int, positives: float, negatives: float) -> bool:
    """Whether there is too little of something to rely on a slice."""
    return n < FEW_ROWS or min(positives, negatives) < FEW_IN_CLASS


@dataclass(frozen=True)
class ScorePlan:
    """What is wanted of every column of scores."""

    roles: TableRoles
    settings: Settings
    policy: Policy
    bins: int

    def scores(self, name: str, positive: str, progress: Progress) -> Scores:
        """The scores of one system."""
        progress(f"counting {name}", 0, 1)
        scores = scores_of(self.roles, self.roles.systems[name], positive, self.policy, self.bins)
        progress(f"counting {name}", 1, 1)
        return scores

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


def of_files(
    evaluate: Callable[..., _Result],
    files: TableFiles,
    positive: str | None,
    **settings: Any,  # noqa: ANN401 - as threshold and rank
) -> tuple[_Result, tuple[str, ...]]:
    """What `evaluate` says of all files as one result, and what was guessed."""
    tables = [(table, _scores(table, positive)) for table in open_tables(files, ROLES)]
    results = [
        evaluate(table.source, truth=table.truth, score=scores, positive=positive, **settings)
        for table, scores in tables
    ]
    guesses = [
        line
        for (table, scores), result in zip(tables, results, strict=True)
        for line in (table.told, _positive(result, len(scores)))
    ]
    if len(results) > 1:
        results = [_named(table, result) for (table, _), result in zip(tables, results, strict=True)]
    return together(results), tuple(dict.fromkeys(guesses))


def _scores(table: OpenTable, positive: str | None) -> dict[str, str]:
    """Columns by the name of their class where every class has one, else by their own."""
    columns = table.columns["score"]
    every, known = (labels_in(table.source, [table.truth], MOST_LABELS, words) for words in ((), MISSING_WORDS))
    classes = scores_of_classes(columns, every) or scores_of_classes(columns, known)
    if positive is None:
        classes = one_of_two(classes)
    else:
        classes = {label: column for label, column in classes.items() if normal(label) == normal(positive)}
    return classes if len(classes) > 1 else {column: column for column in classes.values() or columns}


def _named(table: OpenTable, result: _Result) -> _Result:
    """The same with systems that are called after their file; means over its classes say nothing of all files."""
    names = systems_of_file(table.name, [system.name for system in result.systems])
    systems = tuple(replace(system, name=name) for system, (name, _) in zip(result.systems, names, strict=True))
    return replace(result, systems=systems, **({"macro": ()} if hasattr(result, "macro") else {}))


def _positive(result: Any, scores: int) -> str:  # noqa: ANN401 - a result of threshold or rank
    if result.per_class:
        return f"each of {scores} classes has a score: one against the rest"
    return f"positive: {result.systems[0].positive!r}"
