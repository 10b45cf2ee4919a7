"""Scorers: any metric of labels or of scores as scikit-learn's model selection wants it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, Self

import numpy as np

from mercalli.errors import ClassError, ExtraError, MetricError, ScoreError
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.labels import Policy
from mercalli.inputs.scores import Scores, positive_of
from mercalli.metrics.catalogue import PER_CLASS, SCORES, Metric, averages_of, one_number, parse
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.metrics import text_list
from mercalli.plan.provenance import profile_of
from mercalli.plan.roles import table_roles
from mercalli.stats.groups import Contexts
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.plan import plan
from mercalli.tasks.scores.data import words_of
from mercalli.tasks.scores.estimate import table_of

PREDICT = "predict"
SCORING = ("predict_proba", "decision_function")  # probabilities first: some metrics need them


class Estimator(Protocol):
    """Anything that predicts."""

    def predict(self, features: object, /) -> object:
        """Predicted labels, one for each row of the features."""
        ...


@dataclass(frozen=True)
class LabelScoring:
    """A metric of true and predicted labels; what is undefined is NaN, or the metric's worst value."""

    text: str
    profile: str | Path | None
    classes: Sequence[object] | Mapping[object, str] | None
    positive: object
    worst: bool = False

    @property
    def __name__(self) -> str:
        return self.text

    @property
    def metric(self) -> Metric:
        """The metric that the text names; it is not kept, so that every process can be sent a scorer."""
        return parse(self.text, metrics_of(profile_of(self.profile)))

    def __call__(
        self,
        y_true: object,
        y_pred: object,
        sample_weight: object = None,
        pos_label: object = None,  # noqa: ARG002 - scikit-learn passes the class that it took scores of
    ) -> float:
        """The value of the metric."""
        roles = table_roles(None, truth=_values(y_true), pred=_values(y_pred), weight=sample_weight)
        wired = plan(roles, self.profile, classes=self.classes, settings=Settings(replicates=0), policy=Policy())
        labels = wired.labels(["pred"])
        contexts = Contexts.of(labels)
        metric = parse(self.text, metrics_of(wired.profile, labels.classes.names, contexts.values))
        values = Panel((metric,), len(labels.classes.names))(Sample.of(labels, contexts).confusions[0])
        value = float(values[self._place(metric, labels.classes)])
        return metric.worst if self.worst and np.isnan(value) else value

    def _place(self, metric: Metric, classes: ClassList) -> int:
        if metric.needs != PER_CLASS:
            return 0
        code = classes.code(label_text(self.positive))
        if code is None:
            raise ClassError.unknown_positive(label_text(self.positive), classes.names)
        return code


class Scorer:
    """Call it as scorer(estimator, X, y); higher is always better, undefined is NaN.

    It also has what scikit-learn asks its own scorers for: requests for metadata, and the parts from which
    `TunedThresholdClassifierCV` makes a score for every threshold.
    """

    def __init__(self, scoring: LabelScoring) -> None:
        self.scoring = scoring

    @property
    def metric(self) -> str:
        """The metric's text."""
        return self.scoring.text

    def __repr__(self) -> str:
        return f"<Scorer of {self.metric}>"

    def __call__(self, estimator: Estimator, X: object, y_true: object, sample_weight: object = None) -> float:  # noqa: N803 - scikit-learn's word
        """The score of a fitted estimator's predictions."""
        if self.scoring.metric.needs == SCORES:
            return self._sign * self._of_scores(estimator, X, y_true, sample_weight)
        return self._sign * self.scoring(y_true, estimator.predict(X), sample_weight)

    def _of_scores(self, estimator: Any, features: object, truth: object, weight: object) -> float:  # noqa: ANN401 - whatever has scores
        """The metric of the scores of one class; NaN where the truth holds nothing else, or nothing of it."""
        score, positive = _scores(estimator, features, self._positive)
        roles = table_roles(None, truth=_values(truth), pred=score, weight=weight, role="score")
        scores = Scores.check(
            roles.source.score_tally("score", [roles.truth], roles.weight),
            name="score",
            truth=roles.truth,
            positive=positive,
            policy=Policy(),
            words=words_of(roles, positive),
        )
        return float(self.scoring.metric(table_of(scores)))

    @property
    def _positive(self) -> object:
        """The positive class as it stands in the data, for which a name may have been declared."""
        positive, classes = self.scoring.positive, self.scoring.classes
        if positive is None or not isinstance(classes, Mapping):
            return positive
        named = normal(label_text(positive))
        return next((value for value, name in classes.items() if normal(label_text(name)) == named), positive)

    # What scikit-learn looks for

    @property
    def _sign(self) -> int:
        return -1 if self.scoring.metric.direction < 0 else 1

    @property
    def _score_func(self) -> LabelScoring:
        """The metric for a threshold; there NaN would be taken for the highest score, so undefined is the worst."""
        if self.scoring.metric.needs == SCORES:
            raise MetricError.named(
                self.metric, "is a metric of scores, so it does not depend on a threshold. Choose one of labels."
            )
        return replace(self.scoring, worst=True)

    @property
    def _kwargs(self) -> dict[str, object]:
        return {} if self.scoring.positive is None else {"pos_label": self._positive}

    @property
    def _response_method(self) -> Any:  # noqa: ANN401 - a name or several, and the stubs of scikit-learn know one
        return SCORING if self.scoring.metric.needs == SCORES else PREDICT

    def _accept_sample_weight(self) -> bool:
        return True

    @cached_property
    def _requests(self) -> Any:  # noqa: ANN401 - a scorer of scikit-learn, which keeps what is routed to it
        try:
            from sklearn.metrics import make_scorer  # noqa: PLC0415 - a second, and only where it is there already
        except ImportError:
            raise ExtraError.missing("scikit-learn", "train") from None
        return make_scorer(self.scoring, response_method=self._response_method)

    def set_score_request(self, *, sample_weight: bool | str | None) -> Self:
        """Say whether weights of rows are routed here, and under which name, as for scikit-learn's own scorers."""
        self._requests.set_score_request(sample_weight=sample_weight)
        return self

    def get_metadata_routing(self) -> Any:  # noqa: ANN401 - scikit-learn's record
        """What was said by `set_score_request`."""
        return self._requests.get_metadata_routing()


