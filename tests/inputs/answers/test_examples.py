import pytest

from tests.inputs.answers.readers import USUAL, rows


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["why"])
def test_every_example_is_read_as_a_person_reads_it(row):
    answer = USUAL.answer(row["raw"])

    assert (answer.outcome, answer.label or "") == (row["expected_outcome"], row["expected_label"])
