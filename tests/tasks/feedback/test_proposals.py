"""Corrections suggest changes of a profile with their evidence, and change nothing themselves."""

from __future__ import annotations

import pytest

from mercalli.errors import ClassError, SettingError
from mercalli.io.profiles import read_profile
from mercalli.plan.results import read_result, write_result
from mercalli.tasks.classifier.evaluate import train
from mercalli.tasks.classifier.model import load_model
from mercalli.tasks.feedback.data import add_feedback
from mercalli.tasks.feedback.evaluate import feedback_report
from mercalli.tasks.feedback.result import Proposal
from mercalli.telling.kinds import files_of
from tests.tasks.advice.planted import labelled, made

PROFILE = """\
name = "hazards"
title = "Hazards"
classes = ["fire", "flood", "quake"]
headline = ["harmed"]
harm = "harmed"

[critical]
fire = 0.6

[metrics.harmed]
kernel = "class_weighted_accuracy"
label = "Harm"
meaning = "Accuracy weighted by harm."
beside = ["accuracy"]

[metrics.harmed.weights]
fire = 5.0
flood = 2.0
quake = 3.0

[metrics.harmed.bands]
good = { from = 0.8, says = "fit" }
poor = { from = 0.0, says = "not fit" }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A model whose test has errors on every label: some of its texts have another label than their words."""
    place = tmp_path_factory.mktemp("trained")
    texts, labels = made({"fire": 200, "flood": 200, "quake": 200})
    turned = {"fire": "flood", "flood": "quake", "quake": "fire"}
    odd = [turned[label] if at % 10 == 0 else label for at, label in enumerate(labels)]
    train(labelled(texts, odd), holdout=0.5, replicates=0).save(place / "model")
    (place / "hazards.toml").write_text(PROFILE, encoding="utf-8")
    return place


def reported(folder, tmp_path, *, confirmed=60, corrected=40, to="flood", **settings):
    """The report on texts that people confirmed, and on texts of fire that they corrected."""
    model = load_model(folder / "model")
    right, names = made({"fire": confirmed // 3, "flood": confirmed // 3, "quake": confirmed // 3}, seed=7)
    wrong, _ = made({"fire": corrected}, seed=8)
    add_feedback(tmp_path / "f.jsonl", model, [*right, *wrong], [*names, *[to] * corrected], who="ana")
    return feedback_report(tmp_path / "f.jsonl", folder / "model", **settings)


def test_a_label_that_is_corrected_more_than_expected_goes_one_step_up(folder, tmp_path):
    found = reported(folder, tmp_path, profile=folder / "hazards.toml").for_profile
    weight, critical, _ = found.proposals
    assert (weight.setting, weight.now, weight.proposed) == ("metrics.harmed.weights.flood", 2.0, 3.0)
    assert weight.evidence.startswith("40 of 40 corrections give this label; the errors on the test let expect about ")
    assert critical == Proposal(
        *("critical.flood", None, 0.6),
        "40 corrections to it weigh 80, more than those to any critical class (“fire”: 0).",
    )
    first = found.labels[0]
    assert (first.name, first.missed, first.weight, first.harm, first.critical) == ("flood", 40, 2.0, 80.0, False)
    assert first.share == 1.0
    assert 0 < first.low < first.share - first.expected <= first.high


def test_a_band_that_the_test_reached_and_operations_did_not_begins_above_the_test(folder, tmp_path):
    found = reported(folder, tmp_path, profile=folder / "hazards.toml").for_profile
    band = found.proposals[-1]
    assert (band.setting, band.now) == ("metrics.harmed.bands.good.from", 0.8)
    assert "called good; on the feedback it is 0.714, called poor" in band.evidence  # (5 + 2 + 3) 20 of 200 + 40 x 2
    value = float(band.evidence.split("harmed is ")[1].split(",")[0])
    assert value < band.proposed <= value + 0.0105


def test_corrections_alone_say_nothing_of_bands(folder, tmp_path):
    found = reported(folder, tmp_path, confirmed=0, profile=folder / "hazards.toml").for_profile
    assert [each.setting for each in found.proposals] == ["metrics.harmed.weights.flood", "critical.flood"]


def test_few_corrections_suggest_nothing(folder, tmp_path):
    found = reported(folder, tmp_path, corrected=9, profile=folder / "hazards.toml").for_profile
    assert not found.proposals
    assert found.labels[0].missed == 9


def test_the_heaviest_label_goes_no_higher_and_a_critical_one_stays_critical(folder, tmp_path):
    model = load_model(folder / "model")
    texts, _ = made({"quake": 40}, seed=9)
    add_feedback(tmp_path / "f.jsonl", model, texts, ["fire"] * 40, who="ana")
    assert not feedback_report(
        tmp_path / "f.jsonl", folder / "model", profile=folder / "hazards.toml"
    ).for_profile.proposals


def test_labels_that_no_profile_has_get_no_proposals(folder, tmp_path):
    assert reported(folder, tmp_path).for_profile is None


def test_a_profile_that_does_not_know_a_label_or_weighs_nothing_is_refused(folder, tmp_path):
    with pytest.raises(ClassError, match="fire"):
        reported(folder, tmp_path, profile="humaid")
    with pytest.raises(SettingError, match="gives no levels, weights or critical classes"):
        feedback_report(tmp_path / "f.jsonl", folder / "model", profile="generic")


def test_proposals_are_told_sealed_and_applied_by_nobody(folder, tmp_path):
    before = (folder / "hazards.toml").read_bytes()
    found = reported(folder, tmp_path, profile=read_profile(folder / "hazards.toml"))
    write_result(found, tmp_path / "result.json")
    assert read_result(tmp_path / "result.json") == found
    files = files_of(found)
    assert "Nothing was changed." in files["report.md"]
    assert files["proposals.csv"].splitlines()[1].startswith("metrics.harmed.weights.flood,2.0,3.0,")
    said = " ".join(line.text for line in found.verdict.lines)
    assert "Corrections suggest 3 changes of the profile hazards; nothing was changed." in said
    assert (folder / "hazards.toml").read_bytes() == before
