"""Runs: submitted, scored, chosen, and what became of them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from mercalli.console import options
from mercalli.console.progress import progress_bar
from mercalli.console.streams import print_json
from mercalli.tasks.challenge.commands.folder import ORGANISER, Database, Folder, PhaseName, Team, challenge_host, say
from mercalli.text.words import counted


def submit(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run: CSV, plain or packed by gzip.")],
    into: Annotated[str, typer.Option(metavar="DIR", help="The folder of the challenge.")],
    team: Team,
    key: Annotated[
        str, typer.Option(metavar="TEXT", help="The same key gives the same submission, however often it is sent.")
    ] = "",
    remark: Annotated[str, typer.Option(metavar="TEXT", help="What the run is, for the team.")] = "",
    received: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it came, in UTC, if not now: 2026-12-01T12:00:00Z.")
    ] = None,
    as_json: options.Json = False,
    database: Database = None,
) -> None:
    """Submit a run of a team into a folder, and score it at once."""
    host = challenge_host(into, database)
    from mercalli.tasks.challenge.doors.desk import Mail, hand_in, scoring_error

    with progress_bar() as progress:
        progress("checking and scoring the run", 0, 1)
        receipt, status = hand_in(host, Mail(run, team, key, remark, received), ORGANISER)
    if as_json:
        from dataclasses import asdict

        print_json({"receipt": asdict(receipt), "status": asdict(status)})
        raise typer.Exit(0 if status.state == "scored" else 2)
    say(f"{status.submission}: {status.state}", *_told(status))
    say(*(f"  {text}" for text in (*receipt.messages, *receipt.warnings)))
    if status.state.startswith(("queued", "being scored")):
        say(f"  Another worker holds runs of this team. See later: mercalli challenge work {into}")
    if status.state.startswith("failed"):
        say(f"  {scoring_error(host, status.submission)}")
    raise typer.Exit(0 if status.state == "scored" else 2)


def _told(status: Any) -> list[str]:  # noqa: ANN401 - a RunStatus
    """Released scores, or why there are none."""
    from mercalli.text.numbers import interval, number

    lines = [
        f"  {each['metric']}: {number(each['value'])} {interval(each['low'], each['high'])}" for each in status.measures
    ]
    return [*lines, *([f"  {status.says}"] if status.says else [])]


def status(
    folder: Folder,
    team: Annotated[str | None, typer.Option(metavar="NAME", help="Only the runs of this team.")] = None,
    run: Annotated[str | None, typer.Option(metavar="ID", help="Only this run, with its scores.")] = None,
    as_json: options.Json = False,
    database: Database = None,
) -> None:
    """Show phases, caps and runs with their states."""
    host = challenge_host(folder, database)
    from dataclasses import asdict

    from mercalli.tasks.challenge.doors.desk import overview, runs_of

    lines, runs = overview(host, team), runs_of(host, team, run)
    if as_json:
        print_json({"challenge": lines, "runs": [asdict(each) for each in runs]})
        return
    say(*lines)
    for each in runs:
        say(f"{each.submission}  {each.received[:16]}Z  {each.team}  {each.file_name}  {each.state}")
        if run is not None:
            say(*_told(each), *(f"  {text}" for text in each.messages))


def work(folder: Folder, database: Database = None) -> None:
    """Score every run that waits, and bring the board up to date."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.worker import work as do_work

    with progress_bar() as progress:
        progress("scoring runs", 0, 1)
        done = do_work(host)
    say(f"{counted(done, 'job')} done.")


def choose(
    folder: Folder,
    runs: Annotated[list[str], typer.Argument(metavar="ID...", help="Runs of the team.")],
    team: Team,
    phase: PhaseName = None,
    database: Database = None,
) -> None:
    """Choose the final runs of a team, which count on the private board."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.desk import choose_runs

    say(f"{team}: {counted(choose_runs(host, team, phase, runs, ORGANISER), 'final run')} chosen.")
