"""Jobs in the same database as what they are about: claimed with a lease, and ended only while the lease is ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, CursorResult, func, insert, or_, select, update

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import later, utc_now
from mercalli.tasks.challenge.doors.tables import DONE, FAILED, INVALID, LEASED, QUEUED, SCORED
from mercalli.tasks.challenge.errors import ChallengeError

SCORE, RESCORE = "score", "rescore"
MOST_ATTEMPTS = 3
LEASE_SECONDS = 60.0
LOST, REFUSED = "lost", "refused"
WHY = {
    "timed_out": "Scoring took too long.",
    "out_of_memory": "Scoring needed too much memory.",
    "crashed": "Scoring ended without a result.",
    LOST: "The worker was lost.",
    REFUSED: "The run could not be scored.",
}


@dataclass(frozen=True)
class Lease:
    """A job that is ours until the lease ends."""

    job: int
    submission: int
    kind: str
    owner: str
    attempt: int


def waiting(connection: Connection) -> int:
    """How many jobs are in line or being done."""
    found: int = connection.execute(select(func.count()).where(tables.jobs.c.state.in_((QUEUED, LEASED)))).scalar_one()
    return found


def put_job(connection: Connection, submission: int, team: int, kind: str) -> None:
    """Put a job in line, in the transaction of its submission."""
    values = {"submission_id": submission, "team_id": team, "kind": kind, "state": QUEUED, "attempts": 0}
    empty = {"owner": "", "code": "", "error": "", "created_at": utc_now()}
    connection.execute(insert(tables.jobs).values({**values, **empty}))


def claim(connection: Connection, owner: str, now: str | None = None, seconds: float = LEASE_SECONDS) -> Lease | None:
    """The next job, ours until the lease ends; jobs of one team are done one after the other, in their order."""
    at = now or utc_now()
    reap(connection, at)
    table, job, earlier = tables.jobs, tables.jobs.alias("job"), tables.jobs.alias("earlier")
    waits = select(earlier.c.id).where(
        earlier.c.team_id == job.c.team_id, earlier.c.id < job.c.id, earlier.c.state.in_((QUEUED, LEASED))
    )
    following = (
        select(job.c.id)
        .where(or_(job.c.state == QUEUED, (job.c.state == LEASED) & (job.c.lease_until < at)))
        .where(~waits.exists())
        .order_by(job.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    values = {"state": LEASED, "owner": owner, "lease_until": later(at, seconds), "attempts": table.c.attempts + 1}
    claimed = (
        update(table)
        .where(table.c.id == following.scalar_subquery())
        .values(values)
        .returning(table.c.id, table.c.submission_id, table.c.kind, table.c.attempts)
    )
    row = connection.execute(claimed).first()
    return None if row is None else Lease(row.id, row.submission_id, row.kind, owner, row.attempts)


def _mine(lease: Lease) -> Any:  # noqa: ANN401 - a condition
    table = tables.jobs
    return (
        (table.c.id == lease.job)
        & (table.c.owner == lease.owner)
        & (table.c.attempts == lease.attempt)
        & (table.c.state == LEASED)
    )


def heartbeat(connection: Connection, lease: Lease, now: str | None = None, seconds: float = LEASE_SECONDS) -> bool:
    """Keep a lease; false if it is no longer ours."""
    until = later(now or utc_now(), seconds)
    return _one(connection.execute(update(tables.jobs).where(_mine(lease)).values(lease_until=until)))


def finish(connection: Connection, lease: Lease) -> None:
    """End a job in the transaction that writes its result; refused, with all of it, if the lease is no longer ours."""
    values = {"state": DONE, "ended_at": utc_now(), "code": "", "error": ""}
    if not _one(connection.execute(update(tables.jobs).where(_mine(lease)).values(values))):
        raise ChallengeError.coded("lease_lost", "The lease of the job ended, so its result is not written.")
    _state(connection, lease.submission, SCORED, "")


def give_up(connection: Connection, lease: Lease, code: str, error: str = "") -> bool:
    """An attempt that failed: back in line, or failed for good after the third; false if the lease is not ours."""
    last = lease.attempt >= MOST_ATTEMPTS or code == REFUSED
    values = {"state": FAILED if last else QUEUED, "code": code, "error": error[:2000], "owner": ""}
    ended = {"ended_at": utc_now()} if last else {}
    mine = _one(connection.execute(update(tables.jobs).where(_mine(lease)).values({**values, **ended})))
    if mine and last and lease.kind == SCORE:
        _state(connection, lease.submission, FAILED, code)
    return mine


def reap(connection: Connection, now: str) -> None:
    """Jobs whose worker was lost at the last attempt have failed."""
    table = tables.jobs
    gone = (table.c.state == LEASED) & (table.c.lease_until < now) & (table.c.attempts >= MOST_ATTEMPTS)
    values = {"state": FAILED, "code": LOST, "ended_at": now}
    ended = connection.execute(update(table).where(gone).values(values).returning(table.c.submission_id, table.c.kind))
    for row in ended.all():
        if row.kind == SCORE:
            _state(connection, row.submission_id, FAILED, LOST)


def _state(connection: Connection, submission: int, state: str, code: str) -> None:
    table = tables.submissions
    connection.execute(update(table).where(table.c.id == submission).values(state=state, code=code))


def _one(result: CursorResult[Any]) -> bool:
    return bool(result.rowcount == 1)


def progress(connection: Connection, submission: int) -> str:
    """The state of a submission in words, as in "queued, 3rd in line" or "being scored, attempt 2 of 3"."""
    state = connection.execute(
        select(tables.submissions.c.state, tables.submissions.c.code).where(tables.submissions.c.id == submission)
    ).one()
    if state.state == FAILED:
        why = WHY.get(state.code, state.code)
        return f"failed: {why} It does not use your cap of scored runs, and the organiser can repeat it."
    if state.state in {SCORED, INVALID}:
        return str(state.state)
    table = tables.jobs
    job = connection.execute(
        select(table).where(table.c.submission_id == submission).order_by(table.c.id.desc())
    ).first()
    if job is None:
        return str(state.state)
    attempt = f"attempt {job.attempts} of {MOST_ATTEMPTS}"
    if job.state == LEASED:
        return f"being scored, {attempt}"
    ahead = connection.execute(
        select(func.count()).where(table.c.id < job.id, table.c.state.in_((QUEUED, LEASED)))
    ).scalar_one()
    again = f", after {attempt} ({job.code})" if job.attempts else ""
    return f"queued, {ordinal(ahead + 1)} in line{again}"


def ordinal(number: int) -> str:
    """As in a line of people.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
