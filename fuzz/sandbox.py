"""Where a case runs: a copy of a folder with good files, a home and a place for temporary files, all of it watched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from fuzz.cases import Case
from fuzz.good import write_ground
from tests.doors.calls import TEXTS
from tests.shell.command import surroundings
from tests.shell.warm import warm

SECONDS, BYTES = 60, 3 << 30  # that a run may take
WORK = "work"
NEEDED = (
    "scipy.stats",
    "matplotlib.pyplot",
    "h5py",
    "hdf5plugin",
    "rasterio",
    "sklearn.linear_model",
    "skops.io",
    "geopandas",
)
Listing = dict[str, str]


@dataclass(frozen=True)
class Ended:
    """How a run ended, and what stood in the sandbox before and after it."""

    code: int
    out: str
    err: str
    folder: Path
    before: Listing
    after: Listing

    @property
    def changed(self) -> list[str]:
        """What is there, is gone or holds something else."""
        return sorted(
            name for name in self.before.keys() | self.after.keys() if self.before.get(name) != self.after.get(name)
        )


@dataclass(frozen=True)
class Sandbox:
    """Runs cases; `ground` holds what each of them finds."""

    run: Callable[..., CompletedProcess[str]]
    ground: Path

    @contextmanager
    def ended(self, case: Case) -> Iterator[Ended]:
        """A run of a case, whose folder can be looked at."""
        with TemporaryDirectory(prefix="fuzz-") as place:
            folder = self.laid_out(case, Path(place) / "box")
            before = listing(folder)
            done = self.run([*case.arguments], folder / WORK, environment(folder), SECONDS, memory=BYTES)
            yield Ended(done.returncode, done.stdout, done.stderr, folder, before, listing(folder))

    def laid_out(self, case: Case, folder: Path) -> Path:
        """The folder of a case before it runs."""
        shutil.copytree(self.ground, folder / WORK)
        for inner in ("home", "tmp"):
            (folder / inner).mkdir()
        for name, content in case.files:
            (folder / WORK / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / WORK / name).write_bytes(content)
        return folder


@contextmanager
def sandbox() -> Iterator[Sandbox]:
    """A warm process, and good files, some of which the command itself makes."""
    with TemporaryDirectory(prefix="fuzz-") as place, warm(surroundings(OPENBLAS_NUM_THREADS="1"), *NEEDED) as run:
        ground = Path(place) / "ground"
        ground.mkdir()
        write_ground(ground)
        for words in (
            ("train", "other.csv", *TEXTS, "--out", "model"),
            ("evaluate", "other.csv", "--truth", "truth", "--pred", "pred", "--out", "report"),
            ("monitor", "start", "watch", "--promise", "accuracy>=0.5", "--classes", "fire,flood,calm"),
            ("monitor", "add", "watch", "first.csv", "--when", "2024-05-01T12:00:00Z"),
            ("feedback", "add", "kept.jsonl", "--model", "model", "--who", "me", "--text", "a fire", "--label", "fire"),
        ):
            done = run([*words], ground, surroundings(), SECONDS)
            assert done.returncode == 0, done.stderr  # noqa: S101 - else every run would be of no use
        yield Sandbox(run, ground)


def environment(folder: Path) -> dict[str, str]:
    """Whatever a command may write to without being asked is in the sandbox."""
    home, temporary = str(folder / "home"), str(folder / "tmp")
    return surroundings(HOME=home, TMPDIR=temporary, XDG_CACHE_HOME=home, XDG_CONFIG_HOME=home, BROWSER="true")


def listing(folder: Path) -> Listing:
    """Every file by its digest, every folder, every link by where it leads."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            found[str(path.relative_to(folder))] = _stamp(path)
    return found


def _stamp(path: Path) -> str:
    if path.is_symlink():
        return f"to {path.readlink()}"
    return "folder" if path.is_dir() else sha256(path.read_bytes()).hexdigest()
