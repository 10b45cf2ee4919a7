"""What a report says of how errors are weighed."""

import mercalli
from tests.telling.screens import screen


def test_classes_are_never_said_to_weigh_the_same_under_a_profile_with_weights():
    light, heavy = "not_humanitarian", "injured_or_dead_people"
    truth, pred = [light] * 5 + [heavy] * 5, [heavy] * 2 + [light] * 3 + [heavy] * 5
    weighted = mercalli.evaluate(truth=truth, pred=pred, profile="humaid", replicates=0)
    plain = mercalli.evaluate(truth=truth, pred=pred, profile="generic", replicates=0)
    assert weighted.systems[0].confusions[0].harm == 2  # as many as there are: the class weighs 1
    assert "Most harmful errors (harm = weight of the true class x count)" in screen(weighted, 100)
    assert "every class weighs the same" in screen(plain, 100)
