"""Voice."""

from mercalli.inputs.arrays import Floats
from mercalli.metrics.facts import Facts, metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.places import PlaceVoices


@metric(
    Facts(
        label="Share of items over share of people",
        formula=r"\frac{n_r / \sum n}{p_r / \sum p}",
        range=(0, float("inf")),
        best=None,
        undefined="nobody lives there",
        misleads="As a measure of need: those who are hit hardest may be the least able to report.",
        reference="Representation ratio: a place's share of the items over its share of the people",
        beside=("missed_per_100k",),
    )
)
def voice(places: PlaceVoices) -> Floats:
    """How much a place is heard: its share of the items over its share of the people; 1 is as much as others.

    >>> print(voice(PlaceVoices.of(items=100, missed=8, people=1_000, all_items=300, all_people=15_000)))
    5.0000
    """
    return ratio(ratio(places.items, places.all_items), ratio(places.people, places.all_people))
