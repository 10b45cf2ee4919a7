"""Runs that could not be scored have caps of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

USUAL = {"failed_per_day": "10", "failed": "100"}  # as in `challenge.toml`


def upgrade() -> None:
    """Phases that are there get the usual caps."""
    for name, usual in USUAL.items():
        op.add_column("phases", sa.Column(name, sa.Integer(), nullable=False, server_default=usual))
