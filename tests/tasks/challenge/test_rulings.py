"""Rulings of the organiser: exceptions for one team, a frozen board, a team that is excluded; all in the audit log."""

import json

import pytest
from sqlalchemy import select

from mercalli.tasks.challenge.challenge import CAPS
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import private_board, public_board
from mercalli.tasks.challenge.doors.children import Child
from mercalli.tasks.challenge.doors.closing import close_phase
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.rulings import allow, change_caps, exclude, freeze
from mercalli.tasks.challenge.doors.server.worker_process import renewed
from mercalli.tasks.challenge.doors.worker import work
from mercalli.tasks.challenge.errors import ChallengeError
from tests.tasks.challenge.folders import CLASSES, ME, opened, run_of, send, table, team

pytestmark = pytest.mark.usefixtures("either_database")
OVER = "2100-01-01T12:00:00.000000Z"
LATER = "2100-01-02T00:00:00.000000Z"


def refused(call):
    with pytest.raises(ChallengeError) as error:
        call()
    return error.value.code


def log(host):
    with reading(host.engine) as connection:
        return connection.execute(select(tables.audit).order_by(tables.audit.c.id)).all()


def audit(host):
    return [(row.action, row.object) for row in log(host) if row.action not in {"open", "new team", "submit"}]


def test_one_team_has_more_runs_and_a_later_end_than_others(tmp_path):
    host, labels = opened(tmp_path / "c", more="runs_per_day = 1\n")
    for name in ("Anna", "Bela"):
        send(host, run_of(labels), name)
    allow(host, team(host), None, "their server was down", ME, more_runs=1, closes=LATER)
    assert send(host, run_of(labels)).state == "queued"
    assert refused(lambda: send(host, run_of(labels))) == "cap_today"
    assert refused(lambda: send(host, run_of(labels), "Bela")) == "cap_today"
    assert send(host, run_of(labels), received_at=OVER).state == "queued"
    assert refused(lambda: send(host, run_of(labels), "Bela", received_at=OVER)) == "closed"
    assert refused(lambda: send(host, run_of(labels), received_at=LATER)) == "closed"
    assert audit(host) == [("allow", "Anna")]


def test_a_ruling_needs_a_reason_and_a_time_that_is_later(tmp_path):
    host, _ = opened(tmp_path / "c")
    number = team(host)
    assert refused(lambda: allow(host, number, None, " ", ME, more_runs=1)) == "no_reason"
    assert refused(lambda: allow(host, number, None, "x", ME, more_runs=-1)) == "bad_exception"
    past = "2026-01-01T00:00:00.000000Z"
    assert refused(lambda: allow(host, number, None, "x", ME, closes=past)) == "bad_exception"
    assert audit(host) == []


def test_a_frozen_board_stands_still_until_the_close(tmp_path):
    host, labels = opened(tmp_path / "c", more='feedback = "full"\n')
    send(host, run_of(labels, 0.6), received_at="2026-11-01T00:00:00.000000Z")
    work(host)
    before = public_board(host)
    freeze(host, None, "the last day", ME)
    assert refused(lambda: freeze(host, None, "again", ME)) == "frozen"
    send(host, run_of(labels), received_at=OVER.replace("2100-01-01", "2099-01-01"))
    work(host)
    assert public_board(host).entries == before.entries
    assert "The board is frozen" in public_board(host).says
    close_phase(host, None, ME, early=True)
    assert public_board(host).entries[0].measures[0].value == 1
    assert refused(lambda: freeze(host, None, "too late", ME)) == "closed"
    assert audit(host) == [("freeze", "main"), ("close", "main")]


def test_an_excluded_team_leaves_every_board_and_comes_back_with_its_runs(tmp_path):
    host, labels = opened(tmp_path / "c")
    for name in ("Anna", "Bela"):
        send(host, run_of(labels), name)
    work(host)
    exclude(host, team(host), "answers were copied", ME)
    work(host)
    for board in (public_board(host), private_board(host, organiser=True)):
        assert [entry.team for entry in board.entries] == ["Bela"]
    assert refused(lambda: send(host, run_of(labels))) == "disabled"
    exclude(host, team(host), "a mistake", ME, excluded=False)
    assert len(public_board(host).entries) == 2
    assert audit(host) == [("exclude", "Anna"), ("let back in", "Anna")]


def caps_of(host):
    with reading(host.engine) as connection:
        return dict(connection.execute(select(*(tables.phases.c[name] for name in CAPS))).mappings().one())


