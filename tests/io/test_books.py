"""Workbooks as tables: which sheet, which cells, and what is refused."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
import zipfile

import openpyxl
import pytest

import mercalli
from mercalli.engines.open import source_of
from mercalli.errors import FileError, SettingError
from mercalli.io.paths import bare_name
from mercalli.io.tables import open_table
from mercalli.plan.systems import system_names

COLUMNS = {"truth": "truth", "pred": "pred"}
ROWS = [["id", "truth", "pred"], [1, "fire", "fire"], [2, "flood", "fire"], [3, "flood", "flood"]]


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Writes a workbook: rows by the names of their sheets."""
    monkeypatch.chdir(tmp_path)

    def write(name="rows.xlsx", **sheets):
        made = openpyxl.Workbook()
        made.remove(made.active)
        for title, rows in sheets.items():
            page = made.create_sheet(title)
            for row in rows:
                page.append(row)
        made.save(name)
        return made

    return write


def cells(path):
    return open_table(path).relation.fetchall()


def test_a_workbook_is_the_table_of_its_rows(book, tmp_path):
    book(data=ROWS)
    (tmp_path / "rows.csv").write_text("\n".join(",".join(map(str, row)) for row in ROWS))
    found, other = (mercalli.evaluate(f"rows.{kind}", **COLUMNS, replicates=0) for kind in ("xlsx", "csv"))
    assert found.systems == other.systems


def test_cells_are_text_as_people_read_them(book):
    day, moment = dt.date(2024, 5, 1), dt.datetime(2024, 5, 1, 13, 0, 5)  # noqa: DTZ001 - a cell has no zone
    book(data=[["a", "b", "c", "d", "e"], [7.0, 0.25, day, moment, True], [None, "007", dt.time(3, 4), -2, False]])
    assert cells("rows.xlsx") == [
        ("7", "0.25", "2024-05-01", "2024-05-01 13:00:05", "true"),
        (None, "007", "03:04:00", "-2", "false"),
    ]


def test_text_with_breaks_quotes_and_commas_stays_as_it_is(book):
    texts = ['a "quoted", text', "two\nlines", "; or\ttab", "حريق", " blanks "]
    book(data=[["one\nname", "text;text"], *([at, text] for at, text in enumerate(texts))])
    table = open_table("rows.xlsx")
    assert table.columns == ["one\nname", "text;text"]
    assert [text for _, text in table.relation.fetchall()] == texts


def test_ids_as_text_keep_every_digit(book):
    ids = ["1234567890123456789", "0012"]
    book(data=[["id"], *([each] for each in ids)])
    assert [each for (each,) in cells("rows.xlsx")] == ids


def test_numbers_that_a_spreadsheet_rounds_are_refused_where_they_are_used_alone(book):
    book(data=[[*ROWS[0], "tweet"], *([*row, 1234567890123456789] for row in ROWS[1:])])
    assert mercalli.evaluate("rows.xlsx", **COLUMNS, replicates=0).systems[0].n == 3
    with pytest.raises(FileError, match=r"more than 15 digits in the column 'tweet'.*Format the column as text"):
        mercalli.evaluate("rows.xlsx", **COLUMNS, weight="tweet", replicates=0)


def test_formulas_are_never_computed(book):
    book(data=[["a", "b"], [1, "=1+1"]])
    assert cells("rows.xlsx") == [("1", None)], "nothing was stored for it"


def test_rows_may_begin_anywhere_and_empty_ones_do_not_count(book):
    made = book(data=[])
    for place, cell in {"C4": "truth", "D4": "pred", "C5": "a", "D5": "b", "C8": "c"}.items():
        made["data"][place] = cell
    made.save("rows.xlsx")
    assert cells("rows.xlsx") == [("a", "b"), ("c", None)]


def test_a_column_of_an_index_needs_no_name(book):
    book(data=[[None, "truth", "pred"], [0, "a", "b"]])
    assert open_table("rows.xlsx").columns == ["column 1", "truth", "pred"]


def test_empty_and_hidden_sheets_are_no_data(book):
    made = book(data=ROWS, lookup=ROWS, empty=[])
    made["lookup"].sheet_state = "hidden"
    made.save("rows.xlsx")
    assert len(cells("rows.xlsx")) == len(cells("rows.xlsx:lookup")) == 3


def test_a_sheet_is_named_after_a_colon(book):
    book(first=ROWS, other=ROWS[:2])
    assert [len(cells(f"rows.xlsx:{sheet}")) for sheet in ("first", "other")] == [3, 1]
    assert len(cells("r*.xlsx:other")) == 1, "in each file that a glob means"


def test_several_sheets_with_data_are_listed(book):
    book(May=ROWS, June=ROWS)
    with pytest.raises(FileError, match=r"several sheets with data: 'May', 'June'. Name one, as in 'rows.xlsx:May'"):
        source_of("rows.xlsx")


def test_a_sheet_that_is_not_there_is_told_with_those_that_are(book):
    book(May=ROWS, June=ROWS)
    with pytest.raises(FileError, match=r"has no sheet 'Jun'. Did you mean 'June'\? Its sheets are: 'May', 'June'"):
        source_of("rows.xlsx:Jun")


