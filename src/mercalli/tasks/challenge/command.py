"""`mercalli challenge`: hold a challenge with hidden answers, on a folder and with its own database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mercalli.console import options
from mercalli.console.help import Command, Group
from mercalli.console.progress import progress_bar
from mercalli.console.streams import print_json, print_text
from mercalli.text.words import counted, visible

if TYPE_CHECKING:
    from mercalli.tasks.challenge.doors.host import Host

app = typer.Typer(
    help="Hold a challenge with hidden answers: check and score runs, keep a board.", no_args_is_help=True, cls=Group
)
ORGANISER = "organiser"
Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of the challenge.")]
PhaseName = Annotated[
    str | None, typer.Option("--phase", metavar="NAME", help="Which phase; the last with runs if not given.")
]
Team = Annotated[str, typer.Option(metavar="NAME", help="The team.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why, for the audit log.")]


def _need(*more: str) -> None:
    """Refuse with what to install before anything is imported that is not there."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("sqlalchemy", "alembic", *more)):
        from mercalli.errors import ExtraError

        raise ExtraError.missing("the server of challenges" if more else "the database of challenges", "serve")


def _host(folder: str) -> Host:
    _need()
    from mercalli.tasks.challenge.doors.host import Host

    return Host.of(folder)


def _say(*lines: str) -> None:
    for line in lines:
        typer.echo(visible(line))


@app.command(cls=Command)
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
    _need()
    from mercalli.tasks.challenge.doors.scaffold import CHEERS, new_challenge, new_cheers

    with progress_bar() as progress:
        progress("making the challenge", 0, 1)
        if what == CHEERS:
            new_cheers(out, documents, seed)
        else:
            new_challenge(what, out, task, _settings(settings or []))
    _say(f"{out}: a new challenge. Read {out}/challenge.toml, then run: mercalli challenge check {out}")


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


@app.command(cls=Command)
def check(
    place: Annotated[str, typer.Argument(metavar="DIR", help="The folder of a challenge, or its key file.")],
    run: Annotated[str | None, typer.Option(metavar="FILE", help="Check this run by the key.")] = None,
    as_json: options.Json = False,
) -> None:
    """Check a challenge before it opens or, with --run, a run. Truths are never used to check a run."""
    if run is not None:
        _check_run(place, run, as_json=as_json)
        return
    _need()
    from mercalli.tasks.challenge.doors.rehearsal import rehearse

    with progress_bar() as progress:
        progress("checking the challenge", 0, 1)
        lines = rehearse(place)
    if as_json:
        print_json({"valid": True, "found": lines})
    else:
        _say(*lines, "Everything fits.")


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
    _say(f"{run}: {counted(checked.rows, 'item')}, no problems.", *(f"  {text}" for text in checked.warning_texts))


@app.command("open", cls=Command)
def open_(
    folder: Folder,
    revise: Annotated[str, typer.Option(metavar="TEXT", help="Declare a new revision, and say why.")] = "",
) -> None:
    """Open a challenge: fix its key and its split, publish the commitment, and score the baselines."""
    _need()
    from mercalli.tasks.challenge.doors.desk import score_baselines
    from mercalli.tasks.challenge.doors.opening import open_challenge
    from mercalli.tasks.challenge.doors.rehearsal import rehearse

    with progress_bar() as progress:
        progress("checking the challenge", 0, 1)
        rehearse(folder)
        revision = open_challenge(folder, ORGANISER, revise=revise)
        done = score_baselines(_host(folder), ORGANISER)
    _say(f"{revision.challenge.title}: open, revision {revision.number}; {counted(done, 'baseline')} scored.")
    _say(*(f"commitment of {phase}: {promise}" for phase, promise in revision.commitments.items()))
    _say(f"Participants need {folder}/store/public/r{revision.number}/key.json and the data, never the gold file.")


@app.command(cls=Command)
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
) -> None:
    """Submit a run of a team into a folder, and score it at once."""
    host = _host(into)
    from mercalli.tasks.challenge.doors.desk import Mail, hand_in, scoring_error

    with progress_bar() as progress:
        progress("checking and scoring the run", 0, 1)
        receipt, status = hand_in(host, Mail(run, team, key, remark, received), ORGANISER)
    if as_json:
        from dataclasses import asdict

        print_json({"receipt": asdict(receipt), "status": asdict(status)})
        raise typer.Exit(0 if status.state == "scored" else 2)
    _say(f"{status.submission}: {status.state}", *_told(status))
    _say(*(f"  {text}" for text in (*receipt.messages, *receipt.warnings)))
    if status.state.startswith(("queued", "being scored")):
        _say(f"  Another worker holds runs of this team. See later: mercalli challenge work {into}")
    if status.state.startswith("failed"):
        _say(f"  {scoring_error(host, status.submission)}")
    raise typer.Exit(0 if status.state == "scored" else 2)


