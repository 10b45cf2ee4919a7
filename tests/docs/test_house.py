"""The drawing of the house in docs/how_it_works.md is true."""

import re
import tomllib
from pkgutil import iter_modules

import mercalli
from mercalli.registry import own_tasks
from tests.places import ROOT, TESTS

PAGE = (ROOT / "docs" / "how_it_works.md").read_text(encoding="utf-8")
DRAWING = re.search(r"^```\n(── core.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]
ROOMS = re.findall(r"^(\w+)(/?) +\S", DRAWING, re.MULTILINE)
ACROSS_ROOMS = {
    "browser",
    "docs",
    "doors",
    "fixtures",
    "frozen",
    "shell",
}  # tests of several rooms, and what they share


def test_every_room_is_drawn_as_the_package_or_module_that_it_is():
    there = {found.name: "/" if found.ispkg else "" for found in iter_modules(mercalli.__path__)}
    assert dict(ROOMS) == there


def test_rooms_are_drawn_in_the_order_of_the_import_rules():
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(each["layers"] for each in rules["contracts"] if each["type"] == "layers")
    assert [name for name, _ in ROOMS] == layers[::-1]


def test_every_task_is_named_in_its_room():
    named = re.search(r"^tasks/ +(.*?)^──", DRAWING, re.MULTILINE | re.DOTALL)[1]
    assert set(re.findall(r"\w+", re.sub(r"\(.*?\)", "", named))) == {task.name for task in own_tasks()}


def test_every_file_that_the_walk_names_is_there():
    walk = PAGE.partition("## The walk")[2].partition("## ")[0]
    files = [
        name for row in re.findall(r"^\| \d \| (.*?) \|", walk, re.MULTILINE) for name in re.findall(r"`(.*?)`", row)
    ]
    house = ROOT / "src" / "mercalli"
    assert [
        name for name in files if not any((place / name).exists() for place in (house, house / "tasks/survival"))
    ] == []


def test_tests_mirror_the_house():
    rooms = {folder.name for folder in TESTS.iterdir() if folder.is_dir() and any(folder.glob("*.py"))}
    assert rooms - ACROSS_ROOMS <= {name for name, _ in ROOMS}
    tasks = {folder.name for folder in (TESTS / "tasks").iterdir() if any(folder.glob("test_*.py"))}
    assert tasks == {task.name for task in own_tasks()}
