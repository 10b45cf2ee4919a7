"""The names that columns usually have, by what they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

TRUTH = (
    "truth",
    "y_true",
    "gold",
    "gold_label",
    "true_label",
    "label",
    "class_label",
    "target",
    "actual",
    "annotation",
)
PRED = ("pred", "y_pred", "predicted_label", "prediction", "predicted", "pred_label", "model_label", "output")
KEY = ("id", "item_id", "message_id", "tweet_id", "doc_id", "uid", "index", "row_id", "key")
TEXT = ("text", "message", "tweet_text", "sentence", "sentence_text", "content", "body")
LABEL = (*TRUTH, "labels", "class", "category")


def usual_names(names: Sequence[str], columns: Sequence[str]) -> list[str]:
    """The columns that have one of some names, most usual first; neither case nor the sign between words counts.

    >>> usual_names(TEXT, ["Tweet ID", "Tweet Text"])
    ['Tweet Text']
    """
    plain = {column.casefold().strip().replace(" ", "_").replace("-", "_"): column for column in columns}
    return [plain[name] for name in names if name in plain]
