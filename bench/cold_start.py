"""Cold start: a new process each time."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.made import sliced_file
from bench.measure import DATA, ROOT
from bench.table import Row, seconds

REPEATS = 5
MANY_ROWS = 10_000_000
FILE = DATA / "cold_start.csv"
COMMAND = str(Path(sys.executable).parent / "mercalli")


@dataclass(frozen=True)
class Process:
    """What is run, and how many seconds it may take."""

    what: str
    arguments: tuple[str, ...]
    bar: float | None = None


NUMPY = Process('python -c "import numpy"', (sys.executable, "-c", "import numpy"))


def cold_start(rows: int = 1_000, many_rows: int = MANY_ROWS) -> list[Row]:
    """Wall time of whole processes, median of 5, against one that imports numpy and nothing else."""
    _make_file(rows)
    processes = [*_programs(rows), *_commands(rows, many_rows)]
    numpy, *ours = _in_turns([NUMPY, *processes])
    return [_row(process, numpy, taken) for process, taken in zip(processes, ours, strict=True)]


def _programs(rows: int) -> list[Process]:
    """The library."""
    return [
        _python("import mercalli", "import mercalli", 0.25),
        _python("from mercalli import evaluate", "from mercalli import evaluate"),
        _python(f"evaluate {rows:,} rows in lists, 1,000 replicates", _on_lists(rows)),
        _python(f"evaluate {rows:,} rows of CSV, 1,000 replicates", _on_file()),
    ]


def _commands(rows: int, many_rows: int) -> list[Process]:
    """The command, from the prompt to the screen."""
    sliced = (COMMAND, "evaluate", str(sliced_file(many_rows)), "--by", "event")
    return [
        Process("mercalli --help", (COMMAND, "--help"), 0.3),
        Process(f"mercalli evaluate, {rows:,} rows of CSV", (COMMAND, "evaluate", str(FILE)), 1.0),
        Process(f"mercalli evaluate --by event, {many_rows:,} rows of Parquet, 20 slices, intervals", sliced, 3.0),
    ]


def _python(what: str, program: str, bar: float | None = None) -> Process:
    return Process(what, (sys.executable, "-c", program), bar)


def _row(process: Process, numpy: float, ours: float) -> Row:
    named = Row(f"Process: {process.what}", NUMPY.what, "wall", numpy, ours)
    bar = process.bar
    return named if bar is None else replace(named, bar=f"< {seconds(bar)} s", met=ours < bar)


def _on_lists(rows: int) -> str:
    made = f"from mercalli import evaluate; truth = [at % 11 for at in range({rows})]"
    return f"{made}; evaluate(truth=truth, pred=truth[::-1])"


def _on_file() -> str:
    return f"from mercalli import evaluate; evaluate({str(FILE)!r}, truth='truth', pred='pred')"


def _make_file(rows: int) -> None:
    lines = [f"class {at % 11},class {(rows - 1 - at) % 11}" for at in range(rows)]
    FILE.write_text("\n".join(["truth,pred", *lines, ""]), encoding="utf-8")


def _in_turns(processes: list[Process]) -> list[float]:
    """Median seconds of each, after one round to warm the disk's cache and Python's own of compiled files."""
    rounds = [[_once(process) for process in processes] for _ in range(REPEATS + 1)]
    return [median(taken) for taken in zip(*rounds[1:], strict=True)]


def _once(process: Process) -> float:
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    subprocess.run(process.arguments, check=True, cwd=ROOT, env=surroundings, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
    return perf_counter() - start
