"""Multi-label: items that may have any number of labels, evaluated over items, labels and slices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.estimates.label_sets import (
    EVERY,
    HEADLINE,
    SetPanel,
    label_metrics,
    set_estimates,
    set_metric,
    set_pairs,
    set_slices,
)
from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.inputs.digest import digest_of
from mercalli.metrics.catalogue import Metric
from mercalli.plan.answer_settings import AnswerSettings, answer_settings
from mercalli.plan.detect import detecting
from mercalli.plan.provenance import profile_of, provenance
from mercalli.profiles.profile import Profile
from mercalli.results.limits import FEW_ROWS, FEW_UNITS
from mercalli.stats.set_sample import SetSample
from mercalli.tasks.label_sets.data import SetItems, SetReading
from mercalli.tasks.label_sets.missing import EMPTY, Missing
from mercalli.tasks.label_sets.notes import missing_notes, set_notes
from mercalli.tasks.label_sets.opening import opened_sets
from mercalli.tasks.label_sets.outputs import lead_bounds, output_report
from mercalli.tasks.label_sets.result import MultiLabel, SetReport
from mercalli.telling.output_notes import output_notes


def multilabel(
    data: object,
    *,
    truth: str | Sequence[str] | None = None,
    pred: object = None,
    labels: Sequence[str] | None = None,
    profile: str | Path | Profile | None = None,
    separator: str | None = None,
    by: str | Sequence[str] = (),
    unit: str | None = None,
    metrics: Sequence[str] | str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    missing: Missing = EMPTY,
    encoding: str = "utf-8",
    answers: Literal["usual", "strict", "off"] | AnswerSettings = "usual",
    unread: Literal["wrong", "exclude", "error"] | None = None,
    progress: Progress = quiet,
) -> MultiLabel:
    """Evaluate systems that predict any number of labels for each item.

    Args:
        data: As in `evaluate`: a data frame, files or a dict of arrays; or a `Statistic` of label sets, or its file,
            which has its own columns and rules.
        truth: The column of true labels, as lists or as text with several in it; or several columns of 0 and 1, one for
            each label.
        pred: The column of predicted labels, several for several systems, or a dict name -> column. Where `truth` names
            columns of flags, as many columns in the same order, or a dict name -> such a list.
        labels: The labels there may be; all that occur if not given.
        profile: A profile, by name or file, whose aliases and `[answers]` count where outputs of language models are
            read. Its classes do not declare labels.
        separator: Separator between labels in a text; `;`, `|` or `,` if not given, whichever occurs.
        by: Columns to slice by, such as a language.
        unit: The column of what is resampled as a whole, such as documents.
        metrics: Metrics shown first; all metrics of label sets are computed.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many items or units would show it.
        missing: What a cell without labels means: "empty", a set of no labels; or a missing value, which is an "error",
            "wrong" in every label (of predictions; missing truth is an error), or "drop": the item is left out for all
            systems. A list of no labels, as `[]`, is never missing.
        encoding: The encoding of text files.
        answers: How outputs of language models are read as sets: "usual", "strict" (only whole answers), "off" (sets
            of labels alone), or `AnswerSettings` with options, rules or a map of your own. Columns of plain label sets
            are not affected.
        unread: What counts where an output could not be read, which is never the empty set: every label is "wrong",
            items are left out for all systems ("exclude"), or it is an "error".
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Values with intervals, for every label and slice too, beside those of always giving the most frequent set.

    >>> rows = {"truth": [["fire"], ["fire", "flood"], []], "pred": ["fire", "flood", ""]}
    >>> result = multilabel(rows, truth="truth", pred="pred", replicates=0)
    >>> print(result["pred"].measure("mean_jaccard").value)
    0.8333
    """
    known = profile_of(profile)
    reading = SetReading(answer_settings(answers, unread).under(known), known.aliases, missing)
    asked = {"truth": truth, "pred": pred, "unit": unit, "by": by, "profile": profile}
    asked |= {"labels": labels, "separator": separator}
    table = opened_sets(data, asked, reading, encoding)
    every_item, roles = table.items, table.roles
    items = every_item.answered
    settings = Settings(level, replicates, "percentile", seed)
    headline = [set_metric(text) for text in ([metrics] if isinstance(metrics, str) else metrics or HEADLINE)]
    every = tuple({metric.text: metric for metric in [*headline, *map(set_metric, EVERY)]}.values())
    sample = items.sample(np.arange(len(items.rows)))
    pairs, rankings = set_pairs(sample, list(items.preds), SetPanel(every), settings, progress)
    result = MultiLabel(
        tuple(metric.text for metric in headline),
        cards([*every, *label_metrics()]),
        tuple(_reports(every_item, sample, every, settings, progress)),
        pairs,
        rankings,
        provenance(
            table.source.origin,
            {"truth": roles.truth, "pred": sum(roles.preds.values(), ()), "unit": roles.unit, "by": roles.by or None},
            {
                **asdict(settings),
                "separator": separator,
                **({} if table.reading.missing == EMPTY else {"missing": table.reading.missing}),
                **every_item.outputs.provenance,
            },
        ),
    )
    return detecting(replace(result, lead_bounds=lead_bounds(every_item, result)), detect)


def _reports(
    every: SetItems,
    sample: SetSample,
    metrics: tuple[Metric, ...],
    settings: Settings,
    progress: Progress,
) -> Iterator[SetReport]:
    """Everything about each system, on the items that count."""
    items = every.answered
    panel, majority = SetPanel(metrics, label_metrics()), _majority(items, metrics)
    slices = set_slices(items, list(items.preds), SetPanel(metrics), settings, _few)
    for at, (name, pred) in enumerate(items.preds.items()):
        estimates = set_estimates(sample, at, panel, settings, name="items", progress=progress)
        measures, table = estimates.measures(items.n, majority), sample.tables[at]
        counted = [items.truth, pred, items.rows, *([] if items.unit is None else [items.unit])]
        counted += [items.unread(name)] if name in items.kinds or name in items.wrong else []
        outputs = output_report(every, name, SetPanel(metrics), settings.level)
        yield SetReport(
            name=name,
            n=items.n,
            measures=measures,
            labels=estimates.of_labels(table),
            slices=slices[at],
            notes=(
                *([] if outputs is None else output_notes(outputs, metrics[0].text, items.n)),
                *missing_notes(items, name),
                *set_notes(items, sample, table, measures, slices[at]),
            ),
            digest=digest_of(items.labels, counted),
            outputs=outputs,
        )


def _majority(items: SetItems, metrics: tuple[Metric, ...]) -> Floats:
    """What giving every item the most frequent set would get."""
    distinct, codes = np.unique(items.truth, axis=0, return_inverse=True)
    often = np.bincount(codes.ravel(), items.rows, len(distinct)).argmax()
    always = np.broadcast_to(distinct[often], items.truth.shape)
    return SetPanel(metrics)(SetSample.of(items.labels, items.truth, [always], items.rows).tables[0])


def _few(sample: SetSample) -> bool:
    return sample.n < FEW_ROWS or sample.fewer_units(FEW_UNITS)
