"""Backups: one packed file with the database as it was at one moment and every file that it names."""

from __future__ import annotations

import shutil
import tarfile
import zlib
from hashlib import sha256
from pathlib import Path

from sqlalchemy import URL, Engine, delete, select, update

from mercalli.errors import FileError
from mercalli.io.claims import is_hidden_place
from mercalli.io.paths import absent, check_regular
from mercalli.io.targets import Target
from mercalli.io.whole_files import check_new, writing
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.addresses import DATABASE, note_address, postgres_url, sqlite_url
from mercalli.tasks.challenge.doors.blobs import path_of
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.copying import copy_rows
from mercalli.tasks.challenge.doors.database import connect, note, reading
from mercalli.tasks.challenge.doors.database import writing as writing_to
from mercalli.tasks.challenge.doors.host import FILE, PRIVATE, PUBLIC, STORE, Host, shut
from mercalli.tasks.challenge.doors.migrating import migrate
from mercalli.tasks.challenge.doors.work_folders import work_folder

PLACE = "challenge"


def backup(host: Host, out: str | Path) -> int:
    """Pack a challenge, also while it is served; how many runs it has. Runs never change, so they are copied last.

    The packed database is SQLite, whatever the challenge has, so that a backup can be restored to either.
    """
    target = Target(out)
    with work_folder(host.store) as place, target.claimed() as claim, writing(out):
        copy = place / DATABASE
        with reading(host.engine) as connection:
            copy_rows(connection, connect(sqlite_url(copy)))
        digests = _digests(copy)
        files = _files(host, digests)
        with tarfile.open(claim.new, "x:gz", dereference=True) as packed:
            packed.add(copy, f"{PLACE}/{STORE}/{DATABASE}")
            for file in files:
                packed.add(file, f"{PLACE}/{file.relative_to(host.folder)}")
        claim.new.chmod(0o600)  # it holds the truth
        target.put(claim)
    return len(digests)


def _digests(file: Path) -> list[str]:
    with reading(connect(sqlite_url(file))) as connection:
        return sorted(connection.execute(select(tables.submissions.c.run_digest).distinct()).scalars())


def _files(host: Host, digests: list[str]) -> list[Path]:
    """The organiser's own files, the parts of all revisions, and the runs that the database names."""
    own = [
        file
        for file in host.folder.rglob("*")
        if file.is_file() and not file.is_relative_to(host.store) and not is_hidden_place(file.parent)
    ]
    own = [file for file in own if not _is_backup(file)]
    kept = [file for part in (PUBLIC, PRIVATE, "files") for file in (host.store / part).rglob("*") if file.is_file()]
    runs = [path_of(host.store, digest) for digest in digests]
    lost = next((file for file in runs if not file.is_file()), None)
    if lost is not None:
        raise FileError.about("the store of the challenge", f"lacks the run {lost.name[:12]}, so nothing was packed.")
    return [*own, *kept, *runs]


def _is_backup(file: Path) -> bool:
    """Whether a file is an earlier backup: with all of them in each, they would grow without an end."""
    try:
        with tarfile.open(file, "r:gz") as packed:
            first = packed.next()
    except (tarfile.TarError, OSError, EOFError, zlib.error):
        return False
    return first is not None and first.name == f"{PLACE}/{STORE}/{DATABASE}"


def restore(file: str | Path, folder: str | Path, url: str | None = None) -> int:
    """Unpack a backup into a new folder, with every run checked by its hash; how many runs it has.

    With `url`, everything of its database goes to that one, which must be empty. Sessions, tokens and codes to join are
    not valid any more; passwords are.
    """
    check_new(folder)
    target, aside = Path(folder), Path(f"{folder}.partial")
    check_new(aside)
    place, address = aside / PLACE, None if url is None else postgres_url(url)
    try:
        with writing(folder):
            aside.mkdir(mode=0o700, parents=True)  # it holds the truth
        _unpack(file, aside)
        digests = _checked(place, str(file))
        with writing(folder):
            (place / STORE / "incoming").mkdir(exist_ok=True)
            shut(place / STORE)
            database = connect(sqlite_url(place / STORE / DATABASE))
            migrate(database)
            _shut_out(database)
            if address is not None:
                _move(place / STORE, database, address)
            place.chmod(0o700)  # also later: rights of folders inside are not packed
            place.rename(target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return len(digests)


def _shut_out(database: Engine) -> None:
    """End all sessions, tokens and codes: some may have been revoked, or used up, after the backup was made."""
    sessions, tokens, codes = tables.sessions, tables.tokens, tables.invitations
    with writing_to(database) as connection:
        connection.execute(delete(sessions))
        connection.execute(update(tokens).where(tokens.c.revoked_at.is_(None)).values(revoked_at=utc_now()))
        connection.execute(update(codes).values(uses_left=0))
        note(connection, "organiser", "restore", "sessions, tokens and codes ended")


def _move(store: Path, packed: Engine, address: URL) -> None:
    """Copy the database of a store to another one, which takes its place."""
    with reading(packed) as connection:
        copy_rows(connection, connect(address))
    for each in store.glob(f"{DATABASE}*"):
        each.unlink()
    note_address(store, address)


def _unpack(file: str | Path, aside: Path) -> None:
    """Unpack a file that may be anything; nothing of it can come to stand outside the folder."""
    check_regular(file)
    try:
        with tarfile.open(file, "r:gz") as packed:
            packed.extractall(aside, filter="data")
    except FileNotFoundError:
        raise absent(file) from None
    except OSError as error:
        raise FileError.unopened(str(file), "a backup of a challenge", error) from None
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise FileError.damaged(str(file), f"it is not a whole backup of a challenge ({error})") from None


def _checked(place: Path, file: str) -> list[str]:
    database = place / STORE / DATABASE
    if not (place / FILE).is_file() or not database.is_file():
        raise FileError.named(file, "is not a backup of a challenge.")
    digests = _digests(database)
    for digest in digests:
        run = path_of(place / STORE, digest)
        if not run.is_file() or sha256(run.read_bytes()).hexdigest() != digest:
            raise FileError.named(file, f"is damaged: the run {digest[:12]} is not what it was.")
    return digests
