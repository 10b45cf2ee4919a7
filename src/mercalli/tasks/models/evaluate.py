"""Models: language models and prompts on the same items, with repeated runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.estimates.measure import cards
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.answers.answer import OUTCOMES
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Policy
from mercalli.io.profiles import read_profile
from mercalli.metrics.catalogue import Metric, catalogue, one_number
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.answers import AnswerSettings, answer_settings
from mercalli.plan.class_lists import class_list
from mercalli.plan.columns import check_there
from mercalli.plan.detect import detecting
from mercalli.plan.guess import labels_in
from mercalli.plan.metrics import headline, text_list
from mercalli.plan.provenance import generic, provenance
from mercalli.profiles.profile import Profile
from mercalli.registry import command_of
from mercalli.results.grounds import Finds
from mercalli.results.measure import Provenance
from mercalli.tasks.models.agreement import agreement
from mercalli.tasks.models.data import ModelsData, SystemAnswers
from mercalli.tasks.models.estimate import ModelEstimates
from mercalli.tasks.models.reading import read_models
from mercalli.tasks.models.result import ModelReport, ModelsResult
from mercalli.tasks.models.roles import ModelRoles
from mercalli.tasks.models.tables import ItemTables
from mercalli.tasks.models.variance import spreads
from mercalli.text.names import readable

RECALL = "recall"


def models(
    data: object,
    *,
    truth: str,
    pred: object = None,
    samples: Mapping[str, Sequence[str]] | None = None,
    item: str | None = None,
    sample: str | None = None,
    system: str | None = None,
    factors: Sequence[str] | str | None = None,
    truths: object = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    unit: str | None = None,
    metrics: Sequence[str] | str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "wrong"] = "error",
    unknown: Literal["error", "default"] = "error",
    answers: Literal["usual", "strict", "off"] | AnswerSettings = "usual",
    unread: Literal["wrong", "exclude", "error"] | None = None,
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> ModelsResult:
    """Choose between language models and prompts on the same items, each asked once or several times.

    The value of a system is the expected score of one call: the answers to an item together weigh as much as one item.
    Items (or the units above them) are resampled, so that repeated answers are never taken for further items.

    Args:
        data: A data frame, files, or a dict of arrays. Either a row is an answer (long: name `item` and `system` or
            `factors`, and `sample` if there is one), or a row is an item (wide: every column of `pred` is a system,
            and `samples` name columns that are samples of one system).
        truth: The column of true classes.
        pred: The column of outputs; several in the wide layout.
        samples: In the wide layout, the columns of samples by the name of the system.
        item: The column of item ids.
        sample: The column that tells samples of one item and system apart.
        system: The column that says whose answer a row is ...
        factors: ... or several that say it together, as in ["model", "prompt"].
        truths: Other data with the truth of every item, matched by `item`.
        profile: As in `evaluate`.
        classes: As in `evaluate`.
        unit: The column of units above items, such as events, which are resampled instead of items.
        metrics: Metrics to show; those of the profile if not given.
        level: Confidence level of the intervals.
        replicates: How many times to resample; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many items would show it.
        invalid: "wrong" counts plain labels outside the declared classes as wrong.
        missing: "wrong" counts blanks among plain labels as wrong; what a language model leaves blank always is.
        unknown: "default" accepts true classes that the profile does not know.
        answers: As in `evaluate`.
        unread: As in `evaluate`.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    >>> runs = {"truth": ["fire", "flood"] * 20, "one": ["fire", "flood"] * 20, "two": ["fire", "fire"] * 20}
    >>> result = models(runs, truth="truth", samples={"small": ["one", "two"]}, metrics="accuracy", replicates=0)
    >>> print(result["small"].measure("accuracy").value)
    0.7500
    """
    settings, policy = Settings(level, replicates, "auto", seed), Policy(invalid, missing, unknown)
    chosen = profile if isinstance(profile, Profile) else generic() if profile is None else read_profile(profile)
    roles = ModelRoles.check(
        pred=pred,
        samples=samples,
        truth=truth,
        item=item,
        sample=sample,
        system=system,
        factors=factors,
        unit=unit,
    )
    source, of_truths = source_of(data, encoding), None if truths is None else source_of(truths, encoding)
    where = source if of_truths is None else of_truths
    check_there(where, [roles.truth])
    listed = _classes(where, roles.truth, class_list(chosen, classes), policy)
    read, outputs = read_models(
        source,
        roles,
        listed,
        contexts=tuple(chosen.contexts),
        truths=of_truths,
        policy=policy,
        settings=answer_settings(answers, unread),
        progress=progress,
    )
    wanted = (metrics,) if isinstance(metrics, str) else text_list("metrics", metrics)
    shown, _ = headline((chosen.headline or generic().headline) if metrics is None else wanted, chosen, settings)
    plan = ModelsPlan(read, chosen, shown, settings, progress)
    how = _provenance(source, of_truths, roles, plan, {**asdict(policy), **outputs.provenance})
    return detecting(plan.result(how), detect)


def _classes(source: Source, truth: str, declared: ClassList | None, policy: Policy) -> ClassList:
    """The declared classes, with true ones that the profile does not know if that was asked for; or the true ones."""
    if declared is None:
        return ClassList.inferred(labels_in(source, [truth]))
    if policy.unknown == "error":
        return declared
    labels = labels_in(source, [truth], words=declared.missing_words)
    unknown = [label for label in labels if declared.code(label) is None]
    return declared.extended(unknown) if unknown else declared


def _provenance(
    source: Source,
    truths: Source | None,
    roles: ModelRoles,
    plan: ModelsPlan,
    more: Mapping[str, str | int | float | None],
) -> Provenance:
    columns = {name: ", ".join(each) for name, each in roles.preds.items()}
    return provenance(
        source.origin if truths is None else f"{source.origin} and {truths.origin}",
        {
            "truth": roles.truth,
            "pred": tuple(columns.values()),
            "item": roles.item,
            "sample": roles.sample,
            "system": roles.system,
            "factors": roles.factors,
            "unit": roles.unit,
        },
        {**asdict(plan.settings), **more},
        plan.profile,
    )


@dataclass(frozen=True)
class ModelsPlan:
    """The answers, and what is to be known of them."""

    data: ModelsData
    profile: Profile
    headline: tuple[str, ...]
    settings: Settings
    progress: Progress

    def metrics(self) -> tuple[Metric, ...]:
        """The headline metrics."""
        known = metrics_of(self.profile, self.data.classes.names, self.data.contexts.values)
        return tuple(one_number(text, known, command_of) for text in self.headline)

    def result(self, how: Provenance) -> ModelsResult:
        """Everything."""
        metrics, systems = self.metrics(), self.data.systems
        tables = ItemTables.of(self.data, systems)
        whole = ModelEstimates(tables, Panel(metrics, self.data.size), self.settings, self.progress)
        recalls = ModelEstimates(tables, Panel((catalogue()[RECALL],), self.data.size), self.settings)
        names = [system.name for system in systems]
        pairs, rankings = whole.compared(names, self.progress)
        return ModelsResult(
            headline=self.headline,
            metrics=cards(metrics, self.profile),
            systems=tuple(self._report(at, system, whole, recalls) for at, system in enumerate(systems)),
            pairs=pairs,
            rankings=rankings,
            provenance=how,
            digest=self.data.digest,
            units=tables.units,
        )

    def _report(self, at: int, system: SystemAnswers, whole: ModelEstimates, recalls: ModelEstimates) -> ModelReport:
        outcome = np.maximum(system.code - self.data.size + 1, 0)
        counts = np.bincount(outcome, minlength=len(OUTCOMES))
        measures, table = whole.measures(at, self.profile), whole.tables.confusions[at]
        return ModelReport(
            name=system.name,
            factors=dict(system.factors),
            n=self.data.n,
            fewest=int(system.repeats.min()),
            most=int(system.repeats.max()),
            answers=len(system.code) - system.absent,
            absent=system.absent,
            outcomes={name: int(count) for name, count in zip(OUTCOMES, counts, strict=True)},
            measures=measures,
            finds=tuple(self._finds(at, recalls)),
            agreement=agreement(self.data, system, list(self.profile.critical), self.settings.level),
            spreads=spreads(self.data, system, whole.panel, table, measures),
        )

    def _finds(self, at: int, recalls: ModelEstimates) -> list[Finds]:
        """What one call finds of every class to which the profile gives a floor."""
        critical = {self.data.classes.code(name): (name, floor) for name, floor in self.profile.critical.items()}
        if not critical:
            return []
        table, intervals = recalls.tables.confusions[at].merged(-1), recalls.intervals(at)
        found = []
        for code, (name, floor) in critical.items():
            if code is not None and table.truths[code]:
                ends = intervals[code]
                low, high = (None if np.isnan(end) else float(end) for end in (ends.low, ends.high))
                hits, total = float(table.accurate[code]), float(table.truths[code])
                found.append(Finds(readable(name), hits, total, low, high, floor, "item"))
        return found
