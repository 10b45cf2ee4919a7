"""Kinds of error, read from a table of counts and harms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.results.parts import INVALID
from mercalli.tasks.labels.result import ConfusionReport

if TYPE_CHECKING:
    from mercalli.results.parts import Table


def confusions(table: Table, most: int | None = None) -> tuple[ConfusionReport, ...]:
    """The kinds of error that occur, by harm, then by count; all of them, or at most so many."""
    counts, harm = np.array(table.cells), np.array(table.harms)
    wrong = (counts > 0) & (np.eye(*counts.shape) == 0)
    rows, columns = np.nonzero(wrong)
    order = np.lexsort((columns, rows, -counts[wrong], -harm[wrong]))[:most]
    names = [*table.classes, INVALID]
    total, truths = float(harm[wrong].sum()), counts.sum(axis=1)
    return tuple(
        ConfusionReport(
            truth=names[row],
            pred=names[column],
            count=float(counts[row, column]),
            share=float(counts[row, column] / truths[row]),
            harm=float(harm[row, column]),
            harm_share=float(harm[row, column]) / total if total else 0.0,
        )
        for row, column in zip(rows[order], columns[order], strict=True)
    )
