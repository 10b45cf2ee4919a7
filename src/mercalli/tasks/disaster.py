"""The evaluator of the original disaster metrics: its call and the shape of its answer, on our numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import LengthError
from mercalli.evaluation.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.records import Evaluation, Measure, SystemReport

TOP_CONFUSIONS = 10
STANDARD = {
    "accuracy": "accuracy",
    "precision_weighted": "precision_weighted",
    "precision_macro": "precision_macro",
    "precision_micro": "precision_micro",
    "recall_weighted": "recall_weighted",
    "recall_macro": "recall_macro",
    "recall_micro": "recall_micro",
    "f1_weighted": "f1_weighted",
    "f1_macro": "f1_macro",
    "f1_micro": "f1_micro",
    "balanced_accuracy": "balanced_accuracy",
    "matthews_corrcoef": "mcc",
    "cohen_kappa": "cohen_kappa",
}
PER_CLASS = ("precision", "recall", "f1", "specificity", "npv")
CUSTOM = {
    "disaster_urgency_awareness": "dua",
    "emotional_context_sensitivity": "ecs",
    "actionability_relevance": "ar",
}


class AdvancedMetricsEvaluator:
    """Standard and disaster metrics of one system in one nested dictionary.

    Labels may be class names or positions in `label_names`.
    """

    def __init__(self, profile: str = "humaid") -> None:
        self.profile = profile

    def evaluate_all_metrics(
        self,
        y_true: Sequence[object],
        y_pred: Sequence[object],
        texts: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> dict[str, Any]:
        """Every metric, per class, by actionability, with the most frequent confusions.

        >>> found = AdvancedMetricsEvaluator().evaluate_all_metrics(
        ...     [0, 1, 1, 0], [0, 1, 0, 0], label_names=["not_humanitarian", "injured_or_dead_people"]
        ... )
        >>> print(found["custom_metrics"]["disaster_urgency_awareness"])
        0.5833
        """
        if texts is not None and len(texts) != len(y_true):
            raise LengthError.unequal([("y_true", len(y_true)), ("texts", len(texts))])
        classes = None if label_names is None else _names(y_true, label_names)
        result = evaluate(truth=y_true, pred=y_pred, profile=self.profile, classes=classes)
        return _answer(result)


def _names(y_true: Sequence[object], label_names: Sequence[str]) -> Any:  # noqa: ANN401 - names, or positions to names
    """Positions stand for names if the labels are whole numbers."""
    whole = all(isinstance(label, int | np.integer) for label in list(y_true)[:1])
    return dict(enumerate(label_names)) if whole else list(label_names)


def _answer(result: Evaluation) -> dict[str, Any]:
    system = result.systems[0]
    bands = {card.metric: {band.name: band.says for band in card.bands} for card in result.metrics}
    return {
        "standard_metrics": {name: system.measure(metric).value for name, metric in STANDARD.items()},
        "per_class_metrics": {report.name: dict(_class_values(report)) for report in system.classes},
        "confusion_analysis": {
            "confusion_matrix": [list(row[: len(system.table.classes)]) for row in system.table.cells],
            "labels": list(system.table.classes),
            "top_confusions": _top_confusions(system),
            "class_accuracies": {report.name: _value(report.measures, "recall") for report in system.classes},
        },
        "custom_metrics": {name: system.measure(metric).value for name, metric in CUSTOM.items()},
        "custom_interpretations": {
            name: _interpretation(system.measure(metric), bands[metric]) for name, metric in CUSTOM.items()
        },
        "actionability_breakdown": {
            report.level: {
                "accuracy": report.accuracy.value,
                "samples": report.total,
                "weight": report.weight,
            }
            for report in system.levels
        },
        "intervals": {measure.metric: [measure.low, measure.high] for measure in system.measures},
        "n": system.n,
        "notes": list(system.notes),
    }


def _class_values(report: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - a class report
    for name in PER_CLASS:
        yield name, _value(report.measures, name)
    yield "support", report.support
    yield "predicted", report.predicted


def _value(measures: Sequence[Measure], metric: str) -> float | None:
    return next(measure.value for measure in measures if measure.metric == metric)


def _interpretation(measure: Measure, says: dict[str, str]) -> str:
    if measure.band is None:
        return f"undefined because {measure.undefined}"
    return f"{measure.band}: {says[measure.band]}"


def _top_confusions(system: SystemReport) -> list[dict[str, Any]]:
    """The most frequent errors; the percentage is of the true class."""
    names = system.table.classes
    cells = np.array(system.table.cells)
    found = [
        {
            "true_class": names[row],
            "predicted_class": names[column],
            "count": float(cells[row, column]),
            "percentage": float(100 * cells[row, column] / cells[row].sum()),
        }
        for row, column in np.argwhere(cells[:, :-1] > 0)
        if row != column
    ]
    return sorted(found, key=lambda each: -each["count"])[:TOP_CONFUSIONS]
