"""A challenge in its folder: where its parts are, and the revision that counts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Row, func, select

from mercalli.errors import FileError
from mercalli.tasks.challenge.challenge import Challenge, check_challenge
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.addresses import DATABASE, address_of, shown_address
from mercalli.tasks.challenge.doors.database import connect, reading
from mercalli.tasks.challenge.doors.keys import read_key
from mercalli.tasks.challenge.doors.migrating import migrate, schema
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.tasks.challenge.key import Key

FILE, STORE = "challenge.toml", "store"
GOLD, KEY, SALT = "gold.csv", "key.json", "salt"
PUBLIC, PRIVATE = "public", "private"


@dataclass(frozen=True)
class Revision:
    """A revision of a challenge as it was opened: its record, and where its files are."""

    number: int
    digest: str
    gold_digest: str
    commitments: Mapping[str, str]
    challenge: Challenge
    store: Path

    def folder(self, part: str, phase: str) -> Path:
        """Where the gold file and the key of a part are: truths and the split are private, also of the public part."""
        return self.store / PRIVATE / f"r{self.number}" / phase / part

    @property
    def key_file(self) -> Path:
        """The public key of all items."""
        return self.store / PUBLIC / f"r{self.number}" / KEY

    @property
    def gold_file(self) -> Path:
        """The gold file as it was opened."""
        return self.store / PRIVATE / f"r{self.number}" / GOLD

    @property
    def key(self) -> Key:
        """What a run may hold."""
        return read_key(self.key_file)

    @property
    def options(self) -> dict[str, Any]:
        """Options of the task, with files as they were when the revision was opened."""
        own = dict(self.challenge.options)
        for name in self.challenge.run.files:
            if own.get(name) in self.challenge.files:
                own[name] = str(self.store.resolve() / "files" / f"r{self.number}" / Path(str(own[name])).name)
        return own

    def counts(self, connection: Connection) -> bool:
        """Whether no later revision was declared."""
        return bool(connection.execute(select(func.max(tables.revisions.c.id))).scalar() == self.number)

    def has_private(self, phase: str) -> bool:
        """Whether some units of a phase are private."""
        found = self.challenge.phases.get(phase)
        return found is not None and found.public_share < 1


def challenge_folder(folder: str | Path) -> Path:
    """A folder that holds a challenge."""
    if not os.path.isdir(folder):  # noqa: PTH112 - says no to every place that is none
        raise FileError.no_folder(str(folder))
    if not (Path(folder) / FILE).is_file():
        raise FileError.named(str(folder), f"holds no {FILE}. Make a challenge with: mercalli challenge new")
    return Path(folder)


def shut(store: Path) -> None:
    """Let nobody but the owner read a store, other than what is for everybody."""
    for place in store.iterdir():
        if place.name != PUBLIC and not place.name.startswith(f"{DATABASE}-"):  # which come and go, as the database is
            place.chmod(0o700 if place.is_dir() else 0o600)


def check_not_lost(store: Path) -> None:
    """Refuse a store that has runs but a database that knows of none: it would begin anew without them."""
    if next((store / "runs").glob("*/*"), None) is not None:
        raise ChallengeError.coded(
            "database_lost",
            "The database of the challenge is empty or gone, but there are runs in the store. Name another database "
            "with --database, or restore a backup: mercalli challenge restore",
        )


@dataclass(frozen=True)
class Host:
    """A folder with a challenge that was opened."""

    folder: Path
    engine: Engine

    @property
    def store(self) -> Path:
        """Where everything is that the challenge keeps."""
        return self.folder / STORE

    @classmethod
    def of(cls, folder: str | Path, url: str | None = None) -> Host:
        """The challenge of a folder; one that was not opened is refused, and its database is left as it is."""
        place = challenge_folder(folder)
        address = address_of(place / STORE, url)
        engine = connect(address)
        if address.get_backend_name() == "sqlite":
            begun = (place / STORE / DATABASE).is_file()
        else:
            with reading(engine) as connection:
                begun = schema(connection) is not None
        if not begun or not (place / STORE).is_dir():
            check_not_lost(place / STORE)
            raise ChallengeError.coded(
                "not_open", f"The challenge in {str(folder)!r} is not open yet. Run: mercalli challenge open {folder}"
            )
        return cls._ready(place, engine)

    @classmethod
    def at(cls, folder: Path, url: str | None = None) -> Host:
        """The same of a folder that is being opened."""
        return cls._ready(folder, connect(address_of(folder / STORE, url)))

    @classmethod
    def _ready(cls, folder: Path, engine: Engine) -> Host:
        migrate(engine)
        host = cls(folder, engine)
        if engine.dialect.name != "sqlite":
            host._check_own()
        return host

    def _check_own(self) -> None:
        """Refuse a database that was named and holds another challenge than the folder."""
        with reading(self.engine) as connection:
            row = connection.execute(select(tables.revisions).order_by(tables.revisions.c.id.desc()).limit(1)).first()
        gold = None if row is None else self._revision(row).gold_file
        if row is None or gold is None:
            return
        if not gold.is_file() or sha256(gold.read_bytes()).hexdigest() != row.gold_digest:
            raise ChallengeError.coded(
                "other_database",
                f"The database {shown_address(self.engine.url)} holds another challenge than the folder "
                f"{str(self.folder)!r}. Give each challenge a database of its own.",
            )

    def revision(self, connection: Connection | None = None) -> Revision:
        """The revision that counts: the last."""
        if connection is None:
            with reading(self.engine) as own:
                return self.revision(own)
        row = connection.execute(select(tables.revisions).order_by(tables.revisions.c.id.desc()).limit(1)).first()
        if row is None:
            check_not_lost(self.store)
            raise ChallengeError.coded("not_open", "The challenge is not open yet. Run: mercalli challenge open")
        return self._revision(row)

    def revision_of(self, connection: Connection, number: int) -> Revision:
        """A revision by its number."""
        return self._revision(connection.execute(select(tables.revisions).where(tables.revisions.c.id == number)).one())

    def _revision(self, row: Row[Any]) -> Revision:
        challenge = check_challenge(row.source, FILE)
        return Revision(row.id, row.digest, row.gold_digest, json.loads(row.commitments), challenge, self.store)
