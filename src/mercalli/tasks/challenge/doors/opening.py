"""Opening a challenge, and every later revision: the key, the split, and copies of everything that scores rest on."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from mercalli.errors import ColumnError, FileError
from mercalli.io.cells import csv_columns
from mercalli.io.paths import ending, is_packed
from mercalli.io.tables import open_table
from mercalli.io.whole_files import file_text, write_whole
from mercalli.plan.run_tables import columns_of
from mercalli.registry import load
from mercalli.tasks.challenge.challenge import CAPS, Challenge, Phase, check_challenge
from mercalli.tasks.challenge.check import LONGEST_NAME, LONGEST_SHOWN, LONGEST_VALUE, writable
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.addresses import note_address
from mercalli.tasks.challenge.doors.blobs import sync_folder
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.database import note, writing
from mercalli.tasks.challenge.doors.host import (
    FILE,
    GOLD,
    KEY,
    PRIVATE,
    PUBLIC,
    SALT,
    STORE,
    Host,
    Revision,
    challenge_folder,
    check_not_lost,
    shut,
)
from mercalli.tasks.challenge.doors.work_folders import WORK
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.tasks.challenge.key import Item, Key
from mercalli.tasks.challenge.split import Split, parts
from mercalli.text.words import cut, shown

PARTS = ("incoming", "runs", PUBLIC, PRIVATE, "files", WORK)


@dataclass(frozen=True)
class Sources:
    """What a challenge is made from: its record, its gold file as columns, and its key."""

    folder: Path
    challenge: Challenge
    gold: Path
    columns: Mapping[str, Sequence[str]]
    key: Key

    @property
    def units(self) -> list[str]:
        """The unit of every item."""
        return units_of(self.columns, self.challenge.unit, self.key)

    @property
    def gold_digest(self) -> str:
        """Of the gold file as it is."""
        return file_digest(self.gold)

    @property
    def digest(self) -> str:
        """Of everything that scores rest on."""
        files = [file_digest(self.folder / path) for path in self.challenge.files]
        return bound_digest(self.challenge.source, self.gold_digest, self.key.digest, files)

    def split(self, phase: Phase, salt: str) -> Split:
        """The units of a phase, divided."""
        return Split.of(self.units, salt, phase.public_share)


def bound_digest(source: str, gold: str, key: str, files: Sequence[str]) -> str:
    """Of everything that the scores of a revision rest on, by its text and the digests of its files."""
    return sha256(json.dumps([source, gold, key, files]).encode()).hexdigest()


def units_of(columns: Mapping[str, Sequence[str]], unit: str, key: Key) -> list[str]:
    """The unit of every item of a gold file; without a column of units each item is one."""
    return list(columns[unit]) if unit else ["\x1f".join(item) for item in key.items]


def file_digest(file: Path) -> str:
    """SHA-256 of a file."""
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise FileError.unopened(file.name, "a file of the challenge", error) from None


def read_challenge(folder: Path) -> Challenge:
    """The record of a folder's challenge."""
    return check_challenge(file_text(folder / FILE, "TOML", f"a {FILE}"), FILE)


def read_sources(folder: str | Path) -> Sources:
    """Everything that a challenge is made from, checked: every item has its own ids, and the key fits the gold file."""
    place = challenge_folder(folder)
    challenge = read_challenge(place)
    gold = place / challenge.gold
    options = {**challenge.options, **{name: str(place / path) for name, path in _paths(challenge).items()}}
    form = load(challenge.run.form)(str(gold), options)
    table = open_table(gold)
    _check_plain(gold)
    for name in (*form.ids, challenge.unit):
        if name and name not in table.columns:
            raise ColumnError.unknown(name, table.columns, table.origin)
    columns = in_order(columns_of(gold, table.columns), form.ids)
    items: list[Item] = list(zip(*(columns[name] for name in form.ids), strict=True))
    check_items(items, gold.name)
    key = Key(form, tuple(items))
    _check_writable(key, gold.name)
    if challenge.key:
        _check_key(Key.of(file_text(place / challenge.key, "JSON", "a key file"), challenge.key), key, challenge.key)
    return Sources(place, challenge, gold, columns, key)


def _check_plain(gold: Path) -> None:
    """A gold file is copied, and divided, as the text that it is."""
    if is_packed(gold) or ending(gold) not in {".csv", ".tsv"} or not gold.is_file():
        raise FileError.named(
            gold.name,
            "must be one CSV file that is not packed. Make it one; `mercalli challenge new` does so for other kinds.",
        )


