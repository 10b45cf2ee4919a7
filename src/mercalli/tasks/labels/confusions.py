"""The table of a system, what was taken for what and the harm that does, and the kinds of error in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.results.parts import INVALID, Table
from mercalli.tasks.labels.result import ConfusionReport

if TYPE_CHECKING:
    from mercalli.inputs.arrays import Floats
    from mercalli.profiles.profile import Profile
    from mercalli.stats.groups import Contexts
    from mercalli.stats.sample import Sample


def table(profile: Profile, sample: Sample, contexts: Contexts) -> Table:
    """Counts, and the weight of the truth times the count, in every context by the weights that hold there."""
    weights = np.stack([profile.harms(sample.classes, context) for context in contexts.values])
    cells = sample.confusions[0].cells
    harms = (cells * weights[..., None]).sum(axis=0)
    np.fill_diagonal(harms, 0.0)
    return Table(sample.classes, _plain(cells.sum(axis=0)), _plain(harms))


def _plain(cells: Floats) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, row)) for row in cells)


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
