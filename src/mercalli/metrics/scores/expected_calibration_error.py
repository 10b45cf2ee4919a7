"""Expected calibration error."""

from typing import Literal

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.metrics.scores.calibrated import probabilities
from mercalli.stats.scores import ScoreTable


@metric(
    Facts(
        label="Expected calibration error",
        formula=r"\left(\sum_b \frac{n_b}{n} |\bar{y}_b - \bar{s}_b|^p\right)^{1/p}",
        range=(0, 1),
        best=0,
        undefined="there are no rows, or scores lie outside 0 to 1",
        misleads="It depends on its recipe (bins, equal width or mass, norm): compare only values of the same recipe.",
        reference="Naeini, Cooper and Hauskrecht (2015), AAAI",
        aliases=("ece",),
        beside=("brier_calibration",),
        interval="none",
    )
)
def expected_calibration_error(
    table: ScoreTable, *, bins: int = 10, cut: Literal["width", "mass"] = "width", norm: int = 1
) -> Floats:
    """Mean gap between score and observed frequency over bins of scores.

    >>> import numpy as np
    >>> from mercalli.stats.scores import ScoreTable
    >>> table = ScoreTable.of(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    >>> print(expected_calibration_error(table))
    0.3250
    """
    for option, value in (("bins", bins), ("norm", norm)):
        if value < 1:
            raise MetricError.value("expected_calibration_error", option, value, "a whole number from 1 on")
    score, rows = probabilities(table), table.positive + table.negative
    inside = _bin(table, bins, cut)
    mass, positive, promised = (_binned(part, inside, bins) for part in (rows, table.positive, rows * score))
    gaps = np.abs(np.nan_to_num(ratio(positive, mass) - ratio(promised, mass))) ** norm
    spread = ratio((gaps * mass).sum(axis=-1), table.total)
    return np.where(np.isnan(score).any(), np.nan, spread) ** (1 / norm)


def _bin(table: ScoreTable, bins: int, cut: str) -> Ints:
    """Which bin each score falls in; bins of equal mass are cut by all tables together."""
    if cut == "width":
        return _whole(table.score * bins, bins)
    rows = (table.positive + table.negative).reshape(-1, len(table.score)).sum(axis=0)
    middle = np.cumsum(rows) - rows / 2
    return _whole(middle / max(rows.sum(), 1) * bins, bins)


def _whole(place: Floats, bins: int) -> Ints:
    """The number of the bin; the upper end belongs to the last."""
    return np.clip(np.nan_to_num(place), 0, bins - 1).astype(np.int64)


def _binned(part: Floats, inside: Ints, bins: int) -> Floats:
    """Parts (..., M) added up by bin: (..., bins)."""
    flat = part.reshape(-1, part.shape[-1])
    binned = np.stack([sums(inside, row, bins) for row in flat])
    return binned.reshape(*part.shape[:-1], bins)
