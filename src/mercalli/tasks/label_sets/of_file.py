"""Label sets of a file: its columns are found by their usual names if they are not named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.engines.open import source_of
from mercalli.inputs.usual_names import PRED
from mercalli.io.headers import UTF8
from mercalli.plan.guess import guess_column, guess_truth
from mercalli.tasks.label_sets.evaluate import multilabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.tasks.label_sets.result import MultiLabel


@dataclass(frozen=True)
class AskedSets:
    """A file, and what was said about its columns."""

    file: str
    truth: Sequence[str] = ()
    preds: Sequence[str] = ()
    encoding: str = UTF8


def multilabel_of_file(asked: AskedSets, **settings: Any) -> tuple[MultiLabel, tuple[str, ...]]:  # noqa: ANN401 - as multilabel
    """The label sets of one file, or of several that a glob means, and what was guessed."""
    source = source_of(asked.file, asked.encoding)
    truth = list(asked.truth) or [guess_truth(source, asked.preds, "pred")]
    preds = list(asked.preds) or [guess_column("pred", PRED, source, truth)]
    result = multilabel(source, truth=truth[0] if len(truth) == 1 else truth, pred=preds, **settings)
    guessed = {"truth": () if asked.truth else truth, "pred": () if asked.preds else preds}
    told = ", ".join(f"{role}: {', '.join(map(repr, columns))}" for role, columns in guessed.items() if columns)
    return result, (told,) if told else ()