def test_merged_cells_are_refused_with_their_place(book):
    made = book(data=ROWS)
    made["data"].merge_cells("B2:B3")
    made.save("rows.xlsx")
    with pytest.raises(FileError, match=r"merged cells \(B2:B3\)"):
        source_of("rows.xlsx")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ROWS[1:], "A1 holds 1"),
        ([["Results of May"], *ROWS], "row 1 has 1 of 3 names"),
        ([[None, 2.5]], "B1 holds 2.5"),
    ],
)
def test_a_sheet_without_a_header_is_refused(book, rows, said):
    book(data=rows)
    with pytest.raises(FileError, match=f"must name the columns; {said}"):
        source_of("rows.xlsx")


def test_a_sheet_without_rows_is_told(book):
    book(data=[])
    with pytest.raises(FileError, match="holds no rows"):
        source_of("rows.xlsx")


def test_two_cells_far_apart_do_not_take_the_memory(book):
    made = book(data=[["truth"]])
    made["data"]["XFD1048576"] = "pred"
    made.save("rows.xlsx")
    with pytest.raises(FileError, match="needs more memory to be read than a table does"):
        source_of("rows.xlsx")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(book, tmp_path):
    book(data=ROWS)
    with zipfile.ZipFile("rows.xlsx", "a", zipfile.ZIP_DEFLATED) as packed, packed.open("more.xml", "w") as file:
        for _ in range(1025):
            file.write(bytes(1 << 20))
    assert (tmp_path / "rows.xlsx").stat().st_size < 2 << 20
    with pytest.raises(FileError, match="needs more memory"):
        source_of("rows.xlsx")


def test_an_opendocument_sheet_that_may_have_been_cut_off_is_refused(tmp_path):
    for more, fits in ((1_048_572, True), (1_048_573, False), (2_000_000_000, False)):
        _write_ods(tmp_path / "rows.ods", [("truth", 1), ("fire", 1), ("flood", 1), ("fire", more)])
        if fits:
            assert open_table(tmp_path / "rows.ods").relation.aggregate("count(*)").fetchone() == (more + 2,)
        else:
            with pytest.raises(FileError, match="has 1,048,576 rows or more"):
                source_of(tmp_path / "rows.ods")


def _write_ods(path, rows):
    """A workbook of OpenDocument with one column: what is in a cell, and how often the row is there."""
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "table", "text")
    )
    body = "".join(
        f'<table:table-row table:number-rows-repeated="{times}"><table:table-cell office:value-type="string">'
        f"<text:p>{cell}</text:p></table:table-cell></table:table-row>"
        for cell, times in rows
    )
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("META-INF/manifest.xml", "<manifest/>")
        packed.writestr(
            "content.xml",
            f'<office:document-content {spaces}><office:body><office:spreadsheet><table:table table:name="S">{body}'
            f"</table:table></office:spreadsheet></office:body></office:document-content>",
        )


def test_a_file_that_is_no_workbook_is_told(tmp_path):
    (tmp_path / "rows.xlsx").write_text("truth,pred\na,b\n")
    with pytest.raises(FileError, match="no workbook that can be read"):
        source_of(tmp_path / "rows.xlsx")


def test_spark_does_not_read_workbooks(book):
    from mercalli.io.spark import open_spark  # noqa: PLC0415 - Spark itself is not needed

    book(data=ROWS)
    with pytest.raises(FileError, match="Leave --engine out"):
        open_spark("rows.xlsx", "local[1]")


def test_sheets_are_systems_of_different_names():
    assert bare_name("runs/may.xlsx:svm") == "may:svm"
    assert system_names(["may.xlsx:svm", "may.xlsx:rules"]) == ["may:svm", "may:rules"]


def test_a_workbook_that_is_read_is_never_replaced(book, tmp_path):
    book(data=ROWS)
    before = (tmp_path / "rows.xlsx").read_bytes()
    call = (sys.executable, "-m", "mercalli", "evaluate", "rows.xlsx:data", "--xlsx", "rows.xlsx", "--overwrite")
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (done.returncode, (tmp_path / "rows.xlsx").read_bytes()) == (2, before)
    assert "is the file that is read" in done.stderr


def test_what_is_missing_is_installed_by_one_command(book, tmp_path):
    book(data=ROWS)
    without = "import sys; sys.modules['python_calamine'] = sys.modules['xlsxwriter'] = None; import mercalli\n"
    tried = (
        "mercalli.evaluate('rows.xlsx', truth='truth', pred='pred')",
        "mercalli.write_workbook(mercalli.evaluate(truth=['a'], pred=['a']), 'new.xlsx')",
    )
    for call in tried:
        done = subprocess.run((sys.executable, "-c", without + call), capture_output=True, text=True, check=False)
        assert "pip install 'mercalli[excel]'" in done.stderr.splitlines()[-1]
    assert not (tmp_path / "new.xlsx").exists()


def test_nothing_but_a_result_becomes_a_workbook(tmp_path):
    with pytest.raises(SettingError, match="`result` must be a result"):
        mercalli.write_workbook({"accuracy": 1.0}, tmp_path / "new.xlsx")
