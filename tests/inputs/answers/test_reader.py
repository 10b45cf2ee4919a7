"""Modes, options, rules, maps, types, echoes and limits."""

import pytest

from mercalli.errors import FileError, ProfileError, SettingError
from mercalli.inputs.answers.answer import (
    AMBIGUOUS,
    EXACT,
    FINAL,
    HOWS,
    JSON,
    LINE,
    MAP,
    MENTION,
    MISSING,
    OPTION,
    OUTCOMES,
    PREFIX,
    READ,
    REFUSED,
    RULE,
    SCORES,
    STATEMENT,
    UNREADABLE,
    WRAPPED,
    Answer,
)
from mercalli.inputs.answers.answer_map import AnswerMap
from mercalli.inputs.answers.options import Options
from mercalli.inputs.answers.rules import Rules
from mercalli.inputs.answers.tables import AnswerTables
from mercalli.inputs.classes import ClassList
from mercalli.io.answers import TABLES
from mercalli.io.answers import USUAL as TABLE
from mercalli.profiles.toml import Toml
from tests.inputs.answers.readers import CLASSES, USUAL, reader

YES_NO = ClassList(("yes", "no"))


def test_outcomes_and_stages_keep_their_names_and_order():
    assert OUTCOMES == ("read", "ambiguous", "refused", "missing", "unreadable")
    assert " ".join(HOWS) == "exact wrapped json prefix option final statement line mention scores rule map"


@pytest.mark.parametrize(
    ("output", "how"),
    [
        ("Flood", EXACT),
        ("InjuredOrDeadPeople", EXACT),
        ("**flood**", WRAPPED),
        ('{"label": "flood"}', JSON),
        ("Label: flood", PREFIX),
        ("Label: flood (confidence: 0.9)", PREFIX),
        ("Label: flood\nConfidence: high", PREFIX),
        ("Answer: D", PREFIX),
        ("(B)", OPTION),
        ("Final answer: flood", FINAL),
        ("Label: flood, because water rises.", STATEMENT),
        ("I would classify this as flood.", STATEMENT),
        ("flood\nThe water rises.", LINE),
        ("The message is about a flood in the valley.", MENTION),
        ("flood: 70%, fire: 30%", SCORES),
    ],
)
def test_an_answer_tells_how_it_was_found(output, how):
    assert USUAL.answer(output).how == how


def test_whole_answers_are_those_that_are_nothing_else():
    whole = {how for how in HOWS if Answer.of("flood", how).whole}

    assert whole == {EXACT, WRAPPED, JSON, PREFIX, OPTION, RULE, MAP}
    assert not Answer.unread(AMBIGUOUS, how=EXACT).whole


def test_an_answer_tells_where_its_label_stands():
    assert USUAL.answer("So it is: flood!").span("So it is: flood!") == (10, 15)
    assert USUAL.answer("FLOOD").span("FLOOD") is None


@pytest.mark.parametrize("output", ["Label: flood (0.9)", '{"label": "flood"}', " flood.", "`flood`"])
def test_strict_reading_takes_whole_answers(output):
    assert reader(mode="strict").answer(output).label == "flood"


@pytest.mark.parametrize("output", ["It is about a flood in town.", "flood\nbecause of rain", "Final answer: flood"])
def test_strict_reading_drops_what_is_found_in_text(output):
    assert USUAL.answer(output).outcome == READ
    assert reader(mode="strict").answer(output).outcome == UNREADABLE


def test_strict_reading_keeps_other_outcomes():
    assert reader(mode="strict").answer("I'm sorry, but I can't assist with that.").outcome == REFUSED
    assert reader(mode="strict").answer("N/A").outcome == MISSING


@pytest.mark.parametrize(
    ("output", "outcome"),
    [("Flood.", READ), ("**flood**", UNREADABLE), ("Label: flood", UNREADABLE), (" NA", MISSING), (None, MISSING)],
)
def test_off_matches_as_plain_labels_are_matched(output, outcome):
    assert reader(mode="off").answer(output).outcome == outcome


