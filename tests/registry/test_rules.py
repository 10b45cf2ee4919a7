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


PROBES = {"exists", "is_dir", "is_file", "glob", "rglob", "iterdir", "stat", "samefile", "resolve", "open", "now"}
DOORS = {"io", "engines", "cli"}  # and the command itself, on top of all rooms
TASK_DOORS = "doors"  # of a task that owns a store, a server or a process


def probes(file):
    """What a file calls that looks at the world itself; a method of a class, as in PartFile.open, is a door's verb."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", None))
            of = getattr(getattr(node.func, "value", None), "id", "")
            if name in PROBES and (of in ("Path", "datetime") or not of[:1].isupper()):
                yield name


def test_only_doors_look_at_files_and_at_the_clock():
    places = [(file, file.relative_to(PACKAGE).parts) for file in FILES]
    inside = [file for file, parts in places if parts[0] not in DOORS and TASK_DOORS not in parts]
    looking = {file.relative_to(PACKAGE): set(probes(file)) for file in inside}
    assert {file: names for file, names in looking.items() if names} == {}
