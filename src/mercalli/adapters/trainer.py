"""What the Trainer of Hugging Face asks for: a function from predictions to a flat dictionary of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import LengthError, ScoreError, SettingError
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Ints, on_host
from mercalli.inputs.classes import label_text
from mercalli.plan.metrics import headline, text_list
from mercalli.plan.provenance import profile_of
from mercalli.profiles.profile import Profile
from mercalli.tasks.labels.accumulator import Accumulator
from mercalli.text.words import counted

PADDING = -100  # the label of what counts for nothing


@dataclass(frozen=True)
class TrainerMetrics:
    """Call it with predictions and true labels; with `compute_result=False` they are only counted.

    `size` is how many classes the model tells apart.
    """

    batches: Accumulator
    size: int
    metrics: tuple[str, ...] | None

    def __call__(self, prediction: Any, compute_result: bool = True) -> dict[str, float]:  # noqa: ANN401, FBT001, FBT002 - as the Trainer calls it
        """Values by plain names; what is undefined is left out, because NaN is never the best value of a run."""
        try:
            for pred, truth in _batches(prediction):
                self.batches.update(*self._ids(pred, truth))
            if not compute_result:
                return {}
            found = dict(self.batches.compute(metrics=self.metrics, replicates=0).scalars())
        except BaseException:
            self.batches.reset()
            raise
        self.batches.reset()
        return found

    def _ids(self, pred: NDArray[Any], truth: NDArray[Any]) -> tuple[Ints, Ints]:
        """True and predicted places of classes, without padding."""
        if pred.ndim == truth.ndim + 1:
            pred = self._largest(pred)
        if pred.shape != truth.shape:
            raise LengthError.about(
                "the predictions",
                f"have the shape {pred.shape} and the labels {truth.shape}. Give a label and scores for every class, "
                "or a predicted class, for each item.",
            )
        kept = truth != PADDING
        return _whole("labels", truth[kept]), _whole("predictions", pred[kept])

    def _largest(self, scores: NDArray[Any]) -> Ints:
        """The class with the highest score."""
        if scores.shape[-1] != self.size:
            raise LengthError.about(
                "the predictions",
                f"have {counted(scores.shape[-1], 'score')} for each item, and there are {self.size} classes. "
                "Pass id2label of the model as `classes`.",
            )
        if np.isnan(scores).any():
            items = int(np.isnan(scores).any(axis=-1).sum())
            found = f"hold NaN for {counted(items, 'item')}: training has diverged."
            raise ScoreError.about("the predictions", found)
        largest: Ints = scores.argmax(axis=-1)
        return largest


def compute_metrics(
    classes: Sequence[object] | Mapping[Any, str],
    *,
    metrics: Sequence[str] | str | None = None,
    profile: str | Path | Profile | None = None,
) -> TrainerMetrics:
    """A `compute_metrics` for the `Trainer` of Hugging Face; it needs neither transformers nor torch.

    Logits become classes, labels of -100 are left out, and batches add up under `batch_eval_metrics`.

    Args:
        classes: The names of the classes in the order of the model's outputs, or its `id2label`.
        metrics: Metrics wanted, as for `evaluate`, to which come those that are read beside them; all by default.
        profile: The profile that defines some of them, as for `evaluate`.

    >>> measured = compute_metrics({0: "calm", 1: "fire"}, metrics=["accuracy", "recall_macro"])
    >>> measured(([[2.0, -1.0], [0.1, 0.3]], [0, 0]))["recall_macro"]
    0.5
    """
    names: dict[object, str] = dict(_places(classes))
    wanted = (metrics,) if isinstance(metrics, str) else text_list("metrics", metrics) or None
    if wanted is not None:
        headline(wanted, profile_of(profile), Settings())  # a mistake is said now, and not after an epoch
    return TrainerMetrics(Accumulator(names, profile=profile), len(names), wanted)


def _places(classes: object) -> Iterator[tuple[int, str]]:
    """The place of each class among the outputs of the model, and its name."""
    if isinstance(classes, str) or not isinstance(classes, Mapping | Sequence):
        raise SettingError.outside("classes", classes, "a list of class names or id2label of the model")
    named = {label_text(place): name for place, name in classes.items()} if isinstance(classes, Mapping) else None
    for place in range(len(classes)):
        if named is None:
            yield place, label_text(classes[place])
        elif str(place) not in named:
            raise SettingError.outside(
                "classes", sorted(named), f"a dict of the places 0 to {len(classes) - 1} -> name"
            )
        else:
            yield place, label_text(named[str(place)])


def _batches(prediction: Any) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:  # noqa: ANN401 - whatever the Trainer passes
    """Predictions and labels; they come in lists of batches if the Trainer does not join them."""
    pred, truth, *_ = prediction
    apart = isinstance(truth, list) and bool(truth) and isinstance(truth[0], np.ndarray)
    for scores, labels in zip(pred, truth, strict=True) if apart else [(pred, truth)]:
        if isinstance(labels, tuple):
            raise SettingError.named(
                "label_names", f"of the Trainer names {len(labels)} labels for each item, and one is expected."
            )
        first = scores[0] if isinstance(scores, tuple) else scores  # what else the model returned follows
        yield np.asarray(on_host(first)), np.asarray(on_host(labels))


def _whole(what: str, values: NDArray[Any]) -> Ints:
    """Places of classes; scores or several labels for each item are none."""
    if values.dtype.kind not in "iu" and not (values.dtype.kind == "f" and (values == np.floor(values)).all()):
        raise LengthError.about(
            f"the {what}",
            "must be numbers of classes, one for each item; found others, as of regression or many labels.",
        )
    return values.astype(np.int64)
