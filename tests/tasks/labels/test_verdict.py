from dataclasses import replace

import pytest

import mercalli
from mercalli.tasks.labels.findings import advice
from mercalli.tasks.labels.verdict import bottom_line, verdict

TRUTH = ["fire", "flood", "quake"] * 40
QUICK = {"replicates": 100}


def wrong_on(count):
    """Predictions that are wrong on the first so many rows."""
    return ["flood" if at < count and label != "flood" else label for at, label in enumerate(TRUTH)]


def evaluated(gates=(), **preds):
    return mercalli.evaluate(truth=TRUTH, pred=preds, gates=gates, **QUICK)


def compared(gates=(), unit=None, **preds):
    comparison = mercalli.compare(truth=TRUTH, pred=preds, replicates=1000, unit=unit)
    return replace(evaluated(gates, **preds), comparison=comparison)


@pytest.fixture(scope="module")
def disaster():
    data = mercalli.read_demo()
    return mercalli.evaluate(data, truth="truth", pred="tfidf_linear_svm", profile="humaid", by="event", **QUICK)


def test_a_verdict_names_the_band_what_it_is_fit_for_and_the_errors_that_matter_most(disaster):
    said = verdict(disaster, disaster.systems[0])
    assert said.startswith("Disaster urgency awareness is good: 0.792 [")
    assert "], fit for disaster response." in said
    assert said.endswith("Wrong on 167 of 700 high action items (respond at once).")


def test_a_verdict_doubts_a_band_that_the_interval_leaves(disaster):
    system = disaster.systems[0]
    near = replace(system.measures[0], value=0.76, low=0.74, high=0.78)
    said = verdict(disaster, replace(system, measures=(near, *system.measures[1:])))
    assert said.startswith("Disaster urgency awareness is good, perhaps moderate: 0.760 [0.740 to 0.780]")


def test_a_verdict_without_levels_names_the_weakest_class():
    result = evaluated(model=wrong_on(60))
    assert "its weakest class (40 rows)" in verdict(result, result.systems[0])


def test_a_class_of_few_rows_is_not_called_the_weakest_if_others_have_enough():
    truth, pred = [*TRUTH, "storm"], [*wrong_on(60), "fire"]
    result = mercalli.evaluate(truth=truth, pred=pred, **QUICK)
    assert "storm" not in verdict(result, result.systems[0])


def test_a_system_that_answers_always_the_same_is_called_so():
    result = mercalli.evaluate(truth=["fire", "fire", "flood"] * 30, pred=["fire"] * 90, **QUICK)
    assert "no better than always predicting the most frequent class" in verdict(result, result.systems[0])


@pytest.mark.parametrize(
    ("gates", "said"),
    [
        (["accuracy>=0.1"], "Passes the gate."),
        (["accuracy>=0.99"], "Misses the gate."),
        (["accuracy>=0.99", "accuracy>=0.1"], "Misses 1 of 2 gates."),
        (["accuracy>=0.2", "accuracy>=0.1"], "Passes all 2 gates."),
    ],
)
def test_a_verdict_counts_gates(gates, said):
    result = mercalli.evaluate(truth=TRUTH, pred=wrong_on(60), gates=gates, **QUICK)
    assert verdict(result, result.systems[0]).endswith(said)


def test_the_bottom_line_of_one_system_is_its_verdict(disaster):
    assert bottom_line(disaster) == verdict(disaster, disaster.systems[0])


def test_the_bottom_line_names_the_system_that_is_ahead():
    said = bottom_line(compared(worse=wrong_on(90), better=wrong_on(6)))
    assert said.startswith("better is ahead. Accuracy is 0.967 [")


def test_the_bottom_line_does_not_name_a_winner_that_was_not_shown():
    assert bottom_line(compared(one=wrong_on(8), two=wrong_on(9))) == "No difference was shown between the 2 systems."


def test_the_bottom_line_names_those_that_lead_together():
    said = bottom_line(compared(one=wrong_on(8), worse=wrong_on(110), two=wrong_on(9)))
    assert said == "one and two lead; no difference was shown between them."


