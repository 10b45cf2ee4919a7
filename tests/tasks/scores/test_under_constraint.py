"""The highest recall under a bound on the false positive rate."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mercalli
from mercalli.errors import MercalliError

ROWS = st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9])), min_size=2, max_size=30)


@given(ROWS.filter(lambda rows: len({truth for truth, _ in rows}) == 2), st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]))
def test_it_is_the_best_of_all_thresholds(rows, target):
    truth, score = (np.array(part) for part in zip(*rows, strict=True))
    allowed = [
        (recall, threshold)
        for threshold in [np.inf, *score]
        for fpr, recall in [((score[~truth] >= threshold).mean(), (score[truth] >= threshold).mean())]
        if fpr <= target
    ]
    recall, threshold = max(allowed)
    found = mercalli.recall_under_fpr_constraint(truth, score, target)
    assert found.recall == pytest.approx(recall)
    assert (np.inf if found.threshold is None else found.threshold) == threshold
    assert found.fpr == pytest.approx((score[~truth] >= threshold).mean())


def test_nothing_is_acted_on_where_every_score_lets_too_many_through():
    found = mercalli.recall_under_fpr_constraint([0, 1], [0.9, 0.1])
    assert (found.threshold, found.fpr, found.recall) == (None, 0.0, 0.0)


def test_other_names_of_classes_are_known_or_told():
    truth, score = ["urgent", "calm", "urgent"], [0.9, 0.5, 0.4]
    assert mercalli.recall_under_fpr_constraint(truth, score, 1.0, positive="urgent").recall == 1.0
    with pytest.raises(MercalliError, match="positive"):
        mercalli.recall_under_fpr_constraint(truth, score)


@pytest.mark.parametrize(("truth", "target"), [([1, 1], 0.1), ([1, 0], 2.0)])
def test_one_class_alone_and_impossible_rates_are_refused(truth, target):
    with pytest.raises(MercalliError):
        mercalli.recall_under_fpr_constraint(truth, [0.1, 0.2], target)
