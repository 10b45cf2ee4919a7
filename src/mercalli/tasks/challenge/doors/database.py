"""The database of a challenge: its connections and its transactions, on SQLite or on PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, insert, text

from mercalli.errors import FileError, MercalliError
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.addresses import shown_address
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.errors import ChallengeError

if TYPE_CHECKING:
    from sqlalchemy.engine import ExceptionContext

BUSY_MS = 60_000
WRITES = "writes"
WHOLE = "the whole challenge"
# Durable whatever the server's default is, and nobody is waited for for ever.
POSTGRES = {
    "synchronous_commit": "on",
    "lock_timeout": f"{BUSY_MS}",
    "idle_in_transaction_session_timeout": f"{5 * BUSY_MS}",
}
CONNECT_SECONDS = 10


def connect(url: URL) -> Engine:
    """An engine whose write transactions begin as such: readers never have to become writers, so nobody is refused."""
    engine = _sqlite(url) if url.get_backend_name() == "sqlite" else _postgres(url)
    event.listen(engine, "handle_error", _told)
    return engine


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, poolclass=NullPool)
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


def _postgres(url: URL) -> Engine:
    settings = " ".join(f"-c {name}={value}" for name, value in POSTGRES.items())
    own = {"options": f"{settings} {url.query.get('options', '')}".strip(), "application_name": "mercalli"}
    patience = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECT_SECONDS}
    return create_engine(url, poolclass=NullPool, connect_args={**own, **patience})


@contextmanager
def held(engine: Engine) -> Generator[None]:
    """Keep a database open: SQLite writes its log back whenever the last connection is closed, and a sender waits."""
    with engine.connect() if engine.dialect.name == "sqlite" else nullcontext():
        yield


@contextmanager
def writing(engine: Engine, only: str = "", *, durable: bool = True) -> Generator[Connection]:
    """A transaction that writes: all of it, or nothing. It is the only writer, as far as others could disturb it.

    On SQLite there is one writer at a time. So it is on PostgreSQL, unless `only` names what must not be written by
    two at once, as in "team 3": then writers of other names go on beside it. What need not outlive a power failure,
    such as a lease, does not wait for the disk; it outlives every process.
    """
    with engine.connect().execution_options(**{WRITES: True}) as connection:
        if not durable and engine.dialect.name == "sqlite":
            cast("Any", connection.connection).execute("PRAGMA synchronous=NORMAL")
        with connection.begin():
            if engine.dialect.name == "postgresql":
                _prepare_writer(connection, only, durable=durable)
            yield connection


def _prepare_writer(connection: Connection, only: str, *, durable: bool) -> None:
    if not durable:
        connection.execute(text("SET LOCAL synchronous_commit = off"))
    _lock(connection, WHOLE, shared=bool(only))
    if only:
        _lock(connection, only)


def _lock(connection: Connection, name: str, *, shared: bool = False) -> None:
    """Wait until a lock is ours; it ends with the transaction."""
    number = int.from_bytes(sha256(name.encode()).digest()[:8], signed=True)
    connection.execute(text(f"SELECT pg_advisory_xact_lock{'_shared' if shared else ''}(:lock)"), {"lock": number})


@contextmanager
def reading(engine: Engine) -> Generator[Connection]:
    """A transaction that reads one state of the database."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            yield connection


def _told(context: ExceptionContext) -> None:
    """What a database cannot do, or cannot be reached for, is told in our words; never with a password."""
    error = context.original_exception
    if isinstance(error, sqlite3.OperationalError | sqlite3.DatabaseError):
        if not isinstance(error, sqlite3.IntegrityError):
            raise FileError.about("the database of the challenge", f"cannot be used: {error}.") from None
    elif isinstance(error, UnicodeEncodeError | OverflowError):
        raise _unkept()
    else:
        _told_by_postgres(context, error)


def _told_by_postgres(context: ExceptionContext, error: BaseException) -> None:
    import psycopg  # noqa: PLC0415 - needed for PostgreSQL alone

    if isinstance(error, psycopg.DataError):
        raise _unkept()
    if isinstance(error, psycopg.OperationalError | psycopg.ProgrammingError | psycopg.InternalError):
        said = str(error).strip().partition("\n")[0].rstrip(".")
        place = "" if context.engine is None else f" {shown_address(context.engine.url)}"
        raise FileError.about(f"the database{place}", f"cannot be used: {said}.") from None


def _unkept() -> MercalliError:
    return ChallengeError.coded("bad_text", "A text or a number is too long, or holds what a database cannot keep.")


def note(connection: Connection, actor: str, action: str, what: str = "", **details: object) -> None:
    """A line of the audit log, in the transaction of what it tells; lines are never changed or removed."""
    told = json.dumps(details, sort_keys=True, ensure_ascii=False)
    values = {"at": utc_now(), "actor": actor, "action": action, "object": what, "details": told}
    connection.execute(insert(tables.audit).values(values))
