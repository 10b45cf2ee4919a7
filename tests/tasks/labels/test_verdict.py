from dataclasses import replace

import pytest

import mercalli
from mercalli.errors import SettingError
from mercalli.results.verdict import ANSWER, BASELINE, MISSED, SCOPE, SOURCE
from mercalli.tasks.labels.findings import advice
from mercalli.telling.kinds import files_of
from tests.telling.screens import screen

TRUTH = ["fire", "flood", "quake"] * 40
QUICK = {"replicates": 100}
SYSTEMS = ("gpt_4o_zero_shot", "tfidf_logreg", "tfidf_linear_svm", "tfidf_naive_bayes")


def wrong_on(count):
    """Predictions that are wrong on the first so many rows."""
    return ["flood" if at < count and label != "flood" else label for at, label in enumerate(TRUTH)]


def evaluated(gates=(), **preds):
    return mercalli.evaluate(truth=TRUTH, pred=preds, gates=gates, **QUICK)


def compared(gates=(), unit=None, **preds):
    comparison = mercalli.compare(truth=TRUTH, pred=preds, replicates=1000, unit=unit)
    return replace(evaluated(gates, **preds), comparison=comparison)


def answer(result):
    (text,) = result.verdict.texts(ANSWER)
    return text


@pytest.fixture(scope="module")
def disaster():
    data = mercalli.read_demo()
    asked = {"truth": "truth", "pred": SYSTEMS, "profile": "humaid"}
    result = mercalli.evaluate(data, **asked, replicates=200)
    return replace(result, comparison=mercalli.compare(data, **asked, replicates=1000))


def test_a_critical_class_below_its_floor_leads_and_says_who_finds_more(disaster):
    first = disaster.verdict.lines[0]
    assert (first.topic, first.warns) == (MISSED, True)
    assert first.text.startswith(
        "tfidf_linear_svm finds 40% of requests or urgent needs (69 of 174; 33% to 47%), below"
    )
    assert "gpt_4o_zero_shot finds 57% of them. Below it as well: tfidf_logreg (47%)" in first.text


def test_the_lead_over_who_finds_more_comes_from_donations_and_not_from_critical_classes(disaster):
    (text,) = disaster.verdict.texts(SOURCE)
    assert text.startswith("Of the lead of 0.073 over gpt_4o_zero_shot, 67% comes from rescue volunteering")
    assert "38% comes from other relevant information and 5% is lost on all other classes." in text
    assert text.endswith("account for 1% of it (533 against 534 of 700 right; their weights differ).")


def test_a_comparison_leads_with_the_same_warning_as_an_evaluation(disaster):
    warned = disaster.comparison.verdict.lines[0]
    assert (warned.warns, warned.text) == (True, disaster.verdict.lines[0].text)
    calls = disaster.comparison.critical["tfidf_linear_svm"][1]
    assert (calls.name, calls.hits, calls.total, calls.floor) == ("requests_or_urgent_needs", 69, 174, 0.5)


def test_a_sealed_comparison_keeps_what_is_found_of_critical_classes(disaster):
    kept = mercalli.from_json(mercalli.to_json(disaster.comparison))
    assert kept.critical == disaster.comparison.critical


def test_the_page_and_screen_of_a_comparison_show_critical_classes(disaster):
    for text in (screen(disaster.comparison, 100), files_of(disaster.comparison)["report.md"]):
        assert "Recall of the classes that must not be missed" in text


def test_a_comparison_without_critical_classes_has_none():
    assert compared(one=wrong_on(8), two=wrong_on(9)).comparison.critical == {"one": (), "two": ()}


def test_the_right_level_is_told_beside_the_right_class():
    data = mercalli.read_demo()
    result = mercalli.evaluate(data, truth="truth", pred="gpt_4o_zero_shot", profile="humaid", **QUICK)
    assert (
        "547 of 700 high action items (respond at once) got the right level, 534 of them the right class; "
        "17 were predicted as no action."
    ) in result.verdict.texts(MISSED)
    assert result.systems[0].routing[0].value == pytest.approx(1 - _misrouted(result) / 4986)


