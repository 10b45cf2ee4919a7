"""Pages that everybody may see: the challenge, its rules, the key, the boards, and the card of a run on a board."""

import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy import select

from mercalli.tasks.challenge.board import Board, Entry
from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.exports import board_csv, board_json
from mercalli.tasks.challenge.doors.host import KEY, PUBLIC
from mercalli.tasks.challenge.doors.server.refusals import not_found
from mercalli.tasks.challenge.doors.server.rendering import HERE, page
from mercalli.tasks.challenge.doors.server.site import phase_rows, site_of
from mercalli.tasks.challenge.doors.server.standings import NAMED, Wish, metrics, rows
from mercalli.telling.page.rendering import style

router = APIRouter(tags=["public"])
Phase = Annotated[str | None, Query(max_length=64)]
Part = Annotated[str, Query(pattern="^(public|private)$")]
SHARED = ("theme.css", "page.css", "tables.css", "print.css")
STATIC = {
    "site.css": "text/css",
    "htmx-2.0.11.min.js": "text/javascript",
    "htmx-LICENSE.txt": "text/plain",
}
LONG = {"Cache-Control": "public, max-age=3600"}


@router.get("/healthz")
def healthz(request: Request) -> JSONResponse:
    """Whether the server can read its database."""
    with reading(site_of(request).host.engine) as connection:
        connection.execute(select(tables.revisions.c.id).limit(1)).one()
    return JSONResponse({"status": "ok"})


@router.get("/static/{name}")
def static(name: str) -> Response:
    """Styles and scripts."""
    if name not in STATIC:
        raise not_found()
    own = (HERE / "static" / name).read_text(encoding="utf-8")
    text = style(*SHARED) + "\n" + own if name == "site.css" else own
    return Response(text, media_type=STATIC[name], headers=LONG)


@router.get("/")
def home(request: Request) -> Response:
    """What the challenge is about, and its phases."""
    return page(request, "home", **_about(request))


@router.get("/rules")
def rules(request: Request) -> Response:
    """What a run must hold, what counts, and what was promised about the split."""
    return page(request, "rules", **_about(request), form=site_of(request).host.revision().key.form)


@router.get("/challenge.json")
def challenge_json(request: Request) -> JSONResponse:
    """The challenge for programs."""
    found = _about(request)
    shown = {name: getattr(found["challenge"], name) for name in ("name", "title", "text", "task", "rank_by", "join")}
    phases = [{name: value for name, value in each.items() if name != "id"} for each in found["phases"]]
    more = {"revision": found["revision"].number, "commitments": dict(found["revision"].commitments)}
    return JSONResponse({**shown, **more, "phases": phases})


def _about(request: Request) -> dict[str, Any]:
    with reading(site_of(request).host.engine) as connection:
        revision = site_of(request).host.revision(connection)
        phases = [{**row._mapping, "state": phase_state(row, utc_now())} for row in phase_rows(connection)]  # noqa: SLF001 - a row as a mapping
    return {
        "revision": revision,
        "challenge": revision.challenge,
        "phases": phases,
        "items": len(revision.key.items),
        "most_bytes": site_of(request).most_bytes,
    }


def phase_state(row: Any, now: str) -> str:  # noqa: ANN401 - a row
    """Whether a phase takes runs, in words."""
    if row.closed_at is not None:
        return "closed"
    if now < row.opens_at:
        return "not open yet"
    return "open" if now < row.closes_at else "over, not closed yet"


@router.get("/key.json")
def key(request: Request) -> Response:
    """The public key file: ids and legal values."""
    text = site_of(request).host.revision().key_file.read_bytes()
    return Response(
        text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{KEY}"'}
    )


@router.get("/board")
def board(
    request: Request,
    *,
    phase: Phase = None,
    part: Part = PUBLIC,
    sort: Annotated[str, Query(max_length=64)] = "rank",
    down: Annotated[bool, Query()] = False,
    team: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The board, sorted and filtered as asked."""
    found = site_of(request).board(phase, part)
    return page(request, "board", **shown_board(request, found, Wish(sort, down, team)))


def shown_board(request: Request, found: Board, wish: Wish) -> dict[str, Any]:
    """What the page of a board shows."""
    with reading(site_of(request).host.engine) as connection:
        phases = phase_rows(connection)
    names = metrics(found)
    return {
        "board": found,
        "rows": rows(found, wish),
        "wish": wish,
        "metrics": names,
        "sorts": [*NAMED, *names],
        "phases": phases,
        "older": sum(entry.revision != found.revision for entry in found.entries),
        "waiting": any(entry.rank is not None and entry.group is None for entry in found.entries),
    }


@router.get("/board/embed")
def board_embed(request: Request, phase: Phase = None, part: Part = PUBLIC) -> Response:
    """The board alone, for a frame on another site."""
    return page(request, "embed", **shown_board(request, site_of(request).board(phase, part), Wish()))


@router.get("/board.json")
def board_as_json(request: Request, phase: Phase = None, part: Part = PUBLIC) -> Response:
    """The board for programs."""
    return Response(board_json(site_of(request).board(phase, part)), media_type="application/json")


@router.get("/board.csv")
def board_as_csv(request: Request, phase: Phase = None, part: Part = PUBLIC) -> Response:
    """The board for a spreadsheet."""
    found = site_of(request).board(phase, part)
    name = f'attachment; filename="board_{found.phase}_{found.part}.csv"'
    return Response(board_csv(found), media_type="text/csv", headers={"Content-Disposition": name})


@router.get("/card/{submission}.json")
def card_json(request: Request, submission: str) -> Response:
    """The public card of a run for programs."""
    found = [
        {"phase": board.phase, "part": board.part, **asdict(entry)} for board, entry in _cards(request, submission)
    ]
    return Response(json.dumps(found, ensure_ascii=False, allow_nan=False), media_type="application/json")


@router.get("/card/{submission}")
def card(request: Request, submission: str) -> Response:
    """The public card of a run that stands on a board."""
    return page(request, "card", cards=_cards(request, submission))


def _cards(request: Request, submission: str) -> list[tuple[Board, Entry]]:
    """Where a run stands on public boards; one that stands on none is as if it were not there."""
    boards = site_of(request).public_boards()
    found = [(board, entry) for board in boards for entry in board.entries if entry.submission == submission]
    if not found:
        raise not_found()
    return found
