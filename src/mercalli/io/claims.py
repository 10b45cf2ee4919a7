"""One writer at a time: a target is claimed before the first byte, made beside its place, and put there in one step.

What a writer needs stands in one hidden folder beside the target: a lock that the system opens when the writer ends, in
whatever way; what is `new` and not whole yet; and, where the system cannot exchange two folders in one step, what is
`old`. Whoever claims the target next puts right what a killed writer left.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import get_ident

from mercalli.errors import FileError
from mercalli.io.renames import exchanged, move_new
from mercalli.io.whole_files import writing

try:
    import fcntl
except ImportError:  # Windows, where two writers are told only when the second gives its name
    fcntl = None  # type: ignore[assignment]

LOCK = "lock"
HIDDEN = ".mercalli-"
TRIES = 100  # how often another writer may end just when this one begins


@dataclass(frozen=True)
class Claim:
    """The right to write a file or folder; `parents` were made for it."""

    target: Path
    place: Path
    parents: tuple[Path, ...]

    @classmethod
    def of(cls, target: Path) -> Claim:
        """The name of the hidden folder is short, however long that of the target is."""
        place = target.parent / f"{HIDDEN}{sha256(os.fsencode(target.name)).hexdigest()[:16]}"
        return cls(target, place, tuple(parent for parent in target.parents if not parent.exists()))

    @property
    def new(self) -> Path:
        """Where the new one is made."""
        return self.place / "new"

    @property
    def old(self) -> Path:
        """Where an older one stands between two steps."""
        return self.place / "old"

    def put(self) -> None:
        """The new one takes its place, and what stood there, if anything, is removed afterwards."""
        if not os.path.lexists(self.target):
            move_new(self.new, self.target)
        elif not exchanged(self.new, self.target):
            self.target.rename(self.old)
            self.new.rename(self.target)

    def settle(self) -> None:
        """Put an older one back if nothing took its place, and remove what is of no use."""
        if os.path.lexists(self.old) and not os.path.lexists(self.target):
            self.old.rename(self.target)
        for left in (self.new, self.old):
            _remove(left)

    def release(self) -> None:
        """Leave nothing behind: the lock goes last."""
        with suppress(OSError):
            self.settle()
            (self.place / LOCK).unlink()
            self.place.rmdir()
            if not os.path.lexists(self.target):
                for parent in self.parents:
                    parent.rmdir()


def is_hidden_place(folder: Path) -> bool:
    """Whether a folder is one in which something is made, by its name."""
    return folder.name.startswith(HIDDEN)


_held: dict[tuple[Path, int], Claim] = {}


@contextmanager
def claimed(path: str | Path) -> Generator[Claim]:
    """The claim to a target, for one thread; inside, the same target gives the same claim.

    A target that another run claims is refused.
    """
    with writing(path):
        target = Path(os.path.realpath(path))
    if held := _held.get((target, get_ident())):
        yield held
        return
    claim = Claim.of(target)
    with _locked(claim, path):
        _held[target, get_ident()] = claim
        try:
            with writing(path):
                claim.settle()
            yield claim
        finally:
            del _held[target, get_ident()]
            claim.release()


@contextmanager
def _locked(claim: Claim, path: str | Path) -> Generator[None]:
    with writing(path):
        handle = next((each for each in (_lock(claim, path) for _ in range(TRIES)) if each is not None), None)
    if handle is None:
        raise FileError.claimed(str(path))
    try:
        yield
    finally:
        os.close(handle)


def _lock(claim: Claim, path: str | Path) -> int | None:
    """The open lock; none where another writer removed it at that moment."""
    claim.place.parent.mkdir(parents=True, exist_ok=True)
    claim.place.mkdir(mode=0o700, exist_ok=True)
    _check_own(claim.place)
    try:
        handle = os.open(claim.place / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except FileNotFoundError:
        return None
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(handle), (claim.place / LOCK).stat()):
            return handle
    except BlockingIOError:
        os.close(handle)
        raise FileError.claimed(str(path)) from None
    except FileNotFoundError:
        pass
    os.close(handle)
    return None


def _check_own(place: Path) -> None:
    """A hidden folder that somebody else laid there is not used: what is in it would be removed."""
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "geteuid") and found.st_uid != os.geteuid()):
        raise FileError.unwritable(str(place), "it is not a folder of yours")


def _remove(left: Path) -> None:
    if left.is_dir() and not left.is_symlink():
        shutil.rmtree(left, ignore_errors=True)
    else:
        left.unlink(missing_ok=True)
