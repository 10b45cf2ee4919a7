"""Observed over expected errors."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.places import PlaceErrors


@metric(
    Facts(
        label="Observed over expected errors",
        formula=r"\frac{O_r}{\sum_i n_{ri} e_i}",
        range=(0, float("inf")),
        best=0,
        undefined="no error is expected",
        misleads="In a ranking: small places always come first and last. Read its interval, or a funnel plot.",
        reference="Indirect standardisation: Breslow and Day (1987), IARC 82",
        beside=("harm_ratio",),
    )
)
def error_ratio(errors: PlaceErrors) -> Floats:
    """Errors in a place, as a multiple of those that its mix of true classes would have at the overall error rates.

    >>> print(error_ratio(PlaceErrors.of(14, 12.5)))
    1.1200
    """
    return ratio(errors.observed, errors.expected)
