"""Submissions: a run is received, checked, counted against its caps, and put in line, all or nothing."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from mercalli.tasks.challenge.check import Checked, check_run, limits_for
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.blobs import Upload, keep, receive
from mercalli.tasks.challenge.doors.caps import check_caps
from mercalli.tasks.challenge.doors.clock import short, utc_now
from mercalli.tasks.challenge.doors.database import note, writing
from mercalli.tasks.challenge.doors.host import Host, Revision
from mercalli.tasks.challenge.doors.jobs import SCORE, put_job
from mercalli.tasks.challenge.doors.opening import check_unchanged
from mercalli.tasks.challenge.doors.tables import INVALID, QUEUED, SUBMIT
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.text.words import cut

LONGEST_KEY = 128
LONGEST_TEXT = 256


@dataclass(frozen=True)
class Receipt:
    """What became of a run: its id, its state, and every message; `repeated` if it had been received before."""

    submission: str
    state: str
    messages: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    repeated: bool = False


@dataclass(frozen=True)
class Sender:
    """Who sends a run: a team, perhaps by a user, and what the audit log calls them."""

    team: int
    actor: str
    user: int | None = None


def submit(
    host: Host,
    sender: Sender,
    blocks: Iterable[bytes],
    *,
    key: str = "",
    file_name: str = "run.csv",
    remark: str = "",
    received_at: str | None = None,
) -> Receipt:
    """Receive a run; the same `key` of the same team gives the same submission, however often it is sent.

    The deadline counts when all of the run had arrived, by the clock of the server, unless `received_at` says when it
    came by other ways. Only runs that are scored, or in line to be, use the cap; those that break the rules have
    their own.
    """
    if len(key) > LONGEST_KEY:
        raise ChallengeError.coded("bad_key", f"An idempotency key has at most {LONGEST_KEY} characters.")
    upload = receive(host.store, blocks, limits_for(host.revision().key).most_bytes)
    try:
        run = _Run(upload, key or f"auto-{secrets.token_hex(16)}", file_name, remark, received_at or utc_now())
        receipt = None
        while receipt is None:
            receipt = _received(host, sender, run)
        return receipt
    finally:
        upload.discard()


@dataclass(frozen=True)
class _Run:
    upload: Upload
    key: str
    file_name: str
    remark: str
    at: str


def _received(host: Host, sender: Sender, run: _Run) -> Receipt | None:
    """Check a run by the revision that counts, and keep it; nothing if another revision was declared meanwhile."""
    revision = host.revision()
    check_unchanged(host, revision)
    checked = check_run(run.upload.blocks(), revision.key)
    with writing(host.engine, f"team {sender.team}") as connection:
        if not revision.counts(connection):
            return None
        return _put(connection, revision, sender, run, checked)


def _put(connection: Connection, revision: Revision, sender: Sender, run: _Run, checked: Checked) -> Receipt:
    """Everything about one run in one transaction: nobody can come between the count and the row.

    Its file is kept in it too, so that no sweep comes between file and row, and only once the caps allow it.
    """
    known = _known(connection, sender.team, run.key)
    if known is not None:
        return _repeated(known, run)
    phase = phase_at(connection, sender.team, run.at)
    check_caps(connection, sender.team, phase, run.at, valid=checked.valid)
    keep(revision.store, run.upload)
    warnings = (*checked.warning_texts, *_same(connection, sender.team, phase.id, run))
    messages = json.dumps([*checked.texts, *warnings], ensure_ascii=False)
    row = {**_row(revision, sender, run, phase.id, checked), "messages": messages}
    (number,) = connection.execute(insert(tables.submissions).values(row)).inserted_primary_key or (0,)
    if checked.valid:
        put_job(connection, number, sender.team, SCORE)
    note(connection, sender.actor, SUBMIT, row["public_id"], state=row["state"], digest=run.upload.digest)
    return Receipt(row["public_id"], row["state"], tuple(checked.texts), warnings)


def _row(revision: Revision, sender: Sender, run: _Run, phase: int, checked: Checked) -> dict[str, Any]:
    return {
        "public_id": secrets.token_hex(5),
        "team_id": sender.team,
        "user_id": sender.user,
        "phase_id": phase,
        "revision_id": revision.number,
        "idempotency_key": run.key,
        "run_digest": run.upload.digest,
        "size": run.upload.size,
        "file_name": cut(run.file_name, LONGEST_TEXT - 1),
        "note": cut(run.remark, LONGEST_TEXT - 1),
        "received_at": run.at,
        "day": run.at[:10],
        "state": QUEUED if checked.valid else INVALID,
        "code": next(iter(checked.found), ""),
    }


def _known(connection: Connection, team: int, key: str) -> Row[Any] | None:
    table = tables.submissions
    return connection.execute(select(table).where(table.c.team_id == team, table.c.idempotency_key == key)).first()


def _repeated(row: Row[Any], run: _Run) -> Receipt:
    if row.run_digest != run.upload.digest:
        raise ChallengeError.coded(
            "key_reused", "This idempotency key was used for another run. Send a new key with a new run."
        )
    return Receipt(row.public_id, row.state, tuple(json.loads(row.messages)), repeated=True)


def _same(connection: Connection, team: int, phase: int, run: _Run) -> list[str]:
    """Whether the team sent the same bytes before."""
    table = tables.submissions
    earlier = connection.execute(
        select(table.c.public_id)
        .where(table.c.team_id == team, table.c.phase_id == phase, table.c.run_digest == run.upload.digest)
        .order_by(table.c.id)
    ).first()
    return [] if earlier is None else [f"You sent the same file before, as {earlier.public_id}."]


def phase_at(connection: Connection, team: int, at: str) -> Row[Any]:
    """The phase in which a run of a team that was received then is taken."""
    rows = connection.execute(select(tables.phases).order_by(tables.phases.c.opens_at)).all()
    table = tables.exceptions
    query = select(table.c.phase_id, table.c.closes_at).where(table.c.team_id == team, table.c.closes_at.is_not(None))
    later = {row.phase_id: row.closes_at for row in connection.execute(query)}
    for row in rows:
        closes = max(row.closes_at, later.get(row.id) or "")
        if row.opens_at <= at < closes and row.closed_at is None:
            return row
    coming = next((row for row in rows if row.opens_at > at), None)
    if coming is not None:
        says = f"No phase is open now. {coming.name!r} opens at {short(coming.opens_at)}."
        raise ChallengeError.coded("not_open_yet", says)
    last = max(min(row.closes_at, row.closed_at or row.closes_at) for row in rows)
    raise ChallengeError.coded("closed", f"The challenge closed at {short(last)}; this run came at {short(at)}.")
