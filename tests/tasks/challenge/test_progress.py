"""The lead over time: runs that were on the board when they took it, and nothing else."""

from mercalli.tasks.challenge.doors.boards import phase_named
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.progress import progress_of
from mercalli.tasks.challenge.doors.rulings import exclude, freeze
from mercalli.tasks.challenge.doors.server.pictures import lead_over_time
from mercalli.tasks.challenge.doors.worker import work
from tests.tasks.challenge.folders import ME, TOML, opened, run_of, send, team

DAY = "2026-11-0{}T00:00:00.000000Z"


def progress(host):
    with reading(host.engine) as connection:
        return progress_of(connection, host, phase_named(connection, None))


def names(host):
    return [lead.team for lead in progress(host).leads]


def test_the_lead_moves_only_with_better_runs_that_the_board_shows(tmp_path):
    host, labels = opened(tmp_path / "c", text=TOML + 'feedback = "full"\n')
    assert lead_over_time(progress(host)) is None
    for day, (name, right) in enumerate((("Anna", 0.55), ("Bela", 0.85), ("Anna", 0.7), ("Cleo", 0.1)), 1):
        send(host, run_of(labels, right), name, received_at=DAY.format(day))
    work(host)
    assert names(host) == ["Anna", "Bela"]
    values = [lead.value for lead in progress(host).leads]
    assert values == sorted(set(values))
    assert progress(host).ends == DAY.format(4)
    picture = str(lead_over_time(progress(host)))
    assert "Days since the first run" in picture
    assert "It was improved 1 time." in picture
    freeze(host, None, "the last day", ME)
    send(host, run_of(labels), "Dora")
    work(host)
    assert names(host) == ["Anna", "Bela"]
    exclude(host, team(host, "Bela"), "copied", ME)
    assert names(host) == ["Anna", "Anna"]


def test_what_was_not_released_takes_no_lead(tmp_path):
    host, labels = opened(tmp_path / "c", text=TOML + 'feedback = "none"\n')
    send(host, run_of(labels, 0.9))
    work(host)
    assert progress(host).leads == ()
