"""Pages of the organiser: phases, teams, exceptions, scoring again, the close, the export and the audit log."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import JSONResponse

from mercalli.io.cells import csv_text
from mercalli.tasks.challenge.board import Board
from mercalli.tasks.challenge.challenge import CAPS, DATE, utc_text
from mercalli.tasks.challenge.doors.closing import close_phase
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.exports import board_json
from mercalli.tasks.challenge.doors.host import PRIVATE
from mercalli.tasks.challenge.doors.jobs import waiting
from mercalli.tasks.challenge.doors.rulings import allow, change_caps, exclude, freeze
from mercalli.tasks.challenge.doors.server import organiser_view
from mercalli.tasks.challenge.doors.server.accounts import invite
from mercalli.tasks.challenge.doors.server.documented import (
    FORM,
    PAGE,
    SECRET,
    TABLE,
    TO_LOGIN,
    CsvResponse,
    attachment,
    twin,
)
from mercalli.tasks.challenge.doors.server.forms import ORGANISERS, WATCHERS, Organiser, Text, Watcher, back
from mercalli.tasks.challenge.doors.server.ranking import Phase, shown_board
from mercalli.tasks.challenge.doors.server.rendering import page
from mercalli.tasks.challenge.doors.server.site import phases_now, site_of
from mercalli.tasks.challenge.doors.server.standings import Wish
from mercalli.tasks.challenge.doors.status import RunStatus, submissions_of
from mercalli.tasks.challenge.doors.teams import team_numbered
from mercalli.tasks.challenge.doors.worker import rescore
from mercalli.tasks.challenge.errors import ChallengeError

router = APIRouter(prefix="/desk", tags=["organiser"], dependencies=WATCHERS, responses=TO_LOGIN)
Number = Annotated[int, Form(ge=0, le=1_000_000)]
Before = Annotated[int | None, Query(ge=0, le=2**62)]
COLUMNS = ("at", "actor", "action", "object", "details")


def _desk(request: Request) -> dict[str, Any]:
    """Everything that there is to see at once."""
    with reading(site_of(request).host.engine) as connection:
        return {
            "phases": phases_now(connection),
            "teams": organiser_view.teams_held(connection),
            "exceptions": organiser_view.exceptions_granted(connection),
            "waiting": waiting(connection),
        }


@router.get("", **PAGE)
def desk(request: Request, who: Watcher) -> Response:
    """Everything that there is to do."""
    return page(request, "desk", **_desk(request), user=who.name)


@router.get(".json", **twin(dict[str, Any]))
def desk_json(request: Request) -> JSONResponse:
    """The desk for programs."""
    return JSONResponse(_desk(request))


@router.get("/runs", **PAGE)
def runs(request: Request) -> Response:
    """The runs of all teams."""
    with reading(site_of(request).host.engine) as connection:
        return page(request, "runs", runs=submissions_of(connection), copies=organiser_view.copies(connection))


@router.get("/runs.json", **twin(list[RunStatus]))
def runs_json(request: Request) -> JSONResponse:
    """The runs of all teams for programs."""
    with reading(site_of(request).host.engine) as connection:
        return JSONResponse([asdict(each) for each in submissions_of(connection)])


@router.get("/board", **PAGE, **ORGANISERS)
def private(request: Request, phase: Phase = None) -> Response:
    """The private board, also before the close."""
    found = site_of(request).board(phase, PRIVATE, organiser=True)
    return page(request, "private", **shown_board(request, found, Wish()))


@router.get("/board.json", **twin(Board, **ORGANISERS))
def private_json(request: Request, phase: Phase = None) -> Response:
    """The private board for programs."""
    return Response(board_json(site_of(request).board(phase, PRIVATE, organiser=True)), media_type="application/json")


@router.get("/audit", **PAGE)
def audit(request: Request, before: Before = None) -> Response:
    """Who did what, and when."""
    with reading(site_of(request).host.engine) as connection:
        return page(
            request, "audit", lines=organiser_view.log_lines(connection, before), most=organiser_view.LONGEST_LOG
        )


@router.get("/audit.json", **twin(list[dict[str, Any]]))
def audit_json(request: Request, before: Before = None) -> JSONResponse:
    """The same lines of the audit log for programs."""
    with reading(site_of(request).host.engine) as connection:
        return JSONResponse(organiser_view.log_lines(connection, before))


@router.get("/audit.csv", **TABLE)
def audit_csv(request: Request) -> Response:
    """The whole audit log for a spreadsheet."""
    with reading(site_of(request).host.engine) as connection:
        lines = organiser_view.log_lines(connection, most=None)
    return CsvResponse(
        csv_text(COLUMNS, ([line[name] for name in COLUMNS] for line in lines)), headers=attachment("audit.csv")
    )


@router.get("/export.zip", response_class=Response, responses={200: {"content": {"application/zip": {}}}}, **ORGANISERS)
def export_zip(request: Request) -> Response:
    """What may be published, in one file."""
    packed = organiser_view.packed_export(site_of(request).host)
    return Response(packed, media_type="application/zip", headers=attachment(organiser_view.export_name()))


@router.post("/codes", **SECRET)
def codes(
    request: Request,
    who: Organiser,
    uses: Annotated[int, Form(ge=1, le=1000)] = 1,
    days: Annotated[int, Form(ge=1, le=365)] = 14,
    team: Number = 0,
) -> Response:
    """A code by which participants join, with new teams or one that is there; it is shown once."""
    with writing(site_of(request).host.engine) as connection:
        number = team_numbered(connection, team).id if team else None
        code = invite(connection, who.name, team=number, uses=uses, days=days)
    return page(request, "secret", secret=code, what="code", back="/desk", join_by=True)


@router.post("/teams", **FORM)
def team_form(
    request: Request, who: Organiser, *, team: Number, reason: Text, excluded: Annotated[bool, Form()]
) -> Response:
    """Exclude a team, or let it back."""
    exclude(site_of(request).host, team, reason, who.name, excluded=excluded)
    return back(request, "/desk")


@router.post("/freeze", **FORM)
def freeze_form(
    request: Request, who: Organiser, *, phase: Text, reason: Text, frozen: Annotated[bool, Form()]
) -> Response:
    """Hold the public board of a phase as it is, or let it go on."""
    freeze(site_of(request).host, phase, reason, who.name, frozen=frozen)
    return back(request, "/desk")


@router.post("/exceptions", **FORM)
def exception_form(
    request: Request,
    who: Organiser,
    *,
    team: Number,
    phase: Text,
    reason: Text,
    more_runs: Number = 0,
    closes: Text = "",
) -> Response:
    """More runs or a later close for one team."""
    ends = _time(closes) if closes else None
    allow(site_of(request).host, team, phase, reason, who.name, more_runs=more_runs, closes=ends)
    return back(request, "/desk")


def _time(text: str) -> str:
    """A time in UTC, as a form or a person writes it."""
    found = utc_text(text) or utc_text(f"{text}+00:00")
    if found is None:
        raise ChallengeError.coded("bad_time", f"A later close must be {DATE}.")
    return found


@router.post("/caps", **FORM)
def caps_form(
    request: Request,
    who: Organiser,
    *,
    phase: Text,
    reason: Text,
    runs_per_day: Number,
    runs: Number,
    invalid_per_day: Number,
    invalid: Number,
    failed_per_day: Number,
    failed: Number,
) -> Response:
    """Other caps of a phase for all teams."""
    given = (runs_per_day, runs, invalid_per_day, invalid, failed_per_day, failed)
    change_caps(site_of(request).host, phase, dict(zip(CAPS, given, strict=True)), reason, who.name)
    return back(request, "/desk")


@router.post("/rescore", **FORM)
def rescore_form(request: Request, who: Organiser, why: Text) -> Response:
    """Put every run in line again."""
    if not why.strip():
        raise ChallengeError.coded("no_reason", "Say why, for the audit log.")
    rescore(site_of(request).host, who.name, why)
    return back(request, "/desk")


@router.post("/close", **FORM)
def close_form(request: Request, who: Organiser, phase: Text, *, early: Annotated[bool, Form()] = False) -> Response:
    """Close a phase for good."""
    try:
        close_phase(site_of(request).host, phase, who.name, early=early)
    except ChallengeError as error:
        raise ChallengeError.coded(error.code, CLOSING.get(error.code, str(error))) from None
    return back(request, "/desk")


CLOSING = {
    "not_over": "The phase is not over yet. To close it now, tick the box above the button.",
    "not_scored": "Runs are still being scored. Wait until no job is in line, and close it then.",
}
