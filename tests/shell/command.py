"""The installed command in a process of its own, and texts that are kept beside the tests: fixtures for all rooms."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.places import SHARED
from tests.shell.warm import warm

SCRIPTS = Path(sysconfig.get_path("scripts"))
LIMIT_SECONDS = 120
LOUD = ("COLUMNS", "LINES", "FORCE_COLOR", "PYTHONIOENCODING", "PYTHONWARNINGS", "PYTHONDONTWRITEBYTECODE")
ROWS = """\
id,truth,pred,other,lang,doc,weight
1,fire,fire,fire,en,a,1
2,flood,fire,flood,en,a,2
3,flood,flood,flood,fr,b,1
4,fire,flood,fire,fr,b,1
5,quake,quake,fire,fr,c,3
6,quake,quake,quake,en,c,1
"""

QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # for seconds of work: compiled in haste


def surroundings(**changes):
    """The environment of a plain pipe, 80 columns wide, with some changes."""
    kept = {name: value for name, value in os.environ.items() if name not in LOUD}
    path = f"{SCRIPTS}{os.pathsep}{kept['PATH']}"
    return {**kept, "COLUMNS": "80", "NO_COLOR": "1", "PATH": path, "SPARK_SUBMIT_OPTS": QUICK_JAVA, **changes}


@pytest.fixture(scope="session")
def copies():
    """The command in copies of one process, which starts once."""
    with warm(surroundings()) as run:
        yield run


@pytest.fixture
def mercalli(tmp_path, copies):
    """Runs the command in an empty folder that holds rows.csv; from scratch where its environment is another one."""
    (tmp_path / "rows.csv").write_text(ROWS, encoding="utf-8")

    def run(*arguments, width=80, cwd=tmp_path, **environment):
        given, env = [*map(str, arguments)], surroundings(COLUMNS=str(width), **environment)
        if not environment:
            return copies(given, cwd, env, LIMIT_SECONDS)
        given = [str(SCRIPTS / "mercalli"), *given]
        return subprocess.run(
            given, cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=LIMIT_SECONDS, check=False
        )

    return run


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory):
    """A folder in which `mercalli demo` was run once; demo.txt is what it printed."""
    folder = tmp_path_factory.mktemp("demo")
    done = subprocess.run(
        [SCRIPTS / "mercalli", "demo"], cwd=folder, env=surroundings(), check=True, capture_output=True, timeout=300
    )
    (folder / "demo.txt").write_bytes(done.stdout)
    return folder


@pytest.fixture
def demo(demo_folder, tmp_path):
    """A folder of one's own in which `mercalli demo` was run."""
    shutil.copytree(demo_folder / "mercalli-demo", tmp_path / "mercalli-demo")
    return tmp_path


@pytest.fixture
def shared():
    """The folder of real data, where there is one."""
    if not SHARED.is_dir():
        pytest.skip("the real data of ../shared/data is not on this machine")
    return SHARED


@pytest.fixture
def snapshot(request):
    """The kept text of a situation; UPDATE_SNAPSHOTS=1 keeps the text found instead."""

    def kept(situation, found):
        file = request.path.parent / "snapshots" / f"{situation.replace(' ', '_')}.txt"
        if os.environ.get("UPDATE_SNAPSHOTS") == "1":
            file.parent.mkdir(exist_ok=True)
            file.write_text(found, encoding="utf-8")
        elif not file.exists():
            pytest.fail(f"{file.name} is not kept yet; {request.node.name} found:\n{found}")
        return file.read_text(encoding="utf-8")

    return kept


@pytest.fixture
def written(tmp_path):
    """Writes a file into the folder where the command runs."""

    def write(name, content):
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    return write
