"""Predictions as a table: what is kept of the data, the labels, and the probability of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.classifier.classifier import Classifier

DIGITS = 6
PROBABILITY = "prob_"


def prediction_header(classifier: Classifier, *, ids: bool, kept: Sequence[str], truth: bool) -> list[str]:
    """The names of the columns."""
    named = [*(["id"] if ids else []), *kept, *(["truth"] if truth else []), "pred"]
    return [*named, *(f"{PROBABILITY}{name}" for name in classifier.classes)]


def prediction_columns(
    classifier: Classifier,
    probabilities: Floats,
    *,
    ids: Sequence[object] | None = None,
    kept: Sequence[Sequence[object]] = (),
    truth: Sequence[object] | None = None,
) -> list[Sequence[object]]:
    """A value for each text in each column."""
    named = [*([] if ids is None else [ids]), *kept, *([] if truth is None else [truth])]
    return [*named, classifier.labels(probabilities), *probabilities.round(DIGITS).T.tolist()]
