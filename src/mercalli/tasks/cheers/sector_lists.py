"""Lists of sectors, from TOML that comes along or is the user's own."""

from __future__ import annotations

from mercalli.io.toml import Library
from mercalli.profiles.codebooks import top_table
from mercalli.tasks.cheers.sectors import LARGEST, Sectors

CHEERS = "cheers"


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
