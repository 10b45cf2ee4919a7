"""What a page says of how its numbers were computed."""

from __future__ import annotations

import pytest

import mercalli
from mercalli.telling.page.computed import WORDS, computed
from tests.frozen.kept import FIRST, KEPT

FILES = sorted((KEPT / FIRST).glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_columns_and_settings_have_words_not_keys(file):
    provenance = mercalli.read_result(file).provenance
    assert {*provenance.roles, *provenance.settings} <= WORDS.keys()
    assert all(said for _, said in computed(provenance, {}))
