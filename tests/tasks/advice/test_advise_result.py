"""Advice on a result says what its tables hold, and that the rest needs the texts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import mercalli
from mercalli.errors import ResultError, SettingError
from mercalli.plan.results import write_result
from mercalli.registry import every, load
from mercalli.results.heading import Heading, under
from mercalli.tasks.advice.evaluate import advise_file, advise_result
from mercalli.tasks.feedback.result import FeedbackReport
from mercalli.tasks.labels.advice import above_trivial

TRUTH = ["fire"] * 100 + ["flood"] * 100 + ["quake"] * 100
PRED = ["fire"] * 60 + ["flood"] * 40 + ["flood"] * 95 + ["fire"] * 5 + ["quake"] * 80 + ["flood"] * 20


def evaluated(**given):
    return mercalli.evaluate(truth=TRUTH, pred=PRED, **{"replicates": 100, **given})


def test_confused_classes_are_named_with_their_share_both_ways():
    advice = advise_result(evaluated())
    shown = [each.finding + each.evidence for each in advice.of("separability")]
    assert any("“fire” is mistaken for “flood”" in each and "40 items, 40% of the class" in each for each in shown)
    assert any("“quake” is hard to tell from “flood”" in each and "20% of the first" in each for each in shown)


def test_what_only_texts_tell_is_not_said_and_why():
    advice = advise_result(evaluated())
    assert {"leak", "label noise", "near duplicates"} <= {*advice.unsaid[0].kind.split(", ")}
    assert "run mercalli advise on the labelled texts" in advice.unsaid[0].why


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro"])
def test_answers_that_look_at_nothing_are_not_above_the_baseline(metric):
    cells = np.array([[100.0, 100.0, 0.0], [50.0, 50.0, 0.0]])
    _, _, low, high = above_trivial(cells, metric)
    assert low <= 0.0 <= high or high <= 0.0


def test_answers_at_random_get_a_finding_of_high_severity():
    pred = np.random.default_rng(0).permutation(TRUTH).tolist()
    findings = advise_result(mercalli.evaluate(truth=TRUTH, pred=pred, replicates=0)).of("baseline")
    assert [each.severity for each in findings] == ["high", "high"]


def test_weighted_counts_give_no_interval_of_the_difference():
    weights = np.linspace(0.5, 1.5, 300)
    advice = advise_result(mercalli.evaluate(truth=TRUTH, pred=PRED, weight=weights, replicates=0))
    assert "weighted" in next(each.why for each in advice.unsaid if each.kind == "baseline")


def test_of_several_systems_the_best_is_advised_on():
    both = mercalli.evaluate(truth=TRUTH, pred={"one": PRED, "two": TRUTH}, replicates=0)
    advice = advise_result(both)
    assert not advice.of("separability")
    assert advice.notes[0].startswith("The findings are about two, the best of 2 systems by ")


def test_a_folder_or_a_file_of_a_result_is_read(tmp_path):
    write_result(evaluated(), tmp_path / "result.json")
    folder, file = (advise_file(str(path)) for path in (tmp_path, tmp_path / "result.json"))
    assert folder == file == advise_result(evaluated())


def test_no_finding_vanishes_where_there_are_many_classes():
    names = [f"c{at:02}" for at in range(14)]
    truth = [name for at, name in enumerate(names) for _ in range(990 if not at else 30)]
    pred = [name if at % 3 == 0 else names[0] for at, name in enumerate(truth)]
    advice = advise_result(mercalli.evaluate(truth=truth, pred=pred, replicates=0))
    assert advice.of("skew")[0].numbers["ratio"] == 33
    (skew,) = advice.of("skew")
    assert skew.finding == "The test rows are skewed 33:1"
    assert "Leave the test rows as they are" in skew.action
    assert f"add training rows of “{names[1]}”, or remove some of “{names[0]}”" in skew.action
    weak = advice.of("weak label")
    assert [each.numbers.get("classes") for each in weak] == [None, None, None, 10]
    assert not [each.kind for each in advice.findings if not each.numbers]


def test_all_that_was_looked_for_and_is_in_order_is_told():
    right = ["quake" if at == 299 else each for at, each in enumerate(TRUTH)]
    fine = {each.kind: each.says for each in advise_result(mercalli.evaluate(truth=TRUTH, pred=right)).fine}
    assert {*fine} == {"baseline", "separability", "weak label", "few documents", "skew"}
    assert fine["skew"] == "the most frequent class has 1.0 times as many rows as the rarest"


def test_advice_is_given_on_the_results_whose_task_names_findings():
    named = {name: each.findings for _, name, each in every("kinds") if each.findings}
    assert {*named} == {"evaluation"}
    assert all(callable(load(each)) for each in named.values())


def test_other_results_are_refused():
    compared = mercalli.compare(truth=TRUTH, pred={"one": PRED, "two": TRUTH}, replicates=100)
    with pytest.raises(ResultError, match="is a result of the kind 'comparison'; advice is given on what"):
        advise_result(compared)


def test_a_test_file_beside_a_result_is_refused(tmp_path):
    write_result(evaluated(), tmp_path / "result.json")
    with pytest.raises(SettingError, match="`test` is about labelled texts, and "):
        advise_file(str(tmp_path / "result.json"), test="test.csv")


@pytest.mark.parametrize("reading", [{"mode": "multi-label"}, {"delimiter": ";"}, {"key": "tweet"}])
def test_how_to_read_texts_beside_a_result_is_refused(tmp_path, reading):
    write_result(evaluated(), tmp_path / "result.json")
    with pytest.raises(SettingError, match=r"`(mode|delimiter|id)` is about labelled texts, and "):
        advise_file(str(tmp_path / "result.json"), **reading)


@pytest.mark.parametrize(("name", "value"), [("level", 0.9), ("seed", 1), ("examples", 5)])
def test_how_to_look_at_texts_beside_a_result_is_refused(tmp_path, name, value):
    write_result(evaluated(), tmp_path / "result.json")
    with pytest.raises(SettingError, match=f"`{name}` is about labelled texts, and "):
        advise_file(str(tmp_path / "result.json"), **{name: value})


def test_a_refused_result_is_called_by_the_name_of_its_kind():
    advice = advise_result(evaluated())
    with pytest.raises(ResultError, match="is a result of the kind 'advice'"):
        advise_result(advice)
    report = object.__new__(FeedbackReport)
    with pytest.raises(ResultError, match="is a result of the kind 'feedback'"):
        advise_result(report)


def test_rows_left_out_are_told(tmp_path):
    (tmp_path / "texts.csv").write_text("label,text\nfire,smoke\nflood,\nflood,rain\n", encoding="utf-8")
    advice = advise_file(str(tmp_path / "texts.csv"), missing="drop")
    assert advice.about == "2 documents, 2 labels, multi-class, 1 row without text or label left out"


def test_a_pressing_finding_leads_the_verdict_with_its_numbers_and_what_to_do():
    advice = advise_result(evaluated())
    first, most = advice.verdict.lines[0], advice.findings[0]
    assert (most.severity, first.warns) == ("high", True)
    assert first.text == f"{most.finding} ({most.evidence})."
    assert advice.verdict.texts("answer") == ("2 findings (1 high and 1 medium).",)
    assert advice.verdict.texts("next") == (f"{most.finding}: {most.action}",)
    assert advice.verdict.texts("caution")[0].startswith("Nothing could be said about exact duplicates, near")


def test_where_nothing_stands_out_the_verdict_says_so():
    advice = replace(advise_result(evaluated()), findings=())
    (answer,) = advice.verdict.texts("answer")
    assert answer.startswith("Nothing stands out: ")
    assert advice.verdict.texts("next") == ()


def test_advice_does_not_take_the_title_of_the_result():
    titled = under(evaluated(), Heading("Week 3"))
    assert advise_result(titled).provenance.heading is None