def _told(status: Any) -> list[str]:  # noqa: ANN401 - a RunStatus
    """Released scores, or why there are none."""
    from mercalli.text.numbers import interval, number

    lines = [
        f"  {each['metric']}: {number(each['value'])} {interval(each['low'], each['high'])}" for each in status.measures
    ]
    return [*lines, *([f"  {status.says}"] if status.says else [])]


@app.command(cls=Command)
def status(
    folder: Folder,
    team: Annotated[str | None, typer.Option(metavar="NAME", help="Only the runs of this team.")] = None,
    run: Annotated[str | None, typer.Option(metavar="ID", help="Only this run, with its scores.")] = None,
    as_json: options.Json = False,
) -> None:
    """Show phases, caps and runs with their states."""
    host = _host(folder)
    from dataclasses import asdict

    from mercalli.tasks.challenge.doors.desk import overview, runs_of

    lines, runs = overview(host, team), runs_of(host, team, run)
    if as_json:
        print_json({"challenge": lines, "runs": [asdict(each) for each in runs]})
        return
    _say(*lines)
    for each in runs:
        _say(f"{each.submission}  {each.received[:16]}Z  {each.team}  {each.file_name}  {each.state}")
        if run is not None:
            _say(*_told(each), *(f"  {text}" for text in each.messages))


@app.command(cls=Command)
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
) -> None:
    """Show the board: ranks, scores with intervals, and groups that cannot be told apart."""
    host = _host(folder)
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
    from mercalli.tasks.challenge.doors.worker import LIMITS
    from mercalli.tasks.challenge.errors import ChallengeError

    with progress_bar() as progress:
        total, changed = rebuild(host, LIMITS, lambda done, every: progress("scoring again", done, every))
    if changed:
        listed = ", ".join(changed[:3])
        raise ChallengeError.coded(
            "changed", f"{counted(len(changed), 'run')} of {total} score differently now: {listed}."
        )
    return f"{counted(total, 'run')} scored again: all numbers are the same."


@app.command(cls=Command)
def work(folder: Folder) -> None:
    """Score every run that waits, and bring the board up to date."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.worker import work as do_work

    with progress_bar() as progress:
        progress("scoring runs", 0, 1)
        done = do_work(host)
    _say(f"{counted(done, 'job')} done.")


@app.command(cls=Command)
def serve(
    folder: Folder,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 for a free one.")] = 8000,
    root_path: Annotated[str, typer.Option(metavar="PATH", help="The path at which a proxy shows it.")] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Processes that score runs.")] = 1,
    local: Annotated[
        bool, typer.Option("--local", help="Print a one-time link for the organiser; for this machine alone.")
    ] = False,
) -> None:
    """Serve the pages of a challenge, and score runs beside it."""
    _need("uvicorn", "fastapi", "argon2")
    found = _host(folder)
    from mercalli.tasks.challenge.doors.server.serving import check_local
    from mercalli.tasks.challenge.doors.server.serving import serve as run_server
    from mercalli.tasks.challenge.doors.server.sessions import digest
    from mercalli.tasks.challenge.doors.server.site import Site

    site, code = Site(found), check_local(host) if local else ""
    site.link = digest(code) if code else ""

    def told(place: str) -> None:
        _say(f"{folder}: served at {place}", *([f"organiser, once: {place}enter?code={code}"] if code else []))

    run_server(site, told, host=host, port=port, root_path=root_path, workers=workers)


@app.command(cls=Command)
def invite(
    folder: Folder,
    team: Annotated[
        str | None, typer.Option(metavar="NAME", help="Into this team; else into one of their own.")
    ] = None,
    organiser: Annotated[bool, typer.Option("--organiser", help="As an organiser, who sees everything.")] = False,
    uses: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="How often it may be used.")] = 1,
    days: Annotated[int, typer.Option(metavar="N", min=1, max=365, help="How long it may be used.")] = 14,
) -> None:
    """Print a code by which people join a served challenge."""
    _need("argon2", "fastapi")
    host = _host(folder)
    from mercalli.tasks.challenge.doors.database import writing
    from mercalli.tasks.challenge.doors.desk import team_number
    from mercalli.tasks.challenge.doors.server.accounts import invite as new_code
    from mercalli.tasks.challenge.doors.tables import PARTICIPANT

    number = None if team is None else team_number(host, team)
    with writing(host.engine) as connection:
        role = ORGANISER if organiser else PARTICIPANT
        _say(new_code(connection, ORGANISER, role=role, team=number, uses=uses, days=days))


@app.command(cls=Command)
def rescore(folder: Folder, why: Why) -> None:
    """Score every run again under the current revision; each gets a new version, and old ones stay."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.worker import rescore as put_again
    from mercalli.tasks.challenge.doors.worker import work as do_work

    with progress_bar() as progress:
        progress("scoring runs again", 0, 1)
        put_again(host, ORGANISER, why)
        done = do_work(host)
    _say(f"{counted(done, 'run')} scored again.")


