"""The class of every answer, row by row, whether a column holds plain labels or outputs of a language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.inputs.answers.answer import READ
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.tally import MISSING
from mercalli.plan.answer_settings import AnswerSettings
from mercalli.plan.answers import Outputs, read_outputs


def answer_codes(
    rows: ArraySource, columns: Sequence[str], classes: ClassList, settings: AnswerSettings
) -> tuple[Mapping[str, Ints], Mapping[str, Bools], Outputs]:
    """Codes by column, which answers are not there, and how outputs were read.

    A code equal to the number of classes is an answer outside the classes, or one that could not be read.
    """
    source, outputs = read_outputs(rows, columns, classes, settings)
    after = source.rows([], list(columns))
    codes: dict[str, Ints] = {}
    absent: dict[str, Bools] = {}
    last = len(classes.names)
    for name in columns:
        read = outputs.columns.get(name)
        if read is None:
            column = after.column(name).known(classes.missing_words)
            places = [classes.index.get(normal(label_text(value)), last) for value in column.values]
            absent[name] = column.codes == MISSING
        else:
            column = read.kinds_of(after.column(name))
            labels = (kind.label if kind.outcome == READ else None for kind in read.kinds)
            places = [last if label is None else classes.index[normal(label)] for label in labels]
            absent[name] = np.zeros(len(column.codes), np.bool_)
        codes[name] = np.array([*places, last], np.int64)[column.codes]
    return codes, absent, outputs
