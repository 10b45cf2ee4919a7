"""Measuring: each side runs in a process of its own and reports time, memory and the values it found.

A side is a function that loads its data and returns the work; only the work is timed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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


def in_turns(rounds: int, *sides: Callable[[], Reading]) -> list[Reading]:
    """Each side once, then again, so that other work on the machine falls on all of them alike."""
    found = [[side() for side in sides] for _ in range(rounds)]
    return [middle(readings) for readings in zip(*found, strict=True)]


def around(peer: Callable[[], Reading], *ours: Callable[[], Reading]) -> list[Reading]:
    """Ours before and after a peer that takes minutes."""
    before, taken, after = [side() for side in ours], peer(), [side() for side in ours]
    return [taken, *(middle(readings) for readings in zip(before, after, strict=True))]


def middle(readings: Sequence[Reading]) -> Reading:
    """The median time and the most memory."""
    return Reading(
        median(each.cpu for each in readings),
        median(each.wall for each in readings),
        max(each.extra_mb for each in readings),
        max(each.peak_mb for each in readings),
        readings[-1].values,
    )


def agree(first: Reading, second: Reading) -> None:
    """Raises if the two sides did not find the same values."""
    if first.values.keys() != second.values.keys():
        message = f"different values were computed: {sorted(first.values.keys() ^ second.values.keys())}"
        raise DisagreementError(message)
    for name, value in first.values.items():
        if not abs(value - second.values[name]) <= EQUAL:
            message = f"{name}: {value!r} against {second.values[name]!r}"
            raise DisagreementError(message)
