"""New challenges: made, checked and opened."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from mercalli.console import options
from mercalli.console.progress import progress_bar
from mercalli.console.streams import print_json
from mercalli.tasks.challenge.commands.folder import ORGANISER, Database, Folder, challenge_host, need, say
from mercalli.text.words import counted


def new(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="cheers, or a data file with the truth.")],
    out: Annotated[str, typer.Option(metavar="DIR", help="A new folder.")] = "challenge",
    task: Annotated[str, typer.Option(metavar="NAME", help="What is scored: labels, scores, survival ...")] = "labels",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the task, as in truth=label.")
    ] = None,
    documents: Annotated[int, typer.Option(metavar="N", help="Documents of made data, for cheers.")] = 200,
    seed: options.Seed = 1,
) -> None:
    """Make a new challenge: for a data file, or CHEERS with made data and hidden gold."""
    need()
    from mercalli.tasks.challenge.doors.scaffold import CHEERS, new_challenge, new_cheers

    with progress_bar() as progress:
        progress("making the challenge", 0, 1)
        if what == CHEERS:
            new_cheers(out, documents, seed)
        else:
            new_challenge(what, out, task, _settings(settings or []))
    say(f"{out}: a new challenge. Read {out}/challenge.toml, then run: mercalli challenge check {out}")


def _settings(texts: list[str]) -> dict[str, Any]:
    """NAME=VALUE; several values with commas between them are a list."""
    from mercalli.errors import SettingError

    found: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name or not value:
            raise SettingError.outside("set", text, "NAME=VALUE, as in truth=label")
        found[name] = value.split(",") if "," in value else value
    return found


def check(
    place: Annotated[str, typer.Argument(metavar="DIR", help="The folder of a challenge, or its key file.")],
    run: Annotated[str | None, typer.Option(metavar="FILE", help="Check this run by the key.")] = None,
    as_json: options.Json = False,
) -> None:
    """Check a challenge before it opens or, with --run, a run. Truths are never used to check a run."""
    if run is not None:
        _check_run(place, run, as_json=as_json)
        return
    need()
    from mercalli.tasks.challenge.doors.rehearsal import rehearse

    with progress_bar() as progress:
        progress("checking the challenge", 0, 1)
        lines = rehearse(place)
    if as_json:
        print_json({"valid": True, "found": lines})
    else:
        say(*lines, "Everything fits.")


def _check_run(place: str, run: str, *, as_json: bool) -> None:
    from mercalli.io.runs import blocks_of_file, read_key_of
    from mercalli.tasks.challenge.check import check_run
    from mercalli.tasks.challenge.key import Key

    key = Key.of(read_key_of(place), place)
    checked = check_run(blocks_of_file(run), key)
    if as_json:
        print_json({"valid": checked.valid, "rows": checked.rows, "problems": checked.texts, "found": checked.found})
        raise typer.Exit(0 if checked.valid else 2)
    checked.checked(run)
    say(f"{run}: {counted(checked.rows, 'item')}, no problems.", *(f"  {text}" for text in checked.warning_texts))


def open_(
    folder: Folder,
    revise: Annotated[str, typer.Option(metavar="TEXT", help="Declare a new revision, and say why.")] = "",
    database: Database = None,
) -> None:
    """Open a challenge: fix its key and its split, publish the commitment, and score the baselines."""
    need()
    from mercalli.tasks.challenge.doors.desk import score_baselines
    from mercalli.tasks.challenge.doors.opening import open_challenge
    from mercalli.tasks.challenge.doors.rehearsal import rehearse

    with progress_bar() as progress:
        progress("checking the challenge", 0, 1)
        rehearse(folder)
        revision = open_challenge(folder, ORGANISER, revise=revise, url=database)
        done = score_baselines(challenge_host(folder, database), ORGANISER)
    say(f"{revision.challenge.title}: open, revision {revision.number}; {counted(done, 'baseline')} scored.")
    say(*(f"commitment of {phase}: {promise}" for phase, promise in revision.commitments.items()))
    say(f"Participants need {folder}/store/public/r{revision.number}/key.json and the data, never the gold file.")