def _misrouted(result):
    level = {note.name: note.level for note in result.classes}
    table = result.systems[0].table
    return sum(
        number
        for truth, row in zip(table.classes, table.cells, strict=True)
        for pred, number in zip(table.classes, row[:-1], strict=True)
        if level[truth] != level[pred]
    )


def test_parts_of_a_difference_add_up_to_it(disaster):
    for pair in disaster.comparison.pairs:
        assert {split.metric for split in pair.splits} == {"dua", "ar", "accuracy", "balanced_accuracy"}
        for split in pair.splits:
            assert sum(part.difference for part in split.parts) == pytest.approx(
                pair.difference(split.metric).difference
            )


def test_a_class_that_only_one_system_gets_right_is_where_its_lead_comes_from():
    pred = ["flood" if label == "fire" else label for label in TRUTH]
    pair = mercalli.compare(truth=TRUTH, pred={"right": TRUTH, "blind": pred}, metrics="accuracy", **QUICK).pairs[0]
    parts = {part.name: part for part in pair.splits[0].parts}
    assert parts["fire"].difference == pytest.approx(1 / 3)
    assert parts["fire"].low > 0
    assert parts["flood"].difference == parts["quake"].difference == 0


@pytest.mark.parametrize("asked", [mercalli.evaluate, mercalli.compare])
def test_critical_classes_that_never_occur_are_named(asked):
    truth = ["sympathy_and_support", "not_humanitarian"] * 50
    result = asked(truth=truth, pred={"one": truth, "two": truth[::-1]}, profile="humaid", **QUICK)
    (line,) = [each for each in result.verdict.lines if each.topic == MISSED and each.warns]
    assert line.text.startswith("This data has no examples of injured or dead people, requests or urgent needs and")


def test_a_comparison_says_what_a_trivial_rule_gives_on_the_same_items():
    truth = ["fire"] * 90 + ["flood"] * 10
    result = mercalli.compare(truth=truth, pred={"bad": ["flood"] * 50 + truth[50:], "worse": ["flood"] * 100}, **QUICK)
    assert result.majority["accuracy"] == 0.9
    assert result.verdict.texts(BASELINE) == (
        "Always predicting the most frequent class gives accuracy 0.900; bad is no better than that.",
    )


@pytest.mark.parametrize("how", [{"profile": "humaid"}, {"profile": "humaid", "like": "sklearn"}])
def test_a_comparison_and_an_evaluation_have_the_same_trivial_rule(how):
    asked = {"truth": "truth", "pred": SYSTEMS[:2], **how, **QUICK}
    compared, evaluated = (each(mercalli.read_demo(), **asked) for each in (mercalli.compare, mercalli.evaluate))
    for metric in compared.headline:
        assert compared.majority[metric] == evaluated.systems[0].measure(metric).baselines["majority"]


def test_a_verdict_without_critical_classes_names_the_weakest_class():
    result = evaluated(model=wrong_on(60))
    assert any("its weakest class (" in text for text in result.verdict.texts(MISSED))


def test_a_class_of_few_rows_is_not_called_the_weakest_if_others_have_enough():
    truth, pred = [*TRUTH, "storm"], [*wrong_on(60), "fire"]
    result = mercalli.evaluate(truth=truth, pred=pred, **QUICK)
    assert not any("storm" in text for text in result.verdict.texts(MISSED))
    assert "Weakest class of those with 20 rows or more: fire: recall" in screen(result, 120)


def test_the_screen_says_among_which_a_slice_is_the_weakest():
    events = ["big"] * 80 + ["small"] * 10
    result = mercalli.evaluate(
        truth=["fire", "flood"] * 45,
        pred=["fire"] * 40 + ["fire", "flood"] * 20 + ["hail"] * 10,
        by={"event": events},
        **QUICK,
    )
    assert "Weakest slice of those with enough rows: event=big:" in screen(result, 120)


def test_a_system_that_answers_always_the_same_is_called_so():
    result = mercalli.evaluate(truth=["fire", "fire", "flood"] * 30, pred=["fire"] * 90, **QUICK)
    assert result.verdict.texts(BASELINE)[0].endswith("is no better than that.")


