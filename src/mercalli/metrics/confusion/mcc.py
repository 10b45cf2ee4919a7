"""Matthews correlation."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion

ROUNDING = 1e-14


@metric(
    Facts(
        label="Matthews correlation",
        formula=r"\frac{n \sum_i n_{ii} - \sum_i n_{i\cdot} n_{\cdot i}}"
        r"{\sqrt{(n^2 - \sum_i n_{i\cdot}^2)(n^2 - \sum_j n_{\cdot j}^2)}}",
        range=(-1, 1),
        best=1,
        undefined="truth and predictions are both constant",
        misleads="With more than two classes its lowest value depends on the data and is rarely -1.",
        reference="Gorodkin (2004), Computational Biology and Chemistry 28(5-6)",
        aliases=("matthews_corrcoef", "phi", "r_k"),
        beside=("balanced_accuracy",),
        elsewhere={"sklearn": 0.0},
    )
)
def mcc(confusion: Confusion) -> Floats:
    """Correlation between truth and prediction; 0 when one of the two is constant.

    >>> from mercalli.stats.confusion import Confusion
    >>> print(mcc(Confusion.of([[3, 1], [0, 2]])))
    0.7071
    """
    n = confusion.total
    columns = np.concatenate([confusion.preds, confusion.invalid[..., None]], axis=-1)
    covariance = n * confusion.accurate.sum(axis=-1) - (confusion.truths * confusion.preds).sum(axis=-1)
    truth_spread, pred_spread = _spread(confusion.truths, n), _spread(columns, n)
    one_constant = (truth_spread == 0) != (pred_spread == 0)
    spread = np.sqrt(truth_spread) * np.sqrt(pred_spread)
    return ratio(np.where(one_constant, 0.0, covariance), np.where(one_constant, 1.0, spread))


def _spread(margin: Floats, n: Floats) -> Floats:
    """n^2 less the squared margin; exactly 0 for a constant margin, whatever the order of addition."""
    spread = (margin * (n[..., None] - margin)).sum(axis=-1)
    return np.where(spread <= ROUNDING * n**2, 0.0, spread)
