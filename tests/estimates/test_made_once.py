"""Records that every task shares are made in one place."""

import ast
from importlib.resources import files
from pathlib import Path

import pytest

SOURCES = Path(str(files("mercalli")))


def makers(name):
    """The files that make a record of new values; stores of tasks read kept ones."""
    found = set()
    for path in SOURCES.rglob("*.py"):
        if path.is_relative_to(SOURCES / "tasks" / "challenge" / "doors"):
            continue
        calls = (node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
        if any(isinstance(each, ast.Name) and each.id == name for each in calls):
            found.add(path.relative_to(SOURCES).as_posix())
    return found


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ("Measure", "estimates/measure.py"),
        ("Difference", "estimates/measure.py"),
        ("Provenance", "plan/provenance.py"),
    ],
)
def test_only_one_file_makes_it(record, place):
    assert makers(record) == {place}
