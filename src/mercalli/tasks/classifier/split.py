"""What a classifier learns from and what it is tested on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import SettingError, TextError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.io.labelled_texts import read
from mercalli.tasks.classifier.fit import check_learnable
from mercalli.tasks.classifier.folds import held_out, strata

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FEWEST = 2
BESIDES = " besides those held out to test on"


def split_texts(
    data: LabelledTexts,
    test: str | Path | Sequence[str | Path] | LabelledTexts | None,
    holdout: float,
    seed: int,
    asked: Mapping[str, Any],
) -> tuple[LabelledTexts, LabelledTexts, str]:
    """What to learn from, what to test on, and where that comes from in words."""
    if not 0 < holdout < 1:
        raise SettingError.outside("holdout", holdout, "a share between 0 and 1, as in 0.1")
    check_learnable(data)
    if test is None:
        chosen = held_out(strata(data), holdout, np.random.default_rng(seed))
        split = f"{holdout:.0%} of {data.origin}, held out at random from every label"
        return data.take(~chosen), replace(data.take(chosen), origin=split), split
    other = _tested(data, test, asked)
    strange = [name for name in other.classes if name not in data.classes]
    if strange:
        raise TextError.untrained(strange, data.classes, other.origin)
    return data, replace(other, classes=data.classes), other.origin


def check_enough(learn: LabelledTexts, *, aside: bool) -> None:
    """Every label must have texts enough to learn what they share; `aside` says that others were held out."""
    few = [name for name, count in zip(learn.classes, learn.counts, strict=True) if count < FEWEST]
    if few:
        raise TextError.few(few, FEWEST, learn.origin, BESIDES if aside else "")


def _tested(
    data: LabelledTexts, test: str | Path | Sequence[str | Path] | LabelledTexts, asked: Mapping[str, Any]
) -> LabelledTexts:
    """The texts of the test, their labels spelt as those of the data."""
    known = ClassList(data.classes) if data.mode == MULTI_CLASS else None
    if not isinstance(test, LabelledTexts):
        wanted: dict[str, Any] = {**asked, "mode": data.mode, "delimiter": data.delimiter}
        return read(test, known=known, **wanted)
    if test.mode != data.mode:
        raise TextError.modes(test.mode, data.mode, test.origin)
    return test if known is None else test.spelt(known)
