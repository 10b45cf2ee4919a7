"""A challenge in files: exports that anybody can check, and backups."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.console.progress import progress_bar
from mercalli.tasks.challenge.commands.folder import Database, Folder, challenge_host, need, say
from mercalli.text.words import counted


def verify(place: Annotated[str, typer.Argument(metavar="DIR", help="A folder made by export.")]) -> None:
    """Check an export: that the split is the one that was promised, and that boards follow from gold and runs."""
    need()
    from mercalli.tasks.challenge.doors.verifying import verify as verified

    with progress_bar() as progress:
        lines = verified(place, told=lambda done, every: progress("scoring again", done, every))
    say(*lines)


def export(
    folder: Folder,
    out: Annotated[str, typer.Option(metavar="DIR", help="A new folder.")],
    whole: Annotated[bool, typer.Option("--whole", help="Also all runs and, after the close, the gold file.")] = False,
    database: Database = None,
) -> None:
    """Write boards, runs and, after the close, the split into a folder that anybody can check."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.exports import SPLIT
    from mercalli.tasks.challenge.doors.exports import export as write_export
    from mercalli.tasks.challenge.doors.worker import work

    with progress_bar() as progress:
        progress("scoring runs", 0, 1)
        work(host)
    files = write_export(host, out, whole=whole)
    say(f"{out}: {counted(len(files), 'file')}")
    if whole and SPLIT not in files:
        say("It holds the runs of all teams, and not every phase is closed: keep it private until then.")


def backup(
    folder: Folder,
    out: Annotated[str, typer.Option(metavar="FILE", help="A new .tar.gz file.")],
    database: Database = None,
) -> None:
    """Pack a challenge into one file, also while it is used. The file holds the hidden truth."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.backups import backup as write_backup

    with progress_bar() as progress:
        progress("packing", 0, 1)
        runs = write_backup(host, out)
    say(f"{out}: {counted(runs, 'run')}. It holds the hidden truth: keep it private.")


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.")],
    out: Annotated[str, typer.Option(metavar="DIR", help="A new folder.")],
    database: Database = None,
) -> None:
    """Unpack a backup into a new folder and, with --database, an empty database; check every run in it."""
    need()
    from mercalli.tasks.challenge.doors.backups import restore as read_backup

    say(f"{out}: {counted(read_backup(file, out, database), 'run')} restored.")
    say("All sessions, tokens and codes to join have ended: people log in again and make new tokens; make new codes.")
    say("What happened after the backup is not in it, rulings included: exclude teams again, and look at caps.")
