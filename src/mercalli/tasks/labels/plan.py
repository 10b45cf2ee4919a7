"""A plan: the profile, the classes, the metrics and the settings that an evaluation or comparison shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path

from mercalli.engines.source import Source
from mercalli.errors import EmptyError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.estimates.shared import known as is_told
from mercalli.estimates.shared import not_told
from mercalli.inputs.answers.counts import AnswerCounts, answer_counts
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Labels, Policy, Roles
from mercalli.inputs.recoding import Words
from mercalli.inputs.tally import MISSING_WORDS, Present
from mercalli.metrics.averages import CLASSES_ELSEWHERE
from mercalli.metrics.catalogue import PER_CLASS, WHOLE, Metric, one_number, parse
from mercalli.metrics.profiled import metrics_of
from mercalli.metrics.urgent import urgent_metrics
from mercalli.plan.answer_settings import OFF, USUAL_ANSWERS, AnswerSettings
from mercalli.plan.answers import Outputs, read_outputs
from mercalli.plan.class_lists import class_list
from mercalli.plan.guess import labels_in
from mercalli.plan.metrics import headline, metric_texts, text_list
from mercalli.plan.provenance import generic, profile_of, provenance
from mercalli.plan.roles import TableRoles
from mercalli.plan.urgent import with_urgent
from mercalli.profiles.profile import Profile
from mercalli.registry import command_of
from mercalli.results.measure import Provenance
from mercalli.stats.groups import Contexts, Groups
from mercalli.stats.margins import Noise
from mercalli.stats.sample import Sample
from mercalli.stats.sharing import Shared

ACCURACY = "accuracy"  # it needs the least


@dataclass(frozen=True)
class Plan:
    """Everything that was decided before the data is looked at.

    `headline` is shown first, `of_classes` for every class, `extra` is asked for besides (`class_extra` of every
    class), and with `every` the whole catalogue is computed. `urgent` is what was asked of urgent classes.
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
    outputs: Outputs
    urgent: Mapping[str, str | float] = field(default_factory=dict[str, str | float])

    def labels(self, columns: Sequence[str]) -> Labels:
        """Checked labels of some systems' columns; every engine makes the tally where the data lives."""
        table = self.table
        read = {name: self.outputs.columns[name] for name in columns if name in self.outputs.columns}
        roles = Roles(table.truth, tuple(columns), table.unit, table.by, self.profile.contexts, read)
        tally = table.source.tally(roles.keys, table.weight, self.present)
        if self.present and not len(tally.rows) and self._rows:
            raise EmptyError.all_dropped(table.source.origin, self._rows)
        labels = Labels.check(tally, roles, self.classes, self.policy, table.source.where)
        return self._with_dropped(labels, columns) if self.present else labels

    def _with_dropped(self, labels: Labels, columns: Sequence[str]) -> Labels:
        """The same with what the engine left out: rows that lack an answer of any system, and of these systems."""
        answers = [
            replace(counts, items=own.items, missing=own.missing)
            for counts, own in zip(labels.answers, map(self._answers, columns), strict=True)
        ]
        return replace(labels, dropped=self._rows - int(labels.rows.sum()), answers=tuple(answers))

    def _answers(self, column: str) -> AnswerCounts:
        """How many of all rows one system answered."""
        tally = self.table.source.tally([self.table.truth, column], None)
        truth = tally.columns[self.table.truth].known(self.words)
        pred = tally.columns[column].known(self.outputs.excluded.get(column, self.words))
        return answer_counts(truth, pred, tally.rows)

    @property
    def present(self) -> Present:
        """Several systems are judged on the same rows: those to which all of them gave an answer.

        What a language model did not answer is left out only if that is asked for: a system that refuses must not
        choose the items of its rivals.
        """
        systems = self.table.systems.values()
        plain = [name for name in systems if name not in self.outputs.columns]
        shared = self.policy.missing == "drop" and len(self.table.systems) > 1
        needed = (self.table.truth, *plain) if shared else ()
        return {**dict.fromkeys(needed, self.words), **self.outputs.excluded}

    def labelled(self, column: str) -> tuple[Source, Policy, Present]:
        """The data with classes in place of the outputs of a column, what is missing in it, and which rows count."""
        read = self.outputs.columns.get(column)
        if read is None:
            return self.table.source, self.policy, self.present
        source = self.table.source.recoded(column, Words(read.names, ""))
        present = {name: frozenset() if name == column else words for name, words in self.present.items()}
        return source, replace(self.policy, missing="wrong"), present

    @cached_property
    def with_unread(self) -> Plan:
        """The same with unread answers counted as wrong, where they are left out."""
        outputs = self.outputs
        if not outputs.excluded:
            return self
        return replace(self, outputs=replace(outputs, settings=replace(outputs.settings, unread="wrong")))

    @property
    def words(self) -> frozenset[str]:
        """Words that mean that a label is missing."""
        return MISSING_WORDS if self.classes is None else self.classes.missing_words

    @cached_property
    def _rows(self) -> int:
        return int(self.table.source.tally([self.table.truth], None).rows.sum())

    def metrics(self, labels: Labels, contexts: Contexts) -> dict[str, Metric]:
        """Every metric that gives one number and can be computed here, by text; those wanted first."""
        known = self._told(metrics_of(self.profile, labels.classes.names, contexts.values, self.settings.like), labels)
        chosen = [one_number(text, known, command_of) for text in (*self.headline, *self.extra)]
        beside = [known[name] for metric in chosen for name in metric.facts.beside if name in known]
        every = list(known.values()) if self.every else beside
        computable = [metric for metric in every if metric.needs == WHOLE and not metric.needs_options]
        return {metric.text: metric for metric in [*chosen, *computable]}

    def urgent_first(self, labels: Labels, urgent: Sequence[str], *, exact: bool = False) -> tuple[Metric, ...]:
        """Urgent recall and precision, if classes are urgent, then the headline and what gates ask for."""
        known = self.metrics(labels, Contexts.of(labels))
        own = urgent_metrics(labels.classes.names, tuple(urgent), exact=exact) if urgent else ()
        return (*own, *(known[text] for text in dict.fromkeys((*self.headline, *self.extra))))

    def class_metrics(self, labels: Labels) -> tuple[Metric, ...]:
        """Every metric that gives a number per class, and those asked for with options of their own."""
        known = metrics_of(self.profile, labels.classes.names)
        every = [*known.values(), *(parse(text, known) for text in (*self.of_classes, *self.class_extra))]
        by_text = {metric.text: metric for metric in every if metric.needs == PER_CLASS and not metric.needs_options}
        return tuple(by_text.values())

    def _told(self, known: Mapping[str, Metric], labels: Labels) -> Mapping[str, Metric]:
        """The metrics that can be computed from what was shared; all of them from rows or exact counts."""
        shared, contexts = self.table.shared, len(Contexts.of(labels).values)
        if shared is None:
            return known
        return {
            text: metric
            for text, metric in known.items()
            if is_told(metric, shared.table, labels.classes.names, contexts)
        }

    def sampled(self, labels: Labels, contexts: Contexts) -> Sample:
        """What is drawn for intervals, with the rounding that counts went through, if they were shared."""
        sample, shared = Sample.of(labels, contexts), self.table.shared
        if shared is None:
            return sample
        combinations = len(Groups.of({**labels.by, **labels.context}, len(labels.rows)).keys)
        pieces = shared.pieces(combinations / len(contexts.values))
        return replace(sample, noise=Noise(shared.rule, shared.table, pieces))

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
                **({} if table.count is None else {"count": table.count}),
            },
            {
                **asdict(self.settings),
                **asdict(self.policy),
                "classes": "declared" if self.classes is not None and self.classes.declared else "from the data",
                **self.outputs.provenance,
                **self.urgent,
            },
            self.profile,
        )


