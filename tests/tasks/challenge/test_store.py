"""Submissions: nothing is lost, nothing is counted twice, and no race gets past a cap or a deadline."""

import gzip
import multiprocessing
import os
import resource
import signal

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select, update
from sqlalchemy.exc import DBAPIError

from mercalli.errors import FileError
from mercalli.tasks.challenge.doors import blobs, tables
from mercalli.tasks.challenge.doors.backups import backup, restore
from mercalli.tasks.challenge.doors.boards import public_board
from mercalli.tasks.challenge.doors.caps import runs_left
from mercalli.tasks.challenge.doors.closing import close_phase
from mercalli.tasks.challenge.doors.database import note, reading, writing
from mercalli.tasks.challenge.doors.exports import export
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.submissions import Sender, phase_at, submit
from mercalli.tasks.challenge.doors.teams import put_team
from mercalli.tasks.challenge.doors.verifying import verify
from mercalli.tasks.challenge.doors.worker import sweep_orphans, work
from mercalli.tasks.challenge.errors import ChallengeError
from tests.tasks.challenge.folders import ME, made, opened, run_of, send, table, team
from tests.tasks.challenge.sites import PASSWORD, code_of, joined, put, send_form, served, token_of, visit

pytestmark = pytest.mark.usefixtures("either_database")
NOON = "2026-11-18T12:00:00.000000Z"
BAD = b"id,pred\n0,quake\n"


def count(host, state=None):
    query = select(func.count()).select_from(tables.submissions)
    with reading(host.engine) as connection:
        return connection.execute(query if state is None else query.where(tables.submissions.c.state == state)).scalar()


def refused(call):
    with pytest.raises(ChallengeError) as error:
        call()
    return error.value.code


def test_the_same_key_gives_the_same_submission(tmp_path):
    host, labels = opened(tmp_path / "c")
    first, again = (send(host, run_of(labels), key="a") for _ in range(2))
    assert (first.submission, again.repeated) == (again.submission, True)
    assert count(host) == 1
    assert refused(lambda: send(host, run_of(labels, 0.5), key="a")) == "key_reused"
    assert send(host, run_of(labels), "Bela", key="a").submission != first.submission


def test_only_runs_that_are_scored_use_the_cap_and_days_are_utc_days(tmp_path):
    host, labels = opened(tmp_path / "c", more="runs_per_day = 2\nruns = 3\ninvalid_per_day = 1\n")
    assert send(host, BAD, received_at=NOON).state == "invalid"
    assert refused(lambda: send(host, BAD, received_at=NOON)) == "cap_today"
    late, early = "2026-11-18T23:59:59.999999Z", "2026-11-19T00:00:00.000000Z"
    for _ in range(2):
        assert send(host, run_of(labels), received_at=late).state == "queued"
    assert refused(lambda: send(host, run_of(labels), received_at=late)) == "cap_today"
    assert send(host, run_of(labels), received_at=early).state == "queued"
    assert refused(lambda: send(host, run_of(labels), received_at="2026-11-20T00:00:00.000000Z")) == "cap"


def test_a_run_that_failed_gives_its_place_back(tmp_path):
    host, labels = opened(tmp_path / "c", more="runs_per_day = 1\n")
    send(host, run_of(labels), received_at=NOON)
    with writing(host.engine) as connection:
        connection.execute(update(tables.submissions).values(state=tables.FAILED))
    assert send(host, run_of(labels), received_at=NOON).state == "queued"


def test_too_many_runs_that_failed_stop_further_ones_until_the_next_day(tmp_path):
    host, labels = opened(tmp_path / "c", more="failed_per_day = 2\nfailed = 3\n")
    later = "2026-11-19T12:00:00.000000Z"
    for at in (NOON, NOON, later):
        assert send(host, run_of(labels), received_at=at).state == "queued"
        with writing(host.engine) as connection:
            connection.execute(update(tables.submissions).values(state=tables.FAILED))
        if at == NOON and count(host, "failed") == 2:
            assert refused(lambda: send(host, run_of(labels), received_at=NOON)) == "cap_today"
    assert refused(lambda: send(host, run_of(labels), received_at="2026-11-20T12:00:00.000000Z")) == "cap"
    assert send(host, BAD, received_at=later).state == "invalid"
    assert send(host, run_of(labels), "Bela", received_at=NOON).state == "queued"


