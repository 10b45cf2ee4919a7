"""Results as workbooks: what is in a table comes back from its sheet."""

from __future__ import annotations

import openpyxl
import pytest

import mercalli
from mercalli.errors import FileError
from mercalli.telling.kinds import tables_of, workbook_of
from mercalli.telling.workbook import sheet_name
from tests.frozen.kept import FIRST, KEPT

FILES = sorted((KEPT / FIRST).glob("*.json"))
TRUTH = ["fire", "flood"] * 10


@pytest.fixture
def opened(tmp_path):
    """The workbook of a result as a reader of others sees it."""

    def read(result):
        return openpyxl.load_workbook(mercalli.write_workbook(result, tmp_path / "tables.xlsx", overwrite=True))

    return read


def evaluated(**pred):
    return mercalli.evaluate(truth=TRUTH, pred=pred or TRUTH, replicates=0)


def close(cell):
    """A workbook holds 16 digits of a number, which has 17."""
    return pytest.approx(cell, rel=1e-15) if isinstance(cell, float) else cell


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_table_of_every_kind_of_result_comes_back(file, opened):
    result = mercalli.read_result(file)
    tables = {sheet_name(name): table for name, table in tables_of(result).items() if table.rows}
    book = opened(result)
    assert book.sheetnames == ["Read me", *tables]
    for name, table in tables.items():
        header, *rows = book[name].iter_rows(values_only=True)
        assert header == table.header
        columns = zip(*rows, strict=True)
        for (_, cells), found in zip(table.columns.values(), columns, strict=True):
            assert list(found) == [None if cell == "" else close(cell) for cell in cells]


def test_the_header_stays_and_numbers_have_formats(opened):
    page = opened(evaluated(svm=TRUTH, rules=["fire"] * 20))["Classes"]
    assert page.freeze_panes == "A2"
    assert page.auto_filter.ref.startswith("A1:")
    formats = {name.value: cell.number_format for name, cell in zip(page[1], page[2], strict=True)}
    assert (formats["value"], formats["support"]) == ("0.0000", "#,##0")


def test_texts_are_no_formulas_and_no_links(opened):
    classes = ["=1+1", "http://a.example/", "007"]
    result = mercalli.evaluate(truth=classes * 5, pred=classes * 5, replicates=0)
    cells = [cell for row in opened(result)["Classes"].iter_rows() for cell in row if cell.value in classes]
    assert {cell.data_type for cell in cells} == {"s"}
    assert not any(cell.hyperlink for cell in cells)


def test_the_first_sheet_has_the_verdict_and_how_it_was_computed(opened):
    result = evaluated(svm=TRUTH)
    first = [str(cell) for row in opened(result)["Read me"].iter_rows(values_only=True) for cell in row if cell]
    assert {line.text for line in result.verdict.lines} <= set(first)
    assert {"Verdict", "Sheets", "How it was computed", "Seed"} <= set(first)


def test_the_same_result_gives_the_same_bytes():
    assert workbook_of(evaluated()) == workbook_of(evaluated())


def test_only_a_workbook_of_ours_is_replaced(tmp_path):
    openpyxl.Workbook().save(tmp_path / "own.xlsx")
    with pytest.raises(FileError, match="is not a workbook of Mercalli"):
        mercalli.write_workbook(evaluated(), tmp_path / "own.xlsx", overwrite=True)
    mercalli.write_workbook(evaluated(), tmp_path / "new.xlsx")
    with pytest.raises(FileError, match="exists already"):
        mercalli.write_workbook(evaluated(), tmp_path / "new.xlsx")


def test_names_in_any_script_and_odd_signs_come_back(opened):
    classes = ["حريق", "बाढ़", "x" * 40]
    page = opened(mercalli.evaluate(truth=classes * 3, pred=classes * 3, replicates=0))["Classes"]
    assert set(classes) <= {row[2] for row in page.iter_rows(values_only=True)}
