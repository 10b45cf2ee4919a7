"""Alerts: how well urgent items come first in a stream, and what alerting them is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from typing import Literal

from mercalli.errors import ColumnError, SettingError
from mercalli.estimates.measure import cards
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import labels_listed
from mercalli.io.profiles import read_profile
from mercalli.io.toml import other_than
from mercalli.metrics.alerts.alert_worth import ALERT_FROM
from mercalli.metrics.catalogue import catalogue
from mercalli.plan.detect import detecting
from mercalli.plan.numbers import ks_of
from mercalli.plan.provenance import provenance
from mercalli.plan.roles import TableRoles, table_roles
from mercalli.plan.rows import error_or_drop
from mercalli.profiles.profile import Profile
from mercalli.tasks.alerts.data import AlertRoles, Items
from mercalli.tasks.alerts.estimate import WORTH, AlertPlan
from mercalli.tasks.alerts.priorities import PRIORITIES, TREC_IS, priorities_of, profile_priorities
from mercalli.tasks.alerts.result import Alerts


def alerts(
    data: object = None,
    *,
    truth: object,
    score: object,
    event: object = None,
    order: object = None,
    types: object = None,
    pred_types: object = None,
    actionable: object = None,
    levels: Sequence[str] | str | Path | None = None,
    urgent: object = None,
    profile: str | Path | Profile | None = None,
    threshold: float = ALERT_FROM,
    k: float | str = 100,
    gain: Literal["linear", "exponential"] = "exponential",
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    missing: Literal["error", "drop"] = "error",
    encoding: str = "utf-8",
) -> Alerts:
    """How well urgent items come first (nDCG), and what a stream of alerts is worth (as in TREC Incident Streams).

    Args:
        data: As in `evaluate`: a data frame, files, a dict of arrays, or nothing if the roles are arrays.
        truth: The column of true priorities: Low, Medium, High, Critical, other `levels`, or grades as numbers.
        score: The column of predicted priorities as numbers; several for several systems.
        event: The column of events; each has a list of its own, and events are what is resampled.
        order: The column of the order of arrival, such as a time; the order of rows if not given.
        types: The column of true types of information, several in one cell.
        pred_types: The column of predicted types; one for all systems, or one for each in their order.
        actionable: The type that calls for action, or several; by default those of the list of priorities.
        levels: Priorities from the lowest to the highest, which get the grades 1, 2, 3 ... Or one text: the name of a
            built-in list ("trec_is", the default) or the path of a .toml file, which also says what is urgent
            and actionable.
        urgent: The priority that should be alerted, or several; by default those of the list, High and Critical in
            "trec_is", or the critical classes of the profile.
        profile: A profile whose classes are in the column of the truth, in place of priorities: its action levels are
            the grades.
        threshold: What is alerted, after scores of the whole run are scaled to 0 to 1.
        k: Number of top items of each list in nDCG: a count or a share.
        gain: Whether an item gains two to the power of its grade, minus one, as in the track, or its grade.
        level: Confidence level of the intervals.
        replicates: How many times to resample events; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many events would show it.
        missing: "drop" leaves out items without a priority or a score of some system; by default they are an error.
        encoding: The encoding of text files.

    Returns:
        nDCG, accumulated alert worth with its two halves, and what was alerted: overall, by event, and from other
        thresholds on; several systems are compared over the same events.

    >>> rows = {"priority": ["High", "Low", "Critical", "Low"], "score": [0.9, 0.8, 0.7, 0.1]}
    >>> result = alerts(rows, truth="priority", score="score", k=2, replicates=0)
    >>> print(result.systems[0].measures[0].value)
    0.3930
    """
    roles, columns = _roles(data, truth, score, {"event": event, "order": order, "types": types}, pred_types, encoding)
    (depth,) = ks_of(k)
    if not 0 <= threshold <= 1:
        raise SettingError.outside("threshold", threshold, "between 0 and 1")
    domain = profile if isinstance(profile, Profile) or profile is None else read_profile(profile)
    if domain is not None and levels is not None:
        raise SettingError.either("levels", "profile")
    priorities = priorities_of(levels) if domain is None else profile_priorities(domain)
    if actionable is not None:
        priorities = replace(priorities, actionable=tuple(labels_listed(actionable)))
    items = Items.read(roles.source, columns, priorities, urgent, error_or_drop(missing))
    settings = Settings(level, replicates, "percentile", seed)
    metrics = [catalogue()["ndcg_at_k"].having({"k": depth, "gain": gain})]
    if items.grades.urgent is not None and columns.types is not None:
        metrics += [catalogue()[name].having({"threshold": threshold}) for name in WORTH]
    plan = AlertPlan(items, tuple(metrics), threshold, settings)
    predicted = columns.pred_types * (len(roles.systems) if len(columns.pred_types) == 1 else 1)
    runs = [
        plan.run(name, column, types_column)
        for (name, column), types_column in zip_longest(roles.systems.items(), predicted)
    ]
    pairs, rankings = plan.compared(runs)
    asked: dict[str, str | float] = {"threshold": threshold, "k": depth, "gain": gain, "missing": missing}
    asked |= {} if domain is not None else other_than("levels", priorities, PRIORITIES.read(TREC_IS))
    how = provenance(roles.source.origin, vars(columns), {**asdict(settings), **asked}, domain)
    result = Alerts(cards(metrics), tuple(map(plan.report, runs)), how, pairs, rankings, priorities.floor)
    return detecting(result, detect)


def _roles(  # noqa: PLR0917 - the roles as they were given
    data: object, truth: object, score: object, parts: Mapping[str, object], pred_types: object, encoding: str
) -> tuple[TableRoles, AlertRoles]:
    """The source and the names of its columns; without a table, arrays are columns named after their roles."""
    named = {role: part for role, part in parts.items() if part is not None}
    if data is None:
        several = pred_types if isinstance(pred_types, Mapping) else {} if pred_types is None else {"": pred_types}
        arrays = {f"pred_types {name}".strip(): array for name, array in several.items()}
        by: object = {**named, **arrays}
        columns, types = {role: role for role in named}, tuple(arrays)
    else:
        listed = pred_types if isinstance(pred_types, list | tuple) else [pred_types] if pred_types else []
        columns, types = {role: str(part) for role, part in named.items()}, tuple(map(str, listed))
        by = [*named.values(), *types]
    roles = table_roles(data, truth=truth, pred=score, role="score", by=by, encoding=encoding)
    if len(types) not in {0, 1, len(roles.systems)}:
        raise ColumnError.of_role(
            "pred_types", f"must name one column, or one for each of {len(roles.systems)} systems; found {len(types)}."
        )
    return roles, AlertRoles(roles.truth, tuple(roles.systems.values()), **columns, pred_types=types)
