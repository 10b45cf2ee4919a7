"""A case: a call with its files, made from a seed and a number alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from fuzz import dresses
from fuzz.engines import EngineTwin, takes_engines
from fuzz.mutants import mutated, options
from fuzz.slots import FILE, Slot, slots
from tests.doors.calls import resampled

SLOTS = slots()
TABLES = [slot for slot in SLOTS if slot.table]
RASTERS, SHAPES = (".tif", ".nc", ".npy", ".h5"), (".geojson", ".gpkg")  # each may stand where another does
JSON = "--json"
DRESSED, SPARED = 0.15, 0.15  # shares of cases: the same rows twice, and files as they are
RESAMPLED = 0.5  # of calls that are quick because they draw no replicates
BY_ENGINE = 0.4  # of the former: another engine, and not another dress


@dataclass(frozen=True)
class Case:
    """Arguments of the command, files to write before it runs, and what it is called.

    Attributes:
        twin: The same rows in another dress, whose numbers must be the same.
        engine: The same rows for another engine, likewise.
    """

    slot: Slot
    arguments: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...] = ()
    twin: Case | None = None
    engine: EngineTwin | None = None


def case(seed: int, number: int, ground: Path) -> Case:
    """The case of that number; the first ones are good calls, one for each slot."""
    rng = Random(f"{seed}/{number}")  # noqa: S311 - no secret
    if number < len(SLOTS):
        return _of(SLOTS[number], *_good(rng, SLOTS[number], ground))
    if rng.random() < DRESSED:
        return _pair(rng)
    return _mutant(rng, ground)


def _mutant(rng: Random, ground: Path) -> Case:
    slot = rng.choice(SLOTS)
    if rng.random() < RESAMPLED:
        slot = replace(slot, arguments=resampled(slot.arguments))
    name, content = _good(rng, slot, ground)
    if content is not None and rng.random() > SPARED:
        content = mutated(rng, name, content)
        if slot.table and rng.random() < 0.3:  # tables of other kinds
            name, content = _dressed(rng, content)
    made = _of(slot, name, content)
    more = options.some(rng, slot.command) if rng.random() < 0.6 else ()  # more often than not
    return replace(made, arguments=(*made.arguments, *more))


def _dressed(rng: Random, content: bytes) -> tuple[str, bytes]:
    rows = dresses.read(content)
    return rng.choice(dresses.ALL)(rng, [row for row in rows if len(row) == len(rows[0])])


def _pair(rng: Random) -> Case:
    """Two dresses of the same rows, or two engines."""
    slot = rng.choice([each for each in TABLES if JSON in each.options])
    slot = replace(slot, arguments=(*slot.arguments, JSON))
    rows = dresses.shuffled(rng, slot.goods[0][1] or "")
    first, second = (_of(slot, *dress(rng, rows)) for dress in (dresses.plain, rng.choice(dresses.ALL)))
    if takes_engines(slot) and rng.random() < BY_ENGINE:
        return replace(first, engine=EngineTwin.of(rng, rows))
    return replace(first, twin=second)


def _good(rng: Random, slot: Slot, ground: Path) -> tuple[str, bytes | None]:
    """A good file for a slot: its own, or one that stands in the sandbox."""
    if not slot.goods:
        return "", None
    name, content = rng.choice(slot.goods)
    if content is None and not slot.target:
        suffix = Path(name).suffix
        file = rng.choice(_standing(ground, suffix) or _standing(ground, ".csv"))
        return f"given{suffix if file.suffix == '.csv' else file.suffix}", file.read_bytes()
    return name, content.encode() if isinstance(content, str) else content


def _standing(ground: Path, suffix: str) -> list[Path]:
    endings = next((family for family in (RASTERS, SHAPES) if suffix in family), (suffix,))
    return sorted(file for file in ground.rglob("*") if file.suffix in endings)


def _of(slot: Slot, name: str, content: bytes | None) -> Case:
    arguments = tuple(word.replace(FILE, name) for word in slot.arguments)
    return Case(slot, arguments, () if content is None else ((name, content),))
