"""The server, and codes by which people join."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.tasks.challenge.commands.folder import ORGANISER, Database, Folder, challenge_host, need, say


def serve(
    folder: Folder,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 for a free one.")] = 8000,
    root_path: Annotated[str, typer.Option(metavar="PATH", help="The path at which a proxy shows it.")] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Processes that score runs.")] = 1,
    local: Annotated[
        bool, typer.Option("--local", help="Print a one-time link for the organiser; for this machine alone.")
    ] = False,
    database: Database = None,
) -> None:
    """Serve the pages of a challenge, and score runs beside it."""
    need("uvicorn", "fastapi", "argon2")
    found = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.server.serving import check_local
    from mercalli.tasks.challenge.doors.server.serving import serve as run_server
    from mercalli.tasks.challenge.doors.server.sessions import digest
    from mercalli.tasks.challenge.doors.server.site import Site

    site, code = Site(found), check_local(host) if local else ""
    site.link = digest(code) if code else ""

    def told(place: str) -> None:
        say(f"{folder}: served at {place}", *([f"organiser, once: {place}enter?code={code}"] if code else []))

    run_server(site, told, host=host, port=port, root_path=root_path, workers=workers)


def invite(
    folder: Folder,
    team: Annotated[
        str | None, typer.Option(metavar="NAME", help="Into this team; else into one of their own.")
    ] = None,
    organiser: Annotated[bool, typer.Option("--organiser", help="As an organiser, who sees everything.")] = False,
    viewer: Annotated[
        bool, typer.Option("--viewer", help="As a viewer: the desk without what is private, and without its forms.")
    ] = False,
    uses: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="How often it may be used.")] = 1,
    days: Annotated[int, typer.Option(metavar="N", min=1, max=365, help="How long it may be used.")] = 14,
    database: Database = None,
) -> None:
    """Print a code by which people join a served challenge."""
    need("argon2", "fastapi")
    given = [name for name, each in (("team", team), ("organiser", organiser), ("viewer", viewer)) if each]
    if len(given) > 1:
        from mercalli.errors import SettingError

        raise SettingError.either(*given[:2])
    host = challenge_host(folder, database)
    from mercalli.tasks.challenge.doors.database import writing
    from mercalli.tasks.challenge.doors.desk import team_number
    from mercalli.tasks.challenge.doors.server.accounts import invite as new_code
    from mercalli.tasks.challenge.doors.tables import PARTICIPANT, VIEWER

    number = None if team is None else team_number(host, team)
    with writing(host.engine) as connection:
        role = ORGANISER if organiser else VIEWER if viewer else PARTICIPANT
        say(new_code(connection, ORGANISER, role=role, team=number, uses=uses, days=days))