@pytest.mark.parametrize(
    ("gates", "said"),
    [
        (["accuracy>=0.1"], "pred passes its gate."),
        (["accuracy>=0.99"], "pred misses its gate accuracy>=0.99 (0.6667)."),
        (["accuracy>=0.99", "accuracy>=0.1"], "pred misses 1 of 2 gates: accuracy>=0.99 (0.6667)."),
        (["accuracy>=0.2", "accuracy>=0.1"], "pred passes all 2 gates."),
    ],
)
def test_a_verdict_counts_gates_and_warns_of_missed_ones(gates, said):
    result = mercalli.evaluate(truth=TRUTH, pred=wrong_on(60), gates=gates, **QUICK)
    (line,) = [line for line in result.verdict.lines if line.text == said]
    assert line.warns == ("misses" in said)


def test_a_gate_over_slices_counts_once_and_names_the_worst_slice():
    place = ["calm"] * 60 + ["rough"] * 60
    data = {"truth": TRUTH, "pred": wrong_on(60), "place": place}
    gates = ["slice:place.accuracy>=0.99", "accuracy>=0.1"]
    result = mercalli.evaluate(data, truth="truth", pred="pred", by="place", gates=gates, **QUICK)
    said = "pred misses 1 of 2 gates: slice:place.accuracy>=0.99 (in 1 of 2, worst in place=calm: 0.3333)."
    assert said in result.verdict.texts(MISSED)
    assert advice(result, result.systems[0])[0].finding == "1 gate is missed"
    assert "Gates: 1 missed, 1 passed" in files_of(result)["index.html"]


def test_the_answer_names_the_system_that_is_ahead_and_by_how_much():
    result = compared(worse=wrong_on(90), better=wrong_on(6))
    assert answer(result).startswith("better is ahead: accuracy 0.967 [")
    assert "better than worse by 0.4" in answer(result)
    assert result.verdict.best == "better"


def test_the_answer_does_not_name_a_winner_that_was_not_shown():
    result = compared(one=wrong_on(8), two=wrong_on(9))
    assert answer(result).startswith("one and two are tied in accuracy: the difference of 0.008")
    assert result.verdict.best is None


def test_the_answer_names_those_that_lead_together():
    said = answer(compared(one=wrong_on(8), worse=wrong_on(110), two=wrong_on(9)))
    assert said.startswith("one and two are tied in accuracy, ahead of the others")


def test_those_tied_with_the_best_are_not_ahead_of_others_that_only_it_was_compared_with():
    preds = {"one": wrong_on(8), "two": wrong_on(9), "worse": wrong_on(110)}
    comparison = mercalli.compare(truth=TRUTH, pred=preds, against="one")
    said = answer(replace(evaluated(**preds), comparison=comparison))
    assert said.startswith("one and two are tied in accuracy: the difference of 0.008")


@pytest.mark.parametrize("units", [1, 2])
def test_the_answer_does_not_say_that_nothing_was_shown_where_nothing_could_be(units):
    unit = [at % units for at in range(len(TRUTH))]
    said = answer(compared(unit=unit, worse=wrong_on(90), better=wrong_on(6)))
    assert f"{units} unit" in said
    assert "too few to show a difference between systems" in said


def test_few_units_are_too_few_and_more_are_not():
    few, more = ([at % units for at in range(len(TRUTH))] for units in (4, 12))
    assert "too few" in answer(compared(unit=few, worse=wrong_on(90), better=wrong_on(6)))
    said = compared(unit=more, worse=wrong_on(90), better=wrong_on(6))
    assert "is ahead" in answer(said)
    assert said.verdict.texts(SCOPE)[0].startswith("This applies to new units like these 12")


def test_one_system_over_units_speaks_for_new_units():
    units = [at % 12 for at in range(len(TRUTH))]
    (said,) = mercalli.evaluate(truth=TRUTH, pred=wrong_on(6), unit=units).verdict.texts(SCOPE)
    assert said == f"This applies to new units like these ({len(TRUTH)} items)."


def test_better_needs_an_interval_without_0_and_a_small_p():
    data = mercalli.read_demo()
    result = mercalli.compare(data, truth="truth", pred=SYSTEMS, profile="humaid", unit="event", replicates=200)
    differences = [each for pair in result.pairs for each in pair.differences]
    assert all(each.p is None and each.better is None for each in differences)
    items = mercalli.compare(data, truth="truth", pred=SYSTEMS, profile="humaid", replicates=1000)
    for each in (each for pair in items.pairs for each in pair.differences if each.better is not None):
        assert each.p_adjusted <= 0.05
        assert each.low > 0 or each.high < 0


