"""Files whose first line may or may not name the columns."""

import pytest

import mercalli
from mercalli.errors import ColumnError, TextError
from mercalli.plan.labelled_texts import open_texts
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


def test_a_table_of_several_columns_without_a_usual_name_is_not_taken_for_texts(tmp_path):
    (tmp_path / "people.csv").write_text("horTh,age,time\nno,70,1814\nyes,56,2018\n")
    with pytest.raises(ColumnError, match=r"'people.csv' has no column with a usual name.*'age'.*--no-header"):
        open_texts(tmp_path / "people.csv")
    assert open_texts(tmp_path / "people.csv", text="horTh").text == "horTh"


@pytest.mark.parametrize("rows", ["age\n70\n56\n", "treated,age\nno,70\nyes,56\n", "text\n70\n56\n"])
def test_numbers_are_not_taken_for_texts(tmp_path, rows):
    (tmp_path / "ages.csv").write_text(rows)
    with pytest.raises(TextError, match=r"of 'ages.csv' holds numbers. Name the column of texts with --text NAME"):
        open_texts(tmp_path / "ages.csv")


def test_three_columns_without_a_header_are_read_where_that_is_said(tmp_path):
    (tmp_path / "rows.csv").write_text("flood,the river rises,kenya\nfire,smoke here,chile\n")
    assert open_texts(tmp_path / "rows.csv", header=False).roles == {"text": "column 2", "label": "column 1"}
