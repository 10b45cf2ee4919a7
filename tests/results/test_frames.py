"""Tables of results as data frames of any library, with the columns of the CSV files."""

from __future__ import annotations

import csv
import subprocess
import sys
from dataclasses import replace
from io import StringIO

import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import mercalli
from mercalli.errors import ExtraError, SettingError, TableError
from mercalli.io.frames import frame
from mercalli.io.sheets import sheet
from mercalli.telling.kinds import files_of, tables_of
from tests.frozen.kept import FIRST, KEPT

FILES = sorted((KEPT / FIRST).glob("*.json"))
TRUTH = ["fire", "flood", "fire", "flood", "fire", "flood"]
RULES = ["fire", "fire", "fire", "flood", "flood", "flood"]
BACKENDS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.Table}


@pytest.fixture(scope="module")
def result():
    """As the command makes it: with the comparison."""
    pred = {"svm": TRUTH, "rules": RULES}
    evaluation = mercalli.evaluate(
        truth=TRUTH,
        pred=pred,
        by={"place": ["north", "south"] * 3},
        gates=["accuracy>=0.9"],
        replicates=100,
    )
    return replace(evaluation, comparison=mercalli.compare(truth=TRUTH, pred=pred, replicates=100))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_frame_is_of_the_library_named(result, backend):
    found = result.to_frame("metrics", backend=backend)
    assert isinstance(found, BACKENDS[backend])
    values = nw.from_native(found).filter(nw.col("metric") == "accuracy").select("system", "value").rows()
    assert values == [("svm", 1.0), ("rules", 4 / 6)]


def test_without_a_library_it_is_a_relation_that_others_can_read(result):
    found = result.to_frame("classes", backend="duckdb")
    assert found.filter("\"class\" = 'fire' and metric = 'recall' and system = 'rules'").fetchall()[0][4] == 2 / 3
    assert pl.DataFrame(found).shape == result.to_frame("classes", backend="polars").shape


SCRIPT = """
import sys, mercalli
result = mercalli.evaluate(truth=["a", "b"], pred=["a", "a"], replicates=0)
first = type(result.to_frame()).__module__
print(first, type(result.to_frame()).__module__)
import {library}
print(type(result.to_frame()).__module__.partition(".")[0])
"""


@pytest.mark.parametrize("library", BACKENDS)
def test_by_default_it_is_of_the_library_that_is_imported_already(library):
    script = SCRIPT.format(library=library)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["_duckdb", "_duckdb", library]


@pytest.mark.parametrize("table", ["metrics", "classes", "slices", "confusions", "comparison", "gates"])
def test_an_evaluation_has_every_table(result, table):
    found = result.to_frame(table, backend="polars")
    assert found.height > 0


def test_differences_are_those_of_the_result(result):
    found = result.to_frame("comparison", backend="polars").filter(pl.col("metric") == "accuracy")
    assert found["difference"].to_list() == [result.comparison.pairs[0].difference("accuracy").difference]


def test_without_a_name_it_is_the_first_table_also_of_a_comparison(result):
    assert list(result.to_frame(backend="pandas")) == list(result.to_frame("metrics", backend="pandas"))
    found = result.comparison.to_frame(backend="duckdb").columns
    assert found == result.comparison.to_frame("comparison", backend="duckdb").columns


def test_gates_say_whether_they_were_passed(result):
    found = result.to_frame("gates", backend="polars")
    assert dict(found.select("system", "passed").iter_rows()) == {"svm": True, "rules": False}


def test_a_table_that_is_not_there_is_refused_with_those_that_are(result):
    with pytest.raises(
        TableError, match=r"'evaluation' has no table 'metric'. Did you mean 'metrics'.*classes, slices"
    ):
        result.to_frame("metric")


def test_an_unknown_library_is_refused(result):
    with pytest.raises(SettingError, match=r"`backend` must be one of 'polars'.*'duckdb'; found 'spark'"):
        result.to_frame(backend="spark")


def test_a_library_that_is_not_installed_is_named(result):
    with pytest.raises(ExtraError, match="needs cudf, which is not installed"):
        result.to_frame(backend="cudf")


@pytest.mark.parametrize("backend", [*BACKENDS, "duckdb"])
def test_a_table_without_rows_keeps_its_columns(backend):
    perfect = mercalli.evaluate(truth=TRUTH, pred=TRUTH, replicates=0)
    found = nw.from_native(perfect.to_frame("confusions", backend=backend)).lazy().collect()
    assert (found.columns, len(found)) == (["system", "truth", "pred", "count", "share", "harm"], 0)


@pytest.mark.parametrize("backend", [*BACKENDS, "duckdb"])
def test_gaps_and_odd_texts_stay_as_they_are(backend):
    odd = ["it's", 'a "name"', "tab\tnull\0", "=1+1", None]
    made = sheet(
        "odd", ("text", "n", "right", "value"), zip(odd, [1, None, 3, 4, 5], [True] * 5, [None] * 5, strict=True)
    )
    found = nw.from_native(frame(made, backend)).lazy().collect()
    assert [text or None for text in found["text"].to_list()[:4]] == odd[:4]
    assert found["n"].to_list()[0] == 1
    assert found["right"].to_list() == [True] * 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_frames_hold_what_the_csv_files_hold(file):
    result = mercalli.read_result(file)
    for table in tables_of(result).values():
        header, *rows = csv.reader(StringIO(table.csv))
        found = result.to_frame(table.name, backend="polars")
        assert (found.columns, found.height) == (header, len(rows))


def test_the_files_of_a_folder_are_those_tables(result):
    files = files_of(result)
    tables = {"metrics.csv", "classes.csv", "slices.csv", "confusions.csv", "differences.csv", "gates.csv"}
    assert tables <= set(files)
    assert files["gates.csv"] == tables_of(result)["gates"].csv
