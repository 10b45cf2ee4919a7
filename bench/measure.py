"""Measuring: each side runs in a process of its own and reports time, memory and the values it found.

A side is a function that loads its data and returns the work; only the work is timed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Values = dict[str, float]

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"
EQUAL = 1e-9


@dataclass(frozen=True)
class Reading:
    """What one side took: the median seconds of its repeats, megabytes above its loaded data, and in all."""

    cpu: float
    wall: float
    extra_mb: float
    peak_mb: float
    values: Mapping[str, float]


class DisagreementError(Exception):
    """Two sides that should compute the same did not."""


def measured(side: Callable[..., Callable[[], Values]], repeats: int = 1, **settings: object) -> Reading:
    """A side run in a new process."""
    where = f"{side.__module__}:{side.__name__}"
    command = [sys.executable, "-m", "bench.side", where, str(repeats), json.dumps(settings)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)  # noqa: S603 - our own
    return Reading(**json.loads(done.stdout.splitlines()[-1]))


def agree(first: Reading, second: Reading) -> None:
    """Raises if the two sides did not find the same values."""
    if first.values.keys() != second.values.keys():
        message = f"different values were computed: {sorted(first.values.keys() ^ second.values.keys())}"
        raise DisagreementError(message)
    for name, value in first.values.items():
        if not abs(value - second.values[name]) <= EQUAL:
            message = f"{name}: {value!r} against {second.values[name]!r}"
            raise DisagreementError(message)
