"""Files as they are found."""

from __future__ import annotations

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import mercalli
from mercalli.io.tables import open_table


def table_of(path, **given):
    """Classes and cells of a file with the columns truth and pred."""
    found = mercalli.evaluate(path, **{"truth": "truth", "pred": "pred", "replicates": 0, **given}).systems[0].table
    return dict(zip(found.classes, (row[:-1] for row in found.cells), strict=True))


TWO_RIGHT = {"a": (1.0, 0.0), "b": (0.0, 1.0)}


@pytest.mark.parametrize(
    "content",
    [
        b"truth,pred\na,a\nb,b\n",
        b"truth,pred\na,a\nb,b",
        b"\xef\xbb\xbftruth,pred\na,a\nb,b\n",
        b"truth,pred\r\na,a\r\nb,b\r\n",
        b"truth , pred\na, a\nb ,b\n",
        b'"truth","pred"\n"a","a"\n"b","b"\n',
        b"truth,pred\na,a\n\nb,b\n\n",
        b"truth;pred\na;a\nb;b\n",
        b"truth|pred\na|a\nb|b\n",
        b"truth\tpred\na\ta\nb\tb\n",
        b'"a, b; c",truth,pred\nx,a,a\n"y\nz",b,b\n',
    ],
    ids=["plain", "no last break", "mark", "crlf", "blanks", "quotes", "blank lines", ";", "|", "tab", "quoted breaks"],
)
def test_a_csv_is_read_however_it_was_saved(tmp_path, content):
    (tmp_path / "rows.csv").write_bytes(content)
    assert table_of(tmp_path / "rows.csv") == TWO_RIGHT


def test_a_quoted_label_may_hold_the_delimiter_a_quote_and_a_break(tmp_path):
    (tmp_path / "rows.csv").write_text('truth,pred\n"a, ""b""\nc",x\nx,"a, ""b""\nc"\n')
    assert list(table_of(tmp_path / "rows.csv")) == ['a, "b"\nc', "x"]


def test_words_that_look_like_nothing_are_labels_if_written(tmp_path):
    (tmp_path / "rows.csv").write_text("truth,pred\nNA,NA\nnull,NA\n")
    assert list(table_of(tmp_path / "rows.csv")) == ["NA", "null"]


@pytest.mark.parametrize("name", ["rows.CSV", "rows.v1.csv", "it's rows.csv", "rows (1).csv", "rows[1].csv"])
def test_a_file_may_have_any_name(tmp_path, name):
    (tmp_path / name).write_text("truth,pred\na,a\nb,b\n")
    assert table_of(tmp_path / name) == TWO_RIGHT


def test_an_ending_in_capitals_may_be_packed(tmp_path):
    (tmp_path / "ROWS.CSV.GZ").write_bytes(gzip.compress(b"truth,pred\na,a\nb,b\n"))
    assert table_of(tmp_path / "ROWS.CSV.GZ") == TWO_RIGHT


def test_a_column_name_may_hold_a_quote(tmp_path):
    (tmp_path / "rows.csv").write_text('truth,"the ""pred"""\na,a\nb,b\n')
    assert table_of(tmp_path / "rows.csv", pred='the "pred"') == TWO_RIGHT


def test_json_may_be_one_list(tmp_path):
    (tmp_path / "rows.json").write_text(json.dumps([{"truth": "a", "pred": "a"}, {"truth": "b", "pred": "b"}]))
    assert table_of(tmp_path / "rows.json") == TWO_RIGHT


@pytest.mark.parametrize("label", ["2016-11-14", "12:30", "2016-11-14T00:02:56", "001", "1.50"])
def test_a_text_in_json_stays_as_it_was_written(tmp_path, label):
    rows = [{"truth": label, "pred": label}, {"truth": label, "pred": label}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert list(table_of(tmp_path / "rows.jsonl")) == [label]


def test_several_files_are_one_table(tmp_path):
    for name in ("a", "b"):
        pq.write_table(pa.table({"truth": [name], "pred": [name]}), tmp_path / f"{name}.parquet")
    assert table_of(tmp_path / "*.parquet") == TWO_RIGHT
    assert table_of([tmp_path / "a.parquet", tmp_path / "b.parquet"]) == TWO_RIGHT


def test_several_files_are_called_by_the_first_and_their_number(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.csv").write_text("truth,pred\na,a\nb,b\n")
    assert open_table(tmp_path / "*.csv").origin == "a.csv and 2 more files"


@pytest.mark.parametrize(("name", "scan"), [("rows.csv", "CSV"), ("rows.jsonl", "JSON"), ("rows.parquet", "PARQUET")])
def test_a_file_is_read_where_it_lies_and_not_pulled_into_memory(tmp_path, name, scan):
    pq.write_table(pa.table({"truth": ["a", "b"], "pred": ["a", "b"]}), tmp_path / "rows.parquet")
    (tmp_path / "rows.csv").write_text("truth,pred\na,a\nb,b\n")
    (tmp_path / "rows.jsonl").write_text('{"truth": "a", "pred": "a"}\n')
    assert scan in open_table(tmp_path / name).relation.explain()
