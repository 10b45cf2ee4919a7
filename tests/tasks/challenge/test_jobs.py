"""Jobs: every run is scored once, whatever happens to workers."""

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from mercalli.tasks.challenge.article import article
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import private_board, public_board
from mercalli.tasks.challenge.doors.children import Child, ChildError, ChildLimits
from mercalli.tasks.challenge.doors.clock import later, utc_now
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.jobs import claim, finish, give_up, heartbeat, progress
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.rebuilding import rebuild
from mercalli.tasks.challenge.doors.scoring import part_of, request_of
from mercalli.tasks.challenge.doors.status import submissions_of
from mercalli.tasks.challenge.doors.worker import rescore, work
from mercalli.tasks.challenge.errors import ChallengeError
from tests.tasks.challenge.folders import ME, opened, run_of, send

pytestmark = pytest.mark.usefixtures("either_database")
MINUTES = 600.0


@pytest.fixture
def queue(tmp_path):
    """An open challenge with three runs of two teams in line."""
    host, labels = opened(tmp_path / "c")
    for name in ("Anna", "Anna", "Bela"):
        send(host, run_of(labels), name)
    return host


def states(host):
    with reading(host.engine) as connection:
        return [progress(connection, number) for number in (1, 2, 3)]


def take(host, owner, now=None):
    with writing(host.engine) as connection:
        return claim(connection, owner, now)


def test_states_are_words(queue):
    assert states(queue) == ["queued, 1st in line", "queued, 2nd in line", "queued, 3rd in line"]
    lease = take(queue, "one")
    assert states(queue)[0] == "being scored, attempt 1 of 3"
    with writing(queue.engine) as connection:
        give_up(connection, lease, "crashed")
    assert states(queue)[0] == "queued, 1st in line, after attempt 1 of 3 (crashed)"


def test_runs_of_one_team_are_scored_one_after_the_other(queue):
    assert [take(queue, name).submission for name in ("one", "two")] == [1, 3]
    assert take(queue, "three") is None


def test_a_lease_that_ended_is_taken_over_and_its_owner_writes_nothing(queue):
    first = take(queue, "one")
    second = take(queue, "two", later(utc_now(), MINUTES))
    assert (second.job, second.attempt) == (first.job, 2)
    with pytest.raises(ChallengeError, match="lease"), writing(queue.engine) as connection:
        finish(connection, first)
    with writing(queue.engine) as connection:
        assert not heartbeat(connection, first)
        assert heartbeat(connection, second)
        finish(connection, second)
    assert states(queue)[0] == "scored"


def test_a_lease_is_kept_by_heartbeats(queue):
    lease, now = take(queue, "one"), utc_now()
    with writing(queue.engine) as connection:
        assert heartbeat(connection, lease, later(now, MINUTES))
    assert take(queue, "two", later(now, MINUTES)).submission == 3


def test_after_three_attempts_a_run_has_failed_and_the_next_goes_on(queue):
    now = utc_now()
    for attempt in range(3):
        take(queue, "one", later(now, attempt * MINUTES))
    assert take(queue, "one", later(now, 3 * MINUTES)).submission == 2
    assert states(queue)[0].startswith("failed: The worker was lost.")


def request(host, **more):
    revision = host.revision()
    with reading(host.engine) as connection:
        run = connection.execute(select(tables.submissions.c.run_digest)).scalars().first()
    parts = [{**part_of(revision, "public", "main"), "runs": [run]}]
    return {**request_of(host, revision), "kind": "score", "parts": parts, **more}


@pytest.mark.parametrize(
    ("more", "limits", "code"),
    [
        ({"score": "time:sleep"}, ChildLimits(), "crashed"),
        ({"score": "os:abort"}, ChildLimits(), "crashed"),
        ({}, ChildLimits(memory_bytes=100 << 20), "out_of_memory"),
        ({}, ChildLimits(seconds=0), "timed_out"),
        ({"metrics": ["no_such_metric"]}, ChildLimits(), "refused"),
    ],
    ids=["no result", "abort", "memory", "time", "refused"],
)
def test_how_a_child_ended_has_a_code(queue, more, limits, code):
    with pytest.raises(ChildError) as error, Child(queue.store, limits) as child:
        child.ask(request(queue, **more))
    assert error.value.code in ({code, "crashed"} if code == "out_of_memory" else {code})


def test_every_run_is_scored_once_when_workers_are_killed(queue):
    script = "import sys; from mercalli.tasks.challenge.doors.host import Host\n"
    script += "from mercalli.tasks.challenge.doors.worker import work_one\n"
    script += "from mercalli.tasks.challenge.doors.children import Child\nhost = Host.of(sys.argv[1])\n"
    script += "with Child(host.store) as child:\n    print('ready', flush=True)\n"
    script += "    work_one(host, sys.argv[2], child, seconds=0.01)"
    for number, after in enumerate((0.05, 0.8)):
        command = [sys.executable, "-c", script, str(queue.folder), f"worker {number}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as worker:
            worker.stdout.readline()
            with suppress(subprocess.TimeoutExpired):
                worker.wait(timeout=after)
            worker.kill()
    work(queue)
    assert states(queue) == ["scored"] * 3
    with reading(queue.engine) as connection:
        versions = connection.execute(select(tables.scores.c.submission_id, tables.scores.c.version)).all()
        waiting = select(func.count()).where(tables.jobs.c.state != tables.DONE)
        assert connection.execute(waiting).scalar() == 0
    assert sorted(map(tuple, versions)) == [(1, 1), (2, 1), (3, 1)]


def test_a_challenge_from_its_first_run_to_its_last_version(tmp_path):
    host, labels = opened(tmp_path / "c", items=300, more="public_share = 0.5\n")
    for right, name in ((0.9, "Anna"), (0.5, "Anna"), (0.6, "Bela"), (0.9, "Carl")):
        send(host, run_of(labels, right, seed=1), name)
    work(host)
    board = public_board(host)
    assert [(each.team, each.rank, each.group) for each in board.entries] == [
        ("Anna", 1, 1),
        ("Carl", 1, 1),
        ("Bela", 3, 2),
    ]
    with reading(host.engine) as connection:
        second = submissions_of(connection)[2]
        bound = connection.execute(select(tables.scores)).first()
    assert (second.measures, second.says[:14]) == ((), "No improvement")
    revision = host.revision()
    assert (bound.gold_digest, bound.revision_digest) == (revision.gold_digest, revision.digest)
    assert json.loads(bound.versions)["mercalli"]
    with pytest.raises(ChallengeError, match="after its close"):
        private_board(host)
    assert rebuild(host) == (4, [])
    open_challenge(host.folder, ME, revise="to be sure")
    assert "3 runs scored under an earlier revision" in str(article(public_board(host)))
    rescore(host, ME, "to be sure")
    work(host)
    again = public_board(host)
    assert [replace(each, revision=1) for each in again.entries] == list(board.entries)
    with reading(host.engine) as connection:
        assert connection.execute(select(func.max(tables.scores.c.version))).scalar() == 2
