"""Pages of boards: the table, its pictures and its twins, and the card of a run that stands on a board."""

import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from mercalli.tasks.challenge.board import Board, Entry
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.exports import board_csv, board_json
from mercalli.tasks.challenge.doors.host import PUBLIC
from mercalli.tasks.challenge.doors.progress import Progress
from mercalli.tasks.challenge.doors.server.documented import PAGE, TABLE, CsvResponse, attachment, twin
from mercalli.tasks.challenge.doors.server.pictures import forest, lead_over_time
from mercalli.tasks.challenge.doors.server.refusals import not_found
from mercalli.tasks.challenge.doors.server.rendering import page
from mercalli.tasks.challenge.doors.server.site import phase_rows, site_of
from mercalli.tasks.challenge.doors.server.standings import NAMED, Wish, metrics, rows

router = APIRouter(tags=["board"])
Phase = Annotated[str | None, Query(max_length=64)]
Part = Annotated[str, Query(pattern="^(public|private)$")]


@router.get("/board", **PAGE)
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
    progress = site_of(request).progress(found.phase) if part == PUBLIC else None
    lead = None if progress is None else lead_over_time(progress)
    return page(request, "board", **shown_board(request, found, Wish(sort, down, team)), lead=lead, progress=progress)


def shown_board(request: Request, found: Board, wish: Wish) -> dict[str, Any]:
    """What the page of a board shows."""
    with reading(site_of(request).host.engine) as connection:
        phases = phase_rows(connection)
    names, entries = metrics(found), rows(found, wish)
    return {
        "board": found,
        "entries": entries,
        "forest": forest(entries),
        "wish": wish,
        "usual": Wish(),
        "metrics": names,
        "sorts": [*NAMED, *names],
        "phases": phases,
        "closed": next(each.closed_at is not None for each in phases if each.name == found.phase),
        "older": sum(entry.revision != found.revision for entry in found.entries),
        "waiting": any(entry.rank is not None and entry.group is None for entry in found.entries),
    }


@router.get("/board/embed", **PAGE)
def board_embed(request: Request, phase: Phase = None, part: Part = PUBLIC) -> Response:
    """The board alone, for a frame on another site."""
    return page(request, "embed", **shown_board(request, site_of(request).board(phase, part), Wish()))


@router.get("/board.json", **twin(Board))
def board_as_json(request: Request, phase: Phase = None, part: Part = PUBLIC) -> Response:
    """The board for programs."""
    return Response(board_json(site_of(request).board(phase, part)), media_type="application/json")


@router.get("/board/lead.json", **twin(Progress))
def lead_as_json(request: Request, phase: Phase = None) -> JSONResponse:
    """How the lead on the public part moved, for programs."""
    return JSONResponse(asdict(site_of(request).progress(phase)))


@router.get("/board.csv", **TABLE)
def board_as_csv(request: Request, phase: Phase = None, part: Part = PUBLIC) -> Response:
    """The board for a spreadsheet."""
    found = site_of(request).board(phase, part)
    return CsvResponse(board_csv(found), headers=attachment(f"board_{found.phase}_{found.part}.csv"))


@router.get("/card/{submission}.json", **twin(list[dict[str, Any]]))
def card_json(request: Request, submission: str) -> Response:
    """The public card of a run for programs."""
    found = [
        {"phase": board.phase, "part": board.part, **asdict(entry)} for board, entry in _cards(request, submission)
    ]
    return Response(json.dumps(found, ensure_ascii=False, allow_nan=False), media_type="application/json")


@router.get("/card/{submission}", **PAGE)
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