def plan(
    table: TableRoles,
    profile: str | Path | Profile | None,
    *,
    settings: Settings,
    policy: Policy,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    metrics: Sequence[str] | str | None = None,
    extra: Sequence[str] = (),
    class_extra: Sequence[str] = (),
    answers: AnswerSettings = USUAL_ANSWERS,
    urgent: Sequence[str] | str | None = None,
    floor: float | None = None,
    progress: Progress = quiet,
) -> Plan:
    """A plan from what the user asked for."""
    chosen = profile_of(profile)
    table.checked(chosen.contexts)
    wanted = (metrics,) if isinstance(metrics, str) else text_list("metrics", metrics)
    first = (chosen.headline or generic().headline) if metrics is None else wanted
    shown, of_classes = headline(first, chosen, settings)
    listed = _listed(table, class_list(chosen, classes), policy, settings)
    if table.shared is not None and listed is not None:
        needed = shown if metrics is not None else ()
        shown = _told_first(shown, (*needed, *extra), chosen, listed.names, table.shared)
    if urgent or floor is not None:
        listed = ClassList.inferred(labels_in(table.source, [table.truth])) if listed is None else listed
        chosen = with_urgent(chosen, urgent, floor, listed)
    source, outputs = _read(table, listed, settings, answers.under(chosen), progress)
    return Plan(
        table=replace(table, source=source),
        profile=chosen,
        classes=listed,
        headline=shown,
        of_classes=of_classes,
        extra=metric_texts(extra, chosen, settings),
        class_extra=metric_texts(class_extra, chosen, settings),
        every=metrics is None,
        settings=settings,
        policy=policy,
        outputs=outputs,
        urgent=_said(urgent, floor, chosen),
    )