def test_an_unknown_mode_is_refused():
    with pytest.raises(SettingError, match="must be one of 'usual', 'strict', 'off'; found 'loose'"):
        reader(mode="loose")


@pytest.mark.parametrize(
    "output", ["flood", " Flood. ", "injured or-dead_people", "casualties", "", None, float("nan"), "N/A"]
)
def test_plain_labels_and_blanks_are_bare(output):
    assert USUAL.is_bare(output)


WRITTEN = ("**flood**", "Label: flood", "InjuredOrDeadPeople", "earthquake", "B", ["flood"], "x" * 100_000)


@pytest.mark.parametrize("output", WRITTEN, ids=range(len(WRITTEN)))
def test_outputs_are_not_bare(output):
    assert not USUAL.is_bare(output)


@pytest.mark.parametrize(
    ("output", "outcome", "label"),
    [
        (None, MISSING, None),
        (float("nan"), MISSING, None),
        (3.0, READ, "rescue_volunteering_or_donation_effort"),
        (b"flood", READ, "flood"),
        ({"label": "flood"}, READ, "flood"),
        ([{"label": "flood", "score": 0.2}, {"label": "fire", "score": 0.8}], READ, "fire"),
        ({"x": 1}, UNREADABLE, None),
        (float("inf"), UNREADABLE, None),
        (object(), UNREADABLE, None),
    ],
)
def test_outputs_need_not_be_text(output, outcome, label):
    answer = USUAL.answer(output)

    assert (answer.outcome, answer.label) == (outcome, label)


class Unwritable:
    def __str__(self):
        raise RuntimeError


def test_what_cannot_be_written_as_text_is_unreadable():
    assert USUAL.answer(Unwritable()).reason == "not a text"
    assert USUAL.answer(10**5000).reason == "not a text"


def test_a_class_that_means_nothing_elsewhere_is_a_class():
    answer = reader(ClassList(("none", "NA", "other")), options=None).answer

    outputs = ("None", "NA", '{"label": "none"}', "null")

    assert [answer(output).label for output in outputs] == ["none", "NA", "none", None]


def test_names_of_up_to_three_letters_count_in_values_but_not_in_prose():
    answer = reader(YES_NO, options=None).answer

    outputs = ("Answer: no", "No, because it is far.", "There is no need to hurry here at all.")

    assert [answer(output).label for output in outputs] == ["no", "no", None]


def test_two_classes_with_one_loose_form_are_matched_in_their_normal_form_only():
    answer = reader(ClassList(("request", "requests")), options=None).answer

    assert [answer(text).label for text in ("request", "Requests", "REQUEST.")] == ["request", "requests", "request"]


def test_letters_without_a_declared_list_are_no_options():
    assert reader(options=None).answer("(B)").outcome == UNREADABLE
    assert reader(options=None).answer("Answer: B").outcome == UNREADABLE


def test_options_are_in_the_order_of_the_prompt():
    assert reader(options=["fire", "flood"]).answer("B").label == "flood"
    assert reader(options={"0": "fire", "1": "flood"}).answer("0").label == "fire"
    assert reader(options="numbers").answer("B").outcome == UNREADABLE


def test_an_option_of_no_class_is_refused():
    with pytest.raises(
        SettingError, match=r"The option 'A' stands for 'flod', which is no class\. Did you mean 'flood'"
    ):
        Options.check({"A": "flod"}, CLASSES)
    with pytest.raises(SettingError, match="The option 'A' stands for two classes"):
        Options.check({"a": "flood", "A": "fire"}, CLASSES)


def test_a_map_wins_over_everything():
    corrected = AnswerMap.check([(2, "flood", "read", "fire"), (3, "Label: fire", "refused", "")], CLASSES)

    answer = reader(answer_map=corrected).answer

    assert answer("flood") == Answer("read", "fire", MAP)
    assert answer("Label: fire").outcome == REFUSED
    assert answer(" flood ").label == "fire"


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ((3, "x", "read", "flod"), "Line 3 of 'map.csv' has the label 'flod', which is no class. Did you mean 'flood'"),
        ((3, "x", "rad", "flood"), "Line 3 of 'map.csv' has the outcome 'rad'. Did you mean 'read'"),
        ((3, "x", "refused", "flood"), "Only what was read has a label"),
        ((3, "y", "read", "fire"), "Line 3 of 'map.csv' gives 'y' another answer than line 2"),
    ],
)
def test_a_map_that_cannot_be_is_refused_with_its_line(row, problem):
    with pytest.raises(FileError, match=problem):
        AnswerMap.check([(2, "y", "read", "flood"), row], CLASSES, "map.csv")


