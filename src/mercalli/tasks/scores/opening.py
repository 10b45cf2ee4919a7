"""Whatever scores come from, with its roles and rules: rows, or a statistic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from mercalli.engines.tallied import TalliedScores
from mercalli.errors import ScoreError, SettingError
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.labels import Policy
from mercalli.inputs.octaves import Octaves
from mercalli.inputs.scores import Inside
from mercalli.plan.roles import TableRoles, column_systems, slice_names, table_roles
from mercalli.plan.rows import error_or_drop
from mercalli.plan.statistics import check_counted, check_task, is_counted, origin_of, read_statistic
from mercalli.stats.entries import INSIDE, INSIDE_SQ, WEIGHT
from mercalli.stats.statistic import Statistic
from mercalli.tasks.scores.counting.question import TRUTH, checked, lows_of


@dataclass(frozen=True)
class ScoreRules:
    """What decides which rows count, and as what."""

    positive: object
    bins: int | None
    policy: Policy

    @classmethod
    def of(cls, positive: object, bins: int | None, missing: Literal["error", "drop"]) -> ScoreRules:
        """As they were asked for."""
        return cls(positive, bins, Policy(missing=error_or_drop(missing)))


def opened_scores(
    data: object, roles: Mapping[str, Any], rules: ScoreRules, encoding: str
) -> tuple[TableRoles, ScoreRules]:
    """The source with its columns by role, and the rules that hold for it; `roles` as threshold and rank take them."""
    if is_counted(data):
        return _of_statistic(data if isinstance(data, Statistic) else read_statistic(data), roles, rules)
    named = {name: value for name, value in roles.items() if name not in ("score", "group")}
    return table_roles(data, pred=roles["score"], role="score", **named, encoding=encoding), rules


def _of_statistic(statistic: Statistic, roles: Mapping[str, Any], rules: ScoreRules) -> tuple[TableRoles, ScoreRules]:
    """What was counted, under the rules by which it was counted."""
    check_task(statistic, "scores")
    question = checked(statistic)
    for name in ("truth", "weight", "unit", "group"):
        if roles.get(name) is not None:
            raise SettingError.named(name, "is for rows, and the data is a statistic. Leave it out.")
    systems = column_systems("score", roles.get("score") or question.score)
    by = slice_names(roles.get("by")) or question.by
    check_counted(statistic, "score", tuple(systems.values()), (question.score,))
    check_counted(statistic, "by", by, question.by)
    same = rules.positive is None or normal(label_text(rules.positive)) == normal(question.positive)
    _check_same("positive", rules.positive, question.positive, same=same)
    _check_same("bins", rules.bins, question.bins, same=rules.bins in (None, question.bins))
    missing = rules.policy.missing
    _check_same("missing", missing, question.missing, same=missing in ("error", question.missing))
    if question.positive not in statistic.entries.columns[TRUTH].values:
        raise ScoreError.one_class(question.positive, origin_of(statistic), all_positive=False)
    entries, octaves = statistic.entries, Octaves(question.bins)
    table = TableRoles(
        TalliedScores(
            entries.tally(question.columns, origin_of(statistic)),
            score=question.score,
            low=lows_of(statistic),
            inside=Inside(*(entries.sums[name].astype(np.float64) for name in (INSIDE, INSIDE_SQ))),
            octaves=octaves,
        ),
        truth=TRUTH,
        systems=systems,
        weight=WEIGHT if question.weighted else None,
        unit=question.unit,
        by=by,
    )
    return table, ScoreRules(question.positive, octaves.bins, Policy(missing=question.missing))  # type: ignore[arg-type]


def _check_same(name: str, asked: object, counted: object, *, same: bool) -> None:
    if not same:
        raise SettingError.named(
            name,
            f"is {asked!r}, and the statistic was counted with {counted!r}. Leave it out, or count the rows again.",
        )
