"""A plan: the profile, the classes, the metrics and the settings that an evaluation or comparison shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path

from mercalli.errors import ClassError, EmptyError
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import ClassList, normal
from mercalli.inputs.labels import Labels, Policy, Roles
from mercalli.io.profiles import read_profile
from mercalli.metrics.catalogue import PER_CLASS, WHOLE, Metric, one_number, parse
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.guess import labels_in
from mercalli.plan.metrics import headline, metric_texts, text_list
from mercalli.plan.provenance import generic, provenance
from mercalli.plan.roles import TableRoles
from mercalli.profiles.profile import Profile
from mercalli.registry import command_of
from mercalli.results.measure import Provenance
from mercalli.stats.groups import Contexts


@dataclass(frozen=True)
class Plan:
    """Everything that was decided before the data is looked at.

    `headline` is shown first, `of_classes` for every class, `extra` is asked for besides (`class_extra` of every
    class), and with `every` the whole catalogue is computed.
    """

    table: TableRoles
    profile: Profile
    classes: ClassList | None
    headline: tuple[str, ...]
    of_classes: tuple[str, ...]
    extra: tuple[str, ...]
    class_extra: tuple[str, ...]
    every: bool
    settings: Settings
    policy: Policy

    def labels(self, columns: Sequence[str]) -> Labels:
        """Checked labels of some systems' columns; every engine makes the tally where the data lives."""
        table = self.table
        roles = Roles(table.truth, tuple(columns), table.unit, table.by, self.profile.contexts)
        tally = table.source.tally(roles.keys, table.weight, self._present)
        if self._present and not len(tally.rows) and self._rows:
            raise EmptyError.all_dropped(table.source.origin, self._rows)
        labels = Labels.check(tally, roles, self.classes, self.policy, table.source.where)
        return replace(labels, dropped=self._rows - int(labels.rows.sum())) if self._present else labels

    @property
    def _present(self) -> tuple[str, ...]:
        """Several systems rest on the same rows: those to which all of them gave an answer."""
        shared = self.policy.missing == "drop" and len(self.table.systems) > 1
        return (self.table.truth, *self.table.systems.values()) if shared else ()

    @cached_property
    def _rows(self) -> int:
        return int(self.table.source.tally([self.table.truth], None).rows.sum())

    def metrics(self, labels: Labels, contexts: Contexts) -> dict[str, Metric]:
        """Every metric that gives one number and can be computed here, by text; those wanted first."""
        known = metrics_of(self.profile, labels.classes.names, contexts.values, self.settings.like)
        chosen = [one_number(text, known, command_of) for text in (*self.headline, *self.extra)]
        beside = [known[name] for metric in chosen for name in metric.facts.beside if name in known]
        every = list(known.values()) if self.every else beside
        computable = [metric for metric in every if metric.needs == WHOLE and not metric.needs_options]
        return {metric.text: metric for metric in [*chosen, *computable]}

    def class_metrics(self, labels: Labels) -> tuple[Metric, ...]:
        """Every metric that gives a number per class, and those asked for with options of their own."""
        known = metrics_of(self.profile, labels.classes.names)
        every = [*known.values(), *(parse(text, known) for text in (*self.of_classes, *self.class_extra))]
        by_text = {metric.text: metric for metric in every if metric.needs == PER_CLASS and not metric.needs_options}
        return tuple(by_text.values())

    def text(self, metric: str) -> str:
        """A metric's own text, whatever alias it was asked by."""
        return metric_texts([metric], self.profile, self.settings)[0]

    def provenance(self) -> Provenance:
        """How the result comes about."""
        table = self.table
        return provenance(
            table.source.origin,
            {
                "truth": table.truth,
                "systems": tuple(table.systems.values()),
                "weight": table.weight,
                "unit": table.unit,
                "by": table.by,
            },
            {
                **asdict(self.settings),
                **asdict(self.policy),
                "classes": "declared" if self.classes is not None and self.classes.declared else "from the data",
            },
            self.profile,
        )


def plan(
    table: TableRoles,
    profile: str | Path | Profile | None,
    *,
    settings: Settings,
    policy: Policy,
    classes: Sequence[object] | Mapping[object, str] | None = None,
    metrics: Sequence[str] | str | None = None,
    extra: Sequence[str] = (),
    class_extra: Sequence[str] = (),
) -> Plan:
    """A plan from what the user asked for."""
    chosen = profile if isinstance(profile, Profile) else generic() if profile is None else read_profile(profile)
    table.checked(chosen.contexts)
    wanted = (metrics,) if isinstance(metrics, str) else text_list("metrics", metrics)
    first = (chosen.headline or generic().headline) if metrics is None else wanted
    shown, of_classes = headline(first, chosen, settings)
    return Plan(
        table=table,
        profile=chosen,
        classes=_shared(table, _class_list(chosen, classes), policy),
        headline=shown,
        of_classes=of_classes,
        extra=metric_texts(extra, chosen, settings),
        class_extra=metric_texts(class_extra, chosen, settings),
        every=metrics is None,
        settings=settings,
        policy=policy,
    )


def _shared(table: TableRoles, declared: ClassList | None, policy: Policy) -> ClassList | None:
    """One class list for all systems, also where some or all classes are taken from the data."""
    columns = [table.truth, *table.systems.values()] if policy.invalid == "error" else [table.truth]
    if len(table.systems) == 1 or (declared is not None and policy.unknown == "error"):
        return declared
    if declared is None:
        return ClassList.inferred(labels_in(table.source, [table.truth, *table.systems.values()]))
    unknown = [label for label in labels_in(table.source, columns) if declared.code(label) is None]
    return declared.extended(unknown) if unknown else declared


def _class_list(profile: Profile, classes: Sequence[object] | Mapping[object, str] | None) -> ClassList | None:
    """The declared classes: those given, in the profile's spelling, or else the profile's."""
    declared = ClassList.check(profile.classes, profile.aliases) if profile.classes else None
    if classes is None or declared is None:
        return declared if classes is None else ClassList.check(classes)
    listed = ClassList.check(classes)
    unknown = [name for name in listed.names if declared.code(name) is None]
    if unknown:
        raise ClassError.not_in_profile(unknown, profile.name, declared.names)
    spelt = {name: declared.names[declared.index[normal(name)]] for name in listed.names}
    for name in spelt.values():
        same = [spelling for spelling, known in spelt.items() if known == name]
        if len(same) > 1:
            raise ClassError.twice(name, same)
    aliases = {alias: name for alias, name in profile.aliases.items() if name in spelt.values()}
    aliases |= {spelling: name for spelling, name in spelt.items() if spelling != name}
    values = {value: spelt[name] for value, name in listed.values.items()}
    return ClassList(tuple(spelt.values()), aliases, values)
