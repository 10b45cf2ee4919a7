"""Files whose first line may or may not name the columns."""

import pytest

import mercalli
from mercalli.errors import TextError
from tests.tasks.classifier.made import made_rows


def test_training_tells_that_no_header_was_found(tmp_path):
    texts, labels, _ = made_rows(80)
    (tmp_path / "rows.csv").write_text("\n".join(f"{label},{text}" for label, text in zip(labels, texts, strict=True)))
    told = mercalli.train(tmp_path / "rows.csv", replicates=0).said
    assert told[0].startswith("no header found: text is column 2, label is column 1; if the first line names")
    assert mercalli.train(tmp_path / "rows.csv", header=False, replicates=0).said == ()


def test_a_header_taken_for_a_label_is_hinted_at(tmp_path):
    texts, labels, _ = made_rows(80)
    lines = [f"{label},{text}" for label, text in zip(labels, texts, strict=True)]
    (tmp_path / "rows.csv").write_text("\n".join(["kind,said", *lines]))
    with pytest.raises(TextError, match=r"for 'kind'.*if one of them is the name of a column, add --header"):
        mercalli.train(tmp_path / "rows.csv", replicates=0)