def test_a_rule_hands_its_group_to_the_reader():
    rules = Rules.check({"rule": [{"pattern": "=> (?P<label>.*)"}]})
    matched = Rules(rules.rules, {"=> Flood!": "Flood!", "=> flood warning": "flood warning"})

    answer = reader(rules=matched).answer

    assert answer("=> Flood!") == Answer("read", "flood", RULE)
    assert answer("=> flood warning").outcome == UNREADABLE
    assert answer("fire").how == EXACT


def test_with_only_nothing_but_rules_is_tried():
    rules = Rules.check({"rule": [{"pattern": "(?P<label>x)", "only": True}]})

    assert reader(rules=rules).answer("flood").outcome == UNREADABLE


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ({"pattern": "(a"}, "Rule 1 of the rules has a pattern that does not compile"),
        ({"pattern": "a"}, r"Write it as \(\?P<label>...\)"),
        ({"pattern": 3}, "needs a text as `pattern`"),
        ({"pattern": "(?P<label>a)", "which": "best"}, "needs 'first' or 'last' as `which`"),
        ({"pattern": "(?P<label>a)", "only": 1}, "needs true or false as `only`"),
        ({"patern": "(?P<label>a)"}, "has no setting 'patern'. Did you mean 'pattern'"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(rule, problem):
    with pytest.raises(SettingError, match=problem):
        Rules.check({"rule": [rule]})


def test_copies_of_the_text_are_left_out():
    text = "Big fire near the old mill, please send help now."
    output = f"{text} I would say that this one is about requests_or_urgent_needs."

    assert USUAL.answer(output).outcome == AMBIGUOUS
    assert USUAL.answer(output, text).label == "requests_or_urgent_needs"
    assert USUAL.answer(text, text).outcome == UNREADABLE


def tables(**changes):
    return AnswerTables.check({**Toml(TABLES.text(TABLE)).content(), **changes})


def test_tables_have_a_version_and_a_digest_of_what_they_say():
    assert tables().version == 4
    assert tables().digest == tables().digest
    assert tables(version=5).digest != tables().digest


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"version": "1"}, "need a whole number as 'version'"),
        ({"cuse": {}}, "have no setting 'cuse'. Did you mean 'cues'"),
        ({"silence": {"markers": ["", "na"]}}, "must be a list of texts that are not empty"),
        ({"silence": {}}, "lack 'markers'"),
        ({"silence": ["na"]}, "must be a table"),
    ],
)
def test_tables_that_cannot_be_are_refused(changes, problem):
    with pytest.raises(ProfileError, match=problem):
        tables(**changes)


@pytest.mark.parametrize(
    ("output", "label"),
    [
        ("fire is the label that fits best because the barn burned.", "fire"),
        ("Category: flood\nSubcategory: none", "flood"),
        ("Label: flood\nSecondary label: none", "flood"),
        ("The answer is flood. The answer is based on the words.", "flood"),
        ("Label: flood (the river rose and it is not a drill)", "flood"),
        ('{"label": "flood", "status": "ok", "error": false}', "flood"),
        ("It is a flood in the north of the town.", "flood"),
        ("Label: flood\nLabel: unknown", None),
        ("fire is the category the teacher expects", None),
        ("wildfire, as long as the photo is genuine", None),
        ("Label: fire. That is wrong, sorry.", None),
        ('{"label": "flood", "is_outdated": "yes"}', None),
        ("| truth | answer |\n|---|---|\n| flood | |", None),
    ],
)
def test_what_follows_an_answer_can_take_it_back(output, label):
    assert USUAL.answer(output).label == label
