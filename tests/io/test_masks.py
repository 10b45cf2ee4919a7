"""DuckDB masks as Python does."""

from __future__ import annotations

import duckdb
import pytest

from mercalli.io.cells import safe
from mercalli.io.masks import masked_sql
from mercalli.text.masks import masked
from tests.text.test_masks import AROUND, MAILS, NUMBERS, PHONES, PLACES, USERS, listed

ALONE = [
    "",
    "@",
    "@ home",
    "=@sum(1)",
    "@a@b",
    "@a,@b @c",
    "@" + "a" * 80,
    "RT@a",
    "“@a”",
    "a.@b",
    "@a.b @a.B",
    None,
    "x\n@a\0@b",
]


@pytest.fixture(scope="module")
def database():
    return duckdb.connect()


@pytest.mark.parametrize("around", ["{}", "@you {} @me", *AROUND[1:]])
def test_a_query_masks_as_the_function_does(database, around):
    every = listed(PHONES + MAILS + USERS + PLACES + NUMBERS)
    texts = [*ALONE, *map(around.format, every), *(f"{one}{two}" for one in listed(USERS) for two in every)]
    relation = database.sql("select unnest($texts) as text", params={"texts": texts})
    found = [text for (text,) in relation.project(masked_sql("text", database)).fetchall()]
    assert found == [None if text is None else safe(masked(text)) for text in texts]
