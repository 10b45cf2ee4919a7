"""Cold start: a new process each time."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from statistics import median
from time import perf_counter

from bench.measure import DATA, ROOT
from bench.table import Row

BAR_SECONDS = 0.25
REPEATS = 5
FILE = DATA / "cold_start.csv"


def cold_start(rows: int = 1_000) -> list[Row]:
    """Wall time of whole processes, median of 5, against one that imports numpy and nothing else."""
    _make_file(rows)
    programs = {
        "import mercalli": "import mercalli",
        "from mercalli import evaluate": "from mercalli import evaluate",
        f"evaluate {rows:,} rows in lists, 1,000 replicates": _on_lists(rows),
        f"evaluate {rows:,} rows of CSV, 1,000 replicates": _on_file(),
    }
    numpy, *ours = _in_turns(["import numpy", *programs.values()])
    rows_found = [_row(f"Process: {what}", numpy, taken) for what, taken in zip(programs, ours, strict=True)]
    return [replace(rows_found[0], bar=f"< {BAR_SECONDS} s", met=ours[0] < BAR_SECONDS), *rows_found[1:]]


def _row(what: str, numpy: float, ours: float) -> Row:
    return Row(what, 'python -c "import numpy"', "wall", numpy, ours)


def _on_lists(rows: int) -> str:
    made = f"from mercalli import evaluate; truth = [at % 11 for at in range({rows})]"
    return f"{made}; evaluate(truth=truth, pred=truth[::-1])"


def _on_file() -> str:
    return f"from mercalli import evaluate; evaluate({str(FILE)!r}, truth='truth', pred='pred')"


def _make_file(rows: int) -> None:
    lines = [f"class {at % 11},class {(rows - 1 - at) % 11}" for at in range(rows)]
    FILE.write_text("\n".join(["truth,pred", *lines, ""]), encoding="utf-8")


def _in_turns(programs: list[str]) -> list[float]:
    """Median seconds of each, after one round to warm the disk's cache."""
    rounds = [[_once(program) for program in programs] for _ in range(REPEATS + 1)]
    return [median(taken) for taken in zip(*rounds[1:], strict=True)]


def _once(program: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)  # noqa: S603 - our own
    return perf_counter() - start
