"""Folders that are complete or absent: written aside, then put in their place in one step."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

from mercalli.errors import FileError
from mercalli.io.claims import Claim, claimed
from mercalli.io.manifests import MANIFEST, PAGE, PREDICTIONS, RESULT, Manifest, is_result
from mercalli.io.paths import is_inside
from mercalli.io.whole_files import writing
from mercalli.text.words import shown

# What a file holds, or how it is written where that is too much to hold.
Content: TypeAlias = str | bytes | Callable[[Path], None]

ANOTHER = "Give another folder."
ELSEWHERE = "Move these elsewhere, or give another folder."


@contextmanager
def claimed_folder(
    folder: str | Path, *, overwrite: bool, kind: str | None = None, inputs: Sequence[str] = ()
) -> Generator[Claim]:
    """A folder that only this run writes, from before the work until the folder stands; refused if it may not be."""
    with writing(folder):
        _check_place(folder, _place(folder))
    with claimed(folder) as claim:
        check_free(folder, overwrite=overwrite, kind=kind, inputs=inputs)
        yield claim


def check_free(folder: str | Path, *, overwrite: bool, kind: str | None = None, inputs: Sequence[str] = ()) -> None:
    """Refuse early where a folder stands already and may not be replaced.

    Replaced are only folders of the same kind, which hold what they were written with and no `inputs`.
    """
    with writing(folder):
        target = _place(folder)
        if target.exists() and Path.cwd().is_relative_to(target):
            raise FileError.unwritable(str(folder), "you are in that folder, so it cannot be replaced")
        if target.exists() and not _is_empty(target):
            _check_older(str(folder), target, overwrite=overwrite, kind=kind)
            _check_inputs(str(folder), target, inputs)
        _check_place(folder, target)


def _check_older(folder: str, target: Path, *, overwrite: bool, kind: str | None) -> None:
    """Refuse to replace what was not written by the same kind of command, or was changed since."""
    if not overwrite:
        instead = "Give another folder, or replace it with --overwrite (in Python overwrite=True)."
        raise FileError.named(folder, f"exists already. {instead}")
    if not is_result(target / RESULT):
        raise FileError.named(
            folder, f"holds no Mercalli report (no {RESULT}), so it is not replaced. Give another folder."
        )
    older = Manifest.read(target)
    if kind is not None and older.kind != kind:
        raise FileError.named(
            folder, f"holds a report of another kind ({older.kind}, not {kind}), so it is not replaced. {ANOTHER}"
        )
    if others := older.others(target):
        raise FileError.named(folder, f"also holds {shown(others)}, so it is not replaced. {ELSEWHERE}")
    if changed := older.changed(target):
        raise FileError.named(
            folder, f"holds {shown(changed)}, changed since the report was written, so it is not replaced. {ELSEWHERE}"
        )


def _check_inputs(folder: str, target: Path, inputs: Sequence[str]) -> None:
    """What is read is never removed."""
    if read := [path for path in inputs if is_inside(path, target)]:
        raise FileError.named(folder, f"holds {shown(read)}, which is read, so it is not replaced. {ANOTHER}")


def _place(folder: str | Path) -> Path:
    """Where a folder stands or will stand: a link to one means the folder itself."""
    return Path(os.path.realpath(folder))


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


def _check_place(folder: str | Path, target: Path) -> None:
    """Refuse before the work is done what could not be written after it."""
    if target.is_symlink():
        raise FileError.unwritable(str(folder), "it is a link that leads in a circle")
    if not target.parents:
        raise FileError.unwritable(str(folder), "it is the root of all folders")
    place = next(parent for parent in target.parents if parent.exists())
    if not place.is_dir():
        raise FileError.unwritable(str(folder), f"{place.name!r} is a file")
    if not os.access(place, os.W_OK | os.X_OK):
        raise FileError.unwritable(str(folder), f"nothing may be written to {place.name!r}")


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


def write_folder(
    folder: str | Path, files: Mapping[str, Content], *, overwrite: bool = False, kind: str | None = None
) -> None:
    """All files, or none; a report gets a manifest of them. Its `kind` is that of its result if not another."""
    with claimed_folder(folder, overwrite=overwrite) as claim, writing(folder):
        claim.new.mkdir()
        for name, content in files.items():
            _write(claim.new / name, content)
        if RESULT in files:
            manifest = Manifest.of(claim.new, kind)
            check_free(folder, overwrite=overwrite, kind=manifest.kind)
            _write(claim.new / MANIFEST, manifest.text)
        claim.put()


def _write(file: Path, content: Content) -> None:
    if isinstance(content, str):
        file.write_text(content, encoding="utf-8", newline="")
    elif isinstance(content, bytes):
        file.write_bytes(content)
    else:
        content(file)
