"""Outputs that give any number of labels: no label is invented, and what is not read is not the empty set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.inputs.answers.answer import OUTCOMES
from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.answers.set_answer import SetAnswer, labels_of
from mercalli.inputs.answers.set_reader import SetReader
from mercalli.inputs.classes import ClassList
from mercalli.io.answers import read_answer_tables
from tests.inputs.answers.set_examples import CLASSES, HOSTILE, SECOND
from tests.inputs.answers.set_sealed import SEALED

USUAL = Reader.of(ClassList(CLASSES), read_answer_tables())
READER = SetReader.from_reader(USUAL, [])
SIDES = st.sets(st.sampled_from(CLASSES), min_size=1)
DRESSES = [
    "{}",
    "Labels: {}",
    "**{}**",
    "```\n{}\n```",
    "<think>hm</think>{}",
    "Final answer: {}",
    "<answer>{}</answer>",
]


@pytest.mark.parametrize(("output", "expected"), HOSTILE + SECOND)
def test_outputs_say_what_a_person_reads(output, expected):
    answer = READER.answer(output)
    if isinstance(expected, str):
        assert (answer.outcome, labels_of(answer)) == (expected, frozenset())
    else:
        assert (answer.outcome, labels_of(answer)) == ("read", frozenset(expected))


@pytest.mark.parametrize(("output", "expected", "also"), SEALED)
def test_sealed_outputs_say_what_a_person_accepts(output, expected, also):
    answer = READER.answer(output)
    if answer.is_read:
        assert (labels_of(answer), isinstance(expected, str)) == (frozenset(expected), False)
    else:
        assert answer.outcome in {expected, *also}


@pytest.mark.parametrize(
    "output",
    [
        "Labels: fire, flood as far as the headline goes",
        "Labels: fire, flood (this is wrong)",
        "Labels: fire, flood. That is wrong.",
        "fire, flood, according to the author",
        "Labels: fire\nLabels: none of the above, sorry",
        '{"labels": ["fire"], "status": "rejected"}',
        '{"labels": ["fire"], "superseded": true}',
    ],
)
def test_a_set_that_is_taken_back_is_none(output):
    assert not READER.answer(output).is_read


@given(SIDES, st.sampled_from(DRESSES), st.sampled_from([", ", "; ", "\n", " and ", " | "]))
def test_every_set_is_read_in_every_dress(labels, dress, between):
    if between == "\n":  # a list that begins behind its cue and goes on below it is not read
        dress = dress.replace(": {}", ":\n{}")
    assert labels_of(READER.answer(dress.format(between.join(sorted(labels))))) == labels


@given(SIDES)
def test_an_item_that_is_no_class_makes_a_list_unreadable(labels):
    answer = READER.answer(", ".join([*sorted(labels), "hail"]))
    assert (answer.outcome, labels_of(answer)) == ("unreadable", frozenset())


@given(
    st.text()
    | st.lists(st.sampled_from([*CLASSES, ",", "not", "or", ":", "{", "[", '"', "Labels", "\n"])).map(" ".join)
)
def test_any_text_has_one_of_five_outcomes(text):
    answer = READER.answer(text)
    assert answer.outcome in OUTCOMES
    assert isinstance(answer, SetAnswer) == (answer.outcome == "read")


@pytest.mark.parametrize("output", ["[]", "none", '{"labels": []}', "None of the above."])
def test_nothing_is_an_answer_only_where_the_data_knows_items_without_labels(output):
    unknown = SetReader.from_reader(USUAL, None).answer(output)
    assert not unknown.is_read
    assert READER.answer(output) == SetAnswer.given([], READER.answer(output).how)


def test_words_of_the_truth_for_no_label_count():
    assert SetReader.from_reader(USUAL, ["n/a"]).answer("N/A").is_read
    assert READER.answer("N/A").outcome == "missing"


def test_a_class_called_none_is_a_class():
    reader = SetReader.from_reader(Reader.of(ClassList(("none", "fire")), read_answer_tables()), [])
    assert labels_of(reader.answer("none")) == {"none"}


def test_options_are_read_where_they_are_declared():
    classes = ClassList(("fire", "flood", "WASH"))
    reader = SetReader.from_reader(Reader.of(classes, read_answer_tables(), options="letters"), [])
    assert labels_of(reader.answer("A, C")) == {"fire", "WASH"}
    assert READER.answer("A, C").outcome == "unreadable"


def test_strict_takes_whole_answers_alone():
    strict = SetReader.from_reader(Reader.of(ClassList(CLASSES), read_answer_tables(), "strict"), [])
    assert labels_of(strict.answer("Labels: fire, flood")) == {"fire", "flood"}
    assert strict.answer("I would classify this as fire and flood.").outcome == "unreadable"
