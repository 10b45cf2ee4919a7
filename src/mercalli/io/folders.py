"""Folders that are complete or absent: written aside, then renamed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from mercalli.errors import FileError

RESULT = "result.json"
WRITTEN = frozenset(
    [
        *(RESULT, "index.html", "report.md", "metrics.csv", "classes.csv", "slices.csv", "confusions.csv"),
        *("differences.csv", "comparison.md", "comparison.json", "predictions.csv"),
        *("scores.csv", "operating_points.csv", "curves.png", "ranking.csv", "gains.csv", "gains.png"),
        *("targets.csv", "uplift_curve.csv", "uplift.png"),
    ]
)
HEAD_BYTES = 64

if TYPE_CHECKING:
    from collections.abc import Mapping


def check_free(folder: str | Path, *, overwrite: bool) -> None:
    """Refuse early where a folder stands already and may not be replaced."""
    target = Path(folder)
    try:
        exists, ours = target.exists(), _is_report(target)
    except OSError as error:
        raise FileError.unwritable(str(folder), error) from None
    if exists and not overwrite:
        raise FileError.exists(str(folder))
    if exists and not ours:
        raise FileError.foreign(str(folder))
    if exists and Path.cwd().is_relative_to(target.resolve()):
        raise FileError.unwritable(str(folder), "you are in that folder, so it cannot be replaced")
    others = sorted(file.name for file in target.iterdir() if file.name not in WRITTEN) if exists else []
    if others:
        raise FileError.holds_others(str(folder), others)


def _is_report(folder: Path) -> bool:
    """Whether a folder holds a result that says it is ours, as `to_json` begins it."""
    file = folder / RESULT
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return b'"mercalli"' in stream.read(HEAD_BYTES)


def write_folder(folder: str | Path, files: Mapping[str, str | bytes], *, overwrite: bool = False) -> None:
    """All files, or none."""
    target = Path(folder)
    check_free(target, overwrite=overwrite)
    aside = target.parent / f".{uuid4().hex}"
    try:
        aside.mkdir(parents=True)
        for name, content in files.items():
            (aside / name).write_bytes(content.encode() if isinstance(content, str) else content)
        _replace(aside, target)
    except (OSError, ValueError) as error:
        raise FileError.unwritable(str(folder), error) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _replace(aside: Path, target: Path) -> None:
    """Move the old folder away, the new one in, and only then remove the old one."""
    if not target.exists():
        aside.rename(target)
        return
    old = target.parent / f"{aside.name}.old"
    target.rename(old)
    try:
        aside.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
