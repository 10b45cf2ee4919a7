"""The organiser's desk: runs that came by mail, baselines, and what there is to see on a folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from sqlalchemy import func, select

from mercalli.errors import SettingError
from mercalli.io.runs import blocks_of_file
from mercalli.tasks.challenge.challenge import DATE, utc_text
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.boards import phase_named
from mercalli.tasks.challenge.doors.caps import caps, runs_left
from mercalli.tasks.challenge.doors.clock import next_day, short, utc_now
from mercalli.tasks.challenge.doors.closing import choose_finals
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.status import RunStatus, phase_state, submissions_of
from mercalli.tasks.challenge.doors.submissions import Receipt, Sender, submit
from mercalli.tasks.challenge.doors.teams import put_team, team_named
from mercalli.tasks.challenge.doors.worker import work
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.text.words import counted, suggestion


@dataclass(frozen=True)
class Mail:
    """A run that came by other ways than the server: its file, its team, and when it came if not now."""

    file: str
    team: str
    key: str = ""
    remark: str = ""
    received: str | None = None


def hand_in(host: Host, mail: Mail, actor: str) -> tuple[Receipt, RunStatus]:
    """Submit a run of a team, and score everything that waits."""
    receipt = _receive(host, mail, actor, None if mail.received is None else _past(mail.received))
    work(host)
    return receipt, run_status(host, receipt.submission)


def run_status(host: Host, submission: str) -> RunStatus:
    """The state of one run."""
    with reading(host.engine) as connection:
        (status,) = submissions_of(connection, submission=submission)
    return status


def _receive(host: Host, mail: Mail, actor: str, at: str | None, *, baseline: bool = False) -> Receipt:
    blocks = blocks_of_file(mail.file)
    first = next(blocks, b"")
    with writing(host.engine) as connection:
        team = put_team(connection, mail.team, actor, baseline=baseline)
    return submit(
        host,
        Sender(int(team.id), actor),
        chain([first], blocks),
        key=mail.key,
        file_name=Path(mail.file).name,
        remark=mail.remark,
        received_at=at,
    )


def _past(text: str) -> str:
    at = time_of("received", text)
    if at > utc_now():
        raise SettingError.outside("received", text, "a time that is not in the future")
    return at


def time_of(setting: str, text: str) -> str:
    """A time with its zone, as a UTC text that sorts by time."""
    found = utc_text(text)
    if found is None:
        raise SettingError.outside(setting, text, DATE)
    return found


def score_baselines(host: Host, actor: str) -> int:
    """Submit the baselines of the current revision, and score them; each is a team of its own without a cap."""
    revision = host.revision()
    with reading(host.engine) as connection:
        opens = connection.execute(select(func.min(tables.phases.c.opens_at))).scalar_one()
    receipts = {}
    for name, path in revision.challenge.baselines.items():
        mail = Mail(str(host.folder / path), name, f"baseline-r{revision.number}-{name}", "baseline")
        receipts[name] = _receive(host, mail, actor, max(opens, utc_now()), baseline=True)
    work(host)
    for name, receipt in receipts.items():
        if run_status(host, receipt.submission).state != tables.SCORED:
            why = scoring_error(host, receipt.submission)
            raise ChallengeError.coded("baseline", f"The baseline {name!r} could not be scored. {why}")
    return len(receipts)


def scoring_error(host: Host, submission: str) -> str:
    """What went wrong when a run was scored, for the organiser alone: it may tell of the truth."""
    jobs, runs = tables.jobs, tables.submissions
    query = select(jobs.c.error).join(runs, runs.c.id == jobs.c.submission_id).where(runs.c.public_id == submission)
    with reading(host.engine) as connection:
        return connection.execute(query.order_by(jobs.c.id.desc())).scalar() or ""


def team_number(host: Host, name: str) -> int:
    """A team that is there, by its name."""
    with reading(host.engine) as connection:
        row = team_named(connection, name)
        names = list(connection.execute(select(tables.teams.c.name)).scalars())
    if row is None:
        raise ChallengeError.coded("no_team", f"There is no team {name!r}.{suggestion(name, names)}")
    return int(row.id)


def choose_runs(host: Host, team: str, phase: str | None, runs: Sequence[str], actor: str) -> int:
    """The final runs of a team."""
    number = team_number(host, team)
    with reading(host.engine) as connection:
        name = str(phase_named(connection, phase).name)
    choose_finals(host, number, name, runs, actor)
    return len(set(runs))


def runs_of(host: Host, team: str | None, run: str | None) -> list[RunStatus]:
    """Runs of a team, or of all."""
    number = None if team is None else team_number(host, team)
    with reading(host.engine) as connection:
        found = submissions_of(connection, number, run)
    if run is not None and not found:
        raise ChallengeError.coded("no_run", f"There is no run {run!r}.")
    return found


def overview(host: Host, team: str | None = None) -> list[str]:
    """The challenge, its phases and, of one team, what is left of its caps."""
    number, now = None if team is None else team_number(host, team), utc_now()
    with reading(host.engine) as connection:
        revision = host.revision(connection)
        lines = [f"{revision.challenge.title}, revision {revision.number}"]
        for row in connection.execute(select(tables.phases).order_by(tables.phases.c.position)).all():
            state, times = phase_state(row, now), f"{short(row.opens_at)} to {short(row.closes_at)}"
            lines.append(f"{row.name}: {state} ({times}), feedback {row.feedback}")
            if number is not None:
                left = counted(runs_left(connection, number, row, now), "run")
                per_day = caps(connection, number, row, now).per_day
                lines.append(f"  {left} left today of {per_day}; the next day begins at {short(next_day(now))}")
    return lines
