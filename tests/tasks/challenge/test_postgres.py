"""A challenge on PostgreSQL: where its database is, what is refused, and how it moves from one database to another."""

import json

import pytest
from sqlalchemy import inspect, select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.addresses import postgres_url
from mercalli.tasks.challenge.doors.backups import backup, restore
from mercalli.tasks.challenge.doors.boards import public_board
from mercalli.tasks.challenge.doors.database import connect, reading, writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.worker import work
from mercalli.tasks.challenge.errors import ChallengeError
from tests.tasks.challenge.folders import ME, made, opened, run_of, send

SECRET = "open-sesame"  # noqa: S105 - of a server of our own


@pytest.fixture
def said(mercalli):
    """What a command says, and that it never repeats a password."""

    def run(*arguments, code=0):
        done = mercalli("challenge", *arguments)
        assert done.returncode == code, done.stderr + done.stdout
        assert SECRET not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    return run


def test_every_command_works_on_postgresql_and_finds_it_again(said, tmp_path, postgres):
    labels = made(tmp_path / "c")
    (tmp_path / "run.csv").write_bytes(run_of(labels, 0.8))
    url = postgres.new()
    assert "open, revision 1" in said("open", "c", "--database", url)
    assert "scored" in said("submit", "run.csv", "--into", "c", "--team", "Anna", "--database", url)
    assert json.loads(said("board", "c", "--json"))["entries"][0]["team"] == "Anna"
    assert "1 run scored again" in said("board", "c", "--rebuild")
    assert "Anna" in said("status", "c")
    said("allow", "c", "--team", "Anna", "--runs", "1", "--why", "test")
    said("freeze", "c", "--why", "test")
    said("rescore", "c", "--why", "test")
    said("invite", "c")
    said("close", "c", "--early")
    said("export", "c", "--out", "published", "--whole")
    assert "all scores and groups are the same" in said("verify", "published")
    assert not (tmp_path / "c" / "store" / "challenge.db").exists()


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("floods", "this could not be read"),
        ("postgresql://", "the name of the database is missing"),
        (f"mysql://anna:{SECRET}@localhost/floods", "found 'mysql'"),
        (f"postgresql://anna:{SECRET}@localhost:many/floods", "this could not be read"),
        (f"postgresql://anna:{SECRET}@127.0.0.1:1/floods", "Connection refused"),
        (f"postgresql://anna:{SECRET}@no-such-host.invalid/floods", "cannot be used"),
        (f"postgresql://anna:{SECRET}@127.0.0.1:1/floods?colour=red", "cannot be used"),
    ],
)
@pytest.mark.parametrize("command", [("open", "c"), ("restore", "b.tar.gz", "--out", "d")])
def test_an_address_that_leads_nowhere_is_told_without_its_password(said, tmp_path, command, url, text):
    host, labels = opened(tmp_path / "o")
    send(host, run_of(labels))
    backup(host, tmp_path / "b.tar.gz")
    made(tmp_path / "c")
    assert text in said(*command, "--database", url, code=2)
    assert not (tmp_path / "d").exists()


def test_a_wrong_password_and_a_database_that_is_not_there_are_told(said, tmp_path, postgres):
    made(tmp_path / "c")
    postgres.run(f"CREATE ROLE locked LOGIN SUPERUSER PASSWORD '{SECRET}'")
    address, wrong = postgres.new(), f"{SECRET}-not"
    name = address.rpartition("/")[2]
    said_wrong = said("open", "c", "--database", postgres.url(name, "locked", wrong), code=2)
    assert "password authentication failed" in said_wrong
    assert 'database "nowhere" does not exist' in said("open", "c", "--database", postgres.url("nowhere"), code=2)
    right = postgres.url(name, "locked", SECRET)
    assert "revision 1" in said("open", "c", "--database", right)
    assert (tmp_path / "c" / "store" / "database.url").read_text() == f"{postgres.url(name, 'locked')}\n"
    assert "cannot be used" in said("status", "c", code=2)
    assert "revision 1" in said("status", "c", "--database", right)


def test_a_database_is_of_one_challenge_and_a_challenge_of_one_database(said, tmp_path, postgres):
    made(tmp_path / "c")
    url, other = postgres.new(), postgres.new()
    said("open", "c", "--database", url)
    made(tmp_path / "d", items=70)
    assert "holds another challenge" in said("open", "d", "--database", url, code=2)
    assert "not open yet" in said("status", "c", "--database", other, code=2)
    with reading(connect(postgres_url(other))) as connection:
        assert not inspect(connection).get_table_names()  # a wrong address leaves nothing behind
    opened(tmp_path / "e")
    assert "has its database in its folder" in said("status", "e", "--database", url, code=2)


def rows(host):
    """Everything that a database holds."""
    with reading(host.engine) as connection:
        return {
            table.name: connection.execute(select(table).order_by(table.c.id)).all()
            for table in tables.metadata.sorted_tables
        }


def kept(host):
    """The same without the log, in which every restoring stands."""
    return {name: found for name, found in rows(host).items() if name != "audit"}


def test_a_backup_moves_a_challenge_from_one_kind_of_database_to_the_other_and_back(tmp_path, postgres):
    host, labels = opened(tmp_path / "c")
    for name in ("Anna", "Bela"):
        send(host, run_of(labels, 0.8), name)
    work(host)
    backup(host, tmp_path / "one.tar.gz")
    restore(tmp_path / "one.tar.gz", tmp_path / "d", postgres.new())
    moved = Host.of(tmp_path / "d")
    assert moved.engine.dialect.name == "postgresql"
    backup(moved, tmp_path / "two.tar.gz")
    restore(tmp_path / "two.tar.gz", tmp_path / "e")
    last = Host.of(tmp_path / "e")
    assert public_board(host) == public_board(moved) == public_board(last)
    assert kept(host) == kept(moved) == kept(last)
    ended = ("restore", "sessions, tokens and codes ended")
    assert [(line.action, line.object) for line in rows(last)["audit"][-2:]] == [ended, ended]
    send(moved, run_of(labels, 0.9), "Carl")  # numbers go on after the last
    work(moved)
    assert len(public_board(moved).entries) == 3


def test_a_backup_is_restored_to_an_empty_database_alone(tmp_path, postgres):
    host, _ = opened(tmp_path / "c")
    backup(host, tmp_path / "b.tar.gz")
    url = postgres.new()
    restore(tmp_path / "b.tar.gz", tmp_path / "d", url)
    with pytest.raises(ChallengeError, match="not empty"):
        restore(tmp_path / "b.tar.gz", tmp_path / "e", url)
    assert not (tmp_path / "e").exists()


def test_writers_of_two_teams_do_not_wait_for_each_other_but_all_wait_for_a_ruling(tmp_path, postgres):
    made(tmp_path / "c")
    open_challenge(tmp_path / "c", ME, url=postgres.new())
    host = Host.of(tmp_path / "c")
    locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'"
    with writing(host.engine, "team 1") as _, writing(host.engine, "team 2") as second:
        assert second.exec_driver_sql(locks).scalar() == 2
        with pytest.raises(Exception, match="lock timeout"), writing(_hasty(host)):
            pass


def _hasty(host):
    """The same database, for somebody who waits for a moment alone."""
    return connect(host.engine.url.update_query_dict({"options": "-c lock_timeout=50"}))