def _check_writable(key: Key, file: str) -> None:
    """Refuse what no run could be right about, before somebody tries."""
    ids = (zip(key.form.ids, item, strict=True) for item in key.items)
    values = ((field.name, each) for field in key.form.fields for each in field.values)
    for name, text in chain(chain.from_iterable(ids), values):
        if not writable(text):
            raise FileError.named(
                file,
                f"has the value {cut(text, LONGEST_SHOWN)!r} of {name!r}, which no run can hold: at most "
                f"{LONGEST_VALUE} bytes, without blanks at its ends and line breaks. Change it.",
            )
    names = key.form.columns
    if len(set(names)) < len(names) or any(len(each) > LONGEST_NAME or not writable(each) for each in names):
        raise FileError.named(
            file,
            f"asks for runs with the columns {shown(names)}, which no file can have. Call the id column otherwise.",
        )


def in_order(columns: Mapping[str, Sequence[str]], ids: Sequence[str]) -> dict[str, list[str]]:
    """Rows by their ids, numbers as numbers: the key is public, and the order of a gold file may tell its truths.

    >>> in_order({"id": ["10", "b", "9"], "truth": ["fire", "fire", "flood"]}, ["id"])
    {'id': ['9', '10', 'b'], 'truth': ['flood', 'fire', 'fire']}
    """
    items = list(zip(*(columns[name] for name in ids), strict=True))
    order = sorted(range(len(items)), key=lambda place: [_counted(part) for part in items[place]])
    return {name: [values[place] for place in order] for name, values in columns.items()}


def _counted(part: str) -> tuple[bool, int, str]:
    return (False, len(part), part) if part.isdecimal() else (True, 0, part)


def _paths(challenge: Challenge) -> dict[str, str]:
    named = {name: str(challenge.options[name]) for name in challenge.run.files if name in challenge.options}
    return {name: path for name, path in named.items() if path in challenge.files}


def check_items(items: Sequence[Item], file: str) -> None:
    """Refuse a gold file in which an item has no ids of its own."""
    if not items:
        raise FileError.named(file, "has no rows. Check what made it.")
    empty = next((place for place, item in enumerate(items, 1) if not all(item)), None)
    if empty is not None:
        raise FileError.named(file, f"has no id in row {empty:,}. Every item needs one.")
    if len(set(items)) < len(items):
        seen: set[Item] = set()
        twice = [item for item in items if item in seen or seen.add(item)]  # type: ignore[func-returns-value]
        raise FileError.named(file, f"has items twice: {shown(twice)}. Every item needs ids of its own.")


def _check_key(given: Key, made: Key, file: str) -> None:
    if set(given.items) != set(made.items) or given.form != made.form:
        raise FileError.named(file, "does not fit the gold file: its items or values differ. Remove 'key' to make it.")


def open_challenge(folder: str | Path, actor: str, *, revise: str = "", url: str | None = None) -> Revision:
    """Open a challenge, or declare a new revision of one that is open, with the reason for it."""
    sources = read_sources(folder)
    for part in PARTS:
        (sources.folder / STORE / part).mkdir(parents=True, exist_ok=True)
    host = Host.at(sources.folder, url)
    shut(host.store)
    with writing(host.engine) as connection:
        number = connection.execute(select(func.coalesce(func.max(tables.revisions.c.id), 0))).scalar_one() + 1
        _check_allowed(connection, host, sources, revise, number)
        salt = _salt(host.store)
        commitments = _write_parts(sources, host.store, salt, number)
        before = host.revision(connection).challenge.phases if number > 1 else {}
        connection.execute(insert(tables.revisions).values(_row(sources, number, commitments, revise)))
        _put_phases(connection, sources.challenge, before)
        note(connection, actor, "open" if number == 1 else "revise", f"revision {number}", reason=revise)
        revision = host.revision(connection)
    note_address(host.store, host.engine.url)
    return revision


def _check_allowed(connection: Connection, host: Host, sources: Sources, revise: str, number: int) -> None:
    if number == 1:
        check_not_lost(host.store)
    if number > 1 and not revise:
        same = host.revision(connection).digest == sources.digest
        what = "is open already" if same else "is open already, and its files have changed since"
        raise ChallengeError.coded(
            "open_already",
            f"The challenge {what}. To declare a new revision, say why: mercalli challenge open --revise TEXT",
        )


