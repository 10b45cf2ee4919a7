"""Multi-label: items that may have any number of labels, evaluated over items, labels and slices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace

import numpy as np

from mercalli.engines.open import source_of
from mercalli.errors import ColumnError, LabelSetError, SystemNameError
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
from mercalli.plan.detect import detecting
from mercalli.plan.provenance import provenance
from mercalli.plan.systems import unique_systems
from mercalli.results.limits import FEW_ROWS, FEW_UNITS
from mercalli.stats.set_sample import SetSample
from mercalli.tasks.label_sets.data import SetItems, SetRoles
from mercalli.tasks.label_sets.notes import set_notes
from mercalli.tasks.label_sets.result import MultiLabel, SetReport


def multilabel(
    data: object,
    *,
    truth: str | Sequence[str],
    pred: object,
    labels: Sequence[str] | None = None,
    separator: str | None = None,
    by: str | Sequence[str] = (),
    unit: str | None = None,
    metrics: Sequence[str] | str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> MultiLabel:
    """Evaluate systems that predict any number of labels for each item.

    Args:
        data: As in `evaluate`: a data frame, files or a dict of arrays.
        truth: The column of true labels, as lists or as text with several in it; or several columns of 0 and 1, one for
            each label.
        pred: The column of predicted labels, several for several systems, or a dict name -> column. Where `truth` names
            columns of flags, as many columns in the same order, or a dict name -> such a list.
        labels: The labels there may be; all that occur if not given.
        separator: Separator between labels in a text; `;`, `|` or `,` if not given, whichever occurs.
        by: Columns to slice by, such as a language.
        unit: The column of what is resampled as a whole, such as documents.
        metrics: Metrics shown first; all metrics of label sets are computed.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many items or units would show it.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Values with intervals, for every label and slice too, beside those of always giving the most frequent set.

    >>> rows = {"truth": [["fire"], ["fire", "flood"], []], "pred": ["fire", "flood", ""]}
    >>> result = multilabel(rows, truth="truth", pred="pred", replicates=0)
    >>> print(result["pred"].measure("mean_jaccard").value)
    0.8333
    """
    source = source_of(data, encoding)
    roles = replace(_roles(truth, pred), unit=unit, by=(by,) if isinstance(by, str) else tuple(by))
    items = SetItems.read(source, roles, labels, separator)
    settings = Settings(level, replicates, "percentile", seed)
    headline = [set_metric(text) for text in ([metrics] if isinstance(metrics, str) else metrics or HEADLINE)]
    every = tuple({metric.text: metric for metric in [*headline, *map(set_metric, EVERY)]}.values())
    sample = items.sample(np.arange(len(items.rows)))
    pairs, rankings = set_pairs(sample, list(items.preds), SetPanel(every), settings, progress)
    result = MultiLabel(
        tuple(metric.text for metric in headline),
        cards([*every, *label_metrics()]),
        tuple(_reports(items, sample, every, settings, progress)),
        pairs,
        rankings,
        provenance(
            source.origin,
            {"truth": roles.truth, "pred": sum(roles.preds.values(), ()), "unit": unit, "by": roles.by or None},
            {**asdict(settings), "separator": separator},
        ),
    )
    return detecting(result, detect)


def _roles(truth: str | Sequence[str], pred: object) -> SetRoles:
    """One column of sets each, or columns of flags."""
    flags = not isinstance(truth, str)
    true = (truth,) if isinstance(truth, str) else tuple(truth)
    if isinstance(pred, Mapping):
        systems = {str(name): (each,) if isinstance(each, str) else tuple(each) for name, each in pred.items()}
    elif isinstance(pred, str):
        systems = {pred: (pred,)}
    elif isinstance(pred, list | tuple):
        systems = {"pred": tuple(pred)} if flags else unique_systems([(str(name), (str(name),)) for name in pred])
    else:
        raise ColumnError.not_given("pred") if pred is None else ColumnError.not_named("pred", pred)
    if not systems:
        raise SystemNameError.none()
    for name, columns in systems.items():
        if len(columns) != len(true):
            raise LabelSetError.columns(name, len(columns), len(true))
        if not flags and columns == true:
            raise ColumnError.own_truth(true[0])
    return SetRoles(true, systems, flags)


def _reports(
    items: SetItems, sample: SetSample, metrics: tuple[Metric, ...], settings: Settings, progress: Progress
) -> Iterator[SetReport]:
    """Everything about each system."""
    panel, majority = SetPanel(metrics, label_metrics()), _majority(items, metrics)
    slices = set_slices(items, list(items.preds), SetPanel(metrics), settings, _few)
    for at, (name, pred) in enumerate(items.preds.items()):
        estimates = set_estimates(sample, at, panel, settings, name="items", progress=progress)
        measures, table = estimates.measures(items.n, majority), sample.tables[at]
        counted = [items.truth, pred, items.rows, *([] if items.unit is None else [items.unit])]
        yield SetReport(
            name=name,
            n=items.n,
            measures=measures,
            labels=estimates.of_labels(table),
            slices=slices[at],
            notes=tuple(set_notes(items, sample, table, measures, slices[at])),
            digest=digest_of(items.labels, counted),
        )


def _majority(items: SetItems, metrics: tuple[Metric, ...]) -> Floats:
    """What giving every item the most frequent set would get."""
    distinct, codes = np.unique(items.truth, axis=0, return_inverse=True)
    often = np.bincount(codes.ravel(), items.rows, len(distinct)).argmax()
    always = np.broadcast_to(distinct[often], items.truth.shape)
    return SetPanel(metrics)(SetSample.of(items.labels, items.truth, [always], items.rows).tables[0])


def _few(sample: SetSample) -> bool:
    return sample.n < FEW_ROWS or sample.fewer_units(FEW_UNITS)
