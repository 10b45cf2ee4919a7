from functools import cache

import pytest

from mercalli.inputs.answers.answer import READ
from mercalli.inputs.classes import ClassList
from tests.inputs.answers.readers import USUAL, not_understood, reader, rows, sealed


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["why"])
def test_every_example_is_read_as_a_person_reads_it(row):
    answer = USUAL.answer(row["raw"])

    assert (answer.outcome, answer.label or "") == (row["expected_outcome"], row["expected_label"])


@pytest.mark.parametrize("row", not_understood(), ids=lambda row: row["why"])
def test_what_is_not_understood_is_never_taken_for_another_class(row):
    answer = USUAL.answer(row["raw"])

    assert (answer.outcome == "read", answer.label) == (False, None)


@pytest.mark.parametrize("row", sealed(), ids=lambda row: f"{row['set']}: {row['why']}")
def test_sealed_outputs_are_read_as_a_person_accepts(row):
    answer = _reader(row["classes"]).answer(row["raw"])

    given = f"{READ}:{answer.label}" if answer.is_read else answer.outcome
    expected = f"{READ}:{row['expected_label']}" if row["expected_label"] else row["expected_outcome"]
    assert given in {expected, *row["also"].split()}


@pytest.mark.parametrize("row", sealed(), ids=lambda row: f"{row['set']}: {row['why']}")
def test_strict_reading_gives_the_same_label_or_none(row):
    usual = _reader(row["classes"]).answer(row["raw"])
    strict = _reader(row["classes"], "strict").answer(row["raw"])

    assert strict.label in {usual.label, None}


@cache
def _reader(classes, mode="usual"):
    return reader(ClassList.check(classes.split("|")), options=None, mode=mode) if classes else reader(mode=mode)
