"""The schema of the database, which migrations bring up to date."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.errors import ChallengeError

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(engine: Engine) -> None:
    """Bring the schema up to date, one process at a time; a schema of a later version is refused."""
    known = sorted(file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    with reading(engine) as connection:
        if schema(connection) == known[-1]:
            return
    with writing(engine) as connection:
        found = schema(connection)
        if found is not None and found not in known:
            raise ChallengeError.coded(
                "newer_schema",
                f"The database of the challenge has the schema {found!r}, which this version of Mercalli does not "
                f"know. Update Mercalli: pip install --upgrade 'mercalli[serve]'",
            )
        if found != known[-1]:
            _upgrade(connection)


def schema(connection: Connection) -> str | None:
    """Which migration the database had last; none if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    import alembic.command  # noqa: PLC0415 - takes a while, and is rarely needed
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    alembic.command.upgrade(config, "head")
