"""The database of a challenge: its connections, its transactions, and its schema, which migrations bring up to date."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, insert, inspect, text
from sqlalchemy.exc import DBAPIError

from mercalli.errors import FileError
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.errors import ChallengeError

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MS = 60_000
WRITES = "writes"
MIGRATION_LOCK = 0x6D657263


def sqlite_url(file: Path) -> URL:
    """Where the database of a folder is."""
    return URL.create("sqlite", database=str(file))


def connect(url: URL | str) -> Engine:
    """An engine whose write transactions begin as such: readers never have to become writers, so nobody is refused."""
    engine = create_engine(url, poolclass=NullPool)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - a connection of the driver
    """Durable, one writer at a time, and transactions begun by us alone."""
    connection.isolation_level = None
    for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing(engine: Engine) -> Generator[Connection]:
    """A transaction that writes: all of it, or nothing."""
    with _told(), engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        yield connection


@contextmanager
def reading(engine: Engine) -> Generator[Connection]:
    """A transaction that reads one state of the database."""
    with _told(), engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def _told() -> Generator[None]:
    """What the database says of a full disk or a damaged file is told in our words."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.OperationalError | sqlite3.DatabaseError) and not isinstance(
            error.orig, sqlite3.IntegrityError
        ):
            raise FileError.about("the database of the challenge", f"cannot be used: {error.orig}.") from None
        raise


def migrate(engine: Engine) -> None:
    """Bring the schema up to date, one process at a time; a schema of a later version is refused."""
    known = sorted(file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    with reading(engine) as connection:
        if _schema(connection) == known[-1]:
            return
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        found = _schema(connection)
        if found is not None and found not in known:
            raise ChallengeError.coded(
                "newer_schema",
                f"The database of the challenge has the schema {found!r}, which this version of Mercalli does not "
                f"know. Update Mercalli: pip install --upgrade 'mercalli[serve]'",
            )
        if found != known[-1]:
            _upgrade(connection)


def _schema(connection: Connection) -> str | None:
    """Which migration the database had last."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    import alembic.command  # noqa: PLC0415 - takes a while, and is rarely needed
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    alembic.command.upgrade(config, "head")


def note(connection: Connection, actor: str, action: str, what: str = "", **details: object) -> None:
    """A line of the audit log, in the transaction of what it tells; lines are never changed or removed."""
    told = json.dumps(details, sort_keys=True, ensure_ascii=False)
    values = {"at": utc_now(), "actor": actor, "action": action, "object": what, "details": told}
    connection.execute(insert(tables.audit).values(values))
