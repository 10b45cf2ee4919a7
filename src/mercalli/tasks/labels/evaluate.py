"""Evaluate: one or more systems against the truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.estimates.confusion import Estimates, estimates
from mercalli.estimates.measure import cards
from mercalli.estimates.outputs import output_report
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.estimates.sites import site_summaries
from mercalli.estimates.slices import alike_measures, mixed_otherwise, slice_reports
from mercalli.inputs.arrays import Floats
from mercalli.inputs.classes import ClassList
from mercalli.inputs.digest import digest
from mercalli.inputs.labels import Labels, Policy
from mercalli.metrics.catalogue import PER_CLASS, Metric
from mercalli.plan.answer_settings import AnswerSettings, answer_settings
from mercalli.plan.blocks import still_alike
from mercalli.profiles.profile import Profile
from mercalli.results.gates import Gate, check_bounds, checked_gates, gate_reports
from mercalli.results.limits import FEW_IN_CLASS, FEW_ROWS, FEW_UNITS
from mercalli.results.outputs import OutputReport
from mercalli.results.parts import INVALID, UNREAD, ClassReport, SliceReport
from mercalli.stats.groups import Contexts, Slice
from mercalli.stats.raking import Mix
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.compare.evaluate import comparison_of
from mercalli.tasks.labels.compared import with_comparison
from mercalli.tasks.labels.confidence.estimate import metrics_used
from mercalli.tasks.labels.confidence.evaluate import Surety
from mercalli.tasks.labels.confidence.roles import confidence_roles
from mercalli.tasks.labels.confusions import confusions, table
from mercalli.tasks.labels.correlation import correlation
from mercalli.tasks.labels.counting.notes import sharing_notes, without_small
from mercalli.tasks.labels.gate_bounds import gate_bounds
from mercalli.tasks.labels.levels import class_notes, level_metrics, level_reports, routing_metrics
from mercalli.tasks.labels.notes import notes
from mercalli.tasks.labels.opening import Rules, opened_roles
from mercalli.tasks.labels.plan import Plan, plan
from mercalli.tasks.labels.result import Evaluation, SystemReport

MOST_CONFUSIONS = 500


def evaluate(
    data: object = None,
    *,
    truth: object = None,
    pred: object = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    weight: object = None,
    count: object = None,
    unit: object = None,
    by: object = None,
    sites: str | None = None,
    confidence: object = None,
    probabilities: object = None,
    machine_accuracy: float = 0.95,
    metrics: Sequence[str] | str | None = None,
    gates: Sequence[str] = (),
    level: float = 0.95,
    replicates: int = 1000,
    method: Literal["auto", "percentile", "bca"] = "auto",
    seed: int = 0,
    like: str | None = None,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "wrong", "drop"] = "error",
    unknown: Literal["error", "default"] = "error",
    answers: Literal["usual", "strict", "off"] | AnswerSettings = "usual",
    unread: Literal["wrong", "exclude", "error"] | None = None,
    urgent: Sequence[str] | str | None = None,
    floor: float | None = None,
    encoding: str = "utf-8",
    compared: bool = True,
    progress: Progress = quiet,
) -> Evaluation:
    """Evaluate the predictions of one or more systems.

    Args:
        data: A data frame (pandas, polars, pyarrow, DuckDB, PySpark, dask), the path or glob of files (CSV, TSV,
            Parquet, JSON lines, gzipped or not), a dict of arrays, a stream of Arrow batches, a Hugging Face dataset, a
            `Confusion` or a `Statistic` (which have their own roles), or nothing if the roles are arrays themselves.
        truth: The column, or array, of true classes.
        pred: The column of predictions; several columns, or a dict name -> column, for several systems.
        profile: A built-in profile ("humaid"), or the path of a .toml file. Without one, classes are taken
            from the data and every error weighs the same.
        classes: The declared classes in order, or a dict value in the data -> class name.
        weight: A column of weights.
        count: A column that says for how many items each row stands, as `COUNT(*)` of a GROUP BY: whole numbers.
        unit: What is resampled as a whole: documents, events, tiles.
        by: One or more columns to slice by; several are crossed as well.
        sites: The column of these that names sites: says what to expect at one more site like these.
        confidence: The column that says how sure a system is of its prediction, from 0 to 1; a dict system -> column
            for several systems. By default columns are found by their names (confidence, prob_CLASS and the like, with
            the name of the system where there are several), and the result says which. False to use none.
        probabilities: Instead, a probability for every class: what the names of their columns begin with ("prob_"), or
            a dict class -> column; a dict system -> one of these for several systems.
        machine_accuracy: How many of the predictions that are left to the machine must be right.
        metrics: Metrics wanted, as texts such as "dua" or "f_beta_macro(beta=2)"; all by default.
        gates: Conditions to be met, as texts such as "dua>=0.75" or "slice:lang.recall_macro.low>=0.6".
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        method: "auto" (Wilson for plain proportions, percentile otherwise), "percentile" or "bca".
        seed: The same data, settings and seed give the same bytes.
        like: A reading under which another program's numbers come out ("sklearn", or one of the profile's).
        invalid: "wrong" counts predictions outside the declared classes as wrong; by default they are an error. Where
            the classes come from the truth alone, they count as wrong, but more than half of a system's predictions
            are an error. Either way their labels are shown.
        missing: "wrong" counts rows without a prediction as wrong; "drop" leaves out rows without a truth or without
            a prediction (of any system), and says how many items each system answered; by default they are an error.
            NA, NaN, null, None, n/a and - are read as missing, unless they are declared as classes.
        unknown: "default" gives classes that the profile does not know its default weight.
        answers: How outputs of language models are read: "usual", "strict" (only whole answers) or "off". A column of
            plain labels is not affected.
        unread: What an output that cannot be read is: "wrong", left out ("exclude") or an "error". By default it is
            wrong, and more than half of a system's outputs is an error.
        urgent: Classes that must not be missed: those below their floor lead the verdict. By default the critical
            classes of the profile.
        floor: The least share of each urgent class that a system should find; by default that of the profile, or 0.5.
        encoding: The encoding of text files.
        compared: Whether several systems are also compared with each other, as `compare` does; from nine on, each with
            the best one. Never without replicates.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        The values with intervals, baselines and bands: overall, by class, by level, by slice.

    >>> result = evaluate(truth=["fire", "flood", "fire"], pred=["fire", "fire", "fire"], metrics="accuracy")
    >>> print(result.systems[0].measure("accuracy").value)
    0.6667
    """
    asked, by = checked_gates(gates), _with_sites(by, sites)
    roles = {"truth": truth, "pred": pred, "weight": weight, "count": count, "unit": unit, "by": by}
    rules = Rules(profile, classes, Policy(invalid, missing, unknown), answer_settings(answers, unread))
    opened, rules, beside = opened_roles(data, roles, rules, encoding)
    table, sure = confidence_roles(opened, confidence, probabilities, arrays=data is None)
    planned = partial(
        plan,
        profile=rules.profile,
        classes=rules.classes,
        policy=rules.policy,
        answers=rules.answers,
        metrics=metrics,
        settings=Settings(level, replicates, method, seed, like),
        urgent=urgent,
        floor=floor,
        progress=progress,
    )
    wired = planned(
        table,
        extra=[gate.metric for gate in asked if gate.scope != "class"],
        class_extra=[gate.metric for gate in asked if gate.scope == "class"],
    )
    surety = Surety(wired, sure, machine_accuracy)
    reports = [_system(wired, surety, name, progress, sites) for name in wired.table.systems]
    used = {metric.text: metric for _, metrics, _ in reports for metric in metrics}
    systems = tuple(report for report, _, _ in reports)
    known, tested = cards(used.values(), wired.profile), [_spelt(gate, wired) for gate in asked]
    check_bounds(tested, known)
    gated = gate_reports(tested, systems, gate_bounds(wired, tested))
    result = Evaluation(
        wired.headline,
        known,
        systems,
        wired.provenance(),
        gated,
        class_notes(wired.profile, systems[0].table.classes),
        correlation=correlation(wired.headline, systems, [drawn for _, _, drawn in reports]),
        of_classes=wired.of_classes,
        notes=beside,
    )
    if not compared or not replicates or len(systems) == 1 or table.shared is not None:
        return result
    return with_comparison(result, partial(comparison_of, planned(replace(table, by=())), progress=progress))


def _with_sites(by: object, sites: str | None) -> object:
    """The columns to slice by, with that of the sites."""
    if sites is None or (by is not None and not isinstance(by, str | list | tuple)):
        return by
    names = [] if by is None else [by] if isinstance(by, str) else list(by)
    return [*names, *([] if sites in names else [sites])]


def _spelt(gate: Gate, plan: Plan) -> Gate:
    return replace(gate, metric=plan.text(gate.metric))


def _system(
    plan: Plan, surety: Surety, name: str, progress: Progress, sites: str | None
) -> tuple[SystemReport, tuple[Metric, ...], Floats]:
    """One system's report, the metrics in it, and the headline's replicates."""
    progress(f"counting {name}", 0, 1)
    labels = plan.labels([plan.table.systems[name]])
    confidence, doubts = surety.report(name, labels)
    progress(f"counting {name}", 1, 1)
    contexts = Contexts.of(labels)
    sample = plan.sampled(labels, contexts)
    metrics = tuple(plan.metrics(labels, contexts).values())
    leveled = plan.profile if plan.table.has_cells else replace(plan.profile, levels={})
    levels = level_metrics(leveled, labels.classes.names)
    routing = routing_metrics(leveled, labels.classes.names)
    panel = Panel(
        (*metrics, *levels, *routing, *plan.class_metrics(labels)), len(labels.classes.names), plan.settings.like
    )
    overall = estimates(sample, panel, plan.settings, "overall", progress)
    measures = overall.measures(plan.profile, sample)
    classes = _classes(overall, sample)
    per_class = {metric.text: metric for metric in panel.metrics if metric.needs == PER_CLASS}
    if sample.noise is not None:
        classes = without_small(classes, sample.noise, per_class)
    parts = _slices(plan, labels, contexts, metrics, progress)
    outside = UNREAD if plan.table.systems[name] in plan.outputs.columns else INVALID
    counts = replace(table(plan.profile, sample, contexts, outside), fitted=not plan.table.has_cells)
    outputs = _outputs(plan, labels, plan.table.systems[name], metrics)
    report = SystemReport(
        name=name,
        n=sample.n,
        dropped=labels.dropped,
        invalid=labels.answers[0].outside,
        table=counts,
        measures=measures[: len(metrics)],
        classes=classes,
        levels=level_reports(leveled, sample, measures[len(metrics) : len(metrics) + len(levels)], outside),
        routing=measures[len(metrics) + len(levels) :],
        confusions=confusions(counts, MOST_CONFUSIONS),
        slices=parts,
        notes=(
            *([] if confidence is None else doubts),
            *sharing_notes(
                sample, overall, classes, [each for each in metrics if each.text in plan.headline], plan.settings
            ),
            *notes(
                labels,
                sample,
                measures=measures,
                classes=classes,
                slices=parts,
                headline=cards([metric for metric in metrics if metric.text in plan.headline], plan.profile),
                known=plan.profile.classes,
                unmatched=plan.profile.unmatched(contexts.values),
                outputs=outputs,
                like=plan.settings.like,
            ),
            *(doubts if confidence is None else []),
            *_one_unit_each(plan, parts),
            *filter(None, [still_alike(labels, plan.table.unit)]),
        ),
        digest=digest(labels),
        answers=labels.answers[0],
        outputs=outputs,
        confidence=confidence,
        sites=()
        if sites is None
        else tuple(
            site_summaries(sites, parts, [each for each in metrics if each.text in plan.headline], plan.settings.level)
        ),
    )
    used = (*panel.metrics, *([] if confidence is None else metrics_used(confidence)))
    return report, used, overall.drawn[:, [panel.places[metric].start for metric in plan.headline]]


def _outputs(plan: Plan, kept: Labels, column: str, metrics: Sequence[Metric]) -> OutputReport | None:
    """What became of the outputs in a column, if it holds any, on all items, also those that are left out."""
    read = plan.outputs.columns.get(column)
    if read is None:
        return None
    labels = plan.with_unread.labels([column]) if plan.outputs.excluded else kept
    contexts = Contexts.of(labels)
    panel = Panel(_for_slices(plan, metrics), len(labels.classes.names), plan.settings.like)
    report = output_report(
        labels,
        contexts,
        panel,
        read,
        critical=tuple(plan.profile.critical),
        level=plan.settings.level,
    )
    return None if report is None else replace(report, excluded=bool(plan.outputs.excluded))


def _classes(overall: Estimates, sample: Sample) -> tuple[ClassReport, ...]:
    rows = sample.row_table()
    supports, predicted = rows.sum(axis=1).astype(np.int64), rows.sum(axis=0).astype(np.int64)
    return tuple(
        ClassReport(
            name,
            int(supports[at]),
            int(predicted[at]),
            bool(supports[at] < FEW_IN_CLASS),
            overall.of_class(at, int(supports[at])),
        )
        for at, name in enumerate(sample.classes)
    )


def _slices(
    plan: Plan, labels: Labels, contexts: Contexts, metrics: Sequence[Metric], progress: Progress
) -> tuple[SliceReport, ...]:
    """The headline metrics and their companions in every slice."""
    panel = Panel(_for_slices(plan, metrics), len(labels.classes.names), plan.settings.like)
    mix = Mix.of(Sample.of(labels, contexts).confusions[0].merged(-1))
    mixed = mixed_otherwise(labels, mix, FEW_ROWS)
    headline = replace(panel, metrics=tuple(each for each in panel.metrics if each.text in plan.headline), mix=mix)

    def report(part: Slice) -> SliceReport:
        sample = plan.sampled(_of_slice(plan, labels, part), contexts.take(part.chosen))
        measures = estimates(sample, panel, plan.settings, part.key).measures(plan.profile, sample)
        made = SliceReport(part.columns, part.values, sample.n, _is_thin(sample), measures)
        if part.columns not in mixed or plan.table.shared is not None:
            return made
        alike, coverage = alike_measures(sample, headline, plan.settings, plan.profile, part.key)
        return replace(made, alike=alike, coverage=coverage)

    return slice_reports(labels, report, progress)


def _of_slice(plan: Plan, labels: Labels, part: Slice) -> Labels:
    """The labels of a slice; one that is a single unit has rows to draw, and no units."""
    own = labels.take(part.chosen)
    return replace(own, unit=None) if plan.table.unit in part.columns else own


def _one_unit_each(plan: Plan, slices: Sequence[SliceReport]) -> Iterator[str]:
    """What the intervals of slices that are one unit each speak for."""
    unit = plan.table.unit
    if unit is not None and any(unit in part.columns for part in slices):
        yield f"A slice by {unit} is one {unit}: its interval draws rows and speaks for that {unit} alone."


def _is_thin(sample: Sample) -> bool:
    """Too few rows, or units, to rely on."""
    return sample.n < FEW_ROWS or (sample.unit is not None and sample.units < FEW_UNITS)


def _for_slices(plan: Plan, metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    shown = [metric for metric in metrics if metric.text in (*plan.headline, *plan.extra)]
    beside = {name for metric in shown for name in metric.facts.beside}
    return tuple(metric for metric in metrics if metric in shown or metric.name in beside)
