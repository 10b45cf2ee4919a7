"""The confusion matrix of the page: every cell has its harm, whatever is left out of lists."""

from __future__ import annotations

import csv
from io import StringIO

import numpy as np
import pytest

import mercalli
from mercalli.results.parts import INVALID
from mercalli.tasks.labels.matrix import OTHER, matrix
from mercalli.telling.kinds import files_of

CLASSES = [f"c{at:02}" for at in range(36)]
WEIGHTS = {name: 1 + at / 8 for at, name in enumerate(CLASSES)}
PROFILE = """
name = "many"
classes = [{classes}]
headline = ["care"]
harm = "care"
[metrics.care]
kernel = "class_weighted_accuracy"
weights = {{ {weights} }}
"""


def profile(folder, weights, more=""):
    file = folder / "many.toml"
    listed = ", ".join(f'"{name}"' for name in weights)
    weighed = ", ".join(f"{name} = {weight}" for name, weight in weights.items())
    file.write_text(PROFILE.format(classes=listed, weights=weighed) + more, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """36 classes, so many kinds of error that the result lists only the most harmful ones."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 36, 4000)
    names = np.array([*CLASSES, "zebra"])
    pred = names[np.where(rng.random(4000) < 0.3, truth, rng.integers(0, 37, 4000))]
    chosen = {"profile": profile(tmp_path_factory.mktemp("many"), WEIGHTS), "replicates": 0, "invalid": "wrong"}
    return mercalli.evaluate(truth=names[truth], pred=pred, **chosen)


def counts(system):
    columns = [*system.table.classes, INVALID]
    return {
        (truth, pred): count
        for truth, row in zip(system.table.classes, system.table.cells, strict=True)
        for pred, count in zip(columns, row, strict=True)
    }


def cells(made):
    return {
        (line.name, column): cell for line in made.lines for column, cell in zip(made.columns, line.cells, strict=True)
    }


def test_the_harm_of_every_cell_is_the_weight_of_the_truth_times_the_count(many):
    system = many.systems[0]
    assert len(system.confusions) < sum(each > 0 for each in counts(system).values()) - 36
    found = {place: cell for place, cell in cells(matrix(many, system)).items() if place[0] != place[1]}
    assert all(cell.harm == pytest.approx(WEIGHTS[truth] * cell.count) for (truth, _), cell in found.items())
    assert max(cell.shade for cell in found.values()) == 1
    assert all(cell.shade > 0 for cell in found.values() if cell.count)


def test_what_is_not_shown_is_added_up(many):
    system = many.systems[0]
    made = matrix(many, system)
    shown = [line.name for line in made.lines]
    for truth in shown:
        expected = sum(counts(system)[truth, pred] for pred in CLASSES if pred not in shown)
        assert cells(made)[truth, OTHER].count == expected > 0


def test_the_classes_that_are_shown_are_those_whose_errors_do_most_harm(many):
    system = many.systems[0]
    harm = {
        name: WEIGHTS[name] * sum(count for (truth, pred), count in counts(system).items() if truth == name != pred)
        for name in CLASSES
    }
    worst = sorted(harm, key=lambda name: -harm[name])[:20]
    assert {line.name for line in matrix(many, system).lines} == set(worst)


def test_the_table_of_errors_has_a_row_for_each_kind(many):
    rows = list(csv.DictReader(StringIO(files_of(many)["confusions.csv"])))
    expected = {place: count for place, count in counts(many.systems[0]).items() if count and place[0] != place[1]}
    assert {(row["truth"], row["pred"]): float(row["count"]) for row in rows} == expected
    assert all(float(row["harm"]) == pytest.approx(WEIGHTS[row["truth"]] * float(row["count"])) for row in rows)


def test_weights_that_vary_by_a_column_make_the_harm_of_a_cell(tmp_path):
    more = "[when.phase.relief.care]\nweights = { a = 4 }\n"
    data = {"truth": ["a"] * 4, "pred": ["b"] * 4, "phase": ["relief", "calm", "calm", "calm"]}
    found = mercalli.evaluate(
        data, truth="truth", pred="pred", profile=profile(tmp_path, {"a": 1, "b": 1}, more), replicates=0
    )
    made = matrix(found, found.systems[0])
    assert made.weighs
    assert cells(made)["a", "b"].harm == 7


@pytest.mark.parametrize(("weight", "weighs"), [(1, False), (3, True)])
def test_the_harm_is_the_count_only_where_every_error_weighs_one(weight, weighs, tmp_path):
    chosen = {"profile": profile(tmp_path, {"a": weight, "b": weight}), "replicates": 0}
    found = mercalli.evaluate(truth=["a", "b"], pred=["a", "a"], **chosen)
    assert matrix(found, found.systems[0]).weighs == weighs
