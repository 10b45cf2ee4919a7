"""Outputs that give any number of labels, as `multilabel` reads them."""

from __future__ import annotations

import mercalli

ROWS = {
    "truth": ["fire;flood", "", "flood", "fire"],
    "pred": ["Labels: fire, flood", "none", '["flood"]', "fire, hail"],
}


def test_outputs_are_read_as_sets():
    found = mercalli.answers(ROWS, pred="pred", truth="truth", sets=True).outputs
    assert {each.output: (each.outcome, each.label) for each in found} == {
        "Labels: fire, flood": ("read", "fire; flood"),
        "none": ("read", ""),
        '["flood"]': ("read", "flood"),
        "fire, hail": ("unreadable", None),
    }


def test_the_map_of_sets_goes_back_to_multilabel(tmp_path):
    settings = mercalli.AnswerSettings(answer_map=str(tmp_path / "map.csv"))
    (tmp_path / "map.csv").write_text('output,outcome,label\n"fire, hail",read,fire\n', encoding="utf-8")
    found = mercalli.answers(ROWS, pred="pred", truth="truth", sets=True, answers=settings).outputs
    assert {each.output: each.label for each in found}["fire, hail"] == "fire"
