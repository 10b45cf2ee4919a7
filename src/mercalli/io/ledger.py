"""Which files a command opens: noted for its result, and kept to what was named where a stranger chose the options."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from mercalli.errors import FileError
from mercalli.io.book_names import book_of


@dataclass
class Ledger:
    """Paths that were opened, as doors were given them; `foreign` texts are no paths, unless they lead to `named`."""

    opened: dict[str, None] = field(default_factory=dict[str, None])
    foreign: frozenset[str] = frozenset()
    named: tuple[str, ...] = ()

    def note(self, path: str) -> None:
        """A path is about to be opened."""
        above = {path, *map(str, Path(path).parents)} - {"."}
        if above & self.foreign and not any(_leads(each, path) for each in self.named):
            raise FileError.named(
                path, "is named by the result and not by you. Name it with --data if it is to be read."
            )
        self.opened[path] = None

    def of(self, text: str) -> list[Path]:
        """The files that a text led to: itself, those in it, those that it means as a glob."""
        return [Path(path) for path in self.opened if _leads(text, path) and Path(path).is_file()]


_ledger: ContextVar[Ledger | None] = ContextVar("ledger", default=None)


def note(path: str | Path) -> None:
    """A door opens a path."""
    ledger = _ledger.get()
    if ledger is not None:
        ledger.note(str(path))


@contextmanager
def ledger(foreign: Iterable[str] = (), named: Sequence[str] = ()) -> Generator[Ledger]:
    """Note what is opened from here on; `foreign` texts may not be, unless they are `named`."""
    kept = Ledger(foreign=frozenset(foreign), named=tuple(named))
    token = _ledger.set(kept)
    try:
        yield kept
    finally:
        _ledger.reset(token)


def current() -> Ledger | None:
    """The ledger that is kept now."""
    return _ledger.get()


def size_and_digest(path: Path) -> tuple[int, str]:
    """How many bytes a file has, and their SHA-256."""
    with path.open("rb") as stream:
        return path.stat().st_size, f"sha256:{hashlib.file_digest(stream, 'sha256').hexdigest()}"


def _leads(text: str, path: str) -> bool:
    text = book_of(text)
    return Path(path).is_relative_to(text) or (glob.has_magic(text) and path in glob.glob(text, recursive=True))  # noqa: PTH207 - never raises
