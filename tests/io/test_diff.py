"""What changed between two results."""

from __future__ import annotations

from dataclasses import replace

import mercalli
from mercalli.profiles.check import check

TRUTH = ["fire", "flood", "fire", "flood"]


def evaluated(pred=("fire", "flood", "flood", "flood"), **given):
    return mercalli.evaluate(truth=TRUTH, pred=list(pred), **{"metrics": "accuracy", "replicates": 0, **given})


def changes(before, after, **given):
    return {change.path: (change.before, change.after) for change in mercalli.diff(before, after, **given)}


def test_a_result_does_not_differ_from_itself():
    assert mercalli.diff(evaluated(), evaluated()) == []


def test_a_changed_value_is_listed_with_its_place():
    found = changes(evaluated(), evaluated(TRUTH))
    assert found["systems[pred].measures[accuracy].value"] == (0.75, 1.0)
    assert found["systems[pred].table.cells[0][0]"] == (1.0, 2.0)


def test_a_change_reads_as_a_line():
    first = mercalli.diff(evaluated(seed=1), evaluated(seed=2))[0]
    assert str(first) == "provenance.settings.seed: 1 -> 2"


def test_a_new_slice_is_listed_by_its_name():
    few = evaluated(by={"event": ["quake"] * 4})
    more = evaluated(by={"event": ["quake", "quake", "quake", "wave"]})
    before, after = changes(few, more)["systems[pred].slices[event=wave]"]
    assert (before, after["n"]) == (None, 1)


def test_systems_are_matched_by_name_and_not_by_place():
    one = mercalli.evaluate(truth=TRUTH, pred={"a": TRUTH, "b": TRUTH[::-1]}, metrics="accuracy", replicates=0)
    two = mercalli.evaluate(truth=TRUTH, pred={"b": TRUTH[::-1], "a": TRUTH}, metrics="accuracy", replicates=0)
    assert not [path for path in changes(one, two) if path.startswith("systems")]


def test_pairs_are_matched_by_their_names():
    pred = {"a": TRUTH, "b": TRUTH[::-1]}
    one = mercalli.compare(truth=TRUTH, pred=pred, metrics="accuracy", replicates=100)
    two = mercalli.compare(truth=TRUTH, pred={**pred, "b": ["fire"] * 4}, metrics="accuracy", replicates=100)
    assert "pairs[a / b].differences[accuracy].second" in changes(one, two)


def test_numbers_closer_than_the_tolerance_are_the_same():
    before = evaluated()
    measure = replace(before.systems[0].measures[0], value=0.7501)
    after = replace(before, systems=(replace(before.systems[0], measures=(measure,)),))
    place = f"systems[pred].measures[{measure.metric}].value"
    assert place in changes(before, after)
    assert place not in changes(before, after, tolerance=0.001)


def test_a_number_that_became_undefined_is_a_change_whatever_the_tolerance():
    before = evaluated()
    measure = replace(before.systems[0].measures[0], value=None)
    after = replace(before, systems=(replace(before.systems[0], measures=(measure, *before.systems[0].measures[1:])),))
    assert len(changes(before, after, tolerance=100)) == 1


def test_levels_of_one_name_on_two_scales_are_told_apart():
    profile = check(
        """
name = "scales"
headline = ["accuracy"]
classes = ["fire", "flood"]
[levels.urgency]
high = { weight = 2.0, classes = ["fire"] }
low = { weight = 1.0, classes = ["flood"] }
[levels.cost]
high = { weight = 2.0, classes = ["flood"] }
low = { weight = 1.0, classes = ["fire"] }
""",
        "scales.toml",
    )
    before, after = (evaluated(pred, profile=profile) for pred in (TRUTH, ["flood"] * 4))
    right_fires = [change for change in mercalli.diff(before, after) if change.path.endswith(".correct")]
    assert [(change.before, change.after) for change in right_fires] == [(2.0, 0.0), (2.0, 0.0)]
    assert {change.path.split("]")[1] for change in right_fires} == {".levels[urgency / high", ".levels[cost / low"}


def test_disagreements_are_told_apart_by_their_truth():
    truth = ["fire", "flood", "storm"]
    before, after = (
        mercalli.compare(truth=truth, pred={"a": ["fire"] * 3, "b": b}, metrics="accuracy", replicates=100)
        for b in (["flood", "flood", "storm"], ["flood", "flood", "flood"])
    )
    found = changes(before, after)
    assert found["pairs[a / b].disagreements[storm / fire / flood]"][0] is None
    assert not [path for path in found if "[fire / fire / flood]" in path]


def test_entries_of_one_name_are_matched_by_place_and_none_is_lost():
    before = evaluated()
    card = before.metrics[0]
    twice = replace(before, metrics=(card, replace(card, label="another")))
    assert changes(replace(before, metrics=(card, card)), twice) == {"metrics[1].label": (card.label, "another")}
