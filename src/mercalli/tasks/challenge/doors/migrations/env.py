"""Runs migrations on the connection that it is given."""

from alembic import context

from mercalli.tasks.challenge.doors.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
