"""Value per person."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.places import PersonValues


@metric(
    Facts(
        label="Value per person",
        formula=r"\frac{\sum_r p_r v_r}{\sum_r p_r}",
        range=(0, 1),
        best=1,
        undefined="no place with people has a value",
        misleads="Without its coverage: people of places that no item comes from are left out.",
        reference="Places weighted by their people, where they have a value",
        beside=("voice",),
    )
)
def value_per_person(places: PersonValues) -> Floats:
    """The mean of a metric over places, each by how many people live there.

    >>> print(value_per_person(PersonValues.of([0.86, 0.9, 0.89, np.nan], [1000, 9000, 2000, 3000])))
    0.8950
    """
    return ratio((places.seen * np.nan_to_num(places.values)).sum(axis=-1), places.seen.sum(axis=-1))
