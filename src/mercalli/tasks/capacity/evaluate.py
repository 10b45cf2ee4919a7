"""Capacity: what a limited team reaches with a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mercalli.engines.open import source_of
from mercalli.errors import ColumnError, ScoreError, SettingError
from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import LARGEST_NUMBER, Floats
from mercalli.inputs.digest import digest_of
from mercalli.inputs.labels import Policy
from mercalli.io.profiles import read_profile
from mercalli.plan.class_lists import class_list
from mercalli.plan.columns import check_there
from mercalli.plan.detect import detecting
from mercalli.plan.provenance import generic, provenance
from mercalli.plan.roles import roles_with
from mercalli.plan.rows import error_or_drop
from mercalli.profiles.profile import Profile
from mercalli.results.measure import Provenance
from mercalli.stats.arrivals import STRICT, WORTH, Rule, RuleName
from mercalli.tasks.capacity.clock import Clock, positive
from mercalli.tasks.capacity.data import CapacityRoles, Stream
from mercalli.tasks.capacity.desk import Desk
from mercalli.tasks.capacity.estimate import CapacityPlan
from mercalli.tasks.capacity.notes import capacity_notes
from mercalli.tasks.capacity.reports import TEAMS, Reporter
from mercalli.tasks.capacity.result import Capacity, CapacityReport
from mercalli.tasks.capacity.roster import Constant, Roster, RosterTable
from mercalli.tasks.capacity.worth import Worth

MINUTES = 60.0
UNCOVERED = ("error", "zero")


def capacity(
    data: object = None,
    *,
    time: object,
    truth: object,
    pred: object = None,
    score: object = None,
    event: object = None,
    region: object = None,
    per_hour: float | None = None,
    teams: float | None = None,
    minutes: float | str | Mapping[str, float] | None = None,
    capacity: object = None,
    deadline: str | None = None,
    half_life: str | None = None,
    rule: RuleName = STRICT,
    act_from: float = 0.0,
    width: str = "1h",
    timezone: str | None = None,
    stream: object = None,
    profile: str | Path | Profile | None = None,
    weights: object = None,
    urgent: object = None,
    value: float | None = None,
    cost_per_item: float | None = None,
    uncovered: Literal["error", "zero"] = "error",
    level: float = 0.95,
    replicates: int = 200,
    seed: int = 0,
    detect: float | None = None,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "drop"] = "error",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> Capacity:
    """What a limited team reaches with a model, beside first come, first served and the true classes.

    The items are replayed in the order of their arrival: exactly, without random numbers. A team takes what weighs most
    by the model, the oldest of equals first.

    Args:
        data: As in `evaluate`: a data frame, files, a dict of arrays, or nothing if the roles are arrays.
        time: The column of times of arrival.
        truth: The column of true classes.
        pred: The column of predicted classes; several for several systems.
        score: The column of scores in place of predicted classes: the highest first.
        event: The column of events; each has the team to itself, and events are what intervals rest on.
        region: The column of regions; each has a queue and a team of its own.
        per_hour: How many items the team handles in an hour.
        teams: How many teams there are, each of which takes `minutes` for an item.
        minutes: Minutes for an item, or for an item of each class (a dict, or "A=30,B=10").
        capacity: A table of the capacity over time instead: columns from, to, per_hour, or hour (of the day), per_hour,
            and region if teams differ by it.
        deadline: After how long an item leaves the queue, as in "6h"; a whole number of bins.
        half_life: After how long an item is worth half as much, as in "6h".
        rule: "strict" takes the highest weight, then the oldest; "worth" takes what is worth most now.
        act_from: The least predicted weight, or score, that enters the queue.
        width: How wide bins of time are.
        timezone: The zone of times that do not say theirs, and of hours of the day.
        stream: A table with the times of all messages, of which the items are a part.
        profile: The profile whose weights and critical classes count.
        weights: The weight of each class instead (a dict, or "A=5,B=2"; others weigh 1).
        urgent: The classes that must not wait; the critical classes of the profile, or those that weigh most.
        value: What a unit of weight that is handled in time is worth, as money ...
        cost_per_item: ... and what it costs to handle an item.
        uncovered: "zero" if nobody works in regions that a table of the capacity lacks; by default that is an error.
        level: Confidence level of the intervals.
        replicates: How many streams to draw for one event; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many items or events would show it.
        invalid: "wrong" gives predictions outside the classes the lowest weight; by default they are an error.
        missing: "drop" leaves out items without a time, a truth or an answer; by default they are an error.
        encoding: The encoding of text files.
        progress: Called with how far it is.

    Returns:
        What is handled in time by worth and of urgent items, the skill between blind and perfect, how many times the
        team the model is worth, waits and queues, by event and region; several systems are compared.

    >>> items = {"at": [f"2024-05-01T0{hour}:10:00Z" for hour in (0, 0, 0, 0, 1, 1, 1, 2)],
    ...          "is": ["u", "o", "u", "o", "u", "o", "o", "o"], "said": ["u", "u", "o", "o", "u", "o", "o", "o"]}
    >>> team = {"weights": {"u": 5}, "per_hour": 1, "deadline": "0"}
    >>> found = capacity(items, time="at", truth="is", pred="said", **team, replicates=0)
    >>> print(found.systems[0].measure("handled_in_time").value)
    0.4500
    """
    clock = Clock.check(width, timezone)
    served = _rule(clock, rule, deadline, half_life, act_from)
    roster = _roster(clock, per_hour, teams, minutes, capacity, encoding)
    if uncovered not in UNCOVERED:
        raise SettingError.choice("uncovered", uncovered, UNCOVERED)
    domain = profile if isinstance(profile, Profile) or profile is None else read_profile(profile)
    source, roles = _roles(data, {"time": time, "event": event, "region": region}, truth, pred, score, encoding)
    classes = class_list(generic() if domain is None else domain, None)
    checks: dict[str, Any] = {"classes": classes, "policy": Policy(invalid), "missing": error_or_drop(missing)}
    items = Stream.read(source, roles, clock, **checks)
    whole = None if stream is None else source_of(stream, encoding)
    if whole is not None:
        check_there(whole, [roles.time, roles.event, roles.region])
        items = items.scaled(whole)
    worth = Worth.check(items.labels.classes, domain, weights, urgent, minutes)
    desk = Desk.of(
        items, roster, replace(served, act_from=0.0) if roles.scored else served, worth.parts, zero=uncovered == "zero"
    )
    settings = Settings(level, replicates, "percentile", seed)
    plan = CapacityPlan(desk, _weights(items, worth, served), items.labels.rows.astype(np.float64), settings, progress)
    asked = {
        "bin": width,
        "rule": rule,
        "deadline": deadline,
        "half_life": half_life,
        "act_from": act_from or None,
        "per_hour": per_hour,
        "teams": teams,
        "minutes": None if minutes is None else str(minutes),
        "capacity": roster.origin or None,
        "stream": None if whole is None else whole.origin,
        "timezone": timezone,
        "uncovered": uncovered,
        "value": value,
        "cost_per_item": cost_per_item,
        "invalid": invalid,
        "missing": missing,
    }
    known = {name: each for name, each in asked.items() if each is not None}
    how = provenance(source.origin, roles.by_role, {**settings.sampling, **known}, domain)
    return detecting(_result(plan, Reporter(desk, items, _prices(value, cost_per_item)), worth, how), detect)


def _result(plan: CapacityPlan, reporter: Reporter, worth: Worth, how: Provenance) -> Capacity:
    """All systems, beside no model and the true classes."""
    arrivals, (pairs, rankings) = plan.desk.arrivals, plan.compared()
    return Capacity(
        metrics=cards(plan.metrics),
        systems=tuple(_report(plan, reporter, worth, name) for name in plan.weights),
        blind=reporter.queue(plan.desk.blind),
        perfect=reporter.queue(arrivals.true_weight),
        arrived=float(arrivals.count.sum()),
        urgent=float((arrivals.count * worth.urgent[arrivals.truth]).sum()),
        urgent_classes=worth.urgent_classes,
        weights=dict(zip(worth.classes, worth.weight.tolist(), strict=True)),
        teams=TEAMS,
        hours=reporter.hours,
        volume=reporter.volume(),
        provenance=how,
        pairs=pairs,
        rankings=rankings,
        floor=worth.floor,
    )


def _report(plan: CapacityPlan, reporter: Reporter, worth: Worth, name: str) -> CapacityReport:
    """Everything about one system."""
    weight, items, labels = plan.weights[name], reporter.stream, reporter.stream.labels
    measures, queue = plan.measures(name), reporter.queue(weight)
    return CapacityReport(
        name=name,
        column=items.roles.systems[name],
        n=plan.n,
        dropped=items.dropped,
        measures=measures,
        queue=queue,
        parts=tuple(reporter.parts(weight)),
        notes=tuple(capacity_notes(plan, items, worth, name, measures, queue)),
        digest=digest_of(
            [labels.classes.names, items.events, items.regions],
            [
                items.time,
                labels.truth,
                weight,
                labels.rows,
                plan.desk.event,
                plan.desk.region,
                plan.desk.arrivals.queue,
            ],
        ),
    )


def _weights(items: Stream, worth: Worth, rule: Rule) -> dict[str, Floats]:
    """The weight that each system gives every entry; a prediction outside the classes has the lowest."""
    if items.roles.scored:
        return {name: _score_weights(items.band(name), name, rule) for name in items.roles.systems}
    known = np.append(worth.weight, worth.weight.min())
    return {name: known[codes] for name, codes in zip(items.roles.systems, items.labels.preds, strict=True)}


def _score_weights(score: Floats, name: str, rule: Rule) -> Floats:
    """Scores as weights: their ranks under strict order, where any number will do; below `act_from` nobody acts."""
    if rule.name == STRICT:
        ranks = 1.0 + np.unique(score, return_inverse=True)[1]
        return np.where((score >= rule.act_from) | (rule.act_from == 0), ranks, 0.0)
    if (score < 0).any():
        raise ScoreError.named(name, "has scores below 0, and the rule 'worth' takes scores as worth. Use 'strict'.")
    return np.where(score >= rule.act_from, score, 0.0)


def _rule(clock: Clock, rule: RuleName, deadline: str | None, half_life: str | None, act_from: float) -> Rule:
    if rule not in (STRICT, WORTH):
        raise SettingError.choice("rule", rule, (STRICT, WORTH))
    if deadline is None and half_life is None:
        raise SettingError.named(
            "deadline",
            "is needed, as in 6h, or a `half_life`: without either, an item counts however late it is handled.",
        )
    if rule == WORTH and half_life is None:
        raise SettingError.named("half_life", "is needed with the rule 'worth', as in 6h: worth falls with time.")
    if not 0 <= act_from <= LARGEST_NUMBER:
        raise SettingError.outside("act_from", act_from, f"a number from 0 to {LARGEST_NUMBER:g}")
    bins = None if deadline is None else clock.bins(deadline, "deadline")
    fading = None if half_life is None else positive(half_life, "half_life") / clock.width
    return Rule(rule, bins, fading, float(act_from))


def _roster(  # noqa: PLR0917 - as it was given
    clock: Clock, per_hour: float | None, teams: float | None, minutes: object, table: object, encoding: str
) -> Roster:
    """One of three ways to say how much can be done."""
    ways = {"per_hour": per_hour, "teams": teams, "capacity": table}
    given = [name for name, way in ways.items() if way is not None]
    if len(given) != 1:
        raise SettingError.named(
            "per_hour",
            f"says how many items the team handles in an hour. Give it, or `teams` and `minutes`, or a table with "
            f"`capacity`; found {' and '.join(f'`{name}`' for name in given) or 'none of them'}.",
        )
    if (teams is None) != (minutes is None):
        raise SettingError.named(
            "teams", "and `minutes` go together: how many teams, and how long one takes for an item."
        )
    for name, number in (("per_hour", per_hour), ("teams", teams)):
        if number is not None and not 0 < number <= LARGEST_NUMBER:
            raise SettingError.outside(name, number, f"a number above 0, at most {LARGEST_NUMBER:g}")
    if per_hour is not None:
        return Constant(float(per_hour))
    return (
        Constant(float(teams) * MINUTES) if teams is not None else RosterTable.read(source_of(table, encoding), clock)
    )


def _prices(value: float | None, cost_per_item: float | None) -> tuple[float, float] | None:
    for name, number in (("value", value), ("cost_per_item", cost_per_item)):
        if number is not None and not 0 <= number <= LARGEST_NUMBER:
            raise SettingError.outside(name, number, f"a number from 0 to {LARGEST_NUMBER:g}")
    return None if value is None and cost_per_item is None else (value or 0.0, cost_per_item or 0.0)


def _roles(  # noqa: PLR0917 - the roles as they were given
    data: object, parts: Mapping[str, object], truth: object, pred: object, score: object, encoding: str
) -> tuple[Any, CapacityRoles]:
    """The source and the names of its columns; without a table, arrays are columns named after their roles."""
    if (pred is None) == (score is None):
        raise ColumnError.of_role("pred", "or `score` must be given, and not both: what each system says of the items.")
    if parts["time"] is None:
        raise ColumnError.not_given("time")
    role, answer = ("score", score) if pred is None else ("pred", pred)
    roles, columns = roles_with(data, parts, truth=truth, pred=answer, role=role, encoding=encoding)
    return roles.source, CapacityRoles(truth=roles.truth, systems=roles.systems, scored=pred is None, **columns)
