"""Brier score over time."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.survival.brier_at import brier_at, brier_influence
from mercalli.metrics.survival.limits import CENSORING
from mercalli.metrics.survival.readings import check_chances
from mercalli.stats.survival import Survival

FEWEST = 2


def _influence(survival: Survival, *, tau: float | None = None) -> Floats:
    times, share = _shares(survival, tau)
    return sum(
        (part * brier_influence(survival, at=at) for at, part in zip(times.tolist(), share, strict=True)),
        np.zeros(survival.n),
    )


@metric(
    Facts(
        label="Integrated Brier score",
        formula=r"\frac{1}{h_M - h_1} \int_{h_1}^{h_M} BS(h) \, dh",
        range=(0, float("inf")),
        best=0,
        undefined="the grid has fewer than two times by tau",
        misleads=(f"Between time ranges: it is a mean over the grid, from its first time to tau. {CENSORING}"),
        reference="Graf et al. (1999), Statistics in Medicine 18(17-18)",
        aliases=("ibs",),
        beside=("c_td",),
        influence=_influence,
    )
)
def integrated_brier(survival: Survival, *, tau: float | None = None) -> Floats:
    """Mean Brier score from the first time of the grid to the last one by tau, with straight lines between times.

    >>> import numpy as np
    >>> from mercalli.stats.survival import Survival
    >>> chances = {"grid": np.array([1.0, 2.0]), "cif": np.array([[0.9, 0.9], [0.3, 0.4], [0.1, 0.1], [0.2, 0.2]])}
    >>> print(integrated_brier(Survival.of([1, 2, 3, 4], [1, 1, 0, 0], **chances)))
    0.0713
    """
    check_chances(survival, "integrated_brier")
    times, share = _shares(survival, tau)
    scores = [brier_at(survival, at=at) for at in times.tolist()]
    return ratio(np.dot(share, scores), len(times) >= FEWEST)


def _shares(survival: Survival, tau: float | None) -> tuple[Floats, Floats]:
    """The times of the grid by tau, and the share of the whole stretch that each stands for."""
    grid = np.zeros(0) if survival.grid is None else survival.grid
    times = grid if tau is None else grid[grid <= tau]
    width = np.diff(times)
    share = (np.append(width, 0.0) + np.concatenate([[0.0], width])) / 2 if len(times) else width
    return times, share / max(width.sum(), np.finfo(np.float64).tiny)
