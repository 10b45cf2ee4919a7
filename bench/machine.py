"""What the numbers were measured on, in one line without names or places."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("numpy", "duckdb", "narwhals", "scikit-learn", "scikit-uplift", "scikit-survival", "fairlearn", "pyspark")
GIB = 1 << 30


def machine() -> str:
    """Cores, memory, Python and the libraries' versions."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIB
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    cores = f"{os.cpu_count()} cores ({_processor()}), {memory:.0f} GiB"
    return f"{cores}, {platform.system()}, Python {platform.python_version()}, {libraries}"


def _processor() -> str:
    found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return found[1].strip() if found else platform.machine()
