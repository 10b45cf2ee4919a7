"""What a hosted service gives after training: its two files, with intervals beside."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from mercalli.results.measure import Measure, by_text
from mercalli.stats.confusion import Confusion
from mercalli.stats.label_sets import LabelSets
from mercalli.tasks.classifier.result import LearntFeedback, TrainedClassifier, Training, Worth

DIGITS = 4
AVERAGED = {"Precision": "precision_macro", "Recall": "recall_macro", "F1Score": "f1_macro"}
POOLED = {"MicroPrecision": "precision_micro", "MicroRecall": "recall_micro", "MicroF1Score": "f1_micro"}
# Of one label for each text, what is pooled is accuracy, and has its interval.
# Of several labels, accuracy may mean either of two things: each goes by its own name.
METRICS = {
    "multi-class": {
        "Accuracy": "accuracy",
        **AVERAGED,
        **dict.fromkeys(POOLED, "accuracy"),
        "HammingLoss": "hamming_loss",
    },
    "multi-label": {
        "SubsetAccuracy": "subset_accuracy",
        "MeanJaccard": "mean_jaccard",
        **AVERAGED,
        **POOLED,
        "HammingLoss": "label_hamming_loss",
    },
}
KINDS = {"multi-class": "multi_class", "multi-label": "multi_label"}


def service_files(trained: TrainedClassifier) -> dict[str, str | bytes]:
    """The two files of the service."""
    return {
        "classifier_metadata.json": service_json(trained),
        "confusion_matrix.json": confusion_json(trained.statistic, trained.model.classes),
    }


def service_json(trained: TrainedClassifier) -> str:
    """What the service prints."""
    return metadata_json(trained.training, trained.test)


def metadata_json(training: Training, result: Worth) -> str:
    """`classifier_metadata.json`: sizes, and metrics to four decimals with their intervals."""
    measures = result.systems[0].measures
    shown = {name: by_text(measures, metric) for name, metric in METRICS[training.mode].items()}
    return _dumps(
        {
            "Mode": KINDS[training.mode].upper(),
            "NumberOfLabels": len(training.labels),
            "NumberOfTrainedDocuments": training.trained,
            "NumberOfTestDocuments": training.tested,
            "EvaluationMetrics": {name: _rounded(each.value) for name, each in shown.items()},
            "Intervals": {"Level": result.provenance.settings["level"], **_intervals(shown)},
            **_feedback(training.feedback),
        }
    )


def _feedback(learnt: LearntFeedback | None) -> dict[str, dict[str, object]]:
    if learnt is None:
        return {}
    return {"Feedback": {name.title().replace("_", ""): value for name, value in asdict(learnt).items()}}


def _intervals(shown: Mapping[str, Measure]) -> dict[str, list[float | None]]:
    return {name: [_rounded(each.low), _rounded(each.high)] for name, each in shown.items()}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def confusion_json(statistic: Confusion | LabelSets, labels: Sequence[str]) -> str:
    """`confusion_matrix.json`: rows are actual; of several labels, [[TN, FP], [FN, TP]] for each.

    `labels` are those of the matrix: all that the test has or was given. `all_labels` are all that were trained.
    """
    if isinstance(statistic, Confusion):
        return _dumps({"type": "multi_class", **_square(statistic, labels)})
    each = statistic.per_class
    cells = np.stack([each.tn, each.fp, each.fn, each.tp], axis=-1).astype(int).reshape(-1, 2, 2).tolist()
    return _dumps(
        {"type": "multi_label", "confusion_matrix": cells, "labels": list(labels), "all_labels": list(labels)}
    )


def _square(statistic: Confusion, labels: Sequence[str]) -> dict[str, Any]:
    cells = statistic.cells[:, : len(labels)].astype(int).tolist()
    occurring = [at for at in range(len(labels)) if any(cells[at]) or any(row[at] for row in cells)]
    return {
        "confusion_matrix": [[cells[row][column] for column in occurring] for row in occurring],
        "labels": [labels[at] for at in occurring],
        "all_labels": list(labels),
    }


def _dumps(content: Mapping[str, object]) -> str:
    """One line for each part."""
    lines = (
        f" {json.dumps(name)}: {json.dumps(part, ensure_ascii=False, allow_nan=False)}"
        for name, part in content.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"