def test_caps_are_changed_for_all_and_stay_until_the_file_says_others(tmp_path):
    host, labels = opened(tmp_path / "c", more="runs_per_day = 1\n")
    usual = caps_of(host)
    send(host, run_of(labels))
    assert refused(lambda: send(host, run_of(labels))) == "cap_today"
    said = change_caps(host, None, {"runs_per_day": 2, "runs": 100}, "no power yesterday", ME)
    assert said == "main: runs_per_day 2 (was 1)"
    assert send(host, run_of(labels)).state == "queued"
    assert refused(lambda: send(host, run_of(labels))) == "cap_today"
    (told,) = [line for line in log(host) if line.action == "caps"]
    assert json.loads(told.details) == {
        "before": {"runs_per_day": 1},
        "reason": "no power yesterday",
        "runs_per_day": 2,
    }
    file = host.folder / "challenge.toml"
    file.write_text(file.read_text() + "failed = 7\n")
    open_challenge(host.folder, ME, revise="fewer that fail")
    assert caps_of(host) == {**usual, "runs_per_day": 2, "failed": 7}
    file.write_text(file.read_text().replace("runs_per_day = 1", "runs_per_day = 3"))
    open_challenge(host.folder, ME, revise="more runs")
    assert caps_of(host) == {**usual, "runs_per_day": 3, "failed": 7}


@pytest.mark.parametrize("caps", [{}, {"runs": 100}, {"runs": -1}, {"runs": 2_000_000}, {"finals": 3}])
def test_caps_that_are_none_are_refused(tmp_path, caps):
    host, _ = opened(tmp_path / "c")
    assert refused(lambda: change_caps(host, None, caps, "why", ME)) == "bad_caps"
    assert refused(lambda: change_caps(host, None, {"runs": 3}, " ", ME)) == "no_reason"


def test_a_worker_compares_those_who_stay_when_a_team_is_excluded(tmp_path):
    host, labels = opened(tmp_path / "c")
    for name, right in (("Anna", 0.72), ("Bela", 0.7), ("Cleo", 0.68)):
        send(host, run_of(labels, right), name)
    work(host)
    with Child(host.store) as child:
        seen = renewed(host, child, ())
        exclude(host, team(host), "answers were copied", ME)
        assert public_board(host).entries[1].compared is None
        after = renewed(host, child, seen)
        assert public_board(host).entries[1].compared.difference is not None
        assert after != seen


def test_scores_of_a_phase_without_feedback_are_shown_after_its_close(tmp_path):
    host, labels = opened(tmp_path / "c", more='feedback = "none"\n')
    send(host, run_of(labels, 0.6))
    send(host, run_of(labels))
    work(host)
    assert public_board(host).entries == ()
    close_phase(host, None, ME, early=True)
    (entry,) = public_board(host).entries
    assert entry.measures[0].value == 1


def test_a_comparison_that_cannot_be_made_is_not_made_for_ever(tmp_path):
    host, labels = opened(tmp_path / "c")
    for name, right in (("Anna", 0.9), ("Bela", 0.8)):
        send(host, run_of(labels, right), name)
    work(host)
    with writing(host.engine) as connection:
        connection.execute(tables.comparisons.delete())
        digest = select(tables.submissions.c.run_digest).where(tables.submissions.c.id == 2)
        lost = connection.execute(digest).scalar()
    (host.store / "runs" / lost[:2] / lost).unlink()
    work(host)
    board = public_board(host)
    assert [entry.group for entry in board.entries] == [1, 1]
    assert board.entries[1].compared.undefined == "the two runs could not be compared"
    with reading(host.engine) as connection:
        assert len(connection.execute(select(tables.comparisons)).all()) == 1


def test_a_team_stands_on_the_board_by_its_best_run_that_may_be_ranked(tmp_path):
    settings = 'public_share = 1\nfeedback = "full"\n[minimum]\nf1_macro = 0.4\n'
    host, labels = opened(tmp_path / "c", more=settings)
    usual, other = max(CLASSES, key=labels.count), {"fire": "flood", "flood": "fire"}
    constant = table("pred", [usual] * len(labels)).encode()
    weak = table("pred", [each if at < 27 else other[each] for at, each in enumerate(labels)]).encode()
    send(host, constant, "Bela")
    honest = [send(host, run, "Anna").submission for run in (constant, weak)][1]
    work(host)
    anna, bela = public_board(host).entries
    assert (anna.submission, anna.rank, anna.below) == (honest, 1, "")
    assert bela.rank is None
    assert bela.value > anna.value
