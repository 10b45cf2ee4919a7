"""Files as they are found."""

from __future__ import annotations

import csv
import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import mercalli
from mercalli.errors import FileError, MissingError
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
        b"truth,pred\ra,a\rb,b\r",
        b"truth,pred\r\na,a\nb,b\r\n",
        b"truth,pred\na,a\r\nb,b\n",
        b"truth,pred\r\r\na,a\r\r\nb,b\r\r\n",
        b"truth,pred\ra,a\r\nb,b\r\n",
        b"truth,pred\na,a\nb,b\r",
        b'id,truth,pred\r\n"x\ny",a,a\r\n"x\r",b,b\r\n',
    ],
    ids=[
        *("plain", "no last break", "mark", "crlf", "blanks", "quotes", "blank lines", ";", "|", "tab"),
        *("quoted breaks", "cr", "lf after crlf", "crlf after lf", "crcrlf", "crlf after cr", "cr at the end"),
        "quoted breaks among crlf",
    ],
)
def test_a_csv_is_read_however_it_was_saved(tmp_path, content):
    (tmp_path / "rows.csv").write_bytes(content)
    assert table_of(tmp_path / "rows.csv") == TWO_RIGHT


def test_a_column_without_a_name_is_called_by_its_place(tmp_path):
    (tmp_path / "rows.csv").write_text(",truth,pred,\n0,a,a,\n1,b,b,\n")
    assert open_table(tmp_path / "rows.csv").relation.columns == ["column 1", "truth", "pred", "column 4"]
    assert table_of(tmp_path / "rows.csv") == TWO_RIGHT


def test_a_tsv_without_tabs_is_read_by_what_it_has(tmp_path):
    (tmp_path / "rows.tsv").write_text("truth,pred\na,a\nb,b\n")
    assert table_of(tmp_path / "rows.tsv") == TWO_RIGHT


def test_a_quoted_label_may_hold_the_delimiter_a_quote_and_a_break(tmp_path):
    (tmp_path / "rows.csv").write_text('truth,pred\n"a, ""b""\nc",x\nx,"a, ""b""\nc"\n')
    assert list(table_of(tmp_path / "rows.csv")) == ['a, "b"\nc', "x"]


def test_words_that_look_like_nothing_are_labels_if_declared(tmp_path):
    (tmp_path / "rows.csv").write_text("truth,pred\nNA,NA\nnull,NA\n")
    with pytest.raises(MissingError, match="Read as missing: 'NA', 'null'"):
        table_of(tmp_path / "rows.csv")
    rows = {"truth": "truth", "pred": "pred", "classes": ["NA", "null"], "replicates": 0}
    assert mercalli.evaluate(tmp_path / "rows.csv", **rows).systems[0].n == 2


@pytest.mark.parametrize("name", ["rows.CSV", "rows.v1.csv", "it's rows.csv", "rows (1).csv", "rows[1].csv"])
def test_a_file_may_have_any_name(tmp_path, name):
    (tmp_path / name).write_text("truth,pred\na,a\nb,b\n")
    assert table_of(tmp_path / name) == TWO_RIGHT


def test_an_ending_in_capitals_may_be_packed(tmp_path):
    (tmp_path / "ROWS.CSV.GZ").write_bytes(gzip.compress(b"truth,pred\na,a\nb,b\n"))
    assert table_of(tmp_path / "ROWS.CSV.GZ") == TWO_RIGHT


