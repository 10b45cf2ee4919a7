"""Scorers: any metric as scikit-learn's model selection wants it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from mercalli.errors import ClassError, MetricError
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.labels import Policy
from mercalli.io.profiles import read_profile
from mercalli.metrics.catalogue import PER_CLASS, Metric, averages_of, one_number, parse
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.provenance import generic
from mercalli.plan.roles import table_roles
from mercalli.stats.groups import Contexts
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.plan import Plan, plan


class Estimator(Protocol):
    """Anything that predicts."""

    def predict(self, features: object, /) -> object:
        """Predicted labels, one for each row of the features."""
        ...


@dataclass(frozen=True)
class Scorer:
    """Call it as scorer(estimator, X, y); higher is always better, undefined is NaN."""

    metric: str
    profile: str | Path | None
    classes: Sequence[object] | Mapping[object, str] | None
    positive: object

    def __call__(self, estimator: Estimator, features: object, truth: object, sample_weight: object = None) -> float:
        """The score of a fitted estimator's predictions."""
        wired = self._plan(truth, estimator.predict(features), sample_weight)
        labels = wired.labels(["pred"])
        contexts = Contexts.of(labels)
        metric = parse(self.metric, metrics_of(wired.profile, labels.classes.names, contexts.values))
        values = Panel((metric,), len(labels.classes.names))(Sample.of(labels, contexts).confusions[0])
        value = float(values[self._place(metric, labels.classes)])
        return -value if metric.direction < 0 else value

    def _plan(self, truth: object, pred: object, weight: object) -> Plan:
        roles = table_roles(None, truth=_values(truth), pred=_values(pred), weight=weight)
        return plan(roles, self.profile, classes=self.classes, settings=Settings(replicates=0), policy=Policy())

    def _place(self, metric: Metric, classes: ClassList) -> int:
        if metric.needs != PER_CLASS:
            return 0
        code = classes.code(label_text(self.positive))
        if code is None:
            raise ClassError.unknown_positive(label_text(self.positive), classes.names)
        return code


def _values(labels: object) -> object:
    return np.asarray(labels) if hasattr(labels, "__array__") else labels


def scorer(
    metric: str,
    *,
    profile: str | Path | None = None,
    classes: Sequence[object] | Mapping[object, str] | None = None,
    positive: object = None,
) -> Scorer:
    """A metric as a scorer for `cross_val_score`, `GridSearchCV` and the like.

    Args:
        metric: The metric's text, as in "dua" or "f_beta_macro(beta=2)".
        profile: The profile that defines it, if one does.
        classes: The declared classes, or a dict value in the data -> class name.
        positive: The class to look at, for metrics that give a number per class.

    >>> scorer("dua", profile="humaid").metric
    'dua'
    """
    chosen = generic() if profile is None else read_profile(profile)
    known = metrics_of(chosen)
    parsed = parse(metric, known)
    if parsed.needs != PER_CLASS:
        one_number(metric, known)
    elif positive is None:
        raise MetricError.no_positive(parsed.text, [average.text for average in averages_of(parsed, known)])
    return Scorer(metric, profile, classes, positive)
