"""Rules of the house that the import contracts cannot say."""

import ast
from pathlib import Path

import pytest

import mercalli

PACKAGE = Path(mercalli.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))


def imports(file):
    """Whole names of what a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


def test_nobody_inside_imports_the_package_root():
    found = [file.relative_to(PACKAGE) for file in FILES if "mercalli" in imports(file)]
    assert not found


@pytest.mark.parametrize("folder", sorted({file.parent for file in FILES} - {PACKAGE}), ids=lambda folder: folder.name)
def test_only_the_tree_of_errors_is_offered_by_a_folder_itself(folder):
    """A package that re-exports makes cycles, which show in some orders of imports alone."""
    first = ast.parse((folder / "__init__.py").read_text(encoding="utf-8")).body
    ours = [node for node in first if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mercalli")]
    assert bool(ours) == (folder.name == "errors")
