"""Multi-label: items that may have any number of labels, evaluated over items, labels and slices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

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
    slice_key,
)
from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.estimates.slices import slice_reports
from mercalli.inputs.digest import digest_of
from mercalli.plan.provenance import provenance
from mercalli.plan.systems import unique_systems
from mercalli.results.limits import FEW_ROWS, FEW_UNITS
from mercalli.results.parts import SliceReport
from mercalli.stats.set_sample import SetSample
from mercalli.tasks.label_sets.data import SetItems, SetRoles
from mercalli.tasks.label_sets.notes import set_notes
from mercalli.tasks.label_sets.result import MultiLabel, SetReport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.metrics.catalogue import Metric
    from mercalli.stats.groups import Slice


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
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> MultiLabel:
    """Systems that give items any number of labels, against the labels that they truly have.

    Args:
        data: As in `evaluate`: a data frame, files or a dict of arrays.
        truth: The column of true labels, as lists or as text with several in it; or several columns of 0 and 1, one for
            each label.
        pred: The column of predicted labels, several for several systems, or a dict name -> column. Where `truth` names
            columns of flags, as many columns in the same order, or a dict name -> such a list.
        labels: The labels there may be; all that occur if not given.
        separator: What stands between labels in a text; `;`, `|` or `,` if not given, whichever occurs.
        by: Columns to slice by, such as a language.
        unit: The column of what is resampled as a whole, such as documents.
        metrics: Metrics shown first; all metrics of label sets are computed.
        level: Confidence of the intervals.
        replicates: How many times to resample; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        encoding: The encoding of text files.
        progress: Told how far it is.

    Returns:
        Values with intervals, for every label and slice too, beside those of always giving the most frequent set.

    >>> rows = {"truth": [["fire"], ["fire", "flood"], []], "pred": ["fire", "flood", ""]}
    >>> found = multilabel(rows, truth="truth", pred="pred", replicates=0)
    >>> print(found["pred"].measure("mean_jaccard").value)
    0.8333
    """
    source = source_of(data, encoding)
    roles = replace(_roles(truth, pred), unit=unit, by=(by,) if isinstance(by, str) else tuple(by))
    items = SetItems.read(source, roles, labels, separator)
    settings = Settings(level, replicates, "percentile", seed)
    asked = [metrics] if isinstance(metrics, str) else list(metrics or HEADLINE)
    wanted = {metric.text: metric for metric in map(set_metric, [*asked, *EVERY])}
    plan = _LabelSetPlan(items, tuple(wanted.values()), settings, progress)
    pairs, rankings = set_pairs(plan.sample, list(items.preds), SetPanel(plan.metrics), settings, progress)
    columns = tuple(sum(roles.preds.values(), ()))
    reports = tuple(plan.report(name, at) for at, name in enumerate(items.preds))
    headline = tuple(set_metric(name).text for name in asked)
    return MultiLabel(
        headline,
        cards([*plan.metrics, *label_metrics()]),
        reports,
        pairs,
        rankings,
        provenance(
            source.origin,
            {"truth": roles.truth, "pred": columns, "unit": unit, "by": roles.by or None},
            {**asdict(settings), "separator": separator},
        ),
    )


def _roles(truth: str | Sequence[str], pred: object) -> SetRoles:
    """One column of sets each, or columns of flags."""
    flags = not isinstance(truth, str)
    true = (truth,) if isinstance(truth, str) else tuple(truth)
    if isinstance(pred, Mapping):
        systems = {str(name): (found,) if isinstance(found, str) else tuple(found) for name, found in pred.items()}
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


@dataclass(frozen=True)
class _LabelSetPlan:
    """What is wanted of every system."""

    items: SetItems
    metrics: tuple[Metric, ...]
    settings: Settings
    progress: Progress

    @cached_property
    def sample(self) -> SetSample:
        """All items."""
        return self._sample(np.arange(len(self.items.rows)))

    def _sample(self, chosen: Ints) -> SetSample:
        items = self.items
        unit = None if items.unit is None else items.unit[chosen]
        preds = [pred[chosen] for pred in items.preds.values()]
        return SetSample.of(items.labels, items.truth[chosen], preds, items.rows[chosen], unit=unit)

    def report(self, name: str, at: int) -> SetReport:
        """Everything about one system."""
        items, panel = self.items, SetPanel(self.metrics, label_metrics())
        found = set_estimates(self.sample, at, panel, self.settings, name=name, progress=self.progress)
        table = self.sample.tables[at]
        measures = found.measures(items.n, self._majority)
        parts = slice_reports(items, partial(self._slice, name, at))
        parts_of = [items.truth, items.preds[name], items.rows, *([] if items.unit is None else [items.unit])]
        return SetReport(
            name=name,
            n=items.n,
            measures=measures,
            labels=found.of_labels(table),
            slices=parts,
            notes=tuple(set_notes(items, self.sample, table, measures, parts)),
            digest=digest_of(items.labels, parts_of),
        )

    @cached_property
    def _majority(self) -> Floats:
        """What giving every item the most frequent set would get."""
        items = self.items
        distinct, codes = np.unique(items.truth, axis=0, return_inverse=True)
        often = np.bincount(codes.ravel(), items.rows, len(distinct)).argmax()
        always = np.broadcast_to(distinct[often], items.truth.shape)
        table = SetSample.of(items.labels, items.truth, [always], items.rows).tables[0]
        return SetPanel(self.metrics)(table)

    def _slice(self, name: str, at: int, part: Slice) -> SliceReport:
        sample = self._sample(part.chosen)
        found = set_estimates(sample, at, SetPanel(self.metrics), self.settings, name=slice_key(name, part))
        few = sample.n < FEW_ROWS or sample.fewer_units(FEW_UNITS)
        return SliceReport(part.columns, part.values, sample.n, few, found.measures(sample.n))
