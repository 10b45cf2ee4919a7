"""Folders that are complete or absent: written aside, then renamed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias
from uuid import uuid4

from mercalli.errors import FileError
from mercalli.io.whole_files import writing
from mercalli.text.words import shown

# What a file holds, or how it is written where that is too much to hold.
Content: TypeAlias = str | bytes | Callable[[Path], None]

RESULT = "result.json"
PAGE = "index.html"
PREDICTIONS = "_detailed_predictions.csv"
MANIFEST = "manifest.json"
# What folders of 0.1.0 hold, which had no manifest.
WITHOUT_MANIFEST = frozenset(
    [
        *(RESULT, PAGE, "report.md", "metrics.csv", "classes.csv", "slices.csv", "confusions.csv"),
        *("comprehensive_evaluation_results.json", "comprehensive_evaluation_report.md"),
        *("standard_metrics_comparison.csv", "custom_metrics_comparison.csv"),
        *("comprehensive_metrics_comparison.png", "actionability_breakdown.png"),
        *("enhanced_confusion_matrices.png", "metrics_correlation.png"),
        *("metrics.tex", "classes.tex", "slices.tex", "comparison.tex"),
        *("differences.csv", "rankings.csv", "comparison.md", "comparison.json", "predictions.csv"),
        *("scores.csv", "operating_points.csv", "curves.png", "ranking.csv", "gains.csv", "gains.png"),
        *("alerts.csv", "findings.csv"),
        *("targets.csv", "uplift_curve.csv", "uplift.png"),
        *("concordance_curve.csv", "incidence.csv", "concordance.png", "incidence.png", "calibration.png"),
        *("model.skops", "model_card.md", "model_card.html", "test_predictions.csv"),
        *("classifier_metadata.json", "confusion_matrix.json", "leave_out.json", "leave_out.csv", "leave_out.png"),
        *("sectors.csv", "labels.csv", "cheers.png"),
        *("benchmarks.json", "map.png", "unmatched.csv", "windows.csv", "windows.png", "steps.csv"),
    ]
)
HEAD_BYTES = 64


def check_free(folder: str | Path, *, overwrite: bool) -> None:
    """Refuse early where a folder stands already and may not be replaced."""
    with writing(folder):
        target = _place(folder)
        exists, ours = target.exists() and not _is_empty(target), is_result(target / RESULT)
    if exists and not overwrite:
        instead = "Give another folder, or replace it with --overwrite (in Python overwrite=True)."
        raise FileError.named(str(folder), f"exists already. {instead}")
    if exists and not ours:
        raise FileError.named(
            str(folder), f"holds no Mercalli report (no {RESULT}), so it is not replaced. Give another folder."
        )
    if target.exists() and Path.cwd().is_relative_to(target):
        raise FileError.unwritable(str(folder), "you are in that folder, so it cannot be replaced")
    others = _others(target) if exists else []
    if others:
        raise FileError.named(
            str(folder),
            f"also holds {shown(others)}, so it is not replaced. Move these elsewhere, or give another folder.",
        )
    _check_place(folder, target)


def _place(folder: str | Path) -> Path:
    """Where a folder stands or will stand: a link to one means the folder itself."""
    return Path(os.path.realpath(folder))


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


def _others(folder: Path) -> list[str]:
    """Files that stand in a report folder and are not of the report."""
    listed = _listed(folder / MANIFEST)
    names = sorted(file.name for file in folder.iterdir())
    if listed is None:
        return [name for name in names if name not in WITHOUT_MANIFEST and not name.endswith(PREDICTIONS)]
    return [name for name in names if name not in listed and name != MANIFEST]


def _listed(manifest: Path) -> set[str] | None:
    """The files that a folder was written with; nothing is known of one without a manifest, or with a broken one."""
    try:
        return {str(name) for name in json.loads(manifest.read_text(encoding="utf-8"))["files"]}
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _manifest(files: Mapping[str, Content]) -> str:
    return json.dumps({"mercalli": "manifest", "files": sorted(files)}, indent=1, ensure_ascii=False) + "\n"


def _check_place(folder: str | Path, target: Path) -> None:
    """Refuse before the work is done what could not be written after it."""
    place = next(parent for parent in target.parents if parent.exists())
    if not place.is_dir():
        raise FileError.unwritable(str(folder), f"{place.name!r} is a file")
    if not os.access(place, os.W_OK | os.X_OK):
        raise FileError.unwritable(str(folder), f"nothing may be written to {place.name!r}")


def is_result(file: Path) -> bool:
    """Whether a file begins as `to_json` begins a result."""
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return b'"mercalli"' in stream.read(HEAD_BYTES)


def page_of(folder: str | Path) -> Path:
    """The page of a report folder; an error says what is there instead."""
    target = Path(folder)
    try:
        if not target.is_dir():
            raise FileError.no_folder(str(folder))
        if not (target / PAGE).is_file():
            raise FileError.named(
                str(folder), f"holds no {PAGE}. Give the folder of an evaluation, written with --out."
            )
        return (target / PAGE).resolve()
    except (OSError, ValueError) as error:
        raise FileError.unopened(str(folder), "a report", error) from None


def kept_predictions(folder: str | Path, same: Iterable[str | bytes]) -> dict[str, Content]:
    """The predictions in a folder that is about to be replaced by one of the same result, to be taken over."""
    result = Path(folder) / RESULT
    texts = {text.encode() if isinstance(text, str) else text for text in same}
    if not result.is_file() or result.read_bytes() not in texts:
        return {}
    target = _place(folder)
    return {file.name: partial(_link, file) for file in sorted(target.glob(f"*{PREDICTIONS}"))}


def _link(old: Path, new: Path) -> None:
    """The same file under a second name, or a copy where there can be none."""
    try:
        new.hardlink_to(old)
    except OSError:
        shutil.copyfile(old, new)


def write_folder(folder: str | Path, files: Mapping[str, Content], *, overwrite: bool = False) -> None:
    """All files, or none; a report gets a manifest of their names."""
    check_free(folder, overwrite=overwrite)
    target = _place(folder)
    with writing(folder), _aside(target) as aside:
        for name, content in files.items():
            _write(aside / name, content)
        if RESULT in files:
            _write(aside / MANIFEST, _manifest(files))
        _replace(aside, target)


@contextmanager
def _aside(target: Path) -> Generator[Path]:
    """A folder beside the place where it will stand; whatever is left of it, and was made for it, goes."""
    new = [parent for parent in target.parents if not parent.exists()]
    aside = target.parent / f".{uuid4().hex}"
    try:
        aside.mkdir(parents=True)
        yield aside
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        with suppress(OSError):
            for parent in new:
                parent.rmdir()


def _write(file: Path, content: Content) -> None:
    if isinstance(content, str):
        file.write_text(content, encoding="utf-8", newline="")
    elif isinstance(content, bytes):
        file.write_bytes(content)
    else:
        content(file)


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
