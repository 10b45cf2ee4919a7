"""The first schema. It stays as it is, whatever `tables` becomes: later migrations change it."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Kind = TypeEngine[Any]
NUMBER, FLAG, TEXT = (cast("Kind", kind()) for kind in (sa.Integer, sa.Boolean, sa.Text))
LENGTHS = (27, 64, 16, 64, 128, 10, 32, 256)
TIME, DIGEST, WORD, NAME, LONG, DAY, CODE, LINE = (cast("Kind", sa.String(length)) for length in LENGTHS)
REFUSED = "the audit log is append-only"
APPEND_ONLY = {
    "sqlite": [
        f"CREATE TRIGGER audit_{what} BEFORE {what} ON audit BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
        for what in ("update", "delete")
    ],
    "postgresql": [
        f"CREATE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSED}'; END $$",
        "CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only()",
    ],
}
PAIR = {"phase_id": NUMBER, "revision_id": NUMBER, "first_digest": DIGEST, "second_digest": DIGEST}
BOUND = {"run_digest": DIGEST, "gold_digest": DIGEST, "revision_digest": DIGEST, "versions": TEXT, "created_at": TIME}
SCORED = {"submission_id": NUMBER, "version": NUMBER, "revision_id": NUMBER, "measures": TEXT, "metrics": TEXT, **BOUND}


def upgrade() -> None:
    """Tables, those that others refer to first."""
    _table("audit", {"at": TIME, "actor": NAME, "action": NAME, "object": LONG, "details": TEXT})
    caps = dict.fromkeys(("runs_per_day", "runs", "invalid_per_day", "invalid", "position"), NUMBER)
    more = {"feedback": WORD, "public_share": TEXT, "frozen_at": TIME, "closed_at": TIME}
    times = {"opens_at": TIME, "closes_at": TIME}
    _table("phases", {"name": NAME, **times, **caps, **more}, ["name"], null=("frozen_at", "closed_at"))
    _table("rates", {"subject": LONG, "window_at": TIME, "count": NUMBER}, ["subject", "window_at"])
    digests = {"digest": DIGEST, "gold_digest": DIGEST, "key_digest": DIGEST}
    _table("revisions", {"source": TEXT, **digests, "commitments": TEXT, "note": TEXT, "created_at": TIME})
    _table("teams", {"name": NAME, "baseline": FLAG, "disabled": FLAG, "created_at": TIME}, ["name"])
    account = {"name": NAME, "password_hash": TEXT, "role": WORD, "disabled": FLAG, "created_at": TIME}
    _table("users", account, ["name"], null=("password_hash",))
    _people()
    _runs()
    for statement in APPEND_ONLY[op.get_context().dialect.name]:
        op.execute(statement)


def _people() -> None:
    exception = {"team_id": NUMBER, "phase_id": NUMBER, "more_runs": NUMBER, "closes_at": TIME, "reason": TEXT}
    _table("exceptions", exception, ["team_id", "phase_id"], null=("closes_at",))
    code = {"code_hash": DIGEST, "team_id": NUMBER, "role": WORD, "uses_left": NUMBER}
    times = {"expires_at": TIME, "created_at": TIME}
    _table("invitations", {**code, **times}, ["code_hash"], null=("team_id", "expires_at"))
    _table("members", {"team_id": NUMBER, "user_id": NUMBER, "created_at": TIME}, ["user_id"])
    _table("sessions", {"session_hash": DIGEST, "user_id": NUMBER, "csrf": NAME, **times}, ["session_hash"])
    token = {"user_id": NUMBER, "prefix": WORD, "token_hash": DIGEST, "scope": WORD}
    ends = {"expires_at": TIME, "revoked_at": TIME, "created_at": TIME}
    _table("tokens", {**token, **ends}, ["token_hash"], null=("expires_at", "revoked_at"))


def _runs() -> None:
    sent = {"public_id": WORD, "team_id": NUMBER, "user_id": NUMBER, "phase_id": NUMBER, "revision_id": NUMBER}
    file = {"idempotency_key": LONG, "run_digest": DIGEST, "size": NUMBER, "file_name": LINE}
    state = {"received_at": TIME, "day": DAY, "state": WORD, "code": CODE, "messages": TEXT}
    columns = {**sent, **file, "note": LINE, **state}
    unique, states = (["public_id"], ["team_id", "idempotency_key"]), ("queued", "scored", "invalid", "failed")
    _table("submissions", columns, *unique, null=("user_id",), states=states)
    op.create_index(op.f("ix_submissions_team_id"), "submissions", ["team_id", "phase_id", "state", "day"])
    chosen = {"team_id": NUMBER, "phase_id": NUMBER, "submission_id": NUMBER, "created_at": TIME}
    _table("finals", chosen, ["team_id", "phase_id", "submission_id"])
    job = {"submission_id": NUMBER, "team_id": NUMBER, "kind": WORD, "state": WORD, "attempts": NUMBER, "owner": NAME}
    ended = {"lease_until": TIME, "code": CODE, "error": TEXT, "created_at": TIME, "ended_at": TIME}
    states = ("queued", "leased", "done", "failed")
    _table("jobs", {**job, **ended}, null=("lease_until", "ended_at"), states=states)
    op.create_index(op.f("ix_jobs_state"), "jobs", ["state", "id"])
    op.create_index(op.f("ix_jobs_team_id"), "jobs", ["team_id", "state"])
    for part, more in (("", {"released": FLAG, "says": TEXT}), ("private_", {})):
        _table(f"{part}comparisons", {**PAIR, "difference": TEXT}, [*PAIR])
        _table(f"{part}scores", {**SCORED, **more}, ["submission_id", "version"])


def _table(
    name: str,
    columns: Mapping[str, Kind],
    *unique: Sequence[str],
    null: Sequence[str] = (),
    states: Sequence[str] = (),
) -> None:
    """A table whose numbers called `team_id` and the like refer to others."""
    others = [each for each, kind in columns.items() if each.endswith("_id") and kind is NUMBER]
    check = f"state in ({', '.join(map(repr, states))})"
    op.create_table(
        name,
        sa.Column("id", NUMBER, nullable=False),
        *(sa.Column(each, kind, nullable=each in null) for each, kind in columns.items()),
        *([sa.CheckConstraint(check, name=op.f(f"ck_{name}_state"))] if states else []),
        *(sa.ForeignKeyConstraint([each], [f"{each[:-3]}s.id"], name=op.f(f"fk_{name}_{each}")) for each in others),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        *(sa.UniqueConstraint(*each, name=op.f(f"uq_{name}_{'_'.join(each)}")) for each in unique),
    )


def downgrade() -> None:
    """The first schema has none before it."""
    raise NotImplementedError
