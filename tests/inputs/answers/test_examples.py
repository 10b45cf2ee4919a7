import pytest

from tests.inputs.answers.readers import USUAL, not_understood, rows


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["why"])
def test_every_example_is_read_as_a_person_reads_it(row):
    answer = USUAL.answer(row["raw"])

    assert (answer.outcome, answer.label or "") == (row["expected_outcome"], row["expected_label"])


@pytest.mark.parametrize("row", not_understood(), ids=lambda row: row["why"])
def test_what_is_not_understood_is_never_taken_for_another_class(row):
    answer = USUAL.answer(row["raw"])

    assert (answer.outcome == "read", answer.label) == (False, None)
