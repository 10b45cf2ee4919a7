"""The original's evaluator of several models: from arrays to a report folder that holds its nine named files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from mercalli.adapters.disaster import STANDARD_FILE, names_of, readings, standard_csv, system_content
from mercalli.errors import LengthError, SettingError, SystemNameError
from mercalli.estimates.progress import quiet
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.tally import is_missing
from mercalli.io.cells import csv_columns, csv_rows
from mercalli.io.folders import check_free, write_folder
from mercalli.tasks.labels.answers import Extras
from mercalli.tasks.labels.data import LabelFiles
from mercalli.tasks.labels.report import evaluate_files

FILE, TRUTH, TEXT = "predictions.csv", "truth", "text"


class EnhancedModelEvaluator:
    """Evaluates several models on the same items and writes the report folder with the nine named files.

    Args:
        output_dir: The folder of the report.
        profile: What the metrics weigh; "humaid" has the weights, groups and levels of the original.
        like: A reading, as `AdvancedMetricsEvaluator` takes it.
        invalid: How to treat predictions outside the classes: "error" or "wrong".
        missing: How to treat labels that are missing: "error", "wrong" or "drop".
        overwrite: Whether an older report there may be replaced.
        show_personal: Whether personal data in texts is kept; by default it is masked.
    """

    def __init__(
        self,
        output_dir: str | Path,
        profile: str = "humaid",
        like: str | None = None,
        *,
        invalid: Literal["error", "wrong"] = "error",
        missing: Literal["error", "wrong", "drop"] = "error",
        overwrite: bool = False,
        show_personal: bool = False,
    ) -> None:
        self.output_dir = Path(output_dir)
        self.profile = profile
        self.like = like
        self.invalid = invalid
        self.missing = missing
        self.overwrite = overwrite
        self.show_personal = show_personal

    def evaluate_models(
        self,
        y_true: Sequence[object],
        predictions: Mapping[str, Sequence[object]],
        texts: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
        seconds: Mapping[str, float] | None = None,
    ) -> dict[str, dict[str, Any]]:
        """Every metric of every model, as `evaluate_all_metrics` gives them, after the folder was written.

        Args:
            y_true: True labels: class names, or positions in `label_names`.
            predictions: Predicted labels by model.
            texts: The texts of the items, for the files of predictions and the examples of errors.
            label_names: The classes in their order.
            seconds: How long each model took, for the column "Time (s)".

        >>> import tempfile
        >>> classes = ["not_humanitarian", "injured_or_dead_people"]
        >>> with tempfile.TemporaryDirectory() as place:
        ...     evaluator = EnhancedModelEvaluator(f"{place}/report")
        ...     models = {"svm": [0, 1, 1, 0], "rules": [0, 0, 0, 0]}
        ...     found = evaluator.evaluate_models([0, 1, 1, 0], models, label_names=classes)
        ...     written = sorted(file.name for file in evaluator.output_dir.glob("*_detailed_predictions.csv"))
        >>> print(found["rules"]["custom_metrics"]["disaster_urgency_awareness"], written)
        0.1667 ['rules_detailed_predictions.csv', 'svm_detailed_predictions.csv']
        """
        check_free(self.output_dir, overwrite=self.overwrite)
        columns = _checked(y_true, predictions, texts, seconds or {})
        classes = None if label_names is None else ClassList.check(names_of(y_true, label_names))
        with TemporaryDirectory() as place:
            file = Path(place) / FILE
            file.write_text(_table(columns, classes), encoding="utf-8", newline="")
            extras = Extras(show_personal=self.show_personal)
            report = evaluate_files(self._files(file, list(predictions), classes), extras, **self._settings)
            files = report.files(quiet)
            timed = {STANDARD_FILE: standard_csv(report.result, seconds)} if seconds else {}
            write_folder(self.output_dir, {**files, **timed}, overwrite=self.overwrite)
        used = readings(self.profile, self.like)
        result = report.result
        return {each.name: {**system_content(result, each), "readings": used} for each in result.systems}

    def _files(self, file: Path, models: list[str], classes: ClassList | None) -> LabelFiles:
        return LabelFiles([str(file)], TRUTH, models, self.profile, () if classes is None else classes.names)

    @property
    def _settings(self) -> dict[str, Any]:
        treated = {"invalid": self.invalid, "missing": self.missing}
        return {"like": self.like, **treated, "replicates": 1000, "progress": quiet}


def _checked(
    y_true: Sequence[object],
    predictions: Any,  # noqa: ANN401 - whatever was given
    texts: Sequence[str] | None,
    seconds: Mapping[str, float],
) -> dict[str, list[object]]:
    """Columns of equal length under names of their own."""
    if not isinstance(predictions, Mapping) or not predictions:
        raise SettingError.outside("predictions", predictions, "a dict from the name of a model to its predictions")
    own = {TRUTH: y_true, **({} if texts is None else {TEXT: texts})}
    for name in [name for name in predictions if name in own]:
        raise SettingError.outside("predictions", name, f"under another name: {name!r} is the name of a column")
    for name in [name for name in seconds if name not in predictions]:
        raise SystemNameError.unknown(name, list(predictions))
    columns = {name: list(values) for name, values in {**own, **predictions}.items()}
    if len({len(values) for values in columns.values()}) > 1:
        raise LengthError.unequal([(name, len(values)) for name, values in columns.items()])
    return columns


def _table(columns: Mapping[str, list[object]], classes: ClassList | None) -> str:
    """The columns as a file; labels by the names of their classes."""
    cells = [_texts(name, values, classes) for name, values in columns.items()]
    return csv_rows([list(columns)]) + csv_columns([list(each) for each in cells])


def _texts(name: str, values: list[object], classes: ClassList | None) -> Iterator[object]:
    for value in values:
        text = "" if is_missing(value) else str(value) if name == TEXT else label_text(value)
        code = None if classes is None or name == TEXT else classes.code(text)
        yield text if code is None or classes is None else classes.names[code]
