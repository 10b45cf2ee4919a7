"""Parity: one or more systems, group by group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.source import Source
from mercalli.errors import SettingError
from mercalli.estimates.confusion import estimates, generator
from mercalli.estimates.groups import MIXES, Grouped, Settled
from mercalli.estimates.judged import AllJudged, Judged
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools
from mercalli.inputs.classes import ClassList
from mercalli.inputs.digest import digest
from mercalli.inputs.labels import MISSING_SLICE, Labels, Policy
from mercalli.inputs.recoding import Words
from mercalli.inputs.tally import MISSING
from mercalli.inputs.usual_names import INCIDENT, plain_name
from mercalli.plan.columns import check_there
from mercalli.plan.roles import TableRoles, table_roles
from mercalli.plan.same_names import same_groups
from mercalli.plan.urgent import urgent_classes
from mercalli.profiles.profile import Profile
from mercalli.results.gates import checked_gates, gate_reports
from mercalli.results.measure import Provenance
from mercalli.stats.groups import Contexts
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.plan import Plan, plan
from mercalli.tasks.parity.errors import GroupError
from mercalli.tasks.parity.names import check_names
from mercalli.tasks.parity.notes import confounded, notes
from mercalli.tasks.parity.result import Parity, ParityReport, TranslationReport
from mercalli.tasks.parity.translations import Answers, Pairs
from mercalli.tasks.parity.translations import reports as translation_reports


def parity(
    data: object = None,
    *,
    truth: object,
    pred: object,
    by: object,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    weight: object = None,
    unit: object = None,
    urgent: Sequence[str] | str | None = None,
    reference: str | None = None,
    mix: Literal["pooled", "reference", "none"] = "pooled",
    least: int = 10,
    same: Mapping[str, str] | Sequence[str] | str | None = None,
    pairs: str | None = None,
    metrics: Sequence[str] | str | None = None,
    gates: Sequence[str] = (),
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "wrong", "drop"] = "error",
    unknown: Literal["error", "default"] = "error",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> Parity:
    """Compare how well systems work in groups: languages, dialects, sources, or any other column.

    Args:
        data: A data frame, the path of files, a dict of arrays, or nothing if the roles are arrays themselves.
        truth: The column, or array, of true classes.
        pred: The column of predictions; several columns, or a dict name -> column, for several systems.
        by: The column of groups, or several, each looked at by itself; keys such as "bin(ts, 1d)" too.
        profile: A built-in profile ("humaid"), or the path of a .toml file.
        classes: The declared classes in order, or a dict value in the data -> class name.
        weight: A column of weights.
        unit: What is resampled as a whole: authors, threads, events.
        urgent: Classes that must not be missed; by default the critical ones of the profile, or its top level.
        reference: The group that the others are compared with, such as the largest language.
        mix: Values like for like have the mix of classes of all groups ("pooled"), of the reference, or are left out.
        least: The least denominator of a value that takes part in a gap.
        same: Names that mean the same group, as in {"eng": "en"} or "eng=en,English=en".
        pairs: The column that a message and its translation share; the reference is the language of the source.
        metrics: Metrics wanted; those of the profile by default. Urgent recall and precision come with urgent classes.
        gates: Conditions to be met, such as "gap:language.urgent_recall<=0.15" or "spread:language.dua<=0.05".
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        invalid: "wrong" counts predictions outside the declared classes as wrong; by default they are an error.
        missing: "wrong" counts rows without a prediction as wrong; "drop" leaves out rows without truth or prediction.
        unknown: "default" gives classes that the profile does not know its default weight.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Every group with its values, as they are and like for like, and the gaps between groups.

    >>> rows = {"truth": ["help"] * 40, "pred": ["help"] * 18 + ["other"] * 22, "lang": ["en"] * 20 + ["es"] * 20}
    >>> result = parity(rows, truth="truth", pred="pred", by="lang", classes=["help", "other"], metrics="accuracy")
    >>> print(result["pred"].gap("accuracy").gap.value)
    0.9000
    """
    asked = checked_gates(gates)
    settings = Settings(level, replicates, "auto", seed)
    _check(mix, least, reference)
    given = table_roles(data, truth=truth, pred=pred, weight=weight, unit=unit or pairs, by=by, encoding=encoding)
    roles = _named(given, same_groups(same), reference)
    planned = plan(
        roles,
        profile,
        classes=classes,
        metrics=metrics,
        extra=[gate.metric for gate in asked if not gate.metric.startswith("urgent_")],
        settings=settings,
        policy=Policy(invalid, missing, unknown),
        progress=progress,
    )
    found = [confounded(roles.source, column, _event(roles, column)) for column in roles.by]
    inquiry = Inquiry(
        planned, Settled(settings, reference, mix, least), urgent, pairs, tuple(each for each in found if each)
    )
    judged = AllJudged([inquiry.report(name, progress) for name in roles.systems])
    return Parity(
        judged.headline(planned.headline),
        judged.cards(planned.profile, asked),
        judged.reports,
        judged.urgent,
        inquiry.provenance(roles),
        gate_reports(asked, judged.reports),
    )


def _check(mix: str, least: int, reference: str | None) -> None:
    if mix not in MIXES:
        raise SettingError.choice("mix", mix, MIXES)
    if mix == "reference" and reference is None:
        raise SettingError.named("mix", "is that of the reference, and none is named. Name one with `reference`.")
    if isinstance(least, bool) or least < 1:
        raise SettingError.outside("least", least, "a whole number of at least 1")


def _named(roles: TableRoles, same: Mapping[str, str], reference: str | None) -> TableRoles:
    """The roles with groups under one name each."""
    if not roles.by:
        raise SettingError.named("by", "is needed: the column of groups to compare, such as the language.")
    source: Source = roles.source
    for column in roles.by:
        values = source.tally([column], None).columns[column].values
        names = {value: same.get(str(value), str(value)) for value in values}
        check_names(column, {str(value) for value in values}, same)
        if any(str(value) in same for value in values):
            source = source.recoded(column, Words(names, MISSING_SLICE))
        if reference is not None and reference not in names.values():
            raise GroupError.no_reference(reference, column, sorted(set(names.values())))
    return replace(roles, source=source)


def _event(roles: TableRoles, column: str) -> str | None:
    """The column of events, by its usual name, if it is another one."""
    return next((name for name in roles.source.columns if plain_name(name) in INCIDENT and name != column), None)


@dataclass(frozen=True)
class Inquiry:
    """What is asked about every system."""

    plan: Plan
    settled: Settled
    urgent: Sequence[str] | str | None
    pairs: str | None
    confounding: tuple[str, ...]

    def report(self, name: str, progress: Progress) -> Judged[ParityReport]:
        """One system."""
        column = self.plan.table.systems[name]
        progress(f"counting {name}", 0, 1)
        labels = self.plan.labels([column])
        contexts = Contexts.of(labels)
        metrics = self.plan.urgent_first(labels, self._urgent(labels))
        grouped = [Grouped.of(labels, contexts, each, metrics, self.settled) for each in labels.by]
        sample = Sample.of(labels, contexts)
        panel = Panel(metrics, len(labels.classes.names))
        overall = estimates(sample, panel, self.settled.settings, "overall", progress)
        groups = tuple(report for each in grouped for report in each.reports(self._urgent(labels)))
        gaps = tuple(each.gap(metric) for each in grouped for metric in metrics)
        report = ParityReport(
            name,
            sample.n,
            labels.dropped,
            overall.measures(self.plan.profile, sample),
            groups,
            gaps,
            tuple(self._translations(labels, column)),
            (*self.confounding, *notes(groups, gaps, self.settled)),
            digest(labels),
        )
        return Judged(report, metrics, self._urgent(labels))

    def _urgent(self, labels: Labels) -> tuple[str, ...]:
        return urgent_classes(self.urgent, labels.classes, self.plan.profile)

    def _translations(self, labels: Labels, column: str) -> list[TranslationReport]:
        """Messages and their translations, if they share a column."""
        if self.pairs is None:
            return []
        table = self.plan.table
        check_there(table.source, [self.pairs])
        unit = None if table.unit in {None, self.pairs} else table.unit
        more = [name for name in (unit, table.weight) if name is not None]
        rows = table.source.rows([], [self.pairs, table.by[0], table.truth, *table.systems.values(), *more])
        pairs = Pairs.of(rows, self.pairs, table.by[0], table.truth, self.settled.reference, self._there(rows))
        settings = self.settled.settings
        rng = generator(settings, f"pairs of {column}")
        made = translation_reports(
            pairs, self._answers(rows, pairs, labels, column), settings.level, settings.replicates, rng
        )
        return list(made)

    def _there(self, rows: ArraySource) -> Bools:
        """Which rows count: those with a truth and an answer of every system, where others are dropped."""
        needed = (
            (self.plan.table.truth, *self.plan.table.systems.values()) if self.plan.policy.missing == "drop" else ()
        )
        there = np.ones(len(rows.arrays[self.plan.table.truth]), np.bool_)
        for name in needed:
            there &= rows.column(name).known(self.plan.words).codes != MISSING
        return there

    def _answers(self, rows: ArraySource, pairs: Pairs, labels: Labels, column: str) -> Answers:
        """What was answered to both messages of each pair."""
        table, classes = self.plan.table, labels.classes
        truth, pred = (
            np.array([_code(classes, value) for value in rows.arrays[name].tolist()], np.int64)
            for name in (table.truth, column)
        )
        urgent = np.array([*(name in self._urgent(labels) for name in classes.names), False])
        harms = np.append(self.plan.profile.harms(classes.names, {}), 0.0)
        true, first, second = truth[pairs.sources], pred[pairs.sources], pred[pairs.translations]
        return Answers(
            (first == second) & (first < len(classes.names)),
            urgent[true],
            (urgent[first], urgent[second]),
            (first == true, second == true),
            harms[true],
            true,
            classes.names,
            None if table.weight is None else rows.arrays[table.weight].astype(np.float64)[pairs.sources],
            None if table.unit in {None, self.pairs} else rows.column(str(table.unit)).codes[pairs.sources],
        )

    def provenance(self, roles: TableRoles) -> Provenance:
        """How the result comes about, with the settings of parity."""
        found = self.plan.provenance()
        own: dict[str, str | int | None] = {
            "mix": self.settled.mix,
            "least": self.settled.least,
            "reference_group": self.settled.reference,
        }
        return replace(
            found, settings={**found.settings, **own}, roles={**found.roles, "pairs": self.pairs, "by": roles.by}
        )


def _code(classes: ClassList, value: object) -> int:
    code = classes.code(str(value))
    return len(classes.names) if code is None else code
