"""Missed urgent items per 100,000 people."""

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.places import PlaceVoices

PEOPLE = 100_000


@metric(
    Facts(
        label="Missed urgent items per 100,000 people",
        formula=r"10^5 \frac{m_r}{p_r}",
        range=(0, float("inf")),
        best=0,
        undefined="no item comes from there: nothing said is not nothing missed",
        misleads="Where few are heard: what nobody reports cannot be missed.",
        reference="Crude rate per 100,000 people",
        beside=("voice",),
    )
)
def missed_per_100k(places: PlaceVoices) -> Floats:
    """Urgent items of a place that were missed, per 100,000 of its people.

    >>> print(missed_per_100k(PlaceVoices.of(items=100, missed=8, people=1_000, all_items=300, all_people=15_000)))
    800.0000
    """
    return np.where(places.items > 0, PEOPLE * ratio(places.missed, places.people), np.nan)
