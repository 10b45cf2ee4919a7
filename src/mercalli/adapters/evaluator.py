"""The evaluator of the original disaster metrics: its call and the shape of its answer, on our numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.adapters.nine_files import system_content
from mercalli.errors import LengthError
from mercalli.inputs.classes import ClassList
from mercalli.tasks.labels.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence


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

        >>> metrics = AdvancedMetricsEvaluator().evaluate_all_metrics(
        ...     [0, 1, 1, 0], [0, 1, 0, 0], label_names=["not_humanitarian", "injured_or_dead_people"]
        ... )
        >>> print(metrics["custom_metrics"]["disaster_urgency_awareness"])
        0.5833
        """
        if texts is not None and len(texts) != len(y_true):
            raise LengthError.unequal([("y_true", len(y_true)), ("texts", len(texts))])
        classes = None if label_names is None else _names(y_true, label_names)
        result = evaluate(truth=y_true, pred=y_pred, profile=self.profile, classes=classes)
        return system_content(result, result.systems[0])


def _names(y_true: Sequence[object], label_names: Sequence[str]) -> Any:  # noqa: ANN401 - names, or positions to names
    """Positions stand for names if the labels are whole numbers, whatever their type."""
    names = ClassList.check(label_names).names
    numbers = all(isinstance(label, int | float | np.number) for label in list(y_true)[:1])
    return dict(enumerate(names)) if numbers else list(names)
