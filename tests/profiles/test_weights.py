"""What a profile does to the numbers, worked out by hand."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

import mercalli
from mercalli.estimates.measure import band

HUMAID = (files("mercalli.profiles") / "humaid.toml").read_text(encoding="utf-8")
HURT, NEED, NOISE = "injured_or_dead_people", "requests_or_urgent_needs", "not_humanitarian"
# truth, prediction, phase
ROWS = [
    (HURT, HURT, "response"),
    (HURT, NOISE, "recovery"),
    (NEED, NEED, "recovery"),
    (NEED, NOISE, "response"),
    (NOISE, NOISE, "recovery"),
]
PHASES = """
[when.phase.response.dua.weights]
requests_or_urgent_needs = 9.0
[when.phase.response.ar.levels]
high_action = 8.0
"""


def data(rows=ROWS):
    return dict(zip(("truth", "pred", "phase"), map(list, zip(*rows, strict=True)), strict=True))


@pytest.fixture
def written(tmp_path):
    """A profile's text as a file."""

    def write(text):
        (tmp_path / "profile.toml").write_text(text, encoding="utf-8")
        return tmp_path / "profile.toml"

    return write


def evaluated(profile, rows=ROWS, **given):
    return mercalli.evaluate(data(rows), truth="truth", pred="pred", profile=profile, replicates=0, **given).systems[0]


def test_without_conditions_urgency_weighs_by_class_alone():
    assert evaluated("humaid").measure("dua").value == (5 + 4.5 + 1) / (5 + 5 + 4.5 + 4.5 + 1)


def test_a_condition_changes_the_weight_where_it_holds(written):
    assert evaluated(written(HUMAID + PHASES)).measure("dua").value == (5 + 4.5 + 1) / (5 + 5 + 4.5 + 9 + 1)


def test_a_condition_changes_the_weight_of_a_level_where_it_holds(written):
    assert evaluated(written(HUMAID + PHASES)).measure("ar").value == (8 + 4 + 0.5) / (8 + 4 + 4 + 8 + 0.5)


def test_a_condition_changes_no_other_metric(written):
    before, after = evaluated("humaid"), evaluated(written(HUMAID + PHASES))
    assert after.measure("ecs").value == before.measure("ecs").value
    assert after.measure("accuracy").value == 3 / 5


def test_a_condition_holds_in_slices_too(written):
    found = evaluated(written(HUMAID + PHASES), by="phase")
    values = {each.name: each.measures[0].value for each in found.slices}
    assert values == {"phase=recovery": (4.5 + 1) / (5 + 4.5 + 1), "phase=response": 5 / (5 + 9)}


def test_of_two_conditions_the_one_further_down_wins(written):
    more = "[when.place.island.dua.weights]\nrequests_or_urgent_needs = 20.0\n"
    given = {**data(), "place": ["island", "island", "coast", "island", "coast"]}
    found = mercalli.evaluate(
        given, truth="truth", pred="pred", profile=written(HUMAID + PHASES + more), replicates=0
    ).systems[0]
    assert found.measure("dua").value == (5 + 4.5 + 1) / (5 + 5 + 4.5 + 20 + 1)


def test_a_condition_may_ask_for_a_number(written):
    by_year = "[when.phase.2016.dua.weights]\nrequests_or_urgent_needs = 9.0\n"
    rows = [(truth, pred, 2016 if phase == "response" else 2017) for truth, pred, phase in ROWS]
    assert evaluated(written(HUMAID + by_year), rows).measure("dua").value == (5 + 4.5 + 1) / (5 + 5 + 4.5 + 9 + 1)


def test_the_value_of_a_condition_is_matched_as_labels_are(written):
    rows = [(truth, pred, phase.title()) for truth, pred, phase in ROWS]
    assert evaluated(written(HUMAID + PHASES), rows).measure("dua").value == (5 + 4.5 + 1) / (5 + 5 + 4.5 + 9 + 1)


def test_a_condition_that_never_holds_can_be_told(written):
    profile = mercalli.read_profile(written(HUMAID + PHASES + "[when.phase.respons.dua.weights]\n"))
    assert profile.unmatched([{"phase": "Response"}, {"phase": "recovery"}]) == ["phase=respons"]
    assert profile.unmatched([{"phase": "recovery"}]) == ["phase=response", "phase=respons"]


def test_a_comparison_weighs_by_condition_too(written):
    given = {**data(), "other": [truth for truth, _, _ in ROWS]}
    result = mercalli.compare(
        given, truth="truth", pred=["pred", "other"], profile=written(HUMAID + PHASES), replicates=100
    )
    difference = result.pairs[0].difference("dua")
    assert (difference.first, difference.second) == ((5 + 4.5 + 1) / (5 + 5 + 4.5 + 9 + 1), 1.0)