def _row(sources: Sources, number: int, commitments: Mapping[str, str], why: str) -> dict[str, Any]:
    return {
        "id": number,
        "source": sources.challenge.source,
        "digest": sources.digest,
        "gold_digest": sources.gold_digest,
        "key_digest": sources.key.digest,
        "commitments": json.dumps(commitments),
        "note": why,
        "created_at": utc_now(),
    }


def _salt(store: Path) -> str:
    """Drawn once for a challenge; it stays private until the close."""
    file = store / PRIVATE / SALT
    if not file.exists():
        write_whole(file, secrets.token_hex(32))
        file.chmod(0o600)
    return file.read_text(encoding="utf-8")


def _write_parts(sources: Sources, store: Path, salt: str, number: int) -> dict[str, str]:
    """The gold file and key of each part of each phase, and what is promised of the split."""
    challenge, units = sources.challenge, sources.units
    _write(store / PUBLIC / f"r{number}" / KEY, sources.key.text)
    copies = {sources.folder / path: store / "files" / f"r{number}" / Path(path).name for path in challenge.files}
    for source, target in {**copies, sources.gold: store / PRIVATE / f"r{number}" / GOLD}.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    commitments = {}
    for phase in challenge.phases.values():
        split = sources.split(phase, salt)
        commitments[phase.name] = split.commitment
        public, private = parts(units, salt, phase.public_share)
        if len(set(split.public)) < 1 or (phase.public_share < 1 and not private):
            raise ChallengeError.coded(
                "too_few_units",
                f"The {len(split.units)} units cannot be split for the phase {phase.name!r}: one part would be empty. "
                f"Give more units, or public_share = 1.",
            )
        for part, chosen in ((PUBLIC, public), (PRIVATE, private)):
            if chosen:
                folder = store / PRIVATE / f"r{number}" / phase.name / part
                _write(folder / KEY, sources.key.part(chosen).text)
                _write(folder / GOLD, gold_text(sources.columns, chosen))
    return commitments


def gold_text(columns: Mapping[str, Sequence[str]], chosen: Sequence[int]) -> str:
    """The gold file of some of the items."""
    header = ",".join(f'"{name.replace(chr(34), chr(34) * 2)}"' for name in columns)
    return f"{header}\n{csv_columns([[values[place] for place in chosen] for values in columns.values()])}"


def _write(file: Path, text: str) -> None:
    """Write a file of the store; a half-written one of a killed process has the same name and is replaced."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text)
    with file.open("rb") as stream:
        os.fsync(stream.fileno())
    sync_folder(file.parent)


def _put_phases(connection: Connection, challenge: Challenge, before: Mapping[str, Phase]) -> None:
    """Phases as the revision has them; those that it leaves out stay, with their runs.

    A cap that the file does not change stays as it is: the organiser may have ruled another one since.
    """
    known = {row.name: row.id for row in connection.execute(select(tables.phases.c.name, tables.phases.c.id))}
    for position, phase in enumerate(challenge.phases.values()):
        own = asdict(phase)
        times = {"opens_at": own.pop("opens"), "closes_at": own.pop("closes")}
        values = {**own, **times, "public_share": repr(phase.public_share), "position": position}
        if phase.name in known:
            table, same = tables.phases, _same_caps(phase, before.get(phase.name))
            new = {name: value for name, value in values.items() if name not in same}
            connection.execute(update(table).where(table.c.id == known[phase.name]).values(new))
        else:
            connection.execute(insert(tables.phases).values(values))


def _same_caps(phase: Phase, before: Phase | None) -> set[str]:
    return {name for name in CAPS if before is not None and getattr(phase, name) == getattr(before, name)}


def check_unchanged(host: Host, revision: Revision) -> None:
    """Refuse to go on where the gold file changed after the opening, until a new revision is declared."""
    gold = host.folder / revision.challenge.gold
    if gold.exists() and file_digest(gold) != revision.gold_digest:
        raise ChallengeError.coded(
            "gold_changed",
            f"The gold file {revision.challenge.gold!r} changed after the challenge was opened. Put the old file back, "
            f"or declare a new revision: mercalli challenge open {host.folder} --revise TEXT",
        )
