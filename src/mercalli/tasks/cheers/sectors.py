"""Sectors: their names and ids from TOML or JSON, and the sets of them that a gold file writes as lists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mode

import numpy as np

from mercalli.errors import FileError
from mercalli.inputs.arrays import Bools, Ints
from mercalli.io.paths import check_regular, matches, opened
from mercalli.io.toml import ENDING, Library
from mercalli.profiles.codebooks import top_table
from mercalli.tasks.cheers.errors import RunError

CHEERS = "cheers"
BESIDE = "*sector_name_to_id.json"
MOST_BYTES = 1 << 20
NO_SECTOR = -1
LARGEST = 999_999_999
LIST = re.compile(r"\[\s*+(?:\d{1,9}+\s*+(?:,\s*+\d{1,9}+\s*+)*+,?)?\s*+\]")
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Sectors:
    """Names by id, in the order of the ids; `title` says whose they are."""

    ids: tuple[int, ...]
    names: tuple[str, ...]
    title: str = ""

    @classmethod
    def check(cls, named: Sequence[tuple[str, object]], origin: str) -> Sectors:
        """From pairs of name and id as a map holds them.

        >>> Sectors.check([("WASH", 10), ("Health", 4)], "map.json").names
        ('Health', 'WASH')
        """
        if not named:
            raise RunError.map(origin, "it is empty.")
        for name, number in named:
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= LARGEST:
                raise RunError.map(
                    origin, f"the id of {name!r} must be a whole number from 0 to {LARGEST}; found {number!r}."
                )
        pairs = sorted((int(str(number)), name) for name, number in named)
        for at, what in enumerate(("id", "name")):
            values = [pair[at] for pair in pairs]
            if len(set(values)) < len(values):
                raise RunError.map(origin, f"the {what} {mode(values)!r} is there twice.")
        ids, names = zip(*pairs, strict=True)
        return cls(ids, names)

    def span(self) -> str:
        """The ids in words.

        >>> Sectors((0, 1, 2), ("a", "b", "c")).span(), Sectors((1, 4, 9), ("a", "b", "c")).span()
        ('0 to 2', '1, 4, 9')
        """
        first, last = self.ids[0], self.ids[-1]
        unbroken = last - first + 1 == len(self.ids)
        return f"{first} to {last}" if unbroken else ", ".join(map(str, self.ids))

    def flags(self, sets: Iterable[frozenset[int]]) -> Bools:
        """Which sectors each set holds: (sets, L)."""
        rows = [[number in each for number in self.ids] for each in sets]
        return np.array(rows, np.bool_).reshape(-1, len(self.ids))

    def one_each(self, numbers: Ints) -> Bools:
        """The sector of each number, or none for -1: (n, L)."""
        flags: Bools = numbers[:, None] == np.array(self.ids)
        return flags


def sector_ids(cell: str | None) -> frozenset[int] | None:
    """The set that a cell such as `[2, 4]` means; None if it is no list of whole numbers.

    >>> sector_ids("[10, 1]") == {1, 10}, sector_ids("[]") == set(), sector_ids("['Health']")
    (True, True, None)
    """
    text = "" if cell is None else cell.strip()
    return frozenset(map(int, NUMBER.findall(text))) if LIST.fullmatch(text) else None


def check_sectors(text: str, origin: str) -> Sectors:
    """Sectors and their ids."""
    top = top_table(text, origin, "the sector list", ("sectors",))
    table = top.table("sectors", "the table of sectors")
    names: dict[int, str] = {}
    for name in table.content:
        number = table.whole_number(name)
        if not 0 <= number <= LARGEST:
            table.fail(f"the id of {name!r} must be from 0 to {LARGEST}; found {number}.", name)
        if names.setdefault(number, name) != name:
            table.fail(f"the id {number} is that of {names[number]!r} and of {name!r}.", name)
    if not names:
        top.fail("the sector list needs [sectors], each with its id, as in Health = 4.")
    ids = tuple(sorted(names))
    return Sectors(ids, tuple(names[number] for number in ids), top.text("title"))


SECTORS = Library("sector list", "sectors", check_sectors)


def read_sectors(path: str | Path) -> Sectors:
    """A map of names to ids; a list that comes along, a .toml file, or else JSON."""
    if str(path).endswith(ENDING) or str(path) in SECTORS.names():
        return SECTORS.read(path)
    return _of_json(path)


def _of_json(path: str | Path) -> Sectors:
    """Keys that stand twice are refused, which JSON itself would hide."""
    file = Path(path)
    check_regular(path)
    try:
        with opened(file) as stream:
            text = stream.read(MOST_BYTES + 1).decode("utf-8-sig")
        pairs = json.loads(text, object_pairs_hook=list)
    except FileNotFoundError:
        raise FileError.absent(str(path)) from None
    except (json.JSONDecodeError, RecursionError):
        raise RunError.map(file.name, "it is not complete JSON.") from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(file.name, "a sector map", error) from None
    if not isinstance(pairs, list) or not all(isinstance(pair, tuple) for pair in pairs):
        raise RunError.map(file.name, "it is not an object.")
    return Sectors.check(pairs, file.name)


def sectors_for(gold: str | Path, named: str | Path | None) -> tuple[Sectors, str]:
    """The map that is named, or the one beside the gold file, or else that of round 1; and which that is, in words."""
    if named is not None:
        return read_sectors(named), Path(named).name
    beside = matches(Path(gold).parent, BESIDE)
    if len(beside) > 1:
        raise RunError.several_maps([file.name for file in beside])
    if beside:
        return read_sectors(beside[0]), f"{beside[0].name}, found beside the gold file"
    usual = SECTORS.read(CHEERS)
    return usual, f"the {len(usual.ids)} of {usual.title} (no map was given)"
