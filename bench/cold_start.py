"""Cold start: a new process each time."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

from bench.measure import DATA, ROOT
from bench.table import NONE, Row

BAR_SECONDS = 0.25
REPEATS = 5
FILE = DATA / "cold_start.csv"


def cold_start(rows: int = 1_000) -> list[Row]:
    """Wall time of whole processes, median of 5, against one that imports numpy and nothing else."""
    _make_file(rows)
    numpy = _seconds("import numpy")
    imported = _seconds("import mercalli")
    return [
        _row("Process: import mercalli", numpy, imported, f"< {BAR_SECONDS} s", met=imported < BAR_SECONDS),
        _row("Process: from mercalli import evaluate", numpy, _seconds("from mercalli import evaluate")),
        _row(f"Process: evaluate {rows:,} rows in lists, 1,000 replicates", numpy, _seconds(_on_lists(rows))),
        _row(f"Process: evaluate {rows:,} rows of CSV, 1,000 replicates", numpy, _seconds(_on_file())),
    ]


def _row(what: str, numpy: float, ours: float, bar: str = NONE, *, met: bool | None = None) -> Row:
    return Row(what, 'python -c "import numpy"', "wall", numpy, ours, bar, met)


def _on_lists(rows: int) -> str:
    made = f"from mercalli import evaluate; truth = [at % 11 for at in range({rows})]"
    return f"{made}; evaluate(truth=truth, pred=truth[::-1])"


def _on_file() -> str:
    return f"from mercalli import evaluate; evaluate({str(FILE)!r}, truth='truth', pred='pred')"


def _make_file(rows: int) -> None:
    lines = [f"class {at % 11},class {(rows - 1 - at) % 11}" for at in range(rows)]
    FILE.write_text("\n".join(["truth,pred", *lines, ""]), encoding="utf-8")


def _seconds(program: str) -> float:
    """Median, after one run to warm the disk's cache."""
    return median([_once(program) for _ in range(REPEATS + 1)][1:])


def _once(program: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)  # noqa: S603 - our own
    return perf_counter() - start