def test_no_more_runs_are_in_line_than_may_fail(tmp_path):
    host, labels = opened(tmp_path / "c", more="failed_per_day = 3\nfailed = 4\nruns_per_day = 9\n")

    def left(at):
        with reading(host.engine) as connection:
            return runs_left(connection, team(host), phase_at(connection, team(host), at), at)

    for remain in (2, 1, 0):
        send(host, run_of(labels), received_at=NOON)
        assert left(NOON) == remain
    assert refused(lambda: send(host, run_of(labels), received_at=NOON)) == "cap_in_line"
    assert send(host, run_of(labels), received_at="2026-11-19T12:00:00.000000Z").state == "queued"
    assert refused(lambda: send(host, run_of(labels), received_at="2026-11-20T12:00:00.000000Z")) == "cap_in_line"
    assert send(host, BAD, received_at=NOON).state == "invalid"
    work(host)
    assert left(NOON) == 3
    assert send(host, run_of(labels), received_at=NOON).state == "queued"


def test_the_deadline_is_an_instant_and_says_when_it_was(tmp_path):
    host, labels = opened(tmp_path / "c", text=CLOSED)
    assert send(host, run_of(labels), received_at="2026-01-31T23:59:59.999999Z").state == "queued"
    assert refused(lambda: send(host, run_of(labels), received_at="2026-02-01T00:00:00.000000Z")) == "closed"
    assert refused(lambda: send(host, run_of(labels), received_at="2025-12-31T23:59:59.999999Z")) == "not_open_yet"


CLOSED = """\
name = "small"
task = "labels"
gold = "gold.csv"
rank_by = "accuracy"

[options]
id = "id"
truth = "truth"

[phases.main]
opens = 2026-01-01T00:00:00Z
closes = 2026-02-01T00:00:00Z
"""


def _send_many(folder, number, content, times, codes):
    host = Host.of(folder)
    for _ in range(times):
        try:
            submit(host, Sender(number, ME), [content])
            codes.put("taken")
        except ChallengeError as error:
            codes.put(error.code)


def test_of_two_hundred_runs_at_once_exactly_the_cap_is_taken(tmp_path):
    host, labels = opened(tmp_path / "c", more="runs_per_day = 5\n")
    number, content = team(host), run_of(labels)
    spawn = multiprocessing.get_context("spawn")
    codes = spawn.Queue()
    processes = [
        spawn.Process(target=_send_many, args=(str(host.folder), number, content, 25, codes)) for _ in range(8)
    ]
    for process in processes:
        process.start()
    found = [codes.get(timeout=200) for _ in range(200)]
    for process in processes:
        process.join()
    assert sorted(set(found)) == ["cap_today", "taken"]
    assert found.count("taken") == count(host) == 5


def test_submission_and_job_are_there_together(tmp_path):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels))
    send(host, BAD)
    with reading(host.engine) as connection:
        jobs = connection.execute(select(tables.jobs.c.submission_id)).scalars().all()
        queued = select(tables.submissions.c.id).where(tables.submissions.c.state == "queued")
        assert jobs == connection.execute(queued).scalars().all()


def test_a_gold_file_that_changed_is_refused_until_a_revision_is_declared(tmp_path):
    host, labels = opened(tmp_path / "c")
    gold = host.folder / "gold.csv"
    gold.write_text(table("truth", ["fire"] * len(labels)))
    assert refused(lambda: send(host, run_of(labels))) == "gold_changed"
    assert refused(lambda: open_challenge(host.folder, ME)) == "open_already"
    assert open_challenge(host.folder, ME, revise="labels were wrong").number == 2
    assert send(host, run_of(labels)).state == "queued"


def test_the_order_of_the_gold_file_is_not_told(tmp_path):
    labels = made(tmp_path / "c")
    rows = sorted(enumerate(labels), key=lambda row: row[1])
    (tmp_path / "c" / "gold.csv").write_text("id,truth\n" + "".join(f"{at},{label}\n" for at, label in rows))
    revision = open_challenge(tmp_path / "c", ME)
    assert [int(item) for (item,) in revision.key.items] == [*range(len(labels))]
    host = Host.of(tmp_path / "c")
    send(host, run_of(labels))
    work(host)
    (entry,) = public_board(host).entries
    assert entry.value == 1
    close_phase(host, "main", ME, early=True)
    export(host, tmp_path / "out", whole=True)
    assert any("all scores and groups are the same" in line for line in verify(tmp_path / "out"))