@pytest.mark.parametrize(
    ("gates", "said"),
    [
        (["accuracy>=0.99"], "Misses the gate."),
        (["accuracy>=0.5", "accuracy>=0.99"], "Misses 1 of 2 gates."),
        (["accuracy>=0.5"], "Passes the gate."),
    ],
)
def test_the_bottom_line_says_if_the_system_that_is_ahead_misses_gates(gates, said):
    assert bottom_line(compared(gates, worse=wrong_on(90), better=wrong_on(6))).endswith(f"]. {said}")


@pytest.mark.parametrize(
    ("bound", "said"),
    [(0.99, "Both miss gates."), (0.1, "Both pass every gate."), (0.945, "two misses gates.")],
)
def test_the_bottom_line_says_who_of_those_that_lead_misses_gates(bound, said):
    found = compared([f"accuracy>={bound}"], one=wrong_on(8), two=wrong_on(11))
    assert bottom_line(found) == f"No difference was shown between the 2 systems. {said}"


def test_the_bottom_line_names_those_that_lead_many_that_were_compared_with_the_best_alone():
    preds = {"one": wrong_on(8), "two": wrong_on(9), "worse": wrong_on(110)}
    comparison = mercalli.compare(truth=TRUTH, pred=preds, against="one")
    said = bottom_line(replace(evaluated(**preds), comparison=comparison))
    assert said == "one and two lead; no difference was shown between them."


def test_the_bottom_line_does_not_say_that_nothing_was_shown_where_nothing_could_be():
    said = bottom_line(compared(unit=["one"] * len(TRUTH), worse=wrong_on(90), better=wrong_on(6)))
    assert said.startswith("better has the best value.")
    assert said.endswith("Whether by more than chance was not tested here.")


def test_a_system_that_is_worse_than_a_perfect_constant_answer_is_called_so():
    result = mercalli.evaluate(truth=["a"] * 50, pred=["a"] * 5 + ["b"] * 45, classes=["a", "b"], **QUICK)
    assert "no better than always predicting the most frequent class" in verdict(result, result.systems[0])
    assert advice(result, result.systems[0])[0].finding == "No better than a constant answer"
    perfect = mercalli.evaluate(truth=["a"] * 50, pred=["a"] * 50, classes=["a", "b"], **QUICK)
    assert "no better" not in verdict(perfect, perfect.systems[0])


def test_advice_says_why_a_gate_value_nothing():
    result = mercalli.evaluate(truth=["a"] * 50, pred=["a"] * 50, classes=["a", "b"], gates=["mcc>=0.5"], **QUICK)
    evidence = advice(result, result.systems[0])[0].evidence
    assert evidence == "mcc>=0.5 is undefined because truth and predictions are both constant"


def test_the_bottom_line_says_if_nothing_was_compared():
    said = bottom_line(evaluated(worse=wrong_on(90), better=wrong_on(6)))
    assert said.startswith("better has the best value.")
    assert said.endswith("Whether by more than chance was not tested here.")


def test_advice_begins_with_missed_gates_and_ends_with_the_data():
    data = mercalli.read_demo()
    result = mercalli.evaluate(
        data, truth="truth", pred="tfidf_logreg", profile="humaid", by="event", gates=["dua>=0.9"], **QUICK
    )
    findings = [each.finding for each in advice(result, result.systems[0])]
    assert findings[0] == "1 gate is missed"
    assert "Weaker on event=hurricane_dorian_2019" in findings
    assert findings[-1] == "Classes are skewed 38:1"


def test_advice_looks_for_slices_that_are_worse_also_where_lower_is_better():
    place = ["calm"] * 60 + ["rough"] * 60
    pred = [*TRUTH[:60], *(["flood"] * 60)]
    result = mercalli.evaluate(
        {"truth": TRUTH, "pred": pred, "place": place},
        truth="truth",
        pred="pred",
        by="place",
        metrics="error_rate",
        **QUICK,
    )
    findings = [each.finding for each in advice(result, result.systems[0])]
    assert "Weaker on place=rough" in findings
    assert "Weaker on place=calm" not in findings
