"""Logs as files, and the answers in them."""

from __future__ import annotations

import pytest

from mercalli.io.tables import open_table
from tests.io.logs.samples import lines


@pytest.fixture
def log(tmp_path):
    """Writes a log and opens it as a table; objects become lines, a text stays as it is."""

    def opened(*objects, name="log.jsonl", **options):
        text = objects[0] if isinstance(objects[0], str) else lines(*objects)
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
        return open_table(tmp_path / name, **options)

    return opened


@pytest.fixture
def answers(log):
    """The rows of a log as dicts, in its order."""

    def rows(*objects, **options):
        table = log(*objects, **options)
        return [dict(zip(table.columns, row, strict=True)) for row in table.relation.fetchall()]

    return rows
