"""A task of another package is a task: its names, its command, its result and its report are there."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import mercalli
from mercalli.errors import ResultError
from mercalli.plan.results import from_json

LIMIT_SECONDS = 60
TASK = """
from mercalli.registry import Command, Kind, Task

task = Task(
    name="toy",
    about="Counts the rows of a file.",
    public={"toy": "toy.result:toy", "Toy": "toy.result:Toy"},
    kinds={"toy": Kind(record="toy.result:Toy", article="toy.result:article")},
    commands={"toy": Command("toy.command:toy", "Count the rows of a file.", roles="toy.command:ROLES")},
)
"""
RESULT = '''
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mercalli.engines.open import source_of
from mercalli.plan.provenance import provenance
from mercalli.results.measure import Provenance
from mercalli.results.seal import Result
from mercalli.telling.article import Article, Section, Verdicts


@dataclass(frozen=True)
class Toy(Result):
    """How many rows a file has."""

    sealed_as: ClassVar[str] = "toy"

    rows: int
    provenance: Provenance


def toy(data: object, truth: str) -> Toy:
    """Count the rows."""
    source = source_of(data)
    return Toy(int(source.tally([truth], None).rows.sum()), provenance(source.origin, {"truth": truth}, {}))


def article(result: Toy) -> Article:
    """One sentence."""
    said = Section("All rows", (Verdicts.of((f"There are {result.rows} rows.",)),))
    return Article(result.provenance.title, "how many rows", "one file", (said,), (), result.provenance, {})
'''
COMMAND = '''
from __future__ import annotations

from mercalli.console import calls
from mercalli.console.output import Output
from mercalli.plan.columns import Role

ROLES = (Role("bells", ["bells"]),)


@calls.with_records
def toy(file: str, *, truth: str = "truth", output: Output) -> None:
    """Count the rows of a file."""
    from toy.result import toy as counted

    output.tell(counted(file, truth))
'''
FILES = {
    "toy/__init__.py": "",
    "toy/task.py": TASK,
    "toy/result.py": RESULT,
    "toy/command.py": COMMAND,
    "toy-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n",
    "toy-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "toy-1.0.dist-info/entry_points.txt": "[mercalli.tasks]\ntoy = toy.task:task\n",
    "toy-1.0.dist-info/RECORD": "",
}


@pytest.fixture(scope="module")
def toy_package(tmp_path_factory):
    """A folder into which a wheel was installed."""
    place = tmp_path_factory.mktemp("toy")
    wheel = place / "toy-1.0-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for name, content in FILES.items():
            archive.writestr(name, content)
    installing = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target"]
    quiet = ["--disable-pip-version-check", str(place / "site"), str(wheel)]
    subprocess.run([*installing, *quiet[1:], quiet[0]], check=True, timeout=LIMIT_SECONDS)
    (place / "rows.csv").write_text("truth,pred\nfire,fire\nflood,fire\n", encoding="utf-8")
    return place


@pytest.fixture
def run(toy_package):
    """Runs Python with the package beside ours."""

    def done(*arguments):
        path = os.pathsep.join([str(toy_package / "site"), str(Path(mercalli.__file__).parents[1])])
        environment = {"PYTHONPATH": path, "PATH": "", "COLUMNS": "80"}
        given = [sys.executable, *arguments]
        return subprocess.run(
            given,
            cwd=toy_package,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=LIMIT_SECONDS,
            check=False,
        )

    return done


def test_help_lists_the_command_after_ours(run):
    shown = run("-m", "mercalli", "--help").stdout
    assert shown.index("survival") < shown.index("Count the rows of a file.") < shown.index("doctor")
    assert shown.index("Commands of other packages") < shown.index("Count the rows of a file.")


def test_a_file_that_fits_the_command_alone_runs_it(run, toy_package):
    (toy_package / "bells.csv").write_text("bells\n1\n2\n", encoding="utf-8")
    done = run("-m", "mercalli", "bells.csv", "--truth", "bells")
    assert (done.returncode, "There are 2 rows." in done.stdout) == (0, True), done.stderr
    assert "mercalli toy bells.csv --truth bells" in done.stderr


def test_the_command_tells_its_result(run):
    done = run("-m", "mercalli", "toy", "rows.csv")
    assert (done.returncode, "There are 2 rows." in done.stdout) == (0, True), done.stderr


def test_its_sealed_result_is_read_and_reported_again(run, toy_package):
    sealed = run("-m", "mercalli", "toy", "rows.csv", "--json").stdout
    (toy_package / "sealed.json").write_text(sealed, encoding="utf-8")
    done = run("-m", "mercalli", "report", "sealed.json", "--out", "again")
    assert done.returncode == 0, done.stderr
    assert "There are 2 rows." in (toy_package / "again" / "report.md").read_text(encoding="utf-8")


def test_where_its_package_is_gone_its_result_is_told_as_of_a_kind_that_nobody_makes(run):
    sealed = run("-m", "mercalli", "toy", "rows.csv", "--json").stdout
    with pytest.raises(ResultError, match="is of the kind 'toy', which no installed task makes") as refused:
        from_json(sealed)
    assert "make it again from the data" in str(refused.value)


def test_its_public_names_are_ours(run):
    told = run("-c", "import mercalli; print(mercalli.toy('rows.csv', 'truth').rows, mercalli.Toy.sealed_as)")
    assert told.stdout == "2 toy\n", told.stderr


CLASH = """
from mercalli.registry import Command, Task

task = Task("clash", "Takes a name of ours.", commands={"survival": Command("toy.command:toy", "Count.")})
"""
BROKEN = {"nowhere": "no_such_package:task", "number": "toy.result:__doc__", "clash": "toy.clash:task"}


def test_a_broken_package_of_others_breaks_nothing_of_ours(run, toy_package):
    folder = toy_package / "site" / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    points = "".join(f"{name} = {home}\n" for name, home in BROKEN.items())
    (folder / "entry_points.txt").write_text(f"[mercalli.tasks]\n{points}", encoding="utf-8")
    (toy_package / "site" / "toy" / "clash.py").write_text(CLASH, encoding="utf-8")
    assert "Count the rows of a file." in run("-m", "mercalli", "--help").stdout
    told = run("-m", "mercalli", "doctor").stdout
    assert all(f"task {name!r}" in told for name in BROKEN), told
