"""Systems from best to worst, whatever the metric counts."""

import pytest

from mercalli.estimates.intervals import NO_INTERVAL, Interval
from mercalli.estimates.measure import difference_of
from mercalli.estimates.ranking import adjusted, best_first, ranking
from mercalli.metrics.catalogue import parse
from mercalli.results.difference import SystemPair
from mercalli.tasks.survival.result import SurvivalPair

ACCURACY, BRIER = parse("accuracy"), parse("brier")
VALUES = {"a": 0.2, "b": None, "c": 0.1, "d": 0.2}


@pytest.mark.parametrize(("direction", "expected"), [(1, "adcb"), (-1, "cadb"), (0, "adcb")])
def test_the_best_comes_first_whichever_way_is_better(direction, expected):
    assert "".join(best_first("abcd", VALUES.get, direction)) == expected


def pair(first, second, *differences):
    """Differences whose intervals keep to the side of 0 that they are on."""
    return SystemPair(first, second, 9, tuple(_difference(*each) for each in differences))


def _difference(metric, one, two, p):
    ends = sorted([(one - two) / 2, (one - two) * 2])
    return difference_of(metric, one, two, Interval(*ends, "percentile"), p)


@pytest.mark.parametrize("interval", [NO_INTERVAL, Interval(-0.1, 0.5, "percentile")])
def test_a_small_p_value_without_an_interval_beside_0_shows_no_difference(interval):
    alone = SystemPair("a", "b", 9, (difference_of(ACCURACY, 0.9, 0.7, interval, 0.001),))
    assert adjusted([alone], [ACCURACY], 0.05)[0].differences[0].better is None


def test_p_values_are_corrected_over_pairs_and_the_better_system_is_named_by_direction():
    pairs = [pair("a", "b", (BRIER, 0.1, 0.3, 0.01)), pair("a", "c", (BRIER, 0.1, 0.2, 0.04))]
    found = [each.differences[0] for each in adjusted(pairs, [BRIER], 0.05)]
    assert [(each.p_adjusted, each.better) for each in found] == [(0.02, "a"), (0.04, "a")]


def test_a_metric_that_only_some_pairs_have_is_corrected_over_those():
    pairs = [
        pair("a", "b", (ACCURACY, 0.9, 0.5, 0.03)),
        pair("a", "c", (ACCURACY, 0.9, 0.8, 0.5), (BRIER, 0.2, 0.1, 0.04)),
    ]
    found = adjusted(
        [SurvivalPair(each.first, each.second, each.differences) for each in pairs], [ACCURACY, BRIER], 0.05
    )
    assert found[1].difference("brier").better == "c"
    assert (found[0].difference("accuracy").p_adjusted, found[0].difference("accuracy").better) == (0.06, None)


def test_a_ranking_of_losses_begins_with_the_lowest():
    pairs = adjusted([pair("a", "b", (BRIER, 0.3, 0.1, 0.01))], [BRIER], 0.05)
    assert ranking(BRIER, ["a", "b"], pairs, 0.05).groups == (("b",), ("a",))


def unsure_of_the_last(*others):
    """The first differs from the second and not from the third, whose difference is larger and less sure."""
    pairs = [pair("a", "b", (ACCURACY, 0.9, 0.8, 0.001)), pair("a", "c", (ACCURACY, 0.9, 0.7, 0.2)), *others]
    return ranking(ACCURACY, ["a", "b", "c"], adjusted(pairs, [ACCURACY], 0.05), 0.05)


def test_an_order_that_says_more_than_was_shown_names_the_pair():
    found = unsure_of_the_last(pair("b", "c", (ACCURACY, 0.8, 0.7, 0.3)))
    assert (found.groups, found.unshown) == ((("a",), ("b", "c")), (("a", "c"),))
    assert str(found) == "a > b = c (not shown: a > c)"


def test_where_only_the_best_was_compared_those_not_shown_to_be_worse_are_named_too():
    assert str(unsure_of_the_last()) == "a (not shown: a > c)"


def test_an_order_of_which_every_step_was_shown_names_none():
    pairs = [
        pair(*names, (ACCURACY, one, two, 0.001)) for names, one, two in (("ab", 9, 8), ("ac", 9, 7), ("bc", 8, 7))
    ]
    found = ranking(ACCURACY, ["a", "b", "c"], adjusted(pairs, [ACCURACY], 0.05), 0.05)
    assert str(found) == "a > b > c"
