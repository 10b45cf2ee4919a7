"""Sector maps: names and ids from JSON files, TOML files or those that come along."""

from __future__ import annotations

import json
from pathlib import Path

from mercalli.errors import FileError
from mercalli.io.toml import ENDING
from mercalli.tasks.cheers.errors import RunError
from mercalli.tasks.cheers.sector_lists import CHEERS, SECTORS
from mercalli.tasks.cheers.sectors import Sectors

BESIDE = "*sector_name_to_id.json"
MOST_BYTES = 1 << 20


def read_sectors(path: str | Path) -> Sectors:
    """A map of names to ids; a list that comes along, a .toml file, or else JSON."""
    if str(path).endswith(ENDING) or str(path) in SECTORS.names():
        return SECTORS.read(path)
    return _of_json(path)


def _of_json(path: str | Path) -> Sectors:
    """Keys that stand twice are refused, which JSON itself would hide."""
    file = Path(path)
    try:
        with file.open("rb") as stream:
            text = stream.read(MOST_BYTES + 1).decode("utf-8-sig")
        found = json.loads(text, object_pairs_hook=list)
    except FileNotFoundError:
        raise FileError.absent(str(path)) from None
    except (json.JSONDecodeError, RecursionError):
        raise RunError.map(file.name, "it is not whole JSON.") from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(file.name, "a sector map", error) from None
    if not isinstance(found, list) or not all(isinstance(each, tuple) for each in found):
        raise RunError.map(file.name, "it is not an object.")
    return Sectors.check(found, file.name)


def sectors_for(gold: str | Path, given: str | Path | None) -> tuple[Sectors, str]:
    """The map that was given, or the one beside the gold file, or else that of round 1; and which that is, in words."""
    if given is not None:
        return read_sectors(given), f"sectors: {Path(given).name}"
    beside = sorted(Path(gold).parent.glob(BESIDE))
    if len(beside) > 1:
        raise RunError.several_maps([file.name for file in beside])
    if beside:
        return read_sectors(beside[0]), f"sectors: {beside[0].name}, found beside the gold file"
    usual = SECTORS.read(CHEERS)
    return usual, f"sectors: the {len(usual.ids)} of {usual.title} (no map was given)"
