"""A new domain is one TOML file and no code."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.errors import ProfileError

FRAUD = """\
name = "fraud"
title = "Card payments: which to stop"
headline = ["caught", "profit", "case", "accuracy"]
classes = ["genuine", "fraud"]

[aliases]
legit = "genuine"

[metrics.caught]
kernel = "recall"
positive = "fraud"
label = "Fraud caught"
meaning = "Of all frauds, the share that was stopped."
[metrics.caught.bands]
fine = { from = 0.6, says = "keep it running" }
weak = { from = 0.0, says = "look at every payment" }

[metrics.profit]
kernel = "expected_profit"
positive = "fraud"
value_tp = 100.0
cost_fp = 5.0
cost_fn = 40.0

[metrics.case]
kernel = "composite"
[metrics.case.parts]
caught = 3.0
accuracy = 1.0
"""
TRIAGE = """\
name = "triage"
headline = ["care", "mix", "score"]
classes = ["red", "yellow", "green"]

[groups.place]
bed = ["red", "yellow"]

[metrics.care]
kernel = "class_weighted_accuracy"
[metrics.care.weights]
red = 5.0
yellow = 2.0
green = 1.0

[metrics.mix]
kernel = "penalty_score"
groups = "place"

[metrics.score]
kernel = "composite"
[metrics.score.parts]
care = 1.0
mix = 1.0

[like.paper]
mix = { reading = "as_written" }
"""
# 6 payments: 1 fraud stopped, 1 missed, 1 genuine stopped, 3 passed
PAYMENTS = "truth,pred\nfraud,fraud\nfraud,legit\ngenuine,FRAUD\ngenuine,genuine\nlegit,genuine\ngenuine,legit\n"
PATIENTS = {"truth": ["red", "yellow", "green", "red"], "pred": ["red", "red", "red", "yellow"]}


@pytest.fixture
def fraud(tmp_path):
    """The payments evaluated under the fraud profile, both from files."""
    (tmp_path / "fraud.toml").write_text(FRAUD)
    (tmp_path / "payments.csv").write_text(PAYMENTS)
    return mercalli.evaluate(
        tmp_path / "payments.csv", truth="truth", pred="pred", profile=tmp_path / "fraud.toml", replicates=100
    )


def triaged(tmp_path, text=TRIAGE, **given):
    (tmp_path / "triage.toml").write_text(text)
    roles = {"truth": "truth", "pred": "pred", "profile": str(tmp_path / "triage.toml"), "replicates": 0}
    return mercalli.evaluate(PATIENTS, **{**roles, **given}).systems[0]


def test_a_metric_of_one_class_is_computed(fraud):
    assert fraud.systems[0].measure("caught").value == 1 / 2


def test_costs_of_the_domain_are_counted(fraud):
    assert fraud.systems[0].measure("profit").value == 1 * 100 - 1 * 5 - 1 * 40


def test_a_composite_weighs_its_parts(fraud):
    assert fraud.systems[0].measure("case").value == pytest.approx((3 * 1 / 2 + 1 * 4 / 6) / 4)


def test_the_metrics_of_a_profile_have_intervals(fraud):
    measure = fraud.systems[0].measure("case")
    assert measure.low <= measure.value <= measure.high


def test_the_words_of_a_profile_reach_the_reader(fraud):
    card = next(card for card in fraud.metrics if card.metric == "caught")
    assert (card.label, card.meaning) == ("Fraud caught", "Of all frauds, the share that was stopped.")
    assert fraud.systems[0].measure("caught").band == "weak"


def test_the_headline_of_a_profile_comes_first(fraud):
    assert fraud.headline == ("caught", "profit", "case", "accuracy")
    assert str(fraud).index("caught") < str(fraud).index("accuracy")


def test_the_profile_and_its_digest_are_recorded(fraud):
    assert fraud.provenance.profile == "fraud"
    assert fraud.provenance.profile_digest.startswith("sha256:")


def test_a_scorer_takes_the_path_of_a_profile(tmp_path):
    (tmp_path / "triage.toml").write_text(TRIAGE)

    class Constant:
        def predict(self, features):
            return ["red"] * len(features)

    score = mercalli.scorer("care", profile=tmp_path / "triage.toml")
    assert score(Constant(), [0, 0, 0], ["red", "yellow", "green"]) == 5 / 8


def test_penalties_follow_the_groups(tmp_path):
    # yellow -> red and red -> yellow share a group (2 of 2), green -> red does not and green is in none (1 of 2)
    assert triaged(tmp_path).measure("mix").value == 1 - (2 + 1 + 2) / (2 * 4)


def test_a_reading_reaches_the_composite_that_is_made_of_it(tmp_path):
    # as written, a class in no group is a group of its own: green -> red costs .5
    mix, care = 1 - (2 + 0.5 + 2) / (2 * 4), 5 / (5 + 2 + 1 + 5)
    found = triaged(tmp_path, like="paper")
    assert found.measure("mix(reading='as_written')").value == mix
    assert found.measure("score").value == pytest.approx((care + mix) / 2)


def test_a_composite_may_stand_above_its_parts(tmp_path):
    head, groups, care, mix, score, like = (part for part in TRIAGE.split("\n\n"))
    upside_down = "\n\n".join([head, groups, score, mix, care, like])
    assert triaged(tmp_path, upside_down).measure("score").value == triaged(tmp_path).measure("score").value


@pytest.mark.parametrize("part", ["f_beta_macro(beta=2)", "sensitivity_macro"])
def test_a_part_may_be_any_text_that_names_a_metric(tmp_path, part):
    text = TRIAGE.replace("care = 1.0\nmix = 1.0", f'"{part}" = 1.0')
    found = triaged(tmp_path, text, metrics=["score", part])
    assert found.measure("score").value == found.measure(mercalli.parse(part).text).value


def test_fewer_classes_than_the_profile_leave_out_what_looks_at_the_others(tmp_path):
    (tmp_path / "fraud.toml").write_text(FRAUD.replace('["genuine", "fraud"]', '["genuine", "fraud", "unsure"]'))
    with pytest.raises(ProfileError, match=r"looks at the class 'fraud', which .* leave out: genuine, unsure"):
        mercalli.evaluate(
            truth=["genuine", "unsure"],
            pred=["genuine", "unsure"],
            classes=["genuine", "unsure"],
            profile=tmp_path / "fraud.toml",
        )
