"""Options of metrics: a value of the wrong kind is refused by name, before anything is computed."""

import pytest

from mercalli import threshold
from mercalli.errors import MetricError
from mercalli.metrics.catalogue import parse

WRONG = {
    "expected_calibration_error(bins=2.5)": "a whole number",
    "expected_calibration_error(norm='a')": "a whole number",
    "expected_calibration_error(cut='foo')": "'width' or 'mass'",
    "recall_at_fpr(max_fpr='a')": "a number",
    "partial_auc(max_fpr=True)": "a number",
    "precision_at_k(k=5, ties='lucky')": "'expected', 'best' or 'worst'",
    "uplift_at_k(k=5, by_group=1)": "True or False",
    "f_beta_macro(beta='two')": "a number",
    "high_alert_worth(neither='both')": "'differ' or 'agree'",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_value_of_the_wrong_kind_is_refused(text):
    with pytest.raises(MetricError, match=f"must be {WRONG[text]}; found"):
        parse(text)


@pytest.mark.parametrize("text", ["f_beta(beta=2)", "auuc(like='sklift')", "expected_calibration_error(bins=5)"])
def test_a_value_of_the_right_kind_is_taken(text):
    assert parse(text).text == text


@pytest.mark.parametrize("option", ["bins", "norm"])
def test_a_calibration_error_needs_a_bin_and_a_norm(option):
    data = {"truth": [0, 1] * 5, "score": [0.1, 0.9] * 5}
    with pytest.raises(MetricError, match=f"'{option}' of 'expected_calibration_error' must be a whole number from 1"):
        threshold(data, truth="truth", score="score", metrics=f"expected_calibration_error({option}=0)", replicates=0)
