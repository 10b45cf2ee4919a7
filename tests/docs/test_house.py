"""The drawing of the house in docs/how_it_works.md is true."""

import re
import signal
import sys
import tomllib
from contextlib import redirect_stdout, suppress
from inspect import CO_OPTIMIZED
from io import StringIO
from pathlib import Path
from pkgutil import iter_modules

import pytest

import mercalli
from mercalli.cli.main import main
from mercalli.registry import load, own_commands, own_tasks
from tests.places import ROOT, TESTS

HOUSE = Path(mercalli.__file__).parent
PAGE = (ROOT / "docs" / "how_it_works.md").read_text(encoding="utf-8")
DRAWING = re.search(r"^```\n(── core.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]
ROOMS = re.findall(r"^(\w+)(/?) +\S", DRAWING, re.MULTILINE)
ACROSS_ROOMS = {
    "fuzz",
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


def steps():
    """The files of each step of the walk."""
    walk = PAGE.partition("## The walk")[2].partition("## ")[0]
    return [
        [name if (HOUSE / name).exists() else f"tasks/survival/{name}" for name in re.findall(r"`(.*?)`", row)]
        for row in re.findall(r"^\| \d+ \| (.*?) \|", walk, re.MULTILINE)
    ]


@pytest.fixture
def signals():
    """What the command does about signals is for a process of its own."""
    kept = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)}
    yield
    for each, handler in kept.items():
        signal.signal(each, handler)


def visited(arguments):
    """The files of the package in the order in which a function of theirs is called first, after a command is found."""
    files = {}

    def note(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_flags & CO_OPTIMIZED:  # a function, not the body of a module or a class
            files.setdefault(code.co_filename)

    before = sys.getprofile()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.setattr(sys, "argv", ["mercalli", *arguments])
        sys.setprofile(note)
        with suppress(SystemExit):
            main()
        sys.setprofile(before)
    inside = (Path(name) for name in files)
    return [file.relative_to(HOUSE).as_posix() for file in inside if file.is_relative_to(HOUSE)]


@pytest.mark.usefixtures("signals")
def test_the_walk_is_what_a_command_does(tmp_path):
    rows = "".join(f"{at % 7 + 1},{at % 2},{at % 5}\n" for at in range(40))
    (tmp_path / "rows.csv").write_text(f"time,event,risk\n{rows}", encoding="utf-8")
    load(own_commands()["survival"].run)
    order = visited(["survival", str(tmp_path / "rows.csv"), "--risk", "risk", "--out", str(tmp_path / "out")])
    named = steps()
    assert [name for files in named for name in files if name not in order] == []
    firsts = [min(order.index(name) for name in files) for files in named]
    assert firsts == sorted(firsts)


def test_tests_mirror_the_house():
    rooms = {folder.name for folder in TESTS.iterdir() if folder.is_dir() and any(folder.glob("*.py"))}
    assert rooms - ACROSS_ROOMS <= {name for name, _ in ROOMS}
    tasks = {folder.name for folder in (TESTS / "tasks").iterdir() if any(folder.glob("test_*.py"))}
    assert tasks == {task.name for task in own_tasks()}