def test_harm_ranks_confusions_by_the_weight_that_holds(written):
    confusions = evaluated(written(HUMAID + PHASES)).confusions
    assert [(each.truth, each.harm) for each in confusions] == [(NEED, 9.0), (HURT, 5.0)]


# Counts of gpt-4o-mini, zero-shot, on the Kaikoura 2016 earthquake
KAIKOURA_CLASSES = (
    "caution_and_advice",
    "displaced_people_and_evacuations",
    "infrastructure_and_utility_damage",
    "injured_or_dead_people",
    "requests_or_urgent_needs",
    "rescue_volunteering_or_donation_effort",
    "sympathy_and_support",
    "other_relevant_information",
    "not_humanitarian",
)
KAIKOURA = np.array(
    [
        [269, 4, 25, 1, 0, 1, 2, 36, 7],
        [5, 54, 1, 0, 0, 0, 0, 0, 1],
        [5, 2, 203, 2, 0, 0, 1, 1, 4],
        [0, 0, 2, 70, 0, 0, 0, 0, 1],
        [4, 0, 1, 0, 7, 2, 0, 1, 2],
        [4, 10, 11, 2, 4, 87, 7, 18, 2],
        [30, 0, 5, 2, 2, 1, 259, 2, 1],
        [68, 0, 51, 1, 1, 1, 12, 57, 27],
        [46, 2, 21, 0, 3, 2, 7, 15, 61],
    ]
)


def kaikoura(**given):
    truth, pred = (np.repeat(codes.ravel(), KAIKOURA.ravel()) for codes in np.indices(KAIKOURA.shape))
    names = dict(enumerate(KAIKOURA_CLASSES))
    return mercalli.evaluate(truth=truth, pred=pred, classes=names, profile="humaid", replicates=0, **given).systems[0]


READINGS = [
    (None, "ecs", 0.800130),
    ("original", "ecs(reading='first_group')", 1 - 380 / 3072),
    ("original_text", "ecs(reading='as_written')", 0.899251),
]


@pytest.mark.parametrize(("like", "metric", "value"), READINGS)
def test_a_published_number_comes_out_under_its_reading(like, metric, value):
    assert kaikoura(like=like).measure(metric).value == pytest.approx(value, abs=5e-7)


def test_a_reading_changes_no_other_metric():
    plain, read = kaikoura(), kaikoura(like="original")
    for metric in ("dua", "ar", "accuracy", "f1_macro"):
        assert read.measure(metric).value == plain.measure(metric).value


def test_a_reading_is_recorded_in_the_result():
    result = mercalli.evaluate(truth=[HURT, NOISE], pred=[HURT, HURT], profile="humaid", like="original", replicates=0)
    assert result.provenance.settings["like"] == "original"


def test_like_sklearn_answers_zero_where_we_answer_undefined():
    plain, read = (
        mercalli.evaluate(truth=["a", "b"], pred=["a", "b"], classes=["a", "b", "c"], replicates=0, like=like).systems[
            0
        ]
        for like in (None, "sklearn")
    )
    recalls = [{each.metric: each.value for each in system.classes[2].measures}["recall"] for system in (plain, read)]
    assert recalls == [None, 0.0]


def test_levels_tell_what_was_right_in_each():
    levels = {each.level: (each.correct, each.total) for each in kaikoura().levels}
    assert levels == {
        "high_action": (77, 90),
        "medium_action": (344, 424),
        "low_action": (269, 345),
        "informational": (316, 520),
        "no_action": (61, 157),
    }


def test_bands_are_closed_at_their_lower_edge():
    spec = mercalli.read_profile("humaid").metrics["dua"]
    assert [band(spec.bands, value) for value in (0.85, 0.8499999, 0.75, 0.0)] == [
        "excellent",
        "good",
        "good",
        "very poor",
    ]


def test_conditions_on_levels_and_on_classes_add_up(tmp_path):
    (tmp_path / "two.toml").write_text("""
name = "two"
classes = ["a", "b"]
headline = ["care"]
[levels.urgency]
high = { weight = 3, classes = ["a"] }
low = { weight = 1, classes = ["b"] }
[metrics.care]
kernel = "class_weighted_accuracy"
levels = "urgency"
[when.phase.response.care.levels]
high = 10
[when.kind.flood.care.weights]
b = 5
""")
    data = {"truth": ["a", "b"], "pred": ["a", "a"], "phase": ["response"] * 2, "kind": ["flood"] * 2}
    found = mercalli.evaluate(data, truth="truth", pred="pred", profile=tmp_path / "two.toml", replicates=0)
    assert found.systems[0].measure("care").value == 10 / 15