@app.command(cls=Command)
def choose(
    folder: Folder,
    runs: Annotated[list[str], typer.Argument(metavar="ID...", help="Runs of the team.")],
    team: Team,
    phase: PhaseName = None,
) -> None:
    """Choose the final runs of a team, which count on the private board."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.desk import choose_runs

    _say(f"{team}: {counted(choose_runs(host, team, phase, runs, ORGANISER), 'final run')} chosen.")


@app.command(cls=Command)
def allow(
    folder: Folder,
    team: Team,
    why: Why,
    phase: PhaseName = None,
    runs: Annotated[int, typer.Option(metavar="N", help="So many more scored runs, a day and in all.")] = 0,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="A later end, in UTC: 2026-12-01T12:00:00Z.")
    ] = None,
) -> None:
    """Allow one team more runs or a later end; this replaces what it was allowed before."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.desk import team_number, time_of
    from mercalli.tasks.challenge.doors.rulings import allow as allow_more

    closes = None if until is None else time_of("until", until)
    _say(allow_more(host, team_number(host, team), phase, why, ORGANISER, more_runs=runs, closes=closes))


@app.command(cls=Command)
def freeze(
    folder: Folder,
    why: Why,
    phase: PhaseName = None,
    end: Annotated[bool, typer.Option("--end", help="Let the board go on.")] = False,
) -> None:
    """Freeze the public board of a phase until its close, while runs are still taken."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.rulings import freeze as hold

    name = hold(host, phase, why, ORGANISER, frozen=not end)
    _say(f"{name}: the public board {'goes on' if end else 'is frozen'}.")


@app.command(cls=Command)
def exclude(
    folder: Folder,
    team: Team,
    why: Why,
    end: Annotated[bool, typer.Option("--end", help="Let the team back in.")] = False,
) -> None:
    """Exclude a team: it leaves every board and can send no more runs; its runs are kept."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.desk import team_number
    from mercalli.tasks.challenge.doors.rulings import exclude as put_out
    from mercalli.tasks.challenge.doors.worker import work as do_work

    name = put_out(host, team_number(host, team), why, ORGANISER, excluded=not end)
    do_work(host)
    _say(f"{name}: {'back on the board' if end else 'excluded'}.")


@app.command(cls=Command)
def close(
    folder: Folder,
    phase: PhaseName = None,
    early: Annotated[bool, typer.Option("--early", help="Close before the time of the phase is over.")] = False,
) -> None:
    """Close a phase: publish its private board and, with the last phase, the salt of the split."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.closing import close_phase
    from mercalli.tasks.challenge.doors.worker import work as do_work

    with progress_bar() as progress:
        progress("scoring runs", 0, 1)
        do_work(host)
    name = close_phase(host, phase, ORGANISER, early=early)
    _say(f"{name}: closed. See its private board: mercalli challenge board {folder} --private --phase {name}")


@app.command(cls=Command)
def verify(place: Annotated[str, typer.Argument(metavar="DIR", help="A folder made by export.")]) -> None:
    """Check an export: that the split is the one that was promised, and that boards follow from gold and runs."""
    _need()
    from mercalli.tasks.challenge.doors.verifying import verify as verified

    with progress_bar() as progress:
        lines = verified(place, told=lambda done, every: progress("scoring again", done, every))
    _say(*lines)


@app.command(cls=Command)
def export(
    folder: Folder,
    out: Annotated[str, typer.Option(metavar="DIR", help="A new folder.")],
    whole: Annotated[bool, typer.Option("--whole", help="Also all runs and, after the close, the gold file.")] = False,
) -> None:
    """Write boards, runs and, after the close, the split into a folder that anybody can check."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.exports import export as write_export

    _say(f"{out}: {counted(len(write_export(host, out, whole=whole)), 'file')}")


@app.command(cls=Command)
def backup(folder: Folder, out: Annotated[str, typer.Option(metavar="FILE", help="A new .tar.gz file.")]) -> None:
    """Pack a challenge into one file, also while it is used. The file holds the hidden truth."""
    host = _host(folder)
    from mercalli.tasks.challenge.doors.backups import backup as write_backup

    with progress_bar() as progress:
        progress("packing", 0, 1)
        runs = write_backup(host, out)
    _say(f"{out}: {counted(runs, 'run')}. It holds the hidden truth: keep it private.")


@app.command(cls=Command)
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.")],
    out: Annotated[str, typer.Option(metavar="DIR", help="A new folder.")],
) -> None:
    """Unpack a backup into a new folder, and check every run in it."""
    _need()
    from mercalli.tasks.challenge.doors.backups import restore as read_backup

    _say(f"{out}: {counted(read_backup(file, out), 'run')} restored.")
