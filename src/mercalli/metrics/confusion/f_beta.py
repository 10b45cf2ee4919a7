"""F-beta."""

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.counts import Counts


@metric(
    Facts(
        label="F-beta",
        formula=r"\frac{(1 + \beta^2) TP}{(1 + \beta^2) TP + \beta^2 FN + FP}",
        range=(0, 1),
        best=1,
        undefined="the class neither occurs nor was predicted",
        misleads="Beta is a choice: 2 values recall twice as much as precision. Say why you chose it.",
        reference="Van Rijsbergen (1979), Information Retrieval",
        beside=("precision", "recall"),
        averages=True,
        elsewhere={"sklearn": 0.0},
    )
)
def f_beta(counts: Counts, *, beta: float) -> Floats:
    """Harmonic mean of precision and recall, with recall valued beta times as much.

    >>> from mercalli.stats.counts import Counts
    >>> print(f_beta(Counts(tp=28, fp=72, fn=23, tn=2680), beta=2))
    0.4605
    """
    if not _is_positive(beta):
        raise MetricError.value("f_beta", "beta", beta, f"a number above 0, and at most {LARGEST:,}")
    hits = (1 + beta**2) * counts.tp
    return ratio(hits, hits + beta**2 * counts.fn + counts.fp)


LARGEST = 1_000_000


def _is_positive(beta: object) -> bool:
    return isinstance(beta, int | float) and 0 < beta <= LARGEST