def _scores(estimator: Any, features: object, asked: object) -> tuple[Floats, str]:  # noqa: ANN401 - whatever has scores
    """The scores of the positive class, and that class."""
    method = next((name for name in SCORING if hasattr(estimator, name)), None)
    if method is None:
        name, needed = type(estimator).__name__, " nor ".join(SCORING)
        raise ScoreError.about(f"the estimator {name}", f"has neither {needed}, and a metric of scores needs one.")
    found: Floats = np.asarray(getattr(estimator, method)(features), np.float64)
    labels = [label_text(label) for label in estimator.classes_]
    positive = positive_of(labels, asked, "the estimator's classes")
    at = labels.index(positive)
    if found.ndim == 1:  # binary decisions are those for the second class
        return (found if at == 1 else -found), positive
    return found[:, at], positive


def _values(labels: object) -> object:
    return np.asarray(labels) if hasattr(labels, "__array__") else labels


def scorer(
    metric: str,
    *,
    profile: str | Path | None = None,
    classes: Sequence[object] | Mapping[object, str] | None = None,
    positive: object = None,
) -> Scorer:
    """A metric as a scorer for `cross_val_score`, `GridSearchCV`, `TunedThresholdClassifierCV` and the like.

    Args:
        metric: The metric's text, as in "dua", "f_beta_macro(beta=2)" or "roc_auc".
        profile: The profile that defines it, if one does.
        classes: The declared classes, or a dict value in the data -> class name.
        positive: The class to look at, for metrics that give a number per class, and the class of the scores for
            metrics of scores.

    >>> scorer("dua", profile="humaid").metric
    'dua'
    """
    known = metrics_of(profile_of(profile))
    parsed = parse(metric, known)
    if parsed.needs not in (PER_CLASS, SCORES):
        one_number(metric, known)
    elif parsed.needs == PER_CLASS and positive is None:
        raise MetricError.no_positive(parsed.text, [average.text for average in averages_of(parsed, known)])
    return Scorer(LabelScoring(parsed.text, profile, classes, positive))


def scorers(
    metrics: Sequence[str] | str,
    *,
    profile: str | Path | None = None,
    classes: Sequence[object] | Mapping[object, str] | None = None,
    positive: object = None,
) -> dict[str, Scorer]:
    """Several metrics as `scoring` of `cross_validate` and `GridSearchCV`, by their texts; arguments as for `scorer`.

    >>> list(scorers(["dua", "f1_macro"], profile="humaid"))
    ['dua', 'f1_macro']
    """
    wanted = (metrics,) if isinstance(metrics, str) else text_list("metrics", metrics)
    made = [scorer(each, profile=profile, classes=classes, positive=positive) for each in wanted]
    return {each.metric: each for each in made}
