"""Boards, and scores made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mercalli.console import options
from mercalli.console.progress import progress_bar
from mercalli.console.streams import print_text
from mercalli.tasks.challenge.commands.folder import ORGANISER, Database, Folder, PhaseName, Why, challenge_host, say
from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.tasks.challenge.doors.host import Host


def board(
    folder: Folder,
    phase: PhaseName = None,
    private: Annotated[
        bool, typer.Option("--private", help="Final runs on the private part; yours before the close.")
    ] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Score every run again, and check that nothing changed.")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the board as CSV.")] = False,
    as_json: options.Json = False,
    database: Database = None,
) -> None:
    """Show the board: ranks, scores with intervals, and groups without a significant difference."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.article import article
    from mercalli.tasks.challenge.doors.boards import private_board, public_board
    from mercalli.tasks.challenge.doors.exports import board_csv, board_json

    said = [_rebuilt(host)] if rebuild else []
    found = private_board(host, phase, organiser=True) if private else public_board(host, phase)
    if as_csv or as_json:
        print_text(board_csv(found) if as_csv else board_json(found))
        return
    from mercalli.console.streams import screen
    from mercalli.telling.terminal import show

    show(screen(), article(found), said)


def _rebuilt(host: Host) -> str:
    from mercalli.tasks.challenge.doors.rebuilding import rebuild
    from mercalli.tasks.challenge.errors import ChallengeError

    with progress_bar() as progress:
        total, changed = rebuild(host, lambda done, every: progress("scoring again", done, every))
    if changed:
        listed = ", ".join(changed[:3])
        raise ChallengeError.coded(
            "changed", f"{counted(len(changed), 'run')} of {total} score differently now: {listed}."
        )
    return f"{counted(total, 'run')} scored again: all numbers are the same."


def rescore(folder: Folder, why: Why, database: Database = None) -> None:
    """Score every run again under the current revision; each gets a new version, and old ones stay."""
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.worker import rescore as put_again
    from mercalli.tasks.challenge.doors.worker import work as do_work

    with progress_bar() as progress:
        progress("scoring runs again", 0, 1)
        put_again(host, ORGANISER, why)
        done = do_work(host)
    say(f"{counted(done, 'run')} scored again.")
