"""A server that is killed while runs are sent loses none, scores none twice, and keeps caps."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from sqlalchemy import func, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.worker import work
from tests.tasks.challenge.folders import TOML, opened, run_of
from tests.tasks.challenge.sites import joined, process, put, served, token_of

pytestmark = pytest.mark.usefixtures("either_database")
RUNS, ROUNDS, CAP = 7, 3, 5  # fewer in all than may be sent in a minute


def test_a_killed_server_loses_nothing_and_doubles_nothing(tmp_path):
    host, labels = opened(tmp_path / "c", text=TOML + f"runs_per_day = {CAP}\n")
    with served(host) as address, joined((host, labels, address), "Ada") as client:
        token = token_of(client)
    runs = {f"key-{at}": run_of(labels, 0.8, seed=at) for at in range(RUNS)}
    rng, told = random.Random(7), {}  # noqa: S311 - no secret
    for _ in range(ROUNDS):
        with process(tmp_path / "c") as (server, address):
            after, reached = rng.randrange(1, RUNS), threading.Semaphore(0)
            with ThreadPoolExecutor(3) as pool:
                sent = [pool.submit(_send, address, (token, run, key), told, reached) for key, run in runs.items()]
                for _ in range(after):
                    reached.acquire()
                server.kill()
                server.stderr.read()  # until its worker has seen it and ended, too
            assert all(each.done() for each in sent)
    with served(host) as address:
        for key, run in runs.items():
            _send(address, (token, run, key), told, threading.Semaphore(0))
    work(host)
    _check(host, told)


def _send(address, what, told, reached):
    """Send a run; what was told once must be told again."""
    try:
        answer = put(address, *what)
    except httpx.HTTPError:
        answer = None
    if answer is not None and answer.status_code in {200, 201}:
        assert told.setdefault(what[-1], answer.json()["submission"]) == answer.json()["submission"]
    reached.release()


def _check(host, told):
    runs, scores = tables.submissions, tables.scores
    with reading(host.engine) as connection:
        rows = connection.execute(select(runs.c.idempotency_key, runs.c.public_id)).all()
        kept = {row.idempotency_key: row.public_id for row in rows}
        states = set(connection.execute(select(runs.c.state)).scalars())
        scored = connection.execute(select(func.count()).select_from(scores)).scalar_one()
    assert kept == told
    assert len(kept) == CAP
    assert states == {"scored"}
    assert scored == CAP
