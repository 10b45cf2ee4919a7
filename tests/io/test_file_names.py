"""Names of files for systems that may be called anything."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.io.file_names import file_names
from mercalli.io.manifests import PREDICTIONS
from tests.telling.hostile import HOSTILE

ODD = (
    "a/b",
    "a b",
    "a_b",
    "a_b_2",
    "..",
    ".",
    "CON",
    "nul.txt",
    "🔥",
    "🔥🔥",
    "x" * 300,
    "x" * 301,
    "Über",
    "über",
    "",
)


@given(st.lists(st.text() | st.sampled_from(ODD + HOSTILE), unique=True, max_size=8))
def test_names_are_safe_and_distinct_on_any_system(names):
    found = file_names(names, PREDICTIONS)
    assert len({normalize("NFKC", name).casefold() for name in found.values()}) == len(names)
    for name in found.values():
        assert not set(name) & set('/\\:*?"<>|\0\n\r\t')
        assert not name.startswith((".", "-"))
        assert len(name.encode()) < 200


@pytest.mark.parametrize("name", ["CON", "con.txt", "Nul", "lpt1.x"])
def test_no_name_is_that_of_a_device(name):
    assert file_names([name], ".csv")[name] == f"_{name}.csv"


def test_every_name_can_be_written(tmp_path):
    names = [*ODD, *HOSTILE]
    for name, file in file_names(names, PREDICTIONS).items():
        (tmp_path / file).write_text(name, encoding="utf-8", newline="")
    assert len(list(tmp_path.iterdir())) == len(names)


def test_usual_names_are_kept():
    names = ["tfidf_logreg", "gpt-4o.zero-shot", "نموذج", "हिन्दी"]
    assert list(file_names(names, ".csv").values()) == [f"{name}.csv" for name in names]
