"""Results in a terminal and a notebook."""

from __future__ import annotations

import mercalli
from tests.tasks.labels.messages import evaluate, messages

ODD = "<b>flood & fire</b>"


def odd_result():
    truth = [ODD] * 3 + ["calm"] * 40
    return mercalli.evaluate(truth=truth, pred={ODD + "!": truth}, replicates=100)


def compared():
    return mercalli.compare(messages(), truth="truth", pred=["good", "poor"], profile="humaid", replicates=200)


def test_a_printed_result_says_what_was_measured_on_what():
    lines = str(evaluate(replicates=100)).splitlines()
    assert lines[0] == "Verdict"
    assert "good: 400 rows, 11 classes, profile humaid" in lines


def test_a_printed_result_has_a_line_for_each_headline_metric():
    result = evaluate(replicates=100)
    dua = result.systems[0].measure("dua")
    line = next(line for line in str(result).splitlines() if line.startswith("dua"))
    expected = ["dua", f"{dua.value:.3f}", f"[{dua.low:.3f}", "to", f"{dua.high:.3f}]", dua.band]
    baselines = [f"{dua.baselines[name]:.3f}" for name in ("majority", "prior")]
    assert line.split() == [*expected, *baselines, f"{dua.skill:.2f}"]


def test_a_flattering_score_is_never_printed_alone():
    printed = str(evaluate(metrics="ecs", replicates=100)).split("metric ")[1]
    assert [line.split()[0] for line in printed.splitlines()[1:4]] == ["ecs", "accuracy", "ecs_floor"]


def test_a_printed_result_names_the_level_of_its_intervals():
    assert "90% interval" in str(evaluate(replicates=100, level=0.9))


def test_a_printed_result_ends_with_its_notes():
    result = mercalli.evaluate(truth=["a", "b"], pred=["a", "b"], replicates=100)
    assert str(result).splitlines()[-1] == f"! {result.systems[0].notes[-1]}"


def test_a_printed_undefined_value_is_a_dash_with_its_reason():
    result = mercalli.evaluate(truth=["a"] * 4, pred=["a"] * 4, classes=["a", "b"], metrics="mcc", replicates=0)
    line = next(line for line in str(result).splitlines() if line.startswith("mcc"))
    assert line.split(maxsplit=1)[1].startswith("- (truth and predictions are both constant)")


def test_a_printed_comparison_says_who_is_ahead():
    lines = str(compared()).splitlines()
    assert lines[1].startswith("good is ahead: dua 0.")
    assert "better than poor by 0." in lines[1]
    assert any(line.startswith("good minus poor: 400 items") for line in lines)


def test_a_printed_comparison_shows_differences_with_their_sign():
    dua = compared().pairs[0].difference("dua")
    line = next(line for line in str(compared()).splitlines() if line.startswith("dua ") and "+" in line)
    assert f"{dua.difference:+.3f}" in line
    assert line.endswith("good")


def test_a_notebook_shows_the_same_numbers():
    result = evaluate(replicates=100)
    html = result._repr_html_()
    assert ">dua</td>" in html
    assert f">{result.systems[0].measure('dua').value:.3f} [" in html


def test_a_notebook_shows_a_comparison():
    html = compared()._repr_html_()
    assert ">good minus poor: 400 items;" in html
    assert ">dua</td>" in html


def test_names_cannot_bring_markup_into_a_notebook():
    html = odd_result()._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;flood &amp; fire&lt;/b&gt;" in html


def test_names_cannot_bring_markup_into_a_notebook_of_a_comparison():
    truth = list("ab" * 20)
    result = mercalli.compare(truth=truth, pred={ODD: truth, "other": truth}, metrics="accuracy", replicates=100)
    assert "<b>" not in result._repr_html_()


def test_a_tie_is_called_a_tie():
    truth = list("ab" * 40)
    tied = mercalli.compare(truth=truth, pred={"one": truth, "two": truth}, metrics="accuracy", replicates=100)
    assert "one and two are tied in accuracy: both have 1.000" in str(tied)