def _said(urgent: Sequence[str] | str | None, floor: float | None, profile: Profile) -> Mapping[str, str | float]:
    """Which classes were named as urgent, and the floor that was set."""
    named = {"urgent": ", ".join(profile.critical)} if urgent else {}
    return named if floor is None else {**named, "floor": float(floor)}


def _read(
    table: TableRoles, listed: ClassList | None, settings: Settings, answers: AnswerSettings, progress: Progress
) -> tuple[Source, Outputs]:
    """The source with answers for outputs; where another program takes predicted labels for classes, none are read."""
    if answers.mode == OFF or settings.like in CLASSES_ELSEWHERE:
        return table.source, Outputs({}, answers)
    classes = ClassList.inferred(labels_in(table.source, [table.truth])) if listed is None else listed
    return read_outputs(table.source, list(table.systems.values()), classes, answers, progress)


def _told_first(
    shown: Sequence[str], needed: Sequence[str], profile: Profile, classes: Sequence[str], shared: Shared
) -> tuple[str, ...]:
    """Those of the first metrics that what was shared tells; one that somebody named must be."""
    known, told = metrics_of(profile, tuple(classes)), list[str]()
    for text in dict.fromkeys((*shown, *needed)):
        metric = one_number(text, known, command_of)
        if is_told(metric, shared.table, classes):
            told.append(text)
        elif text in needed:
            raise not_told(metric, shared.table)
    return tuple(text for text in told if text in shown) or (ACCURACY,)


def _listed(table: TableRoles, listed: ClassList | None, policy: Policy, settings: Settings) -> ClassList | None:
    """One class list for all systems: the declared classes, or those of the truth; predictions make no class.

    Only where scikit-learn's numbers are wanted do they: it takes every label that occurs for a class.
    """
    if listed is not None and listed.declared:
        return listed if policy.unknown == "error" else _with_unknown(table, listed)
    if settings.like in CLASSES_ELSEWHERE:
        columns = [table.truth, *table.systems.values()]
        return ClassList.inferred([*(listed.names if listed else ()), *labels_in(table.source, columns)])
    if listed is not None or len(table.systems) == 1:
        return listed
    return ClassList.inferred(labels_in(table.source, [table.truth]))


def _with_unknown(table: TableRoles, declared: ClassList) -> ClassList:
    """The declared classes, and those of the truth that the profile does not know."""
    labels = labels_in(table.source, [table.truth], words=declared.missing_words)
    unknown = [label for label in labels if declared.code(label) is None]
    return declared.extended(unknown) if unknown else declared
