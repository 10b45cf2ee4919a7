"""Outputs that were read before in this process."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.inputs.answers.reader import Reader
from mercalli.inputs.classes import ClassList
from mercalli.io.answers import read_answer_tables
from mercalli.plan.read_before import READ_BEFORE, ReadBefore

TRUTH = ["fire", "flood", "fire", "flood"]
OUTPUTS = ["Class: fire", "I think this is a flood.", "fire or flood", "**flood**"]


@pytest.fixture(autouse=True)
def _forgotten():
    READ_BEFORE.forget()
    yield
    READ_BEFORE.forget()


def reader(*classes, mode="usual", **aliases):
    return Reader.of(ClassList(classes, aliases), read_answer_tables(), mode=mode)


def counts(**asked):
    result = mercalli.evaluate(truth=TRUTH, pred=OUTPUTS, replicates=0, metrics="accuracy", **asked)
    return [(each.outcome, each.how, each.count) for each in result.systems[0].outputs.counts]


def test_a_second_call_reads_nothing_again(monkeypatch):
    first = counts()
    monkeypatch.setattr(Reader, "_staged", lambda *_: pytest.fail("read again"))
    assert counts() == first


def test_another_mode_reads_again():
    usual = counts()
    assert counts(answers="strict") != usual
    assert counts() == usual


def test_names_of_classes_are_those_of_the_call():
    """The same outputs about classes that are spelt otherwise give labels as these are spelt."""
    counts()
    result = mercalli.evaluate(truth=[label.upper() for label in TRUTH], pred=OUTPUTS, replicates=0, metrics="accuracy")
    assert result.systems[0].table.classes == ("FIRE", "FLOOD")
    assert result.systems[0].measure("accuracy").value == 0.75


@pytest.mark.parametrize(
    "other",
    [reader("flood", "fire", "calm"), reader("fire", "flood", mode="strict"), reader("fire", "flood", blaze="fire")],
)
def test_answers_are_kept_by_all_that_decides_them(other):
    before, one = ReadBefore(), reader("fire", "flood")
    before.keep(one, {text: one.answer(text) for text in OUTPUTS})
    assert before.answers(other, OUTPUTS) == {}
    assert before.answers(reader("fire", "flood"), OUTPUTS) == {text: one.answer(text) for text in OUTPUTS}


def test_only_texts_are_kept():
    """1, 1.0 and True are one key of a dict, and three outputs."""
    before, one = ReadBefore(), reader("1", "true")
    before.keep(one, {1: one.answer(1)})
    assert before.answers(one, [1, True, 1.0, "1"]) == {}


def test_what_has_no_room_is_not_kept():
    before, one = ReadBefore(room=5), reader("fire", "flood")
    before.keep(one, {"Class: fire": one.answer("Class: fire")})
    assert before.answers(one, ["Class: fire"]) == {}