def test_a_system_that_is_worse_than_a_perfect_constant_answer_is_called_so():
    result = mercalli.evaluate(truth=["a"] * 50, pred=["a"] * 5 + ["b"] * 45, classes=["a", "b"], **QUICK)
    assert "no better than that" in result.verdict.texts(BASELINE)[0]
    assert advice(result, result.systems[0])[0].finding == "No better than a constant answer"
    perfect = mercalli.evaluate(truth=["a"] * 50, pred=["a"] * 50, classes=["a", "b"], **QUICK)
    assert "no better" not in perfect.verdict.texts(BASELINE)[0]


def test_the_answer_says_if_nothing_was_compared():
    preds = {"worse": wrong_on(90), "better": wrong_on(6)}
    said = answer(mercalli.evaluate(truth=TRUTH, pred=preds, compared=False, **QUICK))
    assert said.startswith("better has the best accuracy 0.967")
    assert said.endswith("was not tested for significance (that takes replicates, and a comparison of the systems).")


def test_several_systems_are_compared_without_being_asked_as_compare_does():
    preds = {"worse": wrong_on(90), "better": wrong_on(6)}
    result = mercalli.evaluate(truth=TRUTH, pred=preds, metrics="accuracy", replicates=100)
    assert answer(result).startswith("better is ahead: accuracy 0.967")
    assert result.comparison == mercalli.compare(truth=TRUTH, pred=preds, metrics="accuracy", replicates=100)


def test_systems_are_not_compared_where_that_is_not_wanted():
    preds = {"worse": wrong_on(90), "better": wrong_on(6)}
    result = mercalli.evaluate(truth=TRUTH, pred=preds, metrics="accuracy", replicates=100, compared=False)
    assert result.comparison is None


def test_the_verdict_is_in_the_sealed_json_and_follows_from_the_rest():
    result = evaluated(model=wrong_on(60))
    text = mercalli.to_json(result)
    assert '"verdict": {' in text
    assert mercalli.from_json(text).verdict == result.verdict
    assert mercalli.to_json(mercalli.from_json(text)) == text


def test_advice_says_why_a_gate_value_nothing():
    result = mercalli.evaluate(truth=["a"] * 50, pred=["a"] * 50, classes=["a", "b"], gates=["mcc>=0.5"], **QUICK)
    evidence = advice(result, result.systems[0])[0].evidence
    assert evidence == "mcc>=0.5 is undefined because truth and predictions are both constant"


def test_advice_begins_with_missed_gates_and_ends_with_the_data():
    data = mercalli.read_demo()
    result = mercalli.evaluate(
        data, truth="truth", pred="tfidf_logreg", profile="humaid", by="event", gates=["dua>=0.9"], **QUICK
    )
    findings = [each.finding for each in advice(result, result.systems[0])]
    assert findings[0] == "1 gate is missed"
    assert "Weaker on event=hurricane_dorian_2019" in findings
    assert findings[-1] == "The test rows are skewed 38:1"


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


PROFILE = """
name = "relief"
title = "Posts of <b>26</b> crises"
classes = ["fire", "flood", "quake"]
headline = ["urgency"]
harm = "urgency"
[critical]
fire = 0.6
[metrics.urgency]
kernel = "class_weighted_accuracy"
label = "Urgency"
meaning = "Weighted by what must be acted on."
weights = { fire = 4, flood = 1, quake = 0 }
"""


@pytest.fixture
def relief(tmp_path):
    file = tmp_path / "relief.toml"
    file.write_text(PROFILE, encoding="utf-8")
    pred = [
        "flood" if at % 2 and label == "fire" else "fire" if label == "quake" else label
        for at, label in enumerate(TRUTH)
    ]
    return mercalli.evaluate(truth=TRUTH, pred=pred, profile=file, **QUICK)


