"""Predictions beside which a profile says how urgent they are, the most urgent first."""

import csv

import numpy as np
import pytest

from mercalli.errors import ClassError, SettingError
from mercalli.io.profiles import read_profile
from mercalli.tasks.classifier.fit import fit
from mercalli.tasks.classifier.model import Model
from mercalli.tasks.classifier.predict import predict_file, predict_lines, texts_to_label
from mercalli.tasks.classifier.urgency import Urgency
from tests.tasks.classifier.made import made_rows, made_sets, made_texts, written

DESK = """name = "desk"
title = "What a desk does"
classes = ["Fire", "flood", "quake"]
[levels.action]
now = { weight = 4.0, response = "send a team", classes = ["quake"] }
soon = { weight = 2.0, response = "coordinate", classes = ["Fire"] }
later = { weight = 0.5, response = "none", classes = ["flood"] }
"""
WEIGHTS = np.array([2.0, 0.5, 4.0])


@pytest.fixture(scope="module")
def model():
    return Model(fit(made_texts()), {}, "sha256:a")


@pytest.fixture
def desk(tmp_path):
    (tmp_path / "desk.toml").write_text(DESK)
    return tmp_path / "desk.toml"


def _rows(text):
    return list(csv.DictReader(text.splitlines()))


def test_the_most_urgent_come_first_with_what_to_do(model, desk, tmp_path):
    rows = made_rows(80, seed=2)
    asked = texts_to_label(model, written(tmp_path, "new.csv", rows), keep=["text"], profile=desk)
    assert predict_file(asked, tmp_path / "pred.csv").rows == 80
    found = _rows((tmp_path / "pred.csv").read_text())
    assert list(found[0])[:8] == [
        *("text", "truth", "pred", "confidence", "why_not_likeliest", "urgency", "level", "response")
    ]
    expected = (model.probabilities(rows[0]) @ WEIGHTS).round(4)
    own = [["quake", "fire", "flood"].index(label) for label in model.predict(rows[0])]
    order = sorted(range(80), key=lambda at: (own[at], -expected[at], at))
    assert [row["text"] for row in found] == [rows[0][at] for at in order]
    assert [float(row["urgency"]) for row in found] == pytest.approx(expected[order])
    says = {"quake": ("now", "send a team"), "fire": ("soon", "coordinate"), "flood": ("later", "none")}
    assert all((row["level"], row["response"]) == says[row["pred"]] for row in found)
    assert (tmp_path / "pred.csv").read_text() == "".join(predict_lines(asked))


def test_of_several_labels_the_most_urgent_decides(desk):
    urgency = Urgency.of(read_profile(desk), ["fire", "flood", "quake"])
    probabilities = np.array([[0.9, 0.9, 0.6], [0.1, 0.9, 0.1], [0.1, 0.1, 0.1]])
    found = urgency.expected(probabilities, single=False)
    assert found.tolist() == [0.6 * 4, 0.9 * 0.5, 0.1 * 4]
    _, levels, responses = urgency.columns(probabilities > 0.5, found)
    assert levels == ["now", "later", ""]
    assert responses == ["send a team", "none", ""]


def test_weights_of_a_profile_come_before_those_of_its_levels():
    profile = read_profile("humaid")
    urgency = Urgency.of(profile, ["Requests or urgent needs", "not_relevant"])
    assert urgency.weights.tolist() == [4.5, 1.0]
    assert [level.name for level in urgency.levels] == ["high_action", "no_action"]


def test_several_labels_are_ordered_too(desk, tmp_path):
    data = made_sets(120)
    (tmp_path / "new.jsonl").write_text('{"text": "the river"}\n{"text": "rubble and aftershock"}\n')
    asked = texts_to_label(Model(fit(data), {}), tmp_path / "new.jsonl", keep=["text"], profile=desk)
    assert [row["text"] for row in _rows("".join(predict_lines(asked)))] == ["rubble and aftershock", "the river"]


def test_rows_without_a_text_are_left_out_of_the_order(model, desk, tmp_path):
    (tmp_path / "new.csv").write_text("text,a\n,b\nsmoke,c\n,d\n")
    asked = texts_to_label(model, tmp_path / "new.csv", profile=desk, missing="drop")
    found = predict_file(asked, tmp_path / "pred.csv")
    assert (found.rows, found.resumed, found.dropped) == (1, 0, 2)


def test_weights_that_depend_on_a_column_are_told_as_not_used(tmp_path):
    text = (
        DESK + '[metrics.due]\nkernel = "class_weighted_accuracy"\nlabel = "Due"\nmeaning = "Due."\nlevels = "action"\n'
    )
    (tmp_path / "varying.toml").write_text(text + "[when.event.flood.due.levels]\nlater = 3.0\n")
    urgency = Urgency.of(read_profile(tmp_path / "varying.toml"), ["fire", "flood", "quake"])
    assert urgency.said == ("profile desk: weights that depend on event are not used for the order",)


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ("humaid", (ClassError, "has no class 'fire'")),
        ("generic", (SettingError, "gives no levels, weights or critical classes")),
    ],
)
def test_a_profile_that_does_not_fit_is_refused(model, tmp_path, profile, expected):
    path = written(tmp_path, "new.csv", made_rows(5))
    with pytest.raises(expected[0], match=expected[1]):
        texts_to_label(model, path, profile=profile)


def test_without_levels_the_critical_classes_come_first_and_that_is_said(tmp_path):
    place = tmp_path / "critical.toml"
    place.write_text('name = "desk"\ntitle = "Desk"\nclasses = ["fire", "flood"]\n[critical]\nflood = 0.5\n')
    urgency = Urgency.of(read_profile(place), ["fire", "flood"])
    assert urgency.weights.tolist() == [0.0, 1.0]
    assert [level.name for level in urgency.levels] == ["", "critical"]
    assert urgency.said == ("profile desk: it has no levels, so its critical classes come first",)
