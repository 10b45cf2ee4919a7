"""Where the database of a challenge is: a file of its own folder, or a PostgreSQL database that was named."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from mercalli.errors import SettingError
from mercalli.io.whole_files import file_text, write_whole
from mercalli.tasks.challenge.errors import ChallengeError

DATABASE, ADDRESS = "challenge.db", "database.url"
VARIABLE = "MERCALLI_DATABASE"
EXPECTED = "the address of a PostgreSQL database, as in postgresql://USER@HOST/NAME"
SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")


def sqlite_url(file: Path) -> URL:
    """The database that is a file."""
    return URL.create("sqlite", database=str(file))


def postgres_url(text: str) -> URL:
    """A PostgreSQL database by its address; an address that is none is never repeated, as it may hold a password."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise SettingError.named("database", f"must be {EXPECTED}; this could not be read.") from None
    if url.drivername not in SCHEMES:
        raise SettingError.outside("database", url.drivername.partition("+")[0], EXPECTED)
    if not url.database:
        raise SettingError.named("database", f"must be {EXPECTED}; the name of the database is missing.")
    return url.set(drivername="postgresql+psycopg")


def address_of(store: Path, given: str | None) -> URL:
    """The database of a store: the one that is given, the one that it was opened with, or the file in it."""
    if given:
        _check_no_file(store)
        return postgres_url(given)
    noted = store / ADDRESS
    if noted.is_file():
        return postgres_url(file_text(noted, "text", "the address of a database").strip())
    return sqlite_url(store / DATABASE)


def _check_no_file(store: Path) -> None:
    if (store / DATABASE).exists():
        raise ChallengeError.coded(
            "other_database",
            f"This challenge has its database in its folder ({DATABASE}). Leave out --database and {VARIABLE}, or move "
            f"the challenge: mercalli challenge backup, then mercalli challenge restore with --database",
        )


def shown_address(url: URL) -> str:
    """Where a database is, for people: without a password, and without settings, which may hold one.

    >>> shown_address(postgres_url("postgres://anna:secret@localhost/floods?passfile=x"))
    'postgresql://anna@localhost/floods'
    """
    return _without_password(url).set(query={}).render_as_string()


def _without_password(url: URL) -> URL:
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return plain.difference_update_query(["password"])


def note_address(store: Path, url: URL) -> None:
    """Keep where the database is, without its password, so that later commands find it by themselves."""
    if url.get_backend_name() != "sqlite":
        write_whole(store / ADDRESS, _without_password(url).render_as_string() + "\n")


def environment(url: URL) -> dict[str, str]:
    """The environment of a process that uses the same database: arguments could be read by everybody on the machine."""
    if url.get_backend_name() == "sqlite":
        return dict(os.environ)
    return {**os.environ, VARIABLE: url.render_as_string(hide_password=False)}


def given_address() -> str | None:
    """The address that a process was started with."""
    return os.environ.get(VARIABLE) or None
