"""Confusions: which errors were made, the most harmful first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.results.systems import INVALID, ConfusionReport

if TYPE_CHECKING:
    from mercalli.profiles.profile import Profile
    from mercalli.stats.groups import Contexts
    from mercalli.stats.sample import Sample

MOST = 500


def confusion_reports(profile: Profile, sample: Sample, contexts: Contexts) -> tuple[ConfusionReport, ...]:
    """The errors that occur, by harm, then by count; at most 500."""
    harms = np.stack([profile.harms(sample.classes, context) for context in contexts.values])
    cells = sample.confusions[0].cells
    harm = (cells * harms[..., None]).sum(axis=0)
    counts = cells.sum(axis=0)
    wrong = (counts > 0) & (np.eye(*counts.shape) == 0)
    rows, columns = np.nonzero(wrong)
    order = np.lexsort((columns, rows, -counts[wrong], -harm[wrong]))[:MOST]
    names = [*sample.classes, INVALID]
    total = float(harm[wrong].sum())
    return tuple(
        ConfusionReport(
            truth=names[row],
            pred=names[column],
            count=float(counts[row, column]),
            share=float(counts[row, column] / counts[row].sum()),
            harm=float(harm[row, column]),
            harm_share=float(harm[row, column]) / total if total else 0.0,
        )
        for row, column in zip(rows[order], columns[order], strict=True)
    )
