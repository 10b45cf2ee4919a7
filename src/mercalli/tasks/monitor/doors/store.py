"""The folder of a watch: sealed counts, and the ids of predictions beside them.

`watch.json` holds the terms and the counts, and names the one file of ids that belongs to it by its digest. An addition
writes new ids under a new name, then puts a new `watch.json` in the place of the old one in one step: whoever is killed
in between leaves the old watch as it was. Writers wait for each other; a report reads the counts alone and waits for
nobody.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np

from mercalli.errors import FileError, MercalliError
from mercalli.inputs.arrays import Ints
from mercalli.io.folders import write_folder
from mercalli.io.locks import locked
from mercalli.io.paths import check_regular
from mercalli.io.whole_files import writing
from mercalli.results.reading import ShapeError, parsed, record
from mercalli.results.seal import plain
from mercalli.tasks.monitor.errors import WatchError
from mercalli.tasks.monitor.watch import KEYS, OPEN, Terms, Watch

FORMAT = 1
COUNTS, LOCK, IDS = "watch.json", "lock", "ids"
ASIDE = ".new-"  # what a writer that was killed may leave
NAME, SEAL = "mercalli_watch", "seal"
MOST_TIME = 253_402_300_800_000_000  # microseconds until the year 10000
MOST_PREDICTIONS = 2**53  # more cannot be told one by one


@dataclass(frozen=True)
class Kept:
    """A watch as its counts have it; `ids` is the digest of its file of ids."""

    terms: Terms
    watch: Watch
    ids: str


@dataclass(frozen=True)
class Rows:
    """Every prediction by its id, and the keys that it is counted by."""

    ids: Sequence[str]
    keys: Mapping[str, Ints]

    @classmethod
    def none(cls) -> Rows:
        """Before anything was predicted."""
        return cls([], {key: np.empty(0, np.int64) for key in KEYS})

    @property
    def text(self) -> str:
        """As a file holds it."""
        return _dumps({"id": list(self.ids), **{key: part.tolist() for key, part in self.keys.items()}})


@dataclass(frozen=True)
class OpenWatch:
    """A watch that nobody else changes meanwhile."""

    folder: Path
    kept: Kept
    rows: Rows

    def put(self, rows: Rows, chances: tuple[float, ...]) -> Watch:
        """Write what became of it: all, or nothing."""
        watch, text = Watch.of(rows.keys, chances), rows.text
        digest = _digest(text)
        with writing(self.folder):
            _write(self.folder, _ids_name(digest), text)
            _write(self.folder, COUNTS, _sealed(self.kept.terms, watch, digest))
            for old in (*self.folder.glob(f"{IDS}-*.json"), *self.folder.glob(f"{ASIDE}*")):
                if old.name != _ids_name(digest):
                    old.unlink(missing_ok=True)
        return watch


def make(folder: str | Path, terms: Terms) -> None:
    """A new watch; a folder that exists is an error."""
    text = Rows.none().text
    digest = _digest(text)
    empty = Watch.of(Rows.none().keys)
    write_folder(folder, {COUNTS: _sealed(terms, empty, digest), _ids_name(digest): text})


def read(folder: str | Path) -> Kept:
    """The terms and the counts; an error if they were edited."""
    file = Path(folder) / COUNTS
    try:
        text = _content(file).decode()
    except (FileNotFoundError, NotADirectoryError):
        raise WatchError.absent(str(folder)) from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(str(folder), "a watch", error) from None
    try:
        return _kept(parsed(text), str(folder))
    except WatchError:
        raise
    except (ShapeError, MercalliError, KeyError, TypeError, ValueError, OverflowError, IndexError) as fault:
        raise WatchError.broken(str(folder), f"its {COUNTS} does not fit ({str(fault)[:200]})") from None


@contextmanager
def opened(folder: str | Path) -> Generator[OpenWatch]:
    """A watch with its ids, for one writer at a time."""
    read(folder)  # a lock is made only in what is a watch
    with writing(folder), locked(Path(folder) / LOCK):
        kept = read(folder)
        yield OpenWatch(Path(folder), kept, _rows(Path(folder), kept))


def _content(file: Path) -> bytes:
    """The bytes of a file, and not of a pipe or a device, which may never end."""
    check_regular(file)
    return file.read_bytes()


def _rows(folder: Path, kept: Kept) -> Rows:
    """The ids, which must be those that the counts were made of."""
    try:
        content = _content(folder / _ids_name(kept.ids))
    except OSError:
        raise WatchError.broken(str(folder), "its file of ids is not there") from None
    if f"sha256:{sha256(content).hexdigest()}" != kept.ids:
        raise WatchError.broken(str(folder), "its file of ids was changed")
    try:
        return _counted(json.loads(content), kept)
    except (ShapeError, KeyError, TypeError, ValueError, OverflowError, IndexError):
        raise WatchError.broken(str(folder), "its file of ids is not what the counts were made of") from None


def _counted(columns: Any, kept: Kept) -> Rows:  # noqa: ANN401 - any JSON
    """Every id once, with keys that add up to the counts."""
    rows = Rows(list(map(str, columns["id"])), {key: _whole(columns[key], key) for key in KEYS})
    again = Watch.of(rows.keys, kept.watch.chances)
    if len(set(rows.ids)) != kept.watch.n or _cells(again) != _cells(kept.watch):
        raise ShapeError.at("id", "does not add up to the counts")
    return rows


def _kept(content: Any, folder: str) -> Kept:  # noqa: ANN401 - any JSON
    if not isinstance(content, dict) or NAME not in content:
        raise WatchError.broken(folder, f"its {COUNTS} does not say that it is one")
    if content[NAME] != FORMAT:
        raise WatchError.broken(folder, f"it has format {content[NAME]!r}, and this version reads {FORMAT}")
    seal = content.pop(SEAL, None)
    if seal != _digest(_dumps(content)):
        raise WatchError.broken(folder, f"its {COUNTS} was changed after it was sealed")
    terms: Terms = record(Terms, content["terms"], "terms")
    keys = {key: _whole(content["cells"][key], key) for key in KEYS}
    watch = Watch(keys, _whole(content["cells"]["count"], "count"), tuple(map(float, content["chances"])))
    _check(watch, terms)
    return Kept(terms, watch, str(content["ids"]))


def _whole(values: Any, name: str) -> Ints:  # noqa: ANN401 - any JSON
    """Whole numbers, from 0 on."""
    found = np.array(values)
    if found.ndim != 1 or (len(found) and (found.dtype.kind != "i" or (found < 0).any())):
        raise ShapeError.at(f"cells.{name}", "must hold whole numbers from 0 on")
    return found.astype(np.int64)


def _check(watch: Watch, terms: Terms) -> None:
    """That codes stand for something; a seal is no signature."""
    most = {
        "bin": MOST_TIME // terms.width,
        "model": len(terms.models),
        "band": len(terms.bands) + 1,
        "pred": len(terms.classes),
        "chance": len(watch.chances),
        "arrival": MOST_TIME // terms.width,
        "truth": len(terms.classes) + 1,
        "kind": 3,
    }
    for key, part in watch.keys.items():
        if part.shape != watch.count.shape or (part >= most[key]).any():
            raise ShapeError.at(f"cells.{key}", "holds what stands for nothing")
    known = watch["kind"] != OPEN
    if ((watch["truth"] > 0) != known).any() or (watch["arrival"] < watch["bin"])[known].any():
        raise ShapeError.at("cells.truth", "must be there, after the prediction, where it is known")
    if (watch.count < 1).any() or watch.count.sum(dtype=np.float64) > MOST_PREDICTIONS:
        raise ShapeError.at("cells.count", "must be counts")
    if watch.chances[0] != 0 or not all(0 < each <= 1 for each in watch.chances[1:]):
        raise ShapeError.at("chances", "must be 0, and then chances above 0")


def _sealed(terms: Terms, watch: Watch, ids: str) -> str:
    cells = _cells(watch)
    content = {NAME: FORMAT, "terms": plain(terms), "chances": list(watch.chances), "cells": cells, "ids": ids}
    return _dumps({**content, SEAL: _digest(_dumps(content))})


def _cells(watch: Watch) -> dict[str, list[int]]:
    return {key: part.tolist() for key, part in {**watch.keys, "count": watch.count}.items()}


def _write(folder: Path, name: str, text: str) -> None:
    """A file that is on the disk, whole, before it has its name."""
    aside = folder / f"{ASIDE}{uuid4().hex}"
    try:
        with aside.open("x", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(aside, folder / name)  # noqa: PTH105 - replaces an existing file on every system
    finally:
        aside.unlink(missing_ok=True)


def _ids_name(digest: str) -> str:
    return f"{IDS}-{digest.removeprefix('sha256:')[:16]}.json"


def _dumps(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _digest(text: str) -> str:
    return f"sha256:{sha256(text.encode()).hexdigest()}"
