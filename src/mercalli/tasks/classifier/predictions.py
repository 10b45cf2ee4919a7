"""Predictions as a table: what is kept of the data, the labels, and the probability of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import SettingError
from mercalli.io.cells import safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.inputs.texts import LabelledTexts
    from mercalli.tasks.classifier.classifier import Classifier

DIGITS = 6
PROBABILITY = "prob_"


def prediction_header(classes: Sequence[str], *, ids: bool, kept: Sequence[str], truth: bool) -> list[str]:
    """The names of the columns."""
    named = [*(["id"] if ids else []), *kept, *(["truth"] if truth else []), "pred"]
    return [*named, *(f"{PROBABILITY}{name}" for name in classes)]


def check_kept(setting: str, kept: Sequence[str], header: Sequence[str]) -> None:
    """No column that is kept may have the name of another in the answer; case does not count."""
    folded = [name.casefold() for name in header]
    taken = next((name for name in kept if folded.count(name.casefold()) > 1), None)
    if taken is not None:
        raise SettingError.outside(setting, taken, "columns whose names no other column of the predictions has")


def tested_header(data: LabelledTexts, classes: Sequence[str]) -> list[str]:
    """The names of the columns where the texts are kept, and all that stands beside them."""
    return prediction_header(classes, ids=data.ids is not None, kept=["text", *data.by], truth=True)


def prediction_columns(
    classifier: Classifier,
    probabilities: Floats,
    *,
    ids: Sequence[object] | None = None,
    kept: Sequence[Sequence[object]] = (),
    truth: Sequence[object] | None = None,
) -> list[Sequence[object]]:
    """A value for each text in each column.

    Ids and labels are for programs to join and compare, and stay as they are; what is kept beside is guarded as in
    every other file.
    """
    guarded = [[safe(cell) for cell in column] for column in kept]
    named = [*([] if ids is None else [ids]), *guarded, *([] if truth is None else [truth])]
    return [*named, classifier.labels(probabilities), *probabilities.round(DIGITS).T.tolist()]
