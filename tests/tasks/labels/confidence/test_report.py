"""What is said about how sure a system is."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, log_loss

import mercalli
from tests.tasks.labels.confidence.made import CLASSES, ROWS, chances, sure_table, truths

TRIAGE = """
name = "triage"
headline = ["accuracy"]
classes = ["fire", "flood", "storm"]
[critical]
storm = 0.5
"""


def report(table, **given):
    return mercalli.evaluate(table, truth="truth", pred="pred", **{"replicates": 200, **given}).systems[0].confidence


def value(found, metric):
    return next(each for each in found.measures if each.metric == metric)


def test_values_are_those_of_scikit_learn_and_by_hand():
    found, likely, right = report(sure_table("prob_")), chances().max(axis=1), chances().argmax(axis=1) == truths()
    assert value(found, "multiclass_brier").value == pytest.approx(
        brier_score_loss(truths(), chances(), labels=[0, 1, 2], scale_by_half=False)
    )
    assert value(found, "multiclass_log_loss").value == pytest.approx(log_loss(truths(), chances()))
    assert value(found, "overconfidence").value == pytest.approx(likely.mean() - right.mean())
    by_tenth = np.minimum((likely * 10).astype(int), 9)
    gaps = [
        (by_tenth == at).mean() * abs(likely[by_tenth == at].mean() - right[by_tenth == at].mean())
        for at in set(by_tenth)
    ]
    assert value(found, "expected_calibration_error").value == pytest.approx(sum(gaps))


def test_every_mean_lies_in_its_interval_and_the_calibration_error_has_none():
    found = report(sure_table("prob_"))
    for measure in found.measures:
        if measure.metric == "expected_calibration_error":
            assert measure.low is None
        else:
            assert measure.low < measure.value < measure.high


def test_units_that_vary_widen_the_interval_of_brier():
    table = sure_table("prob_")
    order = np.argsort(chances()[np.arange(ROWS), truths()])
    unit = np.empty(ROWS, int)
    unit[order] = np.arange(ROWS) // 90
    rows, over_units = report(table), report({**table, "event": unit}, unit="event")
    one, two = (value(each, "multiclass_brier") for each in (rows, over_units))
    assert two.high - two.low > 3 * (one.high - one.low)
    assert over_units.handover.share < rows.handover.share


def test_what_is_left_to_the_machine_is_what_its_confidence_says():
    found = report(sure_table("prob_")).handover
    likely, right = chances().max(axis=1), chances().argmax(axis=1) == truths()
    left = likely >= found.confidence
    assert found.share == pytest.approx(left.mean())
    assert found.accuracy == pytest.approx(right[left].mean())
    assert 0.95 <= found.low < found.accuracy
    assert found.share <= found.apparent
    assert sum(each.count for each in found.classes) == left.sum()


def test_a_lower_target_leaves_more_to_the_machine():
    shares = [report(sure_table("prob_"), machine_accuracy=target).handover.share for target in (0.99, 0.95, 0.9)]
    assert shares == sorted(shares)
    assert shares[0] < shares[-1]


def test_items_without_a_confidence_are_left_to_people():
    table = {**sure_table(None), "confidence": chances().max(axis=1)}
    whole = report(table).handover
    table["confidence"][:300] = np.nan
    found = report(table, missing="drop")
    assert (found.n, found.unsaid) == (600, 300)
    assert found.handover.share < whole.share * 0.75


def test_too_few_items_show_nothing_and_it_says_why():
    few = {name: values[:40] for name, values in sure_table("prob_").items()}
    found = report(few).handover
    assert found.share == 0
    assert found.why == "it takes at least 59 items, all of them right, to show that"


def test_a_system_that_says_more_than_it_knows_is_warned_about():
    result = mercalli.evaluate(sure_table("prob_", sure=4.0), truth="truth", pred="pred", replicates=200)
    caution = result.verdict.texts("caution")[0]
    assert caution.startswith("Do not read its confidence as a probability: it says 9")
    assert "over-confident by" in caution


def test_predictions_that_are_not_the_likeliest_are_counted():
    table = sure_table("prob_")
    other = next(name for name in CLASSES if name != table["pred"][0])
    table["pred"][0] = other
    result = mercalli.evaluate(table, truth="truth", pred="pred", replicates=0)
    assert result.systems[0].confidence.moved == 1
    assert "1 of 900 predictions (0.1%) is not the class with the highest probability." in result.systems[0].notes


def test_the_verdict_says_how_much_can_be_left_to_the_machine(tmp_path):
    (tmp_path / "triage.toml").write_text(TRIAGE)
    result = mercalli.evaluate(
        sure_table("prob_"), truth="truth", pred="pred", profile=tmp_path / "triage.toml", replicates=200
    )
    said = next(text for text in result.verdict.texts("missed") if "machine" in text)
    assert "of the items can be left to the machine at 95% right (those with a confidence of at least 0." in said
    assert "It would decide" in said
    assert "storm" in said


def test_a_result_with_confidence_can_be_sealed_and_read():
    result = mercalli.evaluate(sure_table("prob_"), truth="truth", pred="pred", replicates=100)
    assert mercalli.from_json(mercalli.to_json(result)) == result


def test_the_folder_has_tables_of_reliability_and_coverage():
    result = mercalli.evaluate(sure_table("prob_"), truth="truth", pred="pred", replicates=100)
    measures, bins, curve = (
        result.to_frame(name, backend="duckdb") for name in ("confidence", "reliability", "coverage")
    )
    assert measures.filter("metric = 'multiclass_brier'").fetchall()
    assert sum(row[3] for row in bins.fetchall()) == ROWS
    assert curve.columns == ["system", "share", "confidence", "accuracy", "accuracy_low"]


def test_without_replicates_there_are_no_intervals_but_a_share_for_the_machine():
    found = report(sure_table("prob_"), replicates=0)
    assert all(measure.low is None for measure in found.measures)
    assert found.handover.share > 0
