"""Shifts of the world: other priors, copies, wrong labels and the worst fifth, from answers that are there."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.errors import ClassError, ColumnError, SettingError
from mercalli.io.demo import read_demo
from mercalli.plan.results import read_result, write_result
from mercalli.results.seal import to_json
from mercalli.tasks.stress.errors import StressError
from mercalli.tasks.stress.shift.estimate import labels_to_level, raked, worst_share
from mercalli.tasks.stress.shift.evaluate import stress_shift
from mercalli.telling.kinds import files_of

U, O = "urgent", "other"  # noqa: E741 - as a table writes them
A = {"truth": [U] * 10 + [O] * 20, "pred": [U] * 8 + [O] * 2 + [U] * 5 + [O] * 15}
PROFILE = """name = "two"
classes = ["urgent", "other"]
headline = ["dua"]
harm = "dua"
[metrics.dua]
kernel = "class_weighted_accuracy"
label = "Urgency"
meaning = "Weighted accuracy."
weights = { urgent = 5, other = 1 }
[levels.need]
now = { weight = 5, classes = ["urgent"] }
later = { weight = 1, classes = ["other"] }
"""


@pytest.fixture
def profile(tmp_path):
    (tmp_path / "two.toml").write_text(PROFILE, encoding="utf-8")
    return tmp_path / "two.toml"


def at(result, prior):
    return next(each for each in result.systems[0].priors if each.prior == pytest.approx(prior))


@pytest.mark.parametrize(
    ("prior", "accuracy", "precision", "dua"),
    [(1 / 3, 0.766667, 0.615385, 0.785714), (0.1, 0.755, 0.262295, 0.767857), (0.02, 0.751, 0.061303, 0.754630)],
)
def test_the_worked_priors(prior, accuracy, precision, dua, profile):
    found = at(stress_shift(A, profile=profile, metrics=["dua", "accuracy"], replicates=0), prior)
    values = [found.measure(name).value for name in ("accuracy", "urgent_precision", "dua", "urgent_recall")]
    assert values == pytest.approx([accuracy, precision, dua, 0.8], abs=1e-6)


@given(st.lists(st.integers(1, 20), min_size=12, max_size=12))
def test_raking_to_the_own_share_changes_nothing(counts):
    cells, urgent = np.reshape(counts, (3, 4)).astype(float), np.array([True, False, True])
    own = cells[urgent].sum() / cells.sum()
    assert raked(cells, urgent, own) == pytest.approx(cells)


@given(st.lists(st.integers(1, 20), min_size=12, max_size=12), st.floats(0.001, 0.999))
def test_a_raked_table_has_the_share_and_the_total(counts, prior):
    cells, urgent = np.reshape(counts, (3, 4)).astype(float), np.array([True, False, False])
    shifted = raked(cells, urgent, prior)
    assert shifted.sum() == pytest.approx(cells.sum())
    assert shifted[urgent].sum() / shifted.sum() == pytest.approx(prior)


def test_labels_that_level_the_best_systems_of_the_demo():
    pred = ["tfidf_linear_svm", "tfidf_logreg", "gpt_4o_zero_shot"]
    result = stress_shift(read_demo(), pred=pred, replicates=0)
    found = [(each.second, each.only_first, each.only_second, each.labels) for each in result.levels[:2]]
    assert found == [("tfidf_logreg", 185, 182, 2), ("gpt_4o_zero_shot", 740, 497, 122)]
    assert "2 of 4,986 labels" in result.verdict.lines[0].text


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=40))
def test_so_many_wrong_labels_level_two_systems_and_one_less_does_not(found):
    one, two = (np.array(side) for side in zip(*found, strict=True))
    labels = labels_to_level(("a", "b"), (one, two)).labels
    ahead = abs(int(one.sum()) - int(two.sum()))
    assert ahead - 2 * labels <= 0
    assert labels == 0 or ahead - 2 * (labels - 1) > 0


def test_accuracy_lies_within_the_share_of_wrong_labels():
    errors = stress_shift(A, urgent=[U], replicates=0).systems[0].errors
    found = errors[0].share, errors[0].low, errors[0].high
    assert found == pytest.approx((0.01, 23 / 30 - 0.01, 23 / 30 + 0.01))


def test_a_cluster_of_copies_counts_once():
    data = {**A, "group": ["x"] * 10 + [f"y{at}" for at in range(20)]}
    copies = stress_shift(data, urgent=[U], cluster="group", replicates=100).systems[0].copies
    assert (copies.clusters, copies.copies, copies.largest) == (21, 9, 10)
    accuracy = next(each for each in copies.measures if each.metric == "accuracy")
    assert accuracy.value == pytest.approx((0.8 + 15) / 21)
    assert accuracy.low < accuracy.value < accuracy.high


def test_copies_are_found_among_texts():
    data = {
        **A,
        "text": ["Roads are closed in the whole town!"] * 10 + [f"text number {at} is another" for at in range(20)],
    }
    copies = stress_shift(data, urgent=[U], text="text", replicates=0).systems[0].copies
    assert copies.copies >= 9


def test_items_without_a_cluster_are_alone():
    data = {**A, "group": [None] * 30}
    copies = stress_shift(data, urgent=[U], cluster="group", replicates=0).systems[0].copies
    assert (copies.clusters, copies.copies) == (30, 0)


@pytest.mark.parametrize(
    ("values", "weights", "expected"),
    [([0.1, 0.9], [20, 80], 0.1), ([0.2, 0.5, 0.9], [10, 10, 80], 0.35), ([0.4, 0.9], [50, 50], 0.4)],
)
def test_the_worst_fifth_by_hand(values, weights, expected):
    assert worst_share(np.array(values), np.array(weights, float))[0] == pytest.approx(expected)


def test_the_worst_fifth_names_its_slices():
    data = {**A, "event": [f"e{at % 5}" for at in range(30)]}
    worst = stress_shift(data, urgent=[U], by="event", replicates=0).systems[0].worst
    assert worst.slices == 5
    assert worst.value <= worst.whole
    assert len(worst.worst) == 1


def test_without_urgent_items_priors_are_undefined_and_that_is_said():
    result = stress_shift(A, replicates=0)
    assert result.systems[0].priors == ()
    assert any("Priors cannot be shifted" in note for note in result.notes)
    assert "priors.png" not in files_of(result)


def test_the_result_is_sealed_and_told(tmp_path):
    result = stress_shift({**A, "event": ["a", "b"] * 15}, urgent=[U], by="event", replicates=100)
    write_result(result, tmp_path / "result.json")
    assert to_json(read_result(tmp_path / "result.json")) == to_json(result)
    files = files_of(result)
    assert {"index.html", "report.md", "priors.png", "shifts.csv", "levels.csv"} <= set(files)
    assert result.verdict.lines[0].text in files["report.md"].replace("\\", "")


@pytest.mark.parametrize(
    ("data", "asked", "kind"),
    [
        ({**A, "pred": [None, *A["pred"][1:]]}, {}, StressError),
        (A, {"urgent": ["fire"]}, SettingError),
        (A, {"cluster": "truth", "text": "truth"}, SettingError),
        (A, {"by": "nothing"}, ColumnError),
        (A, {"classes": ["urgent", "fire"]}, ClassError),
        ({**A, "truth": [None] * 30}, {"missing": "drop", "classes": [U, O]}, StressError),
    ],
)
def test_what_cannot_be_shifted_is_refused(data, asked, kind):
    with pytest.raises(kind):
        stress_shift(data, replicates=0, **asked)


def test_missing_answers_are_left_out_and_told():
    result = stress_shift({**A, "pred": [None, *A["pred"][1:]]}, urgent=[U], missing="drop", replicates=0)
    assert result.n == 29
    assert "1 item without a truth or an answer was left out." in result.notes
