"""The demonstration runs, says who is ahead, and leaves files to try things on."""

from __future__ import annotations

import csv
from functools import cache
from io import StringIO

import mercalli
from mercalli.cli.demo_tasks import SYSTEMS, demo_files, demo_results
from mercalli.io.demo import read_demo


@cache
def results():
    return demo_results()


@cache
def files():
    return demo_files(*results())


def test_the_demonstration_evaluates_every_system_by_event():
    evaluation, _ = results()
    assert tuple(system.name for system in evaluation.systems) == SYSTEMS
    assert {system.n for system in evaluation.systems} == {4986}
    assert {len(system.slices) for system in evaluation.systems} == {4}


def test_the_demonstration_compares_every_pair():
    _, comparison = results()
    assert len(comparison.pairs) == 6
    assert {name for group in comparison.ranking("dua").groups for name in group} == set(SYSTEMS)


def test_the_demonstration_prints():
    evaluation, comparison = results()
    assert "gpt_4o_zero_shot: 4,986 rows, 11 classes, profile humaid" in str(evaluation)
    assert "tfidf_linear_svm is ahead: dua 0.792, better than tfidf_logreg by 0.015" in str(comparison)


def test_the_demonstration_leaves_results_that_can_be_read_back():
    evaluation, comparison = results()
    assert mercalli.from_json(files()["result.json"]) == evaluation
    assert mercalli.from_json(files()["comparison.json"]) == comparison


def test_the_demonstration_leaves_its_predictions():
    rows = list(csv.DictReader(StringIO(files()["predictions.csv"])))
    assert len(rows) == 4986
    assert set(rows[0]) == {"id", *read_demo()}


def test_the_demonstration_is_the_same_every_time():
    assert [mercalli.to_json(each) for each in demo_results()] == [mercalli.to_json(each) for each in results()]
