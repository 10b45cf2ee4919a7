"""Texts that DuckDB cannot read as they are: stray breaks, other encodings; and the line at which one is wrong."""

from __future__ import annotations

import gzip
import os
import tempfile

import pytest

import mercalli
from mercalli.errors import FileError
from mercalli.io.headers import header_of
from mercalli.io.layout import Layout
from mercalli.io.tables import open_table


def rows_of(path, **given):
    return open_table(path, **given).relation.fetchall()


@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.gz"])
def test_a_bare_carriage_return_belongs_to_its_value(tmp_path, name):
    content = b'text,truth\nb\rc,x\n"d\re",x\n"f ""g""\rh","x\r"\n5" i\rj,x\n'
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    assert rows_of(tmp_path / name) == [("b\rc", "x"), ("d\re", "x"), ('f "g"\rh', "x\r"), ('5" i\rj', "x")]


def test_returns_that_part_rows_among_line_feeds_are_told_by_their_line(tmp_path):
    (tmp_path / "rows.csv").write_bytes(b"truth,pred\na,a\nb,b\rc,c\n")
    with pytest.raises(FileError, match=r"^Line 3 of 'rows.csv' has 3 columns where the first line has 2"):
        rows_of(tmp_path / "rows.csv")


def test_files_that_end_their_lines_differently_go_together(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"truth,pred\na,a\n")
    (tmp_path / "b.csv").write_bytes(b"truth,pred\r\nb,b\r\n")
    (tmp_path / "c.csv").write_bytes(b"truth,pred\rc,c\r")
    assert rows_of(tmp_path / "*.csv") == [("a", "a"), ("b", "b"), ("c", "c")]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "shift_jis", "cp932", "euc_jp", "utf-8-sig"])
@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.gz", "rows.jsonl"])
def test_any_encoding_that_python_knows_is_read(tmp_path, encoding, name):
    content = '{"truth": "洪水", "pred": "火"}\n' if name == "rows.jsonl" else "truth,pred\n洪水,火\n"
    content = content.encode(encoding)
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    assert rows_of(tmp_path / name, encoding=encoding) == [("洪水", "火")]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8"])
def test_letters_beyond_the_first_plane_are_read(tmp_path, encoding):
    (tmp_path / "rows.csv").write_bytes("truth,pred\n🔥,🌊\n".encode(encoding))
    assert rows_of(tmp_path / "rows.csv", encoding=encoding) == [("🔥", "🌊")]


@pytest.mark.parametrize(("encoding", "letter"), [("latin-1", "\x93"), ("cp1252", "\u201c")])
def test_the_quotes_of_spreadsheets_are_read(tmp_path, encoding, letter):
    (tmp_path / "rows.csv").write_bytes(b"truth,pred\n\x93a,a\n")
    assert rows_of(tmp_path / "rows.csv", encoding=encoding) == [(f"{letter}a", "a")]


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_wide_text_that_is_not_said_to_be_so_is_told_with_its_encoding(tmp_path, encoding, name):
    (tmp_path / name).write_bytes('{"truth": "a", "pred": "b"}\n'.encode(encoding))
    with pytest.raises(FileError, match=rf"^'{name}' looks like UTF-16 text\. Say --encoding {encoding} "):
        rows_of(tmp_path / name)


@pytest.mark.parametrize("name", ["base64", "rot13", "undefined", "klingon", "a\0b", ""])
def test_what_is_no_text_encoding_is_refused(tmp_path, name):
    (tmp_path / "rows.csv").write_text("truth,pred\na,a\n")
    with pytest.raises(FileError, match="There is no text encoding named"):
        open_table(tmp_path / "rows.csv", encoding=name)


def test_copies_are_gone_when_a_table_is_open(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "aside"))
    (tmp_path / "aside").mkdir()
    (tmp_path / "rows.csv").write_bytes(b"truth,pred\r\na,a\nb,b\n")
    table = open_table(tmp_path / "rows.csv")
    assert os.listdir(tmp_path / "aside") == []  # noqa: PTH208 - names
    assert table.relation.fetchall() == [("a", "a"), ("b", "b")]


def test_a_copy_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    (tmp_path / "rows.csv").write_bytes("truth,pred\na,a\n".encode("utf-16"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))
    with pytest.raises(FileError, match=r"^'rows.csv' must be copied .* the copy cannot be written: No such file"):
        open_table(tmp_path / "rows.csv", encoding="utf-16")


WRONG = {
    "after quoted breaks": (b'truth,pred\n"a\nb\nc",a\nd,d,d\n', "Line 5 of 'rows.csv' has 3 columns"),
    "after blank lines": (b"truth,pred\n\n\na,a\n\nd\n", "Line 6 of 'rows.csv' has 1 column where"),
    "after crlf": (b"truth,pred\r\na,a\r\nd,d,d\r\n", "Line 3 of 'rows.csv' has 3 columns"),
    "after cr": (b"truth,pred\ra,a\rd,d,d\r", "Line 3 of 'rows.csv' has 3 columns"),
    "bytes after quoted breaks": (b'truth,pred\n"a\nb",a\n"c\nd\xe9",a\n', "Line 5 of 'rows.csv' is not utf-8 text"),
    "open quote": (b'truth,pred\n"a\nb",a\nc,"d\ne,e\n', "Line 4 of 'rows.csv' opens a quote that is never closed"),
    "text after a quote": (b'truth,pred\n"a\nb",a\n"c"d,d\n', "Line 4 of 'rows.csv' goes on after the closing quote"),
    "too long": (b'truth,pred\na,a\n"' + b"x\n" * 1_500_000, "Line 3 of 'rows.csv' is too long"),
}


@pytest.mark.parametrize("situation", WRONG)
def test_a_wrong_line_is_told_by_the_number_that_an_editor_shows(tmp_path, situation):
    content, told = WRONG[situation]
    (tmp_path / "rows.csv").write_bytes(content)
    with pytest.raises(FileError, match=f"^{told}"):
        mercalli.evaluate(tmp_path / "rows.csv", truth="truth", pred="pred")


def test_a_wrong_line_is_told_in_any_encoding(tmp_path):
    (tmp_path / "rows.csv").write_bytes("truth,pred\nfeu,feu\n".encode("shift_jis") + b"\x81\xff,a\n")
    with pytest.raises(FileError, match=r"^Line 3 of 'rows.csv' is not shift_jis text"):
        open_table(tmp_path / "rows.csv", encoding="shift_jis")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_record_that_is_made_plain_has_the_same_values(delimiter):
    wild = delimiter.join(['a\rb "c', '"d\re"', ' "f, g"', "", "h"]) + "\r\n"
    assert Layout(delimiter).plain(wild) == delimiter.join(['"a\rb ""c"', '"d\re"', ' "f, g"', "", "h"]) + "\n"


def test_a_carriage_return_file_is_not_taken_for_one_line(tmp_path):
    (tmp_path / "rows.csv").write_bytes(b'truth,pred\r"a\nb",a\r' * 3)
    layout = header_of(tmp_path / "rows.csv").layout
    assert (layout.end, len(list(layout.records("x\ry\r".splitlines(keepends=True))))) == ("\r", 2)
