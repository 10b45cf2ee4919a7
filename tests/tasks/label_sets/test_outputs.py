"""Label sets that language models wrote: read as sets, and never the empty set where they could not be."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import mercalli
from mercalli.errors import AnswerError
from mercalli.estimates.label_sets import EVERY, set_metric
from mercalli.plan.answer_settings import AnswerSettings
from mercalli.stats.set_sample import SetSample

REFUSED = "I'm sorry, but I can't assist with that."
ROWS = {
    "truth": ["fire;flood", "", "flood", "fire", "", "flood"],
    "bare": ["fire;flood", "fire", "flood", "fire", "", "flood"],
    "written": ["Labels: fire, flood", REFUSED, '["flood"]', '{"labels": ["fire"]}', "none", "fire, hail"],
}


def evaluated(**settings):
    rows = {**ROWS, **settings.pop("rows", {})}
    return mercalli.multilabel(rows, truth="truth", pred="written", replicates=0, **settings)


def value(metric, **settings):
    return evaluated(**settings).systems[0].measure(metric).value


def test_what_is_unread_is_wrong_also_where_nothing_is_true():
    assert value("subset_accuracy") == value("mean_jaccard") == pytest.approx(4 / 6)
    assert value("label_hamming_loss") == pytest.approx(4 / 12)
    assert value("recall_micro") == pytest.approx(4 / 5)


@pytest.mark.parametrize(
    "metric", ["subset_accuracy", "mean_jaccard", "label_hamming_loss", "f1_samples", "recall_micro"]
)
@pytest.mark.parametrize("truth", [*product([False, True], repeat=2)])
def test_no_answer_is_worse_than_none(metric, truth):
    true, lost = np.array([truth, (True, False)]), np.array([True, False])
    function, one = set_metric(metric), np.ones(2, np.int64)
    score = [
        float(function(SetSample.of("ab", true, [np.array([given, (True, False)])], one, unread=[here]).tables[0]))
        for here in (lost, ~lost & False)
        for given in product([False, True], repeat=2)
    ]
    direction = -1 if metric == "label_hamming_loss" else 1
    assert max(direction * each for each in score[:4]) <= min(direction * each for each in score[4:])


def test_outcomes_are_counted_with_bounds_beside_the_score():
    outputs = evaluated().systems[0].outputs
    assert (outputs.n, outputs.unread, outputs.count("refused"), outputs.count("unreadable")) == (6, 2, 1, 1)
    bounds = next(each for each in outputs.bounds if each.metric == "mean_jaccard")
    assert (bounds.wrong, bounds.right, bounds.left_out) == (pytest.approx(4 / 6), 1.0, 1.0)


def test_unread_items_can_be_left_out_or_refused():
    assert (value("mean_jaccard", unread="exclude"), evaluated(unread="exclude").systems[0].n) == (1.0, 4)
    with pytest.raises(AnswerError, match="2 of 6 outputs in 'written'"):
        evaluated(unread="error")


def test_more_than_half_unread_is_an_error():
    rows = {"written": [REFUSED] * 4 + ["Labels: fire", "Labels: flood"]}
    with pytest.raises(AnswerError, match="--labels"):
        evaluated(rows=rows)
    assert value("subset_accuracy", rows=rows, unread="wrong") == pytest.approx(1 / 6)


def test_a_column_of_plain_sets_is_as_it_was():
    plain = {"truth": ["fire", "flood", ""], "written": ["fire;hail", "", "hail"]}
    usual, off = (
        mercalli.multilabel(plain, truth="truth", pred="written", replicates=0, answers=mode)
        for mode in ("usual", "off")
    )
    assert usual == off
    assert [label.name for label in usual.systems[0].labels] == ["fire", "flood", "hail"]


def test_labels_come_from_the_truth_and_never_from_outputs():
    assert [label.name for label in evaluated().systems[0].labels] == ["fire", "flood"]


def test_a_lead_that_depends_on_unread_answers_says_so():
    result = mercalli.multilabel(ROWS, truth="truth", pred=["bare", "written"], replicates=100)
    assert "depends on 2 unread answers (bare 0, written 2)" in " ".join(result.verdict.texts("answer", "beside"))


def test_a_map_and_aliases_are_taken(tmp_path):
    (tmp_path / "map.csv").write_text(f'output,outcome,label\n"{REFUSED}",read,\n"fire, hail",read,flood\n')
    settings = mercalli.AnswerSettings(answer_map=tmp_path / "map.csv")
    assert value("subset_accuracy", answers=settings) == 1


def test_every_metric_of_sets_is_defined_with_unread_answers():
    assert all(evaluated().systems[0].measure(metric).value is not None for metric in EVERY)


def test_the_command_says_how_outputs_were_read(mercalli, written):
    rows = "\n".join(
        f'"{one}","{two}"'
        for one, two in zip(ROWS["truth"], [each.replace('"', '""') for each in ROWS["written"]], strict=True)
    )
    said = mercalli("multilabel", written("sets.csv", f"truth,pred\n{rows}\n"), "--replicates", "0").stdout
    assert "Answers: 66.7% read" in said
    assert "mean_jaccard 0.667 counts unread answers as wrong; all right 1.000" in " ".join(said.split()).replace(
        "! ", ""
    )


def outcomes(rows, **settings):
    found = evaluated(rows=rows, **settings).systems[0].outputs.counts
    return {each.outcome: sum(other.count for other in found if other.outcome == each.outcome) for each in found}


def test_outputs_that_were_filtered_are_refused():
    reasons = ["stop", "stop", "stop", "stop", "stop", "content_filter"]
    assert outcomes({}) == {"read": 4, "refused": 1, "unreadable": 1}
    assert outcomes({"finish_reason": reasons}) == {"read": 4, "refused": 2}


def test_copies_of_the_items_text_are_not_read():
    text = "Final labels: fire, WASH, food, tents"
    rows = {"written": [*ROWS["written"][:5], f"{text}\nLabels: flood"], "message": ["x"] * 5 + [text]}
    assert outcomes(rows)["read"] == 4
    assert outcomes(rows, answers=AnswerSettings(text="message"))["read"] == 5