@pytest.mark.parametrize("name", ['the "pred"', "pred.label"])
def test_a_column_may_have_any_name(tmp_path, name):
    with (tmp_path / "rows.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([["truth", "other", name], ["a", "b", "a"], ["b", "a", "b"]])
    assert table_of(tmp_path / "rows.csv", pred=name) == TWO_RIGHT


def test_a_file_is_read_by_its_very_name_even_if_that_is_a_glob(tmp_path):
    (tmp_path / "rows*.csv").write_text("truth,pred\na,a\nb,b\n")
    (tmp_path / "rows_2.csv").write_text("truth,pred\nc,c\n")
    assert table_of(tmp_path / "rows*.csv") == TWO_RIGHT


def test_packed_and_plain_files_go_together_in_the_order_given(tmp_path):
    (tmp_path / "a.csv").write_text("truth,pred\na,a\n")
    (tmp_path / "B.CSV.GZ").write_bytes(gzip.compress(b"truth,pred\nb,b\n"))
    found = open_table([tmp_path / "B.CSV.GZ", tmp_path / "a.csv"]).relation.fetchall()
    assert found == [("b", "b"), ("a", "a")]


def test_a_packed_file_may_have_several_members(tmp_path):
    (tmp_path / "rows.csv.gz").write_bytes(gzip.compress(b"truth,pred\na,a\n") + gzip.compress(b"b,b\n"))
    assert table_of(tmp_path / "rows.csv.gz") == TWO_RIGHT


@pytest.mark.parametrize("name", ["rows.csv.gz", "rows.jsonl.gz"])
def test_a_packed_file_that_is_damaged_anywhere_is_refused(tmp_path, name):
    noise = "".join(f'{{"truth": "{at * 7919 % 104729}", "pred": "a"}}\n' for at in range(100_000))
    packed = gzip.compress(noise.encode(), 1)
    for broken in (packed[:-1], packed[: len(packed) // 2], packed[:-8] + bytes(8), packed + b"x", b"PK" + packed):
        (tmp_path / name).write_bytes(broken)
        with pytest.raises(FileError, match=rf"^'{name}' is cut off or damaged"):
            open_table(tmp_path / name)


def test_parquet_is_not_read_packed(tmp_path):
    (tmp_path / "rows.parquet.gz").write_bytes(gzip.compress(b"PAR1"))
    with pytest.raises(FileError, match=r"The kind of 'rows.parquet.gz' is not clear from its name"):
        open_table(tmp_path / "rows.parquet.gz")


@pytest.mark.parametrize("content", [b"", b"PAR1", b"truth,pred\na,a\n"])
def test_a_file_that_is_no_parquet_is_refused(tmp_path, content):
    (tmp_path / "rows.parquet").write_bytes(content)
    with pytest.raises(
        FileError, match=r"^'rows.parquet' is cut off or damaged: it does not end like a Parquet file\."
    ):
        open_table(tmp_path / "rows.parquet")


def test_an_open_quote_in_a_long_header_is_told_at_once(tmp_path):
    (tmp_path / "rows.csv").write_text('truth,"pred\n' + "fire,fire\n" * 120_000)
    with pytest.raises(FileError, match=r"^Line 1 of 'rows.csv' opens a quote that is never closed"):
        open_table(tmp_path / "rows.csv")


def test_a_parquet_whose_column_is_no_text_is_refused(tmp_path):
    pq.write_table(pa.table({"truth": ["a"], "pred": ["a"]}), tmp_path / "rows.parquet", store_schema=False)
    broken = (tmp_path / "rows.parquet").read_bytes().replace(b"truth", b"t\xe6uth")
    (tmp_path / "rows.parquet").write_bytes(broken)
    with pytest.raises(FileError, match=r"^'rows.parquet' is cut off or damaged: the name of a column is not text"):
        open_table(tmp_path / "rows.parquet")


def test_an_error_names_the_file_that_holds_it(tmp_path):
    (tmp_path / "a.csv").write_text("truth,pred\na,a\n")
    (tmp_path / "b.csv").write_text("truth,pred\na,a\nb,b,b\n")
    with pytest.raises(FileError, match=r"^Line 3 of 'b.csv' has 3 columns where the first line has 2"):
        table_of(tmp_path / "*.csv")


@pytest.mark.parametrize("path", ["x" * 300 + ".csv", "truth,pred\nfire,fire\n" * 50, "a\0b.csv", ""])
def test_a_text_that_cannot_be_a_path_matches_no_file(path):
    with pytest.raises(FileError, match="No file matches"):
        open_table(path)


def test_a_folder_is_told_from_a_file(tmp_path):
    with pytest.raises(FileError, match=rf"is a folder. Give a file or a glob such as '{tmp_path}/\*\.csv'\.$"):
        open_table(tmp_path)


def test_json_may_be_one_list(tmp_path):
    (tmp_path / "rows.json").write_text(json.dumps([{"truth": "a", "pred": "a"}, {"truth": "b", "pred": "b"}]))
    assert table_of(tmp_path / "rows.json") == TWO_RIGHT


@pytest.mark.parametrize("label", ["2016-11-14", "12:30", "2016-11-14T00:02:56", "001", "1.50"])
def test_a_text_in_json_stays_as_it_was_written(tmp_path, label):
    rows = [{"truth": label, "pred": label}, {"truth": label, "pred": label}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert list(table_of(tmp_path / "rows.jsonl")) == [label]


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.JSONL.GZ"])
def test_json_columns_are_text_and_every_key_is_one(tmp_path, name):
    lines = (
        '{"id": 9223372036854775808, "ok": true, "x": 0.1, "none": null}\n\n'
        '{"id": 18446744073709551617, "tags": ["a", "b"], "place": {"lat": 1}, "none": "null"}\n'
    )
    (tmp_path / name).write_bytes(gzip.compress(lines.encode()) if name.endswith("GZ") else lines.encode())
    relation = open_table(tmp_path / name).relation
    assert [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()] == [
        {"id": "9223372036854775808", "ok": "true", "x": "0.1", "none": None, "tags": None, "place": None},
        {
            "id": "18446744073709551617",
            "ok": None,
            "x": None,
            "none": "null",
            "tags": '["a","b"]',
            "place": '{"lat":1}',
        },
    ]


def test_json_keys_are_those_of_all_files_and_late_rows(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"truth": "a"}\n' * 50_000 + '{"truth": "a", "late": "x"}\n')
    (tmp_path / "b.jsonl").write_text('{"pred": "b"}\n')
    relation = open_table(tmp_path / "*.jsonl").relation
    assert sorted(relation.columns) == ["late", "pred", "truth"]
    assert relation.aggregate("count(late), count(pred), count(*)").fetchall() == [(1, 1, 50_002)]


def test_weights_in_json_are_numbers(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"truth": "a", "pred": "a", "w": 2.5}\n{"truth": "b", "pred": "b", "w": 1}\n')
    assert table_of(tmp_path / "rows.jsonl", weight="w") == {"a": (2.5, 0.0), "b": (0.0, 1.0)}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "'rows.json' holds no rows: each line must be an object"),
        (b"\n\n", "'rows.json' holds no rows: each line must be an object"),
        (b"[]", "'rows.json' holds no rows: each line must be an object"),
        (b"[1, 2]", "'rows.json' holds no rows: each line must be an object"),
        (b'{"truth": "a"}\n"fire"\n', "Row 2 of 'rows.json' is not an object"),
        (b'{"truth": "a"}\n{"truth": "a", "truth": "b"}\n', "Row 2 of 'rows.json' has the key 'truth' twice"),
        (b'{"truth": "a", "Truth": "b"}\n', "The columns 'truth' and 'Truth' of 'rows.json' differ only in case"),
        (b'{"truth": "a"}\n{"truth": tru}\n', "Line 2 of 'rows.json' is not a complete JSON object"),
        (b'{"truth": "a"}\n{"truth": "caf\xe9"}\n', "Line 2 of 'rows.json' is not utf-8 text"),
        (b'[{"truth": "a"}, {"tru', "'rows.json' holds neither complete JSON objects nor one complete list of them"),
    ],
)
def test_json_that_is_no_table_is_refused(tmp_path, content, told):
    (tmp_path / "rows.json").write_bytes(content)
    with pytest.raises(FileError, match=f"^{told}"):
        table_of(tmp_path / "rows.json", pred="truth", truth="truth")


def test_several_files_are_one_table(tmp_path):
    for name in ("a", "b"):
        pq.write_table(pa.table({"truth": [name], "pred": [name]}), tmp_path / f"{name}.parquet")
    assert table_of(tmp_path / "*.parquet") == TWO_RIGHT
    assert table_of([tmp_path / "a.parquet", tmp_path / "b.parquet"]) == TWO_RIGHT


def test_several_files_are_called_by_the_first_and_their_number(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.csv").write_text("truth,pred\na,a\nb,b\n")
    assert open_table(tmp_path / "*.csv").origin == "'a.csv' and 2 more files"
    assert open_table(tmp_path / "[ab].csv").origin == "'a.csv' and 1 more file"
    assert open_table(tmp_path / "a.csv").origin == "'a.csv'"


@pytest.mark.parametrize(("name", "scan"), [("rows.csv", "CSV"), ("rows.jsonl", "JSON"), ("rows.parquet", "PARQUET")])
def test_a_file_is_read_where_it_lies_and_not_pulled_into_memory(tmp_path, name, scan):
    pq.write_table(pa.table({"truth": ["a", "b"], "pred": ["a", "b"]}), tmp_path / "rows.parquet")
    (tmp_path / "rows.csv").write_text("truth,pred\na,a\nb,b\n")
    (tmp_path / "rows.jsonl").write_text('{"truth": "a", "pred": "a"}\n')
    assert scan in open_table(tmp_path / name).relation.explain()


@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet", "rows.jsonl"])
def test_the_names_of_folders_are_no_data(tmp_path, name):
    (tmp_path / "truth=c").mkdir()
    pq.write_table(pa.table({"truth": ["a", "b"], "pred": ["a", "b"]}), tmp_path / "truth=c" / "rows.parquet")
    (tmp_path / "truth=c" / "rows.csv").write_text("truth,pred\na,a\nb,b\n")
    (tmp_path / "truth=c" / "rows.jsonl").write_text('{"truth": "a", "pred": "a"}\n{"truth": "b", "pred": "b"}\n')
    assert table_of(tmp_path / "truth=c" / name) == TWO_RIGHT


def test_a_tilde_is_a_name_like_any_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for folder, rows in (("~", "a,a\nb,b\n"), ("home", "c,c\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rows.csv").write_text(f"truth,pred\n{rows}")
    assert table_of("~/rows.csv") == TWO_RIGHT


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_line_that_is_longer_than_what_is_read_at_a_time_is_told(tmp_path, end):
    (tmp_path / "rows.csv").write_text(f"truth,pred,text\na,a,x\nb,b,{'x' * 33_000_000}{end}")
    with pytest.raises(FileError, match=r"Line 3 of 'rows\.csv' is too long"):
        open_table(tmp_path / "rows.csv")


@pytest.mark.parametrize("name", ["no\nte", "no\rte", "no\r\nte"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_break_in_the_name_of_a_column_is_part_of_the_name(tmp_path, name, end):
    (tmp_path / "rows.csv").write_bytes(f'"{name}",truth,pred{end}x,a,a{end}y,b,b{end}'.encode())
    assert table_of(tmp_path / "rows.csv") == TWO_RIGHT
    assert open_table(tmp_path / "rows.csv").columns == ["no\nte", "truth", "pred"]


def test_more_columns_than_can_be_read_are_refused(tmp_path):
    names = ["truth", "pred", *(f"c{number}" for number in range(10_000))]
    pq.write_table(pa.table({name: ["a"] for name in names}), tmp_path / "rows.parquet")
    with pytest.raises(FileError, match=r"has 10,002 columns, and 10,000 are the most"):
        open_table(tmp_path / "rows.parquet")


def test_a_header_that_is_too_long_is_told_as_that(tmp_path):
    (tmp_path / "rows.csv").write_text(f"truth,pred,{'x' * 1_100_000}\na,a,b\n")
    with pytest.raises(FileError, match="it is too long for that"):
        open_table(tmp_path / "rows.csv")
