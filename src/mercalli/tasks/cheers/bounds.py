"""Bounds on what a stranger's file may hold, checked before any of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.paths import blocks
from mercalli.tasks.cheers.errors import RunError

if TYPE_CHECKING:
    from pathlib import Path

SPARE_LINES = 1_000
SPARE_BYTES = 1 << 20
LONGEST_LINE = 1_000


def check_bounds(file: Path, ids: int) -> None:
    """Refuse a file with far more lines, or bytes once unpacked, than one line for each of so many ids can need."""
    most_lines, most_bytes = 2 * ids + SPARE_LINES, LONGEST_LINE * ids + SPARE_BYTES
    lines = size = 0
    for block in blocks(file):
        lines += max(block.count(b"\n"), block.count(b"\r"))
        size += len(block)
        if size > most_bytes:
            raise RunError.too_large(file.name, most_bytes)
        if lines > most_lines:
            raise RunError.too_many_rows(file.name, most_lines, ids)
