"""Labelled texts of which every row counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.errors import FeedbackError
from mercalli.plan.labelled_texts import read

if TYPE_CHECKING:
    from pathlib import Path

    from mercalli.inputs.texts import LabelledTexts
    from mercalli.tasks.classifier.classifier import Classifier


def read_whole(source: str | Path, classifier: Classifier, **columns: Any) -> LabelledTexts:  # noqa: ANN401 - as `read` has them
    """Texts labelled as those of a classifier are; rows without a text or a label are refused."""
    found = read(source, **columns, mode=classifier.mode, delimiter=classifier.delimiter, missing="drop")
    if found.dropped:
        raise FeedbackError.lacking(found.dropped, found.origin)
    return found
