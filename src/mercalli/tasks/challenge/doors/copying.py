"""All rows of one database copied to another, which may be of another kind."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, Table, func, insert, select, text

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.addresses import shown_address
from mercalli.tasks.challenge.doors.database import writing
from mercalli.tasks.challenge.doors.migrating import migrate
from mercalli.tasks.challenge.errors import ChallengeError

AT_ONCE = 1000


def copy_rows(source: Connection, target: Engine) -> None:
    """Copy one state of a database to an empty one: all of it, or nothing."""
    migrate(target)
    with writing(target) as connection:
        if any(connection.execute(select(table.c.id).limit(1)).first() for table in tables.metadata.sorted_tables):
            raise ChallengeError.coded(
                "not_empty", f"The database {shown_address(target.url)} is not empty. Give the challenge a new one."
            )
        for table in tables.metadata.sorted_tables:
            rows = source.execution_options(yield_per=AT_ONCE).execute(select(table).order_by(table.c.id))
            for part in rows.mappings().partitions():
                connection.execute(insert(table), [dict(row) for row in part])
            if target.dialect.name == "postgresql":
                _go_on(connection, table)


def _go_on(connection: Connection, table: Table) -> None:
    """Let the next number be the one after the last."""
    last = connection.execute(select(func.max(table.c.id))).scalar()
    if last is not None:
        moved = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")
        connection.execute(moved, {"name": table.name, "last": last})
