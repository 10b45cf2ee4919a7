"""What an organiser rules: exceptions, caps, a frozen board, an excluded team, the close."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console.progress import progress_bar
from mercalli.tasks.challenge.commands.folder import (
    ORGANISER,
    Database,
    Folder,
    PhaseName,
    Team,
    Why,
    challenge_host,
    say,
)


def allow(
    folder: Folder,
    team: Team,
    why: Why,
    phase: PhaseName = None,
    runs: Annotated[int, typer.Option(metavar="N", help="So many more scored runs, a day and in all.")] = 0,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="A later end, in UTC: 2026-12-01T12:00:00Z.")
    ] = None,
    database: Database = None,
) -> None:
    """Allow one team more runs or a later end; this replaces what it was allowed before."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.desk import team_number, time_of
    from mercalli.tasks.challenge.doors.rulings import allow as allow_more

    closes = None if until is None else time_of("until", until)
    say(allow_more(host, team_number(host, team), phase, why, ORGANISER, more_runs=runs, closes=closes))


def caps(
    folder: Folder,
    settings: Annotated[
        list[str], typer.Option("--set", metavar="NAME=N", help="A cap and its new value, as in runs_per_day=10.")
    ],
    why: Why,
    phase: PhaseName = None,
    database: Database = None,
) -> None:
    """Change caps of a phase for all teams, from now on."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.rulings import change_caps

    say(change_caps(host, phase, _caps(settings), why, ORGANISER))


def _caps(texts: list[str]) -> dict[str, int]:
    from mercalli.errors import SettingError

    found: dict[str, int] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not value.isdecimal() or not value.isascii():
            raise SettingError.outside("set", text, "NAME=N, as in runs_per_day=10")
        found[name] = int(value)
    return found


def freeze(
    folder: Folder,
    why: Why,
    phase: PhaseName = None,
    end: Annotated[bool, typer.Option("--end", help="Let the board go on.")] = False,
    database: Database = None,
) -> None:
    """Freeze the public board of a phase until its close, while runs are still taken."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.rulings import freeze as hold

    name = hold(host, phase, why, ORGANISER, frozen=not end)
    say(f"{name}: the public board {'goes on' if end else 'is frozen'}.")


def exclude(
    folder: Folder,
    team: Team,
    why: Why,
    end: Annotated[bool, typer.Option("--end", help="Let the team back in.")] = False,
    database: Database = None,
) -> None:
    """Exclude a team: it leaves every board and can send no more runs; its runs are kept."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.desk import team_number
    from mercalli.tasks.challenge.doors.rulings import exclude as put_out
    from mercalli.tasks.challenge.doors.worker import work as do_work

    name = put_out(host, team_number(host, team), why, ORGANISER, excluded=not end)
    do_work(host)
    say(f"{name}: {'back on the board' if end else 'excluded'}.")


def close(
    folder: Folder,
    phase: PhaseName = None,
    early: Annotated[bool, typer.Option("--early", help="Close before the time of the phase is over.")] = False,
    database: Database = None,
) -> None:
    """Close a phase: publish its private board and, with the last phase, the salt of the split."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.closing import close_phase
    from mercalli.tasks.challenge.doors.worker import work as do_work

    with progress_bar() as progress:
        progress("scoring runs", 0, 1)
        do_work(host)
    name = close_phase(host, phase, ORGANISER, early=early)
    say(f"{name}: closed. See its private board: mercalli challenge board {folder} --private --phase {name}")
