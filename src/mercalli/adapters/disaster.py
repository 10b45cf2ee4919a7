"""The original disaster evaluation on our numbers: its evaluator, and its named files that are no pictures.

The report is that of every folder. `comprehensive_evaluation_results.json` has every system in the shape of the
original. What the original did not have stands beside it: intervals, what is undefined and why, digests, settings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from mercalli.errors import LengthError
from mercalli.inputs.classes import ClassList
from mercalli.io.cells import csv_text
from mercalli.io.file_names import file_names
from mercalli.io.manifests import PREDICTIONS
from mercalli.io.profiles import read_profile
from mercalli.metrics.profiled import programs
from mercalli.results.measure import Measure
from mercalli.results.parts import ClassReport
from mercalli.tasks.labels.evaluate import evaluate
from mercalli.tasks.labels.result import Evaluation, LevelReport, SystemReport
from mercalli.telling.article import PAGE
from mercalli.telling.kinds import article_of
from mercalli.telling.markdown import article_markdown

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
CUSTOM = {
    "disaster_urgency_awareness": "dua",
    "emotional_context_sensitivity": "ecs",
    "actionability_relevance": "ar",
}
PER_CLASS = ("precision", "recall", "f1", "specificity", "npv")
STANDARD_COLUMNS = {
    "Accuracy": "accuracy",
    "F1 (Weighted)": "f1_weighted",
    "F1 (Macro)": "f1_macro",
    "Precision": "precision_weighted",
    "Recall": "recall_weighted",
    "Balanced Acc": "balanced_accuracy",
}
CUSTOM_COLUMNS = {"dua": "DUA (Urgency)", "ecs": "ECS (Emotional)", "ar": "AR (Actionability)"}
TIME = "Time (s)"
STANDARD_FILE = "standard_metrics_comparison.csv"


class AdvancedMetricsEvaluator:
    """Standard and disaster metrics of one system in one nested dictionary.

    Labels may be class names or positions in `label_names`. `like` chooses a reading: "sklearn" for scikit-learn's
    averages, "original" for the emotional context sensitivity of the original program, "original_text" for that of its
    description. Which reading was used stands under "readings". `invalid` and `missing` say how to treat predictions
    outside the classes and labels that are missing, as in `evaluate`.
    """

    def __init__(
        self,
        profile: str = "humaid",
        like: str | None = None,
        *,
        invalid: Literal["error", "wrong"] = "error",
        missing: Literal["error", "wrong", "drop"] = "error",
    ) -> None:
        self.profile = profile
        self.like = like
        self.invalid: Literal["error", "wrong"] = invalid
        self.missing: Literal["error", "wrong", "drop"] = missing

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
        >>> metrics["readings"]
        {'emotional_context_sensitivity': 'any_shared_group'}
        """
        if texts is not None and len(texts) != len(y_true):
            raise LengthError.unequal([("y_true", len(y_true)), ("texts", len(texts))])
        classes = None if label_names is None else names_of(y_true, label_names)
        result = evaluate(
            truth=y_true,
            pred=y_pred,
            profile=self.profile,
            classes=classes,
            like=self.like,
            invalid=self.invalid,
            missing=self.missing,
        )
        return {**system_content(result, result.systems[0]), "readings": readings(self.profile, self.like)}


def readings(profile: str, like: str | None) -> dict[str, str]:
    """How confusions within a group were understood, by the original's name of the metric."""
    chosen = read_profile(profile)
    changes = chosen.reading_of(like, known=programs())
    grouped = {name: metric for name, metric in CUSTOM.items() if metric in chosen.metrics}
    return {
        name: str(changes.get(metric, {}).get("reading", chosen.metrics[metric].reading))
        for name, metric in grouped.items()
        if chosen.metrics[metric].groups
    }


def names_of(y_true: Sequence[object], label_names: Sequence[str]) -> Any:  # noqa: ANN401 - names, or positions to names
    """Positions stand for names if the labels are whole numbers, whatever their type."""
    names = ClassList.check(label_names).names
    numbers = all(isinstance(label, int | float | np.number) for label in list(y_true)[:1])
    return dict(enumerate(names)) if numbers else list(names)


def nine_files(result: Evaluation) -> dict[str, str | bytes]:
    """File names and contents; none of custom metrics where the profile has none."""
    return {
        "comprehensive_evaluation_report.md": article_markdown(article_of(result).on(PAGE)),
        "comprehensive_evaluation_results.json": comprehensive_json(result),
        STANDARD_FILE: standard_csv(result),
        **({"custom_metrics_comparison.csv": _custom_csv(result)} if custom(result) else {}),
    }


def standard_csv(result: Evaluation, seconds: Mapping[str, float] | None = None) -> str:
    """How long a model took is not in its predictions: that column is written only if somebody says it."""
    metrics = _rows(result, list(STANDARD_COLUMNS.values()))
    if not seconds:
        return csv_text(("Model", *STANDARD_COLUMNS), metrics)
    return csv_text(("Model", *STANDARD_COLUMNS, TIME), ((*row, seconds.get(str(row[0]))) for row in metrics))


def _custom_csv(result: Evaluation) -> str:
    """The original's three metrics under the original's names, other metrics of a profile under their own."""
    metrics = list(custom(result).values())
    return csv_text(("Model", *(CUSTOM_COLUMNS.get(metric, metric) for metric in metrics)), _rows(result, metrics))


def _rows(result: Evaluation, metrics: Sequence[str]) -> Iterator[tuple[str | float | None, ...]]:
    """Values in full; nothing where one is undefined or was not asked for."""
    for system in result.systems:
        values = _by_name(system)
        yield (system.name, *(values[metric].value if metric in values else None for metric in metrics))


