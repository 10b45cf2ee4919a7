"""`mercalli multilabel` on a file whose columns have usual names."""

from __future__ import annotations

import pytest

from mercalli import from_json
from tests.shell.screen import refused

ROWS = "id,truth,pred,gold,prob_fire\n1,fire|flood,fire,fire,0.7\n2,,flood,flood,0.2\n3,flood,flood,flood,0.1\n"


@pytest.fixture
def multilabel(mercalli, written):
    """The command on three items, without resampling."""

    def run(content, *arguments):
        return mercalli("multilabel", written("sets.csv", content), "--replicates", "0", *arguments)

    return run


def test_usual_names_need_not_be_said_and_are_told(multilabel):
    rows = ROWS.replace("gold", "other")
    assert "truth: 'truth', pred: 'pred'" in multilabel(rows).stdout
    measure = from_json(multilabel(rows, "--json").stdout)["pred"].measure("subset_accuracy")
    assert measure.value == pytest.approx(1 / 3)


def test_names_that_are_said_are_taken_and_not_told(multilabel):
    named = ("--truth", "gold", "--pred", "pred")
    assert "truth:" not in multilabel(ROWS, *named).stdout
    assert from_json(multilabel(ROWS, *named, "--json").stdout).provenance.roles["truth"] == ("gold",)


def test_several_columns_that_could_be_the_truth_are_listed(multilabel):
    assert "several columns that could be the truth: 'truth', 'gold'" in refused(multilabel(ROWS))


def test_items_without_an_answer_may_be_left_out(multilabel):
    rows = "truth,pred\nfire,fire\nflood,\nfire;flood,fire;flood\n"
    assert "Left out for all systems: 1 of 3 items. Missing: pred in 1." in multilabel(rows, "--missing", "drop").stdout
