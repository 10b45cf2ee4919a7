"""The tables of a challenge, with types that SQLite and PostgreSQL both have. Times are UTC texts that sort by time.

What is private until the close stands in tables of its own: no query for a participant names them.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from mercalli.tasks.challenge.challenge import CAPS

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMES)

ORGANISER, PARTICIPANT, VIEWER = "organiser", "participant", "viewer"
QUEUED, SCORED, INVALID, FAILED = "queued", "scored", "invalid", "failed"
LEASED, DONE = "leased", "done"
SUBMIT = "submit"  # what the audit log calls a run that came


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _time(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, String(27), nullable=null)


def _digest(name: str) -> Column[str]:
    return Column(name, String(64), nullable=False)


def _to(table: str, name: str = "", *, null: bool = False) -> Column[int]:
    return Column(name or f"{table.removesuffix('s')}_id", ForeignKey(f"{table}.id"), nullable=null)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean(create_constraint=False), nullable=False, default=False)


revisions = Table(
    "revisions",
    metadata,
    _id(),
    Column("source", Text, nullable=False),
    _digest("digest"),
    _digest("gold_digest"),
    _digest("key_digest"),
    Column("commitments", Text, nullable=False),
    Column("note", Text, nullable=False),
    _time("created_at"),
)
phases = Table(
    "phases",
    metadata,
    _id(),
    Column("name", String(64), nullable=False),
    _time("opens_at"),
    _time("closes_at"),
    *(Column(name, Integer, nullable=False) for name in (*CAPS, "position")),
    Column("feedback", String(16), nullable=False),
    Column("public_share", Text, nullable=False),
    _time("frozen_at", null=True),
    _time("closed_at", null=True),
    UniqueConstraint("name"),
)
users = Table(
    "users",
    metadata,
    _id(),
    Column("name", String(64), nullable=False),
    Column("password_hash", Text),
    Column("role", String(16), nullable=False),
    _flag("disabled"),
    _time("created_at"),
    UniqueConstraint("name"),
)
teams = Table(
    "teams",
    metadata,
    _id(),
    Column("name", String(64), nullable=False),
    _flag("baseline"),
    _flag("disabled"),
    _time("created_at"),
    UniqueConstraint("name"),
)
members = Table(
    "members",
    metadata,
    _id(),
    _to("teams"),
    _to("users"),
    _time("created_at"),
    UniqueConstraint("user_id"),
)
invitations = Table(
    "invitations",
    metadata,
    _id(),
    _digest("code_hash"),
    _to("teams", null=True),
    Column("role", String(16), nullable=False),
    Column("uses_left", Integer, nullable=False),
    _time("expires_at", null=True),
    _time("created_at"),
    UniqueConstraint("code_hash"),
)
tokens = Table(
    "tokens",
    metadata,
    _id(),
    _to("users"),
    Column("prefix", String(16), nullable=False),
    _digest("token_hash"),
    Column("scope", String(16), nullable=False),
    _time("expires_at", null=True),
    _time("revoked_at", null=True),
    _time("created_at"),
    UniqueConstraint("token_hash"),
)
sessions = Table(
    "sessions",
    metadata,
    _id(),
    _digest("session_hash"),
    _to("users"),
    Column("csrf", String(64), nullable=False),
    _time("expires_at"),
    _time("created_at"),
    UniqueConstraint("session_hash"),
)
rates = Table(
    "rates",
    metadata,
    _id(),
    Column("subject", String(128), nullable=False),
    _time("window_at"),
    Column("count", Integer, nullable=False),
    UniqueConstraint("subject", "window_at"),
)
exceptions = Table(
    "exceptions",
    metadata,
    _id(),
    _to("teams"),
    _to("phases"),
    Column("more_runs", Integer, nullable=False),
    _time("closes_at", null=True),
    Column("reason", Text, nullable=False),
    UniqueConstraint("team_id", "phase_id"),
)
submissions = Table(
    "submissions",
    metadata,
    _id(),
    Column("public_id", String(16), nullable=False),
    _to("teams"),
    _to("users", null=True),
    _to("phases"),
    _to("revisions"),
    Column("idempotency_key", String(128), nullable=False),
    _digest("run_digest"),
    Column("size", Integer, nullable=False),
    Column("file_name", String(256), nullable=False),
    Column("note", String(256), nullable=False),
    _time("received_at"),
    Column("day", String(10), nullable=False),
    Column("state", String(16), nullable=False),
    Column("code", String(32), nullable=False),
    Column("messages", Text, nullable=False),
    UniqueConstraint("public_id"),
    UniqueConstraint("team_id", "idempotency_key"),
    CheckConstraint(f"state in ('{QUEUED}', '{SCORED}', '{INVALID}', '{FAILED}')", name="state"),
    Index(None, "team_id", "phase_id", "state", "day"),
)
jobs = Table(
    "jobs",
    metadata,
    _id(),
    _to("submissions"),
    _to("teams"),
    Column("kind", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("owner", String(64), nullable=False),
    _time("lease_until", null=True),
    Column("code", String(32), nullable=False),
    Column("error", Text, nullable=False),
    _time("created_at"),
    _time("ended_at", null=True),
    CheckConstraint(f"state in ('{QUEUED}', '{LEASED}', '{DONE}', '{FAILED}')", name="state"),
    Index(None, "state", "id"),
    Index(None, "team_id", "state"),
)


def _scores(name: str, *more: Any) -> Table:  # noqa: ANN401 - whatever a table is made of
    """Every version of the scores of a run on one part, bound to what they were made from."""
    return Table(
        name,
        metadata,
        _id(),
        _to("submissions"),
        Column("version", Integer, nullable=False),
        _to("revisions"),
        Column("measures", Text, nullable=False),
        Column("metrics", Text, nullable=False),
        _digest("run_digest"),
        _digest("gold_digest"),
        _digest("revision_digest"),
        Column("versions", Text, nullable=False),
        _time("created_at"),
        *more,
        UniqueConstraint("submission_id", "version"),
    )


def _comparisons(name: str) -> Table:
    """Paired differences of two runs on one part: always the same, so they are made once."""
    return Table(
        name,
        metadata,
        _id(),
        _to("phases"),
        _to("revisions"),
        _digest("first_digest"),
        _digest("second_digest"),
        Column("difference", Text, nullable=False),
        UniqueConstraint("phase_id", "revision_id", "first_digest", "second_digest"),
    )


scores = _scores("scores", _flag("released"), Column("says", Text, nullable=False))
private_scores = _scores("private_scores")
comparisons = _comparisons("comparisons")
private_comparisons = _comparisons("private_comparisons")
finals = Table(
    "finals",
    metadata,
    _id(),
    _to("teams"),
    _to("phases"),
    _to("submissions"),
    _time("created_at"),
    UniqueConstraint("team_id", "phase_id", "submission_id"),
)
audit = Table(
    "audit",
    metadata,
    _id(),
    _time("at"),
    Column("actor", String(64), nullable=False),
    Column("action", String(64), nullable=False),
    Column("object", String(128), nullable=False),
    Column("details", Text, nullable=False),
)
