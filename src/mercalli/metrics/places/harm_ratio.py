"""Observed over expected harm."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.places import PlaceHarm


@metric(
    Facts(
        label="Observed over expected harm of errors",
        formula=r"\frac{\sum_i w_i O_{ri}}{\sum_i w_i n_{ri} e_i}",
        range=(0, float("inf")),
        best=0,
        undefined="no harm is expected",
        misleads="Where few errors weigh much: one of them moves it far.",
        reference="Indirect standardisation with class weights; interval of Dobson et al. (1991), Stat. Med. 10(3)",
        beside=("error_ratio",),
    )
)
def harm_ratio(errors: PlaceHarm) -> Floats:
    """The same as error_ratio, where an error counts as much as its true class weighs in the profile.

    >>> print(harm_ratio(PlaceHarm.of(46, 44.5)))
    1.0337
    """
    return ratio(errors.observed, errors.expected)
