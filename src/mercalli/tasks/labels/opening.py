"""Whatever labels come from, with its roles and rules: rows, a table of truth against prediction, or a statistic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mercalli.engines.tallied import TalliedSource
from mercalli.errors import ClassError, ProfileError, SettingError, StatisticError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Policy
from mercalli.io.profiles import GENERIC, profile_names, read_profile
from mercalli.io.statistics import is_statistic
from mercalli.plan.answer_settings import AnswerSettings
from mercalli.plan.roles import TableRoles, column_systems, slice_names, table_roles
from mercalli.plan.statistics import check_counted, check_task, origin_of, read_statistic
from mercalli.plan.tables import DUCKDB
from mercalli.profiles.profile import Profile
from mercalli.stats.confusion import Confusion
from mercalli.stats.entries import WEIGHT
from mercalli.stats.sharing import Shared
from mercalli.stats.statistic import SITE, Statistic
from mercalli.tasks.labels.counting.question import LabelQuestion, checked
from mercalli.tasks.labels.counting.tables import shared_source
from mercalli.tasks.labels.cross_tables import COUNT, PRED, TRUTH, check_alone, declared, table_of
from mercalli.tasks.labels.data import LabelFiles

UNCHANGED = AnswerSettings(), AnswerSettings("off")


@dataclass(frozen=True)
class Rules:
    """What decides which labels are right, as `plan` takes it."""

    profile: str | Path | Profile | None
    classes: Sequence[object] | Mapping[object, str] | ClassList | None
    policy: Policy
    answers: AnswerSettings


def opened_roles(
    data: object, roles: Mapping[str, object], rules: Rules, encoding: str
) -> tuple[TableRoles, Rules, tuple[str, ...]]:
    """The source with its columns by role, the rules that hold for it, and what to know of it."""
    if isinstance(data, str | Path) and is_statistic(data):
        data = read_statistic(data)
    if isinstance(data, Statistic):
        return _of_statistic(data, roles, rules)
    if not isinstance(data, Confusion):
        named: Any = roles
        return table_roles(data, **named, encoding=encoding), rules, ()
    check_alone(roles)
    policy = replace(rules.policy, invalid="wrong")
    classes = declared(data, rules.profile, rules.classes)
    table = table_roles(table_of(data), truth=TRUTH, pred=PRED, count=COUNT)
    return table, replace(rules, policy=policy, classes=classes), ()


def _of_statistic(
    statistic: Statistic, roles: Mapping[str, object], rules: Rules
) -> tuple[TableRoles, Rules, tuple[str, ...]]:
    """What was counted, under the rules by which it was counted."""
    check_task(statistic, "labels")
    question = checked(statistic)
    own = {name: value for name, value in roles.items() if name not in ("pred", "by")}
    own |= {"classes": rules.classes or None, "answers": None if rules.answers in UNCHANGED else rules.answers}
    check_alone(own, "statistic")
    names = question.columns
    systems = column_systems("pred", roles.get("pred") or list(question.systems))
    by = slice_names(roles.get("by")) or question.by
    check_counted(statistic, "pred", tuple(systems.values()), question.systems)
    check_counted(statistic, "by", by, question.by)
    origin = origin_of(statistic)
    shared = _shared(question, statistic)
    table = TableRoles(
        TalliedSource(statistic.entries.tally(names, origin))
        if shared is None
        else shared_source(statistic.entries, question, origin),
        truth=TRUTH,
        systems=systems,
        weight=WEIGHT if question.weighted else None,
        unit=question.unit,
        by=by,
        shared=shared,
    )
    known = Rules(
        _profile(question, rules.profile, statistic),
        question.class_list,
        _policy(question, rules.policy),
        AnswerSettings("off"),
    )
    return table, known, tuple(_notes(question))


def _shared(question: LabelQuestion, statistic: Statistic) -> Shared | None:
    """What is known of rounded counts."""
    if statistic.rule is None or question.table is None:
        return None
    sites = statistic.entries.columns.get(f"by:{SITE}")
    return Shared(statistic.rule, question.table, len(statistic.parts), 1 if sites is None else len(sites.values))


def _policy(question: LabelQuestion, asked: Policy) -> Policy:
    """The rules by which it was counted; others cannot be kept any more."""
    for name, value in vars(question.policy).items():
        given = getattr(asked, name)
        if given not in (value, getattr(Policy(), name)):
            raise SettingError.named(
                name,
                f"is {given!r}, and the statistic was counted with {value!r}. Leave it out, or count the rows again.",
            )
    return question.policy if question.table is None else replace(question.policy, invalid="wrong")


def _profile(question: LabelQuestion, asked: str | Path | Profile | None, statistic: Statistic) -> str | Path | Profile:
    """The profile that was asked for, if it has the classes; or the very one for which it was counted."""
    name, digest = question.profile
    if asked is None:
        known = read_profile(name) if name in profile_names() or name == GENERIC else None
        if known is None or known.digest != digest:
            now = "not here" if known is None else "another one by now"
            problem = f"was counted for the profile {name!r}, which is {now}. Name with `profile` the one to use."
            raise ProfileError.about(statistic.origin, problem)
        return known
    profile = asked if isinstance(asked, Profile) else read_profile(asked)
    listed = ClassList(profile.classes, profile.aliases)
    unknown = [each for each in question.classes if listed.code(each) is None]
    if profile.classes and unknown and question.policy.unknown == "error":
        raise ClassError.not_in_profile(unknown, profile.name, profile.classes)
    return profile


def _notes(question: LabelQuestion) -> Iterator[str]:
    """What the intervals of a statistic draw."""
    if question.units is not None and question.units.groups is not None:
        yield (
            f"Intervals draw {question.units.groups} groups of {question.unit!r} (by a key, so that no name is in the "
            f"statistic): as wide as if each {question.unit!r} were drawn, with other draws."
        )


def holds_statistic(files: LabelFiles) -> bool:
    """Whether one of the files is a statistic."""
    return any(map(is_statistic, files.files))


def statistic_in(files: LabelFiles, **others: object) -> tuple[Statistic, dict[str, Any]]:
    """The statistic, and what was named as `evaluate` takes it; what is for rows alone is refused."""
    if len(files.files) > 1:
        raise StatisticError.several()
    rows = {"truth": files.truth, "truth_file": files.truth_file, "from": files.read_as, "id": files.key, **others}
    check_alone({**rows, "engine": None if files.engine == DUCKDB else files.engine}, "statistic")
    named = {"pred": list(files.preds) or None, "profile": files.profile, "classes": list(files.classes) or None}
    return read_statistic(files.files[0]), named