def test_nobody_else_on_the_machine_can_read_what_is_private(tmp_path):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels))
    backup(host, tmp_path / "b.tar.gz")
    restore(tmp_path / "b.tar.gz", tmp_path / "again")
    for store in (host.store, tmp_path / "again" / "store"):
        seen = {place.name for place in store.iterdir() if place.stat().st_mode & 0o077}
        assert seen - {"database.url"} == {"public"}  # an address without its password
        assert [file.name for file in (store / "public").rglob("*") if file.is_file()] == ["key.json"]
    assert (tmp_path / "b.tar.gz").stat().st_mode & 0o077 == 0
    assert (tmp_path / "again").stat().st_mode & 0o077 == 0  # its gold file may have been in a folder that was shut


def test_the_audit_log_can_only_grow(tmp_path):
    host, _ = opened(tmp_path / "c")
    with writing(host.engine) as connection:
        note(connection, ME, "look")
    for change in (update(tables.audit).values(actor="nobody"), tables.audit.delete()):
        with pytest.raises((DBAPIError, FileError), match="append-only"), writing(host.engine) as connection:
            connection.execute(change)
    with reading(host.engine) as connection:
        assert connection.execute(select(tables.audit.c.action)).scalars().all() == ["open", "look"]


def test_a_database_of_a_later_version_is_refused(tmp_path):
    host, _ = opened(tmp_path / "c")
    with writing(host.engine) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert refused(lambda: Host.of(host.folder)) == "newer_schema"


def test_the_migrations_make_the_tables_that_the_code_uses(tmp_path):
    host, _ = opened(tmp_path / "c")
    with reading(host.engine) as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.metadata) == []


def test_a_challenge_of_an_earlier_version_goes_on_with_the_usual_caps(tmp_path):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels))
    with writing(host.engine) as connection:
        for name in ("failed_per_day", "failed"):
            connection.exec_driver_sql(f"ALTER TABLE phases DROP COLUMN {name}")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    again = Host.of(host.folder)
    with reading(again.engine) as connection:
        phase = connection.execute(select(tables.phases)).one()
    assert (phase.failed_per_day, phase.failed) == (10, 100)
    assert send(again, run_of(labels)).state == "queued"


def test_files_that_no_row_names_are_swept_when_they_are_old(tmp_path):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels))
    orphan = blobs.keep(host.store, blobs.receive(host.store, [b"orphan"], 100))
    assert sweep_orphans(host) == []
    os.utime(orphan, (0, 0))
    assert sweep_orphans(host) == [orphan.name]
    assert sum(1 for file in (host.store / "runs").rglob("*") if file.is_file()) == 1


def _full(folder, number, content, said):
    """A process that may write no file longer than some bytes, as on a full disk."""
    host = Host.of(folder)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    try:
        submit(host, Sender(number, ME), [content])
        said.put("taken")
    except FileError as error:
        said.put(str(error))


def test_on_a_full_disk_nothing_is_half_kept(tmp_path):
    host, labels = opened(tmp_path / "c")
    number, content = team(host), run_of(labels)
    spawn = multiprocessing.get_context("spawn")
    said = spawn.Queue()
    process = spawn.Process(target=_full, args=(str(host.folder), number, content, said))
    process.start()
    assert "cannot" in said.get(timeout=100)
    process.join()
    assert count(host) == 0
    assert list((host.store / "incoming").iterdir()) == []
    assert send(host, content).state == "queued"


def _send_keyed(folder, number, content, keys):
    host = Host.of(folder)
    for key in keys:
        submit(host, Sender(number, ME), [content], key=key)


def test_after_a_kill_the_same_keys_give_every_run_once(tmp_path):
    host, labels = opened(tmp_path / "c", more="runs_per_day = 40\nfailed_per_day = 40\n")
    number, content = team(host), run_of(labels)
    spawn, keys = multiprocessing.get_context("spawn"), [f"k{at}" for at in range(40)]
    for after in (0.3, 1.1):
        process = spawn.Process(target=_send_keyed, args=(str(host.folder), number, content, keys))
        process.start()
        process.join(timeout=after + 1)
        process.kill()
        process.join()
    _send_keyed(str(host.folder), number, content, keys)
    assert count(host, "queued") == len(keys)
    with reading(host.engine) as connection:
        assert connection.execute(select(func.count()).select_from(tables.jobs)).scalar() == len(keys)


def test_permuted_truths_change_no_message(tmp_path):
    bad = [BAD, b"", b"id,pred\n1,fire\n1,fire\n99,fire\n", b"id\n", b"\xff", b"id,pred\n" + b"0,fire\n" * 70]
    said = []
    for name in ("one", "two"):
        folder = tmp_path / name
        labels = made(folder)
        if name == "two":
            (folder / "gold.csv").write_text(table("truth", labels[::-1]))
        open_challenge(folder, ME)
        said.append([send(Host.of(folder), content).messages for content in bad])
    assert said[0] == said[1]
    assert all(said[0])


