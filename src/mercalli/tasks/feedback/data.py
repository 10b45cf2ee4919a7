"""Labelled texts of which every row counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.errors import FeedbackError
from mercalli.plan.labelled_texts import read

if TYPE_CHECKING:
    from pathlib import Path

    from mercalli.inputs.texts import LabelledTexts
    from mercalli.tasks.classifier.model import Model


def read_whole(source: str | Path, model: Model, **columns: Any) -> LabelledTexts:  # noqa: ANN401 - as `read` has them
    """Texts labelled as those of a model are; rows without a text or a label are refused."""
    classifier = model.classifier
    texts = read(source, **columns, mode=classifier.mode, delimiter=classifier.delimiter, missing="drop")
    if texts.dropped:
        raise FeedbackError.lacking(texts.dropped, texts.origin)
    return texts