def test_what_to_do_next_begins_with_critical_classes_and_leaves_out_what_weighs_nothing(relief):
    findings = [each.finding for each in advice(relief, relief.systems[0])]
    (place,) = [at for at, each in enumerate(findings) if each == "Too little of “fire”, a critical class, is found"]
    assert all("is found" not in each and "is mistaken for" not in each for each in findings[:place])
    assert not any("quake" in each and "found" in each for each in findings)


def test_the_title_of_a_profile_is_on_the_page_as_text(relief):
    page = files_of(relief)["index.html"]
    assert "Profile relief: Posts of &lt;b&gt;26&lt;/b&gt; crises." in page
    assert mercalli.from_json(mercalli.to_json(relief)).provenance.profile_title == "Posts of <b>26</b> crises"


def test_systems_on_different_rows_are_not_ranked_by_more_than_their_own_values():
    one, two = evaluated(one=wrong_on(60)), mercalli.evaluate(truth=TRUTH[:90], pred={"two": TRUTH[:90]}, **QUICK)
    both = replace(one, systems=(*one.systems, *two.systems))
    assert answer(both).endswith("the systems have different rows, so that their values cannot be compared.")


def test_a_comparison_on_common_items_decides_where_rows_differ():
    own = evaluated(one=wrong_on(8), two=wrong_on(60))
    part = mercalli.evaluate(truth=TRUTH[:90], pred={"two": TRUTH[:90]}, **QUICK)
    comparison = mercalli.compare(truth=TRUTH[:90], pred={"one": wrong_on(60)[:90], "two": TRUTH[:90]}, replicates=1000)
    mixed = replace(own, systems=(own["one"], *part.systems), comparison=comparison)
    assert answer(mixed).startswith("two is ahead: accuracy 1.000, better than one by")


def test_a_slice_that_is_one_unit_has_an_interval_over_its_rows():
    place = ["calm", "rough"] * 60
    data = {"truth": TRUTH, "pred": wrong_on(60), "place": place}
    system = mercalli.evaluate(data, truth="truth", pred="pred", by="place", unit="place", **QUICK).systems[0]
    assert not any(part.few for part in system.slices)
    assert all(part.measures[0].low is not None for part in system.slices)
    assert "A slice by place is one place: its interval draws rows and speaks for that place alone." in system.notes


def test_a_board_of_several_systems_shows_each_metric_once(disaster):
    shown = screen(disaster, 80).split("Best first")[1].split("Ranking")[0].split("system")
    columns = [word for part in shown[1:] for word in part.splitlines()[0].split()]
    assert columns.count("accuracy") <= 2  # alone, and as the second half of balanced_accuracy


def test_slices_stand_from_the_weakest_on_a_page():
    data = {"truth": TRUTH, "pred": wrong_on(60), "place": ["a"] * 30 + ["b"] * 30 + ["c"] * 60}
    data["pred"] = [*TRUTH[:30], *data["pred"][30:]]
    page = files_of(mercalli.evaluate(data, truth="truth", pred="pred", by="place", **QUICK))["report.md"]
    assert page.index("| b ") < page.index("| a ")


@pytest.mark.parametrize("told", [mercalli.evaluate, mercalli.compare])
def test_urgent_classes_lead_the_verdict_without_a_profile(told):
    preds = {"misses": ["flood" if each == "fire" else each for each in TRUTH], "finds": ["fire"] * 120}
    result = told(truth=TRUTH, pred=preds, urgent="Fire", floor=0.6, **QUICK)
    first = result.verdict.lines[0]
    assert first.text.startswith(
        "misses finds 0% of fire (0 of 40; 0% to 9%), below the floor of 60%. finds finds 100%"
    )
    assert (result.provenance.settings["urgent"], result.provenance.settings["floor"]) == ("fire", 0.6)
    assert not {"urgent", "floor"} & set(told(truth=TRUTH, pred=preds, **QUICK).provenance.settings)


@pytest.mark.parametrize("told", [mercalli.evaluate, mercalli.compare])
def test_an_urgent_class_that_is_none_is_refused_with_the_classes_that_there_are(told):
    with pytest.raises(SettingError, match=r"names 'storm', which is no class. There are: 'fire', 'flood', 'quake'"):
        told(truth=TRUTH, pred={"one": TRUTH, "two": TRUTH}, urgent=["storm"], **QUICK)