def comprehensive_json(result: Evaluation) -> str:
    """Strict JSON: an object for each system, under its name."""
    files = file_names([system.name for system in result.systems], PREDICTIONS)
    every = {
        system.name: {
            **system_content(result, system),
            "detailed_predictions": files[system.name],
            **_origin(result, system),
        }
        for system in result.systems
    }
    return json.dumps(every, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def system_content(result: Evaluation, system: SystemReport) -> dict[str, Any]:
    """Everything about one system; a metric that was not computed is left out, one that is undefined is null."""
    own = custom(result)
    return {
        "standard_metrics": _values(system, STANDARD),
        "per_class_metrics": {report.name: _class_values(report) for report in system.classes},
        "confusion_analysis": _confusion_analysis(system),
        "custom_metrics": _values(system, own),
        "custom_interpretations": {name: _interpretation(result, system, own[name]) for name in _values(system, own)},
        "actionability_breakdown": {_level_name(system, each): _level(each) for each in system.levels},
        "intervals": {measure.metric: [measure.low, measure.high] for measure in system.measures},
        "undefined": list(_undefined(system)),
        "n": system.n,
        "dropped": system.dropped,
        "invalid": system.invalid,
        "notes": list(system.notes),
    }


def custom(result: Evaluation) -> dict[str, str]:
    """The metrics of the profile: the original's three by their long names, if it has any of them, else its own."""
    own = [card.metric for card in result.metrics if card.own]
    if not set(CUSTOM.values()) & set(own):
        return {metric: metric for metric in own}
    more = [metric for metric in own if metric in result.headline and metric.partition("(")[0] not in CUSTOM.values()]
    return {**CUSTOM, **{metric: metric for metric in more}}


def _values(system: SystemReport, names: dict[str, str]) -> dict[str, float | None]:
    values = _by_name(system)
    return {name: values[metric].value for name, metric in names.items() if metric in values}


def _by_name(system: SystemReport) -> dict[str, Measure]:
    """Measures by their texts, and by their names alone: a reading writes its option into the text."""
    alone = {measure.metric.partition("(")[0]: measure for measure in system.measures}
    return {**alone, **{measure.metric: measure for measure in system.measures}}


def _class_values(report: ClassReport) -> dict[str, Any]:
    measures = {measure.metric: measure for measure in report.measures}
    return {
        **{name: measures[name].value for name in PER_CLASS},
        "support": report.support,
        "predicted": report.predicted,
        "intervals": {name: [measures[name].low, measures[name].high] for name in PER_CLASS},
    }


def _confusion_analysis(system: SystemReport) -> dict[str, Any]:
    """The matrix over the classes; predictions outside them are in a list of their own. None if it was not shared."""
    if system.table.fitted:
        return {"class_accuracies": {report.name: _class_values(report)["recall"] for report in system.classes}}
    return {
        "confusion_matrix": [list(row[:-1]) for row in system.table.cells],
        "labels": list(system.table.classes),
        "outside_the_classes": [row[-1] for row in system.table.cells],
        "top_confusions": _top_confusions(system),
        "class_accuracies": {report.name: _class_values(report)["recall"] for report in system.classes},
    }


def _top_confusions(system: SystemReport) -> list[dict[str, Any]]:
    """The most frequent errors between classes; the percentage is of the true class."""
    names = system.table.classes
    errors = [
        {
            "true_class": names[row],
            "predicted_class": names[column],
            "count": count,
            "percentage": 100 * count / sum(cells),
        }
        for row, cells in enumerate(system.table.cells)
        for column, count in enumerate(cells[:-1])
        if row != column and count > 0
    ]
    return sorted(errors, key=lambda error: -float(str(error["count"])))[:TOP_CONFUSIONS]


def _interpretation(result: Evaluation, system: SystemReport, metric: str) -> str:
    """The band a value is in and what the profile says of it."""
    measure = _by_name(system)[metric]
    if measure.value is None:
        return f"undefined because {measure.undefined}"
    bands = next(card.bands for card in result.metrics if card.metric == measure.metric)
    return next((f"{band.name}: {band.says}" for band in bands if band.name == measure.band), "")


def _level(report: LevelReport) -> dict[str, Any]:
    return {"accuracy": report.accuracy.value, "samples": report.total, "weight": report.weight}


def _level_name(system: SystemReport, report: LevelReport) -> str:
    """A level's own name, after that of its scale where there are several scales."""
    several = len({each.levels for each in system.levels}) > 1
    return f"{report.levels}.{report.level}" if several else report.level


def _undefined(system: SystemReport) -> Iterator[dict[str, Any]]:
    """What has no value, and what an average over classes had to count as 0."""
    for name, measures in ((None, system.measures), *((report.name, report.measures) for report in system.classes)):
        undefined = (measure for measure in measures if measure.value is None)
        yield from ({"metric": each.metric, "class": name, "reason": each.undefined} for each in undefined)
    for measure in system.measures:
        reason = "counted as 0 in the average"
        yield from ({"metric": measure.metric, "class": name, "reason": reason} for name in measure.undefined_classes)


def _origin(result: Evaluation, system: SystemReport) -> dict[str, Any]:
    provenance = result.provenance
    return {
        "data": provenance.origin,
        "digest": system.digest,
        "profile": provenance.profile,
        "profile_digest": provenance.profile_digest,
        "settings": dict(provenance.settings),
        "versions": dict(provenance.versions),
    }
