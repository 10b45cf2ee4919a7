"""Cells without labels: an empty set, an error, wrong, or left out."""

from __future__ import annotations

import pytest

import mercalli

TRUTH = ["fire", "fire;flood", "[]", "[]", "flood", "fire"]
ROWS = {
    "truth": TRUTH,
    "good": ["fire", "fire;flood", "[]", "[]", "flood", "fire"],
    "gaps": ["fire", "flood", "", "NA", None, "fire"],
}
FLAGS = {"is_fire": [1, 0, 1], "is_flood": [0, 1, 0], "says_fire": [1, None, 1], "says_flood": [0, 1, 0]}


def systems(missing, **changes):
    rows = {**ROWS, **changes}
    result = mercalli.multilabel(rows, truth="truth", pred=["good", "gaps"], missing=missing, replicates=0)
    return {each.name: each for each in result.systems}


def right(system):
    return system.measure("subset_accuracy").value * system.n


@pytest.mark.parametrize(("missing", "n", "sets_right"), [("empty", 6, 4), ("wrong", 6, 2), ("drop", 3, 2)])
def test_what_a_cell_without_labels_counts_as(missing, n, sets_right):
    found = systems(missing)
    assert (found["gaps"].n, round(right(found["gaps"]), 9)) == (n, sets_right)
    assert (found["good"].n, found["good"].measure("subset_accuracy").value) == (n, 1)


def test_what_counts_as_wrong_and_what_is_left_out_is_told():
    assert systems("wrong")["gaps"].notes[0] == "It gave no answer for 3 of 6 items (50%); these count as wrong."
    assert systems("drop")["good"].notes[0] == "Left out for all systems: 3 of 6 items. Missing: gaps in 3."
    assert not any("no answer" in note for note in systems("wrong")["good"].notes)


def test_a_list_of_no_labels_is_never_missing():
    assert systems("error", gaps=ROWS["good"])["gaps"].measure("mean_jaccard").value == 1


@pytest.mark.parametrize("missing", ["error", "wrong"])
def test_missing_truth_is_an_error(missing):
    with pytest.raises(mercalli.MercalliError, match=r"1 row .* no true labels \(first at index 5\)"):
        systems(missing, truth=[*TRUTH[:5], "n/a"], gaps=ROWS["good"])


def test_a_label_of_the_list_of_labels_is_no_word_for_nothing():
    rows = {"truth": ["none", "fire"], "pred": ["none", "fire"]}
    found = mercalli.multilabel(
        rows, truth="truth", pred="pred", labels=["none", "fire"], missing="error", replicates=0
    )
    assert found.systems[0].n == 2


@pytest.mark.parametrize(("missing", "n", "sets_right"), [("wrong", 3, 2), ("drop", 2, 2)])
def test_flags_may_be_missing(missing, n, sets_right):
    names = {"truth": ["is_fire", "is_flood"], "pred": ["says_fire", "says_flood"]}
    (found,) = mercalli.multilabel(FLAGS, **names, missing=missing, replicates=0).systems
    assert (found.n, round(right(found), 9)) == (n, sets_right)


def test_nothing_is_left():
    with pytest.raises(mercalli.MercalliError):
        systems("drop", gaps=[None] * 6)


def test_an_unknown_way_is_refused():
    with pytest.raises(mercalli.MercalliError, match="missing"):
        systems("skip")
