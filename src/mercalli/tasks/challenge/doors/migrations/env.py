"""Runs migrations on the connection that it is given."""

from alembic import context

from mercalli.tasks.challenge.doors.tables import metadata


def run() -> None:
    """Bring the schema of the connection up to date."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # Alembic runs this file; whoever imports it alone does not
    run()
