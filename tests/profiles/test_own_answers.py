"""What a profile says of the outputs of language models, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercalli
from mercalli.errors import ProfileError
from mercalli.profiles.check import check

HEAD = 'name = "p"\nclasses = ["flood", "fire", "calm"]\n'
ANSWERS = """
[answers]
options = "letters,numbers"
cues = ["Verdict of the desk"]

[[answers.rule]]
pattern = '=> (?P<label>\\w+)'
"""
OUTPUTS = ["B", "2", "Verdict of the desk: fire", "the water => fire <= in the flood", "fire", "calm"]


def evaluated(profile: str | Path, **given: object) -> mercalli.Evaluation:
    return mercalli.evaluate(truth=["fire"] * 5 + ["calm"], pred=OUTPUTS, profile=profile, replicates=0, **given)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own.toml").write_text(HEAD + ANSWERS)
    return tmp_path / "own.toml"


def test_options_rules_and_cues_of_a_profile_are_used(own: Path) -> None:
    system = evaluated(own).systems[0]
    assert (system.outputs.unread, system.measure("accuracy").value) == (0, 1.0)
    assert {each.how for each in system.outputs.counts} >= {"option", "rule", "prefix"}


def test_what_the_caller_says_wins(own: Path) -> None:
    settings = mercalli.AnswerSettings(options={"B": "flood"}, unread="wrong")
    assert evaluated(own, answers=settings).systems[0].table.cells[1][:2] == (1.0, 3.0)


def test_options_count_in_the_order_of_the_profile_whichever_classes_are_evaluated(own: Path) -> None:
    pred = ["B", "C", "The label is fire."]
    system = mercalli.evaluate(
        truth=["fire", "calm", "fire"], pred=pred, profile=own, classes=["fire", "calm"], replicates=0
    ).systems[0]
    assert system.measure("accuracy").value == 1.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[answers]\noption = 'letters'", r"no setting 'option'. Did you mean 'options'\? \(line 4"),
        ("[answers]\noptions = 3", r"'options' must be letters, numbers.*found 3. \(line 4"),
        ("[answers]\noptions = ['flood', 'hail']", r"'hail', which is no class.*\(line 4"),
        ("[answers]\ncues = ['a', ' ']", r"'cues' must be a list of texts that are not empty. \(line 4"),
        ("[answers]\ncues = 'a'", r"'cues' must be a list of texts; found 'a'. \(line 4"),
        ("[answers]\nrule = 'x'", r"must hold at least one \[\[rule\]\].*\(line 4"),
        (
            "[[answers.rule]]\npattern='(?P<label>a)'\n\n[[answers.rule]]\npattern='('",
            r"does not compile: .*\(line 6 of",
        ),
        ("[[answers.rule]]\npattern='a'", r"without the group that holds the label.*\(line 3"),
        ("answers = 3", r"'answers' must be a table; found 3. \(line 3"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ProfileError, match=said):
        check(HEAD + text, "'own.toml'")


def test_options_without_classes_stand_for_nothing() -> None:
    with pytest.raises(ProfileError, match="options stand for nothing"):
        check('name = "p"\n[answers]\noptions = "letters"', "'own.toml'")


def test_a_pattern_that_takes_no_linear_time_is_told(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(HEAD + "[[answers.rule]]\npattern = '(?=a)(?P<label>a)'\n")
    with pytest.raises(mercalli.errors.SettingError, match="cannot be matched in linear time"):
        evaluated(tmp_path / "own.toml")
