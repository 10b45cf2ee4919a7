"""Cells of a spreadsheet: no text is a formula, by one rule in Python and in DuckDB."""

from __future__ import annotations

import csv
from io import StringIO

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mercalli.io.cells import csv_text, safe, safe_sql
from tests.telling.hostile import HOSTILE

DATABASE = duckdb.connect()
TEXT = st.text(st.sampled_from("=+-@\t\r\n\uff1d\uff0d19.eE' a") | st.characters(codec="utf-8"), max_size=8)


def by_duckdb(text):
    return DATABASE.execute(f"select {safe_sql('cell')} from (select ? as cell)", [text]).fetchone()[0]  # noqa: S608 - ours


@settings(deadline=None)
@given(TEXT)
def test_duckdb_and_python_follow_one_rule(text):
    assert by_duckdb(text) == safe(text)


@given(TEXT)
def test_a_text_is_kept_or_has_an_apostrophe_before_it(text):
    assert safe(text) in (text, f"'{text}")


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1", "\uff0dx", "-"]
)
def test_what_a_spreadsheet_would_run_is_only_shown(text):
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["-1", "+49", "-1.5e-3", "fire", "a=b", " =1", "", -1.5, None, True])
def test_numbers_and_plain_texts_stay_as_they_are(cell):
    assert safe(cell) == cell


def test_texts_and_numbers_can_be_read_back():
    rows = [[text, 0.1 + 0.2, None] for text in HOSTILE]
    read = list(csv.reader(StringIO(csv_text(["text", "number", "nothing"], rows), newline="")))[1:]
    assert [row[0].removeprefix("'") for row in read] == [text.removeprefix("'") for text in HOSTILE]
    assert {(float(row[1]), row[2]) for row in read} == {(0.1 + 0.2, "")}
