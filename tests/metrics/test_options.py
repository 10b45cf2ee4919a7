"""Options of metrics: a value of the wrong kind is refused by name, before anything is computed."""

import numpy as np
import pytest

from mercalli import Confusion, Counts, threshold
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


FINLEY = Counts(tp=28, fp=72, fn=23, tn=2680)


def test_a_metric_of_one_class_takes_its_counts():
    assert parse("precision")(FINLEY) == 28 / 100
    assert parse("f_beta(beta=2)")(FINLEY) == pytest.approx(5 * 28 / (5 * 28 + 4 * 23 + 72))
    many = Counts(*(np.array([part, part]) for part in (28.0, 72.0, 23.0, 2680.0)))
    assert parse("csi")(many).tolist() == [28 / 123] * 2


@pytest.mark.parametrize("name", ["accuracy", "f1_macro"])
def test_a_metric_of_all_classes_says_what_it_takes(name):
    with pytest.raises(MetricError, match=r"is computed from Confusion; found Counts. Make one as Confusion.of"):
        parse(name)(FINLEY)


def test_a_metric_of_scores_takes_no_table():
    with pytest.raises(MetricError, match="is computed from ScoreTable; found Confusion"):
        parse("roc_auc")(Confusion.of([[50, 10], [5, 35]]))
