"""Run files by the hash of their bytes: written under another name, made durable, then named; only then is a row kept.

A file that no row names, because its process was killed in between, is swept away when it is old enough.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from mercalli.io.runs import blocks_of_file
from mercalli.io.whole_files import writing
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.text.words import counted

OLD_SECONDS = 3600.0


@dataclass(frozen=True)
class Upload:
    """Bytes that arrived, under a name of their own, and their hash."""

    file: Path
    digest: str
    size: int

    def blocks(self) -> Iterator[bytes]:
        """What is in it, piece by piece."""
        return blocks_of_file(self.file)

    def discard(self) -> None:
        """Leave nothing behind."""
        self.file.unlink(missing_ok=True)


def receive(store: Path, blocks: Iterable[bytes], most: int) -> Upload:
    """Write bytes as they arrive; more than may be are refused as soon as they are too many."""
    file = store / "incoming" / uuid4().hex
    digest, size = sha256(), 0
    try:
        with writing(file.name), file.open("xb") as stream:
            for block in blocks:
                size += len(block)
                _check_size(size, most)
                digest.update(block)
                stream.write(block)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return Upload(file, digest.hexdigest(), size)


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise ChallengeError.coded("too_large", f"A run may have at most {counted(most, 'byte')}.")


def path_of(store: Path, digest: str) -> Path:
    """Where the run of a hash is."""
    return store / "runs" / digest[:2] / digest


def keep(store: Path, upload: Upload) -> Path:
    """Give an upload the name of its hash, for good; the same bytes are kept once."""
    target = path_of(store, upload.digest)
    with writing(target.name):
        if not target.parent.is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
            sync_folder(target.parent.parent)
        upload.file.replace(target)
        sync_folder(target.parent)
    return target


def sync_folder(folder: Path) -> None:
    """Make names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(store: Path, named: set[str], old_seconds: float = OLD_SECONDS) -> list[str]:
    """Remove files that no row names and that nobody can be about to name any more."""
    before = time.time() - old_seconds
    files = [*(store / "runs").glob("*/*"), *(store / "incoming").iterdir()]
    orphans = [file for file in files if file.name not in named and file.stat().st_mtime < before]
    for file in orphans:
        file.unlink(missing_ok=True)
    return sorted(file.name for file in orphans)
