"""Races and bad luck: deadlines, backups and a full disk, while the challenge is in use."""

import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from sqlalchemy import select

from mercalli.tasks.challenge.doors import submissions, tables, worker
from mercalli.tasks.challenge.doors.backups import backup, restore
from mercalli.tasks.challenge.doors.boards import public_board
from mercalli.tasks.challenge.doors.clock import later, utc_now
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.worker import work
from mercalli.tasks.challenge.errors import ChallengeError
from tests.tasks.challenge.folders import ME, opened, run_of, send, table

SECONDS, SENDERS, MOST = 1.0, 4, 2000


@pytest.mark.usefixtures("either_database")
def test_in_a_race_with_the_deadline_every_run_is_decided_by_when_the_server_had_it(tmp_path):
    host, labels = opened(
        tmp_path / "c", more=f"runs_per_day = {MOST}\nruns = {MOST}\nfailed_per_day = {MOST}\nfailed = {MOST}\n"
    )
    closes = later(utc_now(), SECONDS)
    with writing(host.engine) as connection:
        connection.execute(tables.phases.update().values(closes_at=closes))
    names = (f"Team {number}" for number in count())

    def race(name):
        taken = 0
        try:
            while True:
                send(host, run_of(labels), name)
                taken += 1
        except ChallengeError as error:
            return taken, error.code

    with ThreadPoolExecutor(SENDERS) as pool:
        found = list(pool.map(race, [next(names) for _ in range(SENDERS)]))
    with reading(host.engine) as connection:
        times = connection.execute(select(tables.submissions.c.received_at)).scalars().all()
    assert {code for _, code in found} == {"closed"}
    assert sum(taken for taken, _ in found) == len(times)
    assert all(time < closes for time in times)


def once(monkeypatch, module, name, first):
    """Let something happen before the first call of a function."""
    real, todo = getattr(module, name), [first]

    def called(*given, **more):
        if todo:
            todo.pop()()
        return real(*given, **more)

    monkeypatch.setattr(module, name, called)


def revise(host, gold):
    (host.folder / "gold.csv").write_text(gold)
    open_challenge(host.folder, ME, revise="an item more")


@pytest.mark.usefixtures("either_database")
def test_a_run_is_checked_by_the_revision_that_was_declared_while_it_was_received(tmp_path, monkeypatch):
    host, labels = opened(tmp_path / "c", items=60)
    gold = table("truth", [*labels, "fire"])
    with monkeypatch.context() as during:
        once(during, submissions, "writing", lambda: revise(host, gold))
        receipt = send(host, run_of(labels), "Anna")
    assert (receipt.state, receipt.messages) == ("invalid", ("The item 60 is missing: every item needs a line.",))
    with reading(host.engine) as connection:
        assert connection.execute(select(tables.submissions.c.revision_id)).scalars().all() == [2]


@pytest.mark.usefixtures("either_database")
def test_a_run_is_scored_by_the_revision_that_was_declared_while_it_was_scored(tmp_path, monkeypatch):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels), "Anna")
    once(monkeypatch, worker, "ask", lambda: revise(host, table("truth", [*labels[:-1], "fire"])))
    assert work(host) == 1
    with reading(host.engine) as connection:
        assert connection.execute(select(tables.scores.c.revision_id)).scalars().all() == [2]


def test_a_run_beyond_the_cap_leaves_no_file(tmp_path):
    host, labels = opened(tmp_path / "c", more="runs_per_day = 1\n")
    send(host, run_of(labels))
    with pytest.raises(ChallengeError, match="all of today are"):
        send(host, run_of(labels, 0.5))
    assert len([*(host.store / "runs").glob("*/*")]) == 1


@pytest.mark.usefixtures("either_database")
def test_a_backup_that_is_made_while_runs_come_holds_one_moment(tmp_path):
    host, labels = opened(
        tmp_path / "c", more=f"runs_per_day = {MOST}\nruns = {MOST}\nfailed_per_day = {MOST}\nfailed = {MOST}\n"
    )
    send(host, run_of(labels, 0.8), "Anna")
    work(host)
    board, stop = public_board(host), threading.Event()

    def go_on():
        number = 0
        while not stop.is_set():
            send(host, run_of(labels, 0.5, seed=number), f"Team {number % 3}")
            number += 1
        return number

    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(go_on)
        for number in range(3):
            backup(host, tmp_path / f"{number}.tar.gz")
        stop.set()
        assert sent.result()
    for number in range(3):
        restore(tmp_path / f"{number}.tar.gz", tmp_path / f"r{number}")
        again = Host.of(tmp_path / f"r{number}")
        assert public_board(again) == board  # what came meanwhile is in line, with its file and its job
        with reading(again.engine) as connection:
            queued = select(tables.submissions.c.id).where(tables.submissions.c.state == tables.QUEUED)
            jobs = select(tables.jobs.c.submission_id).where(tables.jobs.c.state == tables.QUEUED)
            assert sorted(connection.execute(queued).scalars()) == sorted(connection.execute(jobs).scalars())


FULL = """
import os, sys
from pathlib import Path
from tests.tasks.challenge.folders import opened, run_of, send
from mercalli.errors import FileError
from mercalli.tasks.challenge.errors import ChallengeError
place = Path(sys.argv[1])
host, labels = opened(place / "c", more="runs_per_day = 2000\\nruns = 2000\\nfailed_per_day = 2000\\nfailed = 2000\\n")
free = os.statvfs(place).f_bavail * os.statvfs(place).f_frsize
(place / "ballast").write_bytes(b"x" * (free - 150_000))
taken = 0
try:
    while True:
        send(host, run_of(labels, 0.5, seed=taken), "Anna")
        taken += 1
except FileError as error:
    print("refused:", error)
(place / "ballast").unlink()
again = send(host, run_of(labels, 0.9, seed=9999), "Anna")
from sqlalchemy import func, select
from mercalli.tasks.challenge.doors import submissions, tables, worker
from mercalli.tasks.challenge.doors.database import reading
with reading(host.engine) as connection:
    runs = connection.execute(select(tables.submissions.c.run_digest)).scalars().all()
    jobs = connection.execute(select(func.count()).select_from(tables.jobs)).scalar()
kept = all((host.store / "runs" / run[:2] / run).is_file() for run in runs)
print(taken > 0, len(runs) == jobs == taken + 1, kept, again.state, list((host.store / "incoming").iterdir()))
"""


@pytest.mark.skipif(
    os.getuid() != 0 or shutil.which("unshare") is None, reason="a small disk can be mounted by root alone"
)
def test_on_a_disk_that_is_really_full_nothing_is_half_kept(tmp_path):
    script = 'mount -t tmpfs -o size=4m tmpfs "$1" && exec "$2" -c "$3" "$1"'
    command = ["unshare", "--mount", "sh", "-c", script, "sh", str(tmp_path), sys.executable, FULL]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "mount" in done.stderr:
        pytest.skip("a disk cannot be mounted here")
    assert "refused:" in done.stdout, done.stderr
    assert done.stdout.splitlines()[-1] == "True True True queued []"
