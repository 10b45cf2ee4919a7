"""Files of labelled texts: with a header or without, delimited, JSON lines or Parquet."""

import duckdb
import pytest

from mercalli.errors import ColumnError, FileError, TextError
from mercalli.plan.labelled_texts import read


def _file(folder, name, content, encoding="utf-8"):
    path = folder / name
    path.write_text(content, encoding=encoding)
    return path


def test_without_a_header_the_label_is_first_and_the_text_second(tmp_path):
    data = read(_file(tmp_path, "rows.csv", 'fire,"smoke; | ash, dust"\nflood,water\nfire,fire\n'))
    assert (data.classes, data.texts[0], len(data)) == (("fire", "flood"), "smoke; | ash, dust", 3)


def test_without_a_header_a_delimiter_of_labels_does_not_part_columns(tmp_path):
    data = read(_file(tmp_path, "rows.csv", "a|b|c,some text\nb,other\n"), mode="multi-label")
    assert data.flags.tolist() == [[True, True, True], [False, True, False]]


def test_a_row_of_two_values_that_are_alike_is_no_header(tmp_path):
    assert len(read(_file(tmp_path, "rows.csv", "fire,fire\nflood,rain\n"))) == 2


def test_columns_are_found_by_their_usual_names(tmp_path):
    path = _file(tmp_path, "rows.tsv", "Tweet ID\tTweet Text\tLabel\tevent\n9007199254740993\tsmoke\tfire\tx\n")
    data = read(path, by=["event"])
    assert data.roles == {"text": "Tweet Text", "label": "Label", "id": "Tweet ID"}
    assert (data.ids[0], data.by["event"].values) == ("9007199254740993", ("x",))


def test_a_header_may_be_denied(tmp_path):
    data = read(_file(tmp_path, "rows.csv", "label,text\nfire,smoke\n"), header=False)
    assert (data.classes, data.texts[0]) == (("fire", "label"), "text")


def test_json_lines_and_parquet_hold_lists_of_labels(tmp_path):
    lines = _file(
        tmp_path, "rows.jsonl", '{"text": "smoke", "labels": ["fire", "ash"]}\n{"text": "calm", "labels": []}\n'
    )
    packed = tmp_path / "rows.parquet"
    duckdb.sql("select 'smoke' as text, ['fire', 'ash'] as labels union all select 'calm', []").write_parquet(
        str(packed)
    )
    found = [read(path, mode="multi-label") for path in (lines, packed)]
    assert [data.flags.tolist() for data in found] == [[[True, True], [False, False]]] * 2


def test_texts_in_any_script_and_encoding_are_read(tmp_path):
    path = _file(tmp_path, "rows.csv", "flood,Überschwemmung in São Paulo\ncalm,água\n", "utf-16")
    data = read(path, encoding="utf-16")
    assert data.texts.tolist() == ["Überschwemmung in São Paulo", "água"]


@pytest.mark.parametrize(
    ("content", "options", "error", "told"),
    [
        ("text,kind\nsmoke,fire\n", {}, ColumnError, "no column with a usual name for the label"),
        ("label,words\nfire,smoke\n", {}, ColumnError, "no column with a usual name for the text"),
        ("label,text\nfire,smoke\n", {"text": "txt"}, ColumnError, "Did you mean 'text'?"),
        ("label,text\nfire,smoke\n", {"by": ["event"]}, ColumnError, "There is no column 'event'"),
        ("id,remark\n1,smoke\n", {}, ColumnError, "no column with a usual name for the text"),
        (
            "fire,smoke\nflood,rain\n",
            {"header": False, "text": "words"},
            ColumnError,
            "There is no column 'words' in 'rows.csv'. Its columns are: 'column 1', 'column 2'",
        ),
        ("smoke\nwater\n", {}, TextError, "has one column"),
        (
            "fire,smoke\nflood,rain,more\n",
            {},
            FileError,
            "Line 2 of 'rows.csv' has 3 columns where the first line has 2",
        ),
        ('fire,"smoke\nflood,rain\n', {}, FileError, "opens a quote"),
        ("fire," + "x" * 3_000_000 + "\n", {}, FileError, "Line 1 of 'rows.csv' is too long"),
        ('fire,"' + "x" * 3_000_000 + '"\n', {}, FileError, "Line 1 of 'rows.csv' is too long"),
    ],
)
def test_what_is_no_file_of_labelled_texts_is_refused(tmp_path, content, options, error, told):
    with pytest.raises(error) as found:
        read(_file(tmp_path, "rows.csv", content), **options)
    assert told in str(found.value)


def test_a_single_line_that_is_far_too_long_is_told(tmp_path):
    with pytest.raises(FileError, match=r"Line 1 of 'rows.csv' is too long"):
        read(_file(tmp_path, "rows.csv", "fire," + "x " * 20_000_000 + "\n"))
    with pytest.raises(FileError, match=r"Line 1 of 'rows.jsonl' is too long"):
        read(_file(tmp_path, "rows.jsonl", '{"label": "fire", "text": "' + "x " * 20_000_000 + '"}\n'))


def test_mixed_encodings_are_told_with_their_line(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes("fire,fumée\n".encode() + "flood,marée\n".encode("latin-1"))
    with pytest.raises(FileError, match=r"Line 2 of 'rows.csv' is not utf-8 text"):
        read(path)
