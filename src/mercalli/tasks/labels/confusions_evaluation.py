"""The table of a system: what was taken for what, and the harm that does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.results.parts import Table

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
