"""The worker: claims jobs, has them scored by children, and writes each result while its lease is still its own."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any

from sqlalchemy import select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.blobs import sweep
from mercalli.tasks.challenge.doors.boards import refresh
from mercalli.tasks.challenge.doors.children import Child, ChildError
from mercalli.tasks.challenge.doors.database import note, reading, writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.jobs import (
    LEASE_SECONDS,
    RESCORE,
    Lease,
    claim,
    finish,
    give_up,
    heartbeat,
    put_job,
    waiting,
)
from mercalli.tasks.challenge.doors.scoring import Task, ask, keep_scores, task_of
from mercalli.tasks.challenge.doors.tables import FAILED, SCORED
from mercalli.tasks.challenge.errors import ChallengeError


def worker_name() -> str:
    """A name that no other worker has."""
    return f"{socket.gethostname()[:32]}-{os.getpid()}-{token_hex(4)}"


def work_one(host: Host, owner: str, child: Child, seconds: float = LEASE_SECONDS) -> bool:
    """Do the next job; false if there is none."""
    with reading(host.engine) as connection:
        if not waiting(connection):  # those who look for work do not hold up those who write
            return False
    with writing(host.engine, owner, durable=False) as connection:
        lease = claim(connection, owner, seconds=seconds)
    if lease is None:
        return False
    _do(host, lease, seconds, child)
    return True


def work(host: Host, told: Callable[[int], None] = lambda _done: None) -> int:
    """Do jobs until there are none; how many were done. Groups of the boards are brought up to date after them."""
    owner, done = worker_name(), 0
    with Child(host.store) as child:
        while work_one(host, owner, child):
            done += 1
            told(done)
        refresh(host, child)
    sweep_orphans(host)
    return done


def sweep_orphans(host: Host) -> list[str]:
    """Remove run files that no submission names: what killed processes left more than an hour ago."""
    with writing(host.engine) as connection:
        named = set(connection.execute(select(tables.submissions.c.run_digest)).scalars())
        return sweep(host.store, named)


def _do(host: Host, lease: Lease, seconds: float, child: Child) -> None:
    def beat() -> bool:
        with writing(host.engine, lease.owner, durable=False) as connection:
            return heartbeat(connection, lease, seconds=seconds)

    try:
        while not _scored(host, lease, lambda task: ask(host, task, child, beat)):
            pass
    except ChildError as error:
        with writing(host.engine) as connection:
            give_up(connection, lease, error.code, str(error))
    except ChallengeError as error:
        if error.code != "lease_lost":
            raise


def _scored(host: Host, lease: Lease, asked: Callable[[Task], Mapping[str, Any]]) -> bool:
    """Score a run by the revision that counts, and keep it; false if another revision was declared meanwhile."""
    with reading(host.engine) as connection:
        task = task_of(connection, host, lease.submission)
    answer = asked(task)
    with writing(host.engine) as connection:
        if not task.revision.counts(connection):
            return False
        finish(connection, lease)
        keep_scores(connection, task, answer)
    return True


def rescore(host: Host, actor: str, why: str) -> int:
    """Put every run that was scored, or failed, in line again: each gets a new version, and the old ones stay."""
    table = tables.submissions
    with writing(host.engine) as connection:
        rows = connection.execute(
            select(table.c.id, table.c.team_id).where(table.c.state.in_((SCORED, FAILED))).order_by(table.c.id)
        ).all()
        for row in rows:
            put_job(connection, row.id, row.team_id, RESCORE)
        note(connection, actor, "rescore", f"{len(rows)} runs", reason=why)
    return len(rows)
