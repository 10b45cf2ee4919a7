"""One side in a process of its own: `python -m bench.side MODULE:FUNCTION REPEATS SETTINGS`."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values

KB_IN_MB = 1024
FORGET_PEAK = "5"


def memory_mb(what: str) -> float:
    """VmRSS (now) or VmHWM (peak): the kernel's ru_maxrss, but not inherited from the process that started this one."""
    found = re.search(rf"{what}:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(found[1]) / KB_IN_MB if found else 0.0


def timed(work: Callable[[], Values]) -> tuple[float, float, Values]:
    """CPU seconds, wall seconds and what was computed."""
    cpu, wall = process_time(), perf_counter()
    values = work()
    return process_time() - cpu, perf_counter() - wall, values


def main(where: str, repeats: str, settings: str) -> None:
    """Prints the reading as one line of JSON."""
    module, name = where.split(":")
    work = getattr(import_module(module), name)(**json.loads(settings))
    Path("/proc/self/clear_refs").write_text(FORGET_PEAK, encoding="ascii")
    before = memory_mb("VmRSS")
    runs = [timed(work) for _ in range(int(repeats))]
    peak = memory_mb("VmHWM")
    reading = {
        "cpu": median(cpu for cpu, _, _ in runs),
        "wall": median(wall for _, wall, _ in runs),
        "extra_mb": peak - before,
        "peak_mb": peak,
        "values": runs[-1][2],
    }
    print(json.dumps(reading))


if __name__ == "__main__":
    main(*sys.argv[1:])
