"""The predictions of several files on the same items."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mercalli.errors import ColumnError, FileError, JoinError
from mercalli.io.joins import Part, joined
from mercalli.io.tables import open_database, open_table


def joined_files(folder, key="id", items=None, **contents):
    """Files of the columns id, truth and pred, given by their rows."""
    database = open_database()
    parts = []
    for name, rows in contents.items():
        (folder / f"{name}.csv").write_text("\n".join(["id,truth,pred", *rows]) + "\n")
        parts.append(Part(name, open_table(folder / f"{name}.csv", database=database), "truth", "pred"))
    return joined(database, parts, key, items)


def test_items_are_matched_by_their_key_whatever_their_order(tmp_path):
    found = joined_files(tmp_path, a=["1,x,x", "2,y,x"], b=["2,y,y", "1,x,z"])
    rows = found.relation.order("id").project('"prediction of a", "prediction of b"').fetchall()
    assert rows == [("x", "z"), ("x", "y")]
    assert (found.origin, found.how) == ("'a.csv' and 'b.csv'", "by 'id'")


def test_of_many_files_the_first_three_are_named(tmp_path):
    found = joined_files(tmp_path, **{name: ["1,x,x"] for name in "abcde"})
    assert found.origin == "'a.csv', 'b.csv', 'c.csv' and 2 more"


def test_a_key_of_numbers_matches_one_of_text(tmp_path):
    database = open_database()
    (tmp_path / "a.csv").write_text("id,truth,pred\n7,1,x\n8,2,y\n")
    pq.write_table(pa.table({"id": [8, 7], "truth": [2, 1], "pred": ["y", "x"]}), tmp_path / "b.parquet")
    parts = [
        Part(file, open_table(tmp_path / file, database=database), "truth", "pred") for file in ("a.csv", "b.parquet")
    ]
    assert len(joined(database, parts, "id").relation.fetchall()) == 2


@pytest.mark.parametrize(
    ("key", "b", "told"),
    [
        ("id", ["1,x,x", "1,x,x"], "'id' must name each item of 'b.csv' once. Repeated: '1'."),
        ("id", ["1,x,x", ",y,x"], "1 row of 'b.csv' has no 'id', which must name each item."),
        ("id", ["1,x,x"], "Items of 'a.csv' that are not in 'b.csv' (by 'id'): '2'."),
        ("id", ["1,x,x", "2,z,x"], "'a.csv' and 'b.csv' disagree on the truth of 1 item (by 'id'): '2'."),
        (None, ["1,x,x"], "'a.csv' (2 rows) and 'b.csv' (1 row) have no id column in common"),
        (None, ["1,x,x", "2,z,x"], "their truths differ in 1 row, so rows cannot be matched"),
    ],
)
def test_items_that_do_not_correspond_are_told(tmp_path, key, b, told):
    with pytest.raises(JoinError) as caught:
        joined_files(tmp_path, key, a=["1,x,x", "2,y,y"], b=b)
    assert told in str(caught.value)


UNEQUAL = {"a": ["1,x,x", "2,y,y", "3,x,y"], "b": ["2,y,x", "3,x,x", "4,y,y"], "c": ["3,x,x", "2,y,y", "5,x,z"]}


def test_common_items_are_those_that_every_file_has(tmp_path):
    found = joined_files(tmp_path, items="common", **UNEQUAL)
    assert found.relation.order("id").project("id, truth").fetchall() == [("2", "y"), ("3", "x")]
    assert found.shared == (
        "The files share 2 items (by 'id'); the others are left out: 'a.csv' has 3, 'b.csv' has 3, 'c.csv' has 3."
    )


def test_all_items_are_those_that_any_file_has(tmp_path):
    found = joined_files(tmp_path, items="all", **UNEQUAL)
    columns = 'id, truth, "prediction of a", "prediction of b", "prediction of c"'
    assert found.relation.order("id").project(columns).fetchall() == [
        ("1", "x", "x", None, None),
        ("2", "y", "y", "x", "y"),
        ("3", "x", "y", "x", "x"),
        ("4", "y", None, "y", None),
        ("5", "x", None, None, "z"),
    ]
    assert found.shared.startswith("The files have 5 items together (by 'id') and share 2: 'a.csv' has 3,")


def test_other_columns_of_all_items_come_from_the_file_that_has_them(tmp_path):
    database = open_database()
    for name, rows in (("a", ["1,x,x,en", "2,y,y,es"]), ("b", ["2,y,y,es", "3,x,x,fr"])):
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,truth,pred,lang", *rows]) + "\n")
    parts = [
        Part(name, open_table(tmp_path / f"{name}.csv", database=database), "truth", "pred") for name in ("a", "b")
    ]
    found = joined(database, parts, "id", "all").relation.order("id").project("lang").fetchall()
    assert found == [("en",), ("es",), ("fr",)]


@pytest.mark.parametrize("items", [None, "common", "all"])
def test_keys_that_match_nowhere_are_told_with_both_sides(tmp_path, items):
    with pytest.raises(JoinError) as caught:
        joined_files(tmp_path, items=items, a=["1,x,x", "2,y,y"], b=["m1,x,x", "m2,y,y"])
    assert "No 'id' of 'a.csv' is in 'b.csv': the first has '1', '2', the second 'm1', 'm2'." in str(caught.value)


def test_all_items_must_have_the_same_truth_in_any_two_files(tmp_path):
    rows = {"a": ["1,x,x", "2,x,x"], "b": ["1,x,x", "7,x,x"], "c": ["1,x,x", "7,y,x"]}
    with pytest.raises(JoinError, match=r"'b.csv' and 'c.csv' disagree on the truth of 1 item"):
        joined_files(tmp_path, items="all", **rows)


def test_items_can_be_chosen_only_by_a_key(tmp_path):
    with pytest.raises(JoinError, match="no id column in common, so `items` cannot be chosen"):
        joined_files(tmp_path, None, "common", a=["1,x,x"], b=["1,x,x"])


def test_the_refusal_names_the_choice_and_how_many_items_are_common(tmp_path):
    with pytest.raises(JoinError, match=r"--items common .* takes the 2 items that both have; --items all takes all"):
        joined_files(tmp_path, **UNEQUAL)


def test_a_key_that_a_file_lacks_is_told_with_its_columns(tmp_path):
    with pytest.raises(ColumnError, match=r"no column 'tweet' in 'a.csv'"):
        joined_files(tmp_path, "tweet", a=["1,x,x"], b=["1,x,x"])


def test_of_many_items_that_do_not_correspond_a_few_are_shown(tmp_path):
    a, b = ([f"{number},x,x" for number in numbers] for numbers in (range(1000, 2900), range(1000, 1001)))
    with pytest.raises(JoinError, match=r"'1001', '1002', '1003' and 1,896 more\."):
        joined_files(tmp_path, a=a, b=b)


@pytest.mark.parametrize("key", ["id", None])
@pytest.mark.parametrize("truth", ["Caution and advice", " caution_and_advice ", '"""caution-and-advice""."'])
def test_truths_that_are_spelt_differently_agree(tmp_path, key, truth):
    found = joined_files(tmp_path, key, a=["1,caution_and_advice,x"], b=[f"1,{truth},x"])
    assert len(found.relation.fetchall()) == 1


def test_truths_and_ids_that_are_whole_numbers_agree_however_a_file_holds_them(tmp_path):
    database = open_database()
    (tmp_path / "a.csv").write_text("id,truth,pred\n7,1,x\n8,2,y\n")
    pq.write_table(pa.table({"id": [8.0, 7.0], "truth": [2.0, 1.0], "pred": ["y", "x"]}), tmp_path / "b.parquet")
    parts = [
        Part(file, open_table(tmp_path / file, database=database), "truth", "pred") for file in ("a.csv", "b.parquet")
    ]
    assert len(joined(database, parts, "id").relation.fetchall()) == 2


def test_a_row_that_is_too_long_is_told_by_its_line_also_when_files_are_joined(tmp_path):
    with pytest.raises(FileError, match=r"^Line 3 of 'b.csv' has 4 columns where the first line has 3"):
        joined_files(tmp_path, a=["1,x,x", "2,x,x"], b=["1,x,x", "2,x,x,x"])