def test_names_of_teams_that_look_alike_or_could_do_harm(tmp_path):
    host, _ = opened(tmp_path / "c")
    assert team(host, "Río") == team(host, "  RÍO ")
    assert team(host, "Anna") == team(host, "\u0410nn\u0430") == team(host, "Anna\ufe0f")
    for name in (
        "Anna\u3164",
        "An\u034fna",
        "\u2800",
        "=1+1",
        "-a",
        "@a",
        "",
        "a\u202eb",
        "a\u061cb",
        "a\udcff",
        "\uff1d1",
        "x" * 65,
    ):
        assert refused(lambda name=name: team(host, name)) == "bad_name"


def test_nobody_sends_runs_under_the_name_of_a_baseline_which_has_no_cap(tmp_path):
    host, _ = opened(tmp_path / "c")
    with writing(host.engine) as connection:
        put_team(connection, "random", ME, baseline=True)
    assert refused(lambda: team(host, "Random")) == "bad_name"


def lose(host, kind):
    """Lose all tables or, on SQLite, also the file where they were."""
    if host.engine.dialect.name == "postgresql":
        with writing(host.engine) as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
        return
    for file in host.store.glob("challenge.db*"):
        file.unlink()
    if kind == "empty":
        (host.store / "challenge.db").touch()


@pytest.mark.parametrize("kind", ["empty", "gone"])
def test_a_challenge_that_lost_its_database_does_not_begin_anew(tmp_path, kind):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels))
    lose(host, kind)
    assert refused(lambda: public_board(Host.of(host.folder))) == "database_lost"
    assert refused(lambda: open_challenge(host.folder, ME)) == "database_lost"


def test_a_backup_holds_what_links_point_to(tmp_path):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels))
    gold = host.folder / "gold.csv"
    gold.rename(tmp_path / "outside.csv")
    gold.symlink_to(tmp_path / "outside.csv")
    backup(host, host.folder / "c.tar.gz")
    assert restore(host.folder / "c.tar.gz", tmp_path / "again") == 1
    assert (tmp_path / "again" / "gold.csv").read_bytes() == gold.read_bytes()
    assert not list((tmp_path / "again").glob("*.partial"))


def test_a_backup_holds_no_earlier_one(tmp_path):
    host, _ = opened(tmp_path / "c")
    (host.folder / "data.tar.gz").write_bytes(gzip.compress(b"of the organiser"))
    for name in ("one.tar.gz", "two.tar.gz"):
        backup(host, host.folder / name)
    restore(host.folder / "two.tar.gz", tmp_path / "again")
    assert {file.name for file in (tmp_path / "again").glob("*.gz")} == {"data.tar.gz"}


def test_a_restored_challenge_lets_nobody_in_by_what_was_revoked_since(tmp_path):
    host, labels = opened(tmp_path / "c")
    with served(host) as address, joined((host, labels, address), "Ada") as client:
        token, code = token_of(client), code_of(host, uses=9)
        cookies = dict(client.cookies)
        backup(host, tmp_path / "b.tar.gz")
    restore(tmp_path / "b.tar.gz", tmp_path / "again")
    with served(Host.of(tmp_path / "again")) as address, visit(address) as old, visit(address) as new:
        old.cookies.update(cookies)
        assert old.get("/me").headers["location"] == "/login"
        assert put(address, token, run_of(labels), "a").status_code == 401
        fields = {"name": "Eve", "password": PASSWORD, "team": "Eve", "code": code}
        assert send_form(new, "/join", "/join", **fields).status_code == 403
        assert send_form(new, "/login", "/login", name="Ada", password=PASSWORD).headers["location"] == "/me"
        assert put(address, token_of(new), run_of(labels), "a").status_code == 201


def test_a_backup_of_a_store_that_lost_a_run_is_refused(tmp_path):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels))
    next((host.store / "runs").glob("*/*")).unlink()
    with pytest.raises(FileError, match="lacks the run"):
        backup(host, tmp_path / "c.tar.gz")
    assert not (tmp_path / "c.tar.gz").exists()


def test_a_second_reader_never_waits_for_a_writer(tmp_path):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels))
    with writing(host.engine) as _, reading(host.engine) as other:
        assert other.execute(select(func.count()).select_from(tables.submissions)).scalar() == 1
