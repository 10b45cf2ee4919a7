"""Pages of the organiser: phases, teams, exceptions, scoring again, the close, the export and the audit log."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response

from mercalli.io.cells import csv_text
from mercalli.tasks.challenge.challenge import DATE, TIME
from mercalli.tasks.challenge.doors.clock import utc_now
from mercalli.tasks.challenge.doors.closing import close_phase
from mercalli.tasks.challenge.doors.database import reading, writing
from mercalli.tasks.challenge.doors.host import PRIVATE
from mercalli.tasks.challenge.doors.server import holding
from mercalli.tasks.challenge.doors.server.accounts import invite
from mercalli.tasks.challenge.doors.server.forms import OURS, Organiser, back
from mercalli.tasks.challenge.doors.server.public import phase_state, shown_board
from mercalli.tasks.challenge.doors.server.rendering import page
from mercalli.tasks.challenge.doors.server.site import phase_rows, site_of
from mercalli.tasks.challenge.doors.server.standings import Wish
from mercalli.tasks.challenge.doors.status import submissions_of
from mercalli.tasks.challenge.doors.worker import rescore
from mercalli.tasks.challenge.errors import ChallengeError

router = APIRouter(prefix="/desk", tags=["organiser"])
Text = Annotated[str, Form(max_length=256)]
Number = Annotated[int, Form(ge=0, le=1_000_000)]
COLUMNS = ("at", "actor", "action", "object", "details")


@router.get("")
def desk(request: Request, who: Organiser) -> Response:
    """Everything that there is to do."""
    with reading(site_of(request).host.engine) as connection:
        phases = [(row, phase_state(row, utc_now())) for row in phase_rows(connection)]
        content: dict[str, Any] = {
            "phases": phases,
            "teams": holding.team_rows(connection),
            "exceptions": holding.exception_rows(connection),
            "waiting": holding.waiting(connection),
        }
    return page(request, "desk", **content, user=who.name)


@router.get("/runs")
def runs(request: Request, who: Organiser) -> Response:  # noqa: ARG001 - organisers alone
    """The runs of all teams."""
    with reading(site_of(request).host.engine) as connection:
        return page(request, "runs", runs=submissions_of(connection))


@router.get("/board")
def private(request: Request, who: Organiser, phase: Annotated[str | None, Query(max_length=64)] = None) -> Response:  # noqa: ARG001 - as above
    """The private board, also before the close."""
    found = site_of(request).board(phase, PRIVATE, organiser=True)
    return page(request, "private", **shown_board(request, found, Wish()))


@router.get("/audit")
def audit(request: Request, who: Organiser, before: Annotated[int | None, Query(ge=0, le=2**62)] = None) -> Response:  # noqa: ARG001 - as above
    """Who did what, and when."""
    with reading(site_of(request).host.engine) as connection:
        return page(request, "audit", lines=holding.log_rows(connection, before), most=holding.LONGEST_LOG)


@router.get("/audit.csv")
def audit_csv(request: Request, who: Organiser) -> Response:  # noqa: ARG001 - as above
    """The end of the audit log for a spreadsheet."""
    with reading(site_of(request).host.engine) as connection:
        lines = holding.log_rows(connection)
    return Response(
        csv_text(COLUMNS, ([getattr(line, name) for name in COLUMNS] for line in lines)), media_type="text/csv"
    )


@router.get("/export.zip")
def export_zip(request: Request, who: Organiser) -> Response:  # noqa: ARG001 - as above
    """What may be published, in one file."""
    name = f'attachment; filename="{holding.export_name()}"'
    packed = holding.packed_export(site_of(request).host)
    return Response(packed, media_type="application/zip", headers={"Content-Disposition": name})


@router.post("/codes", dependencies=OURS)
def codes(
    request: Request,
    who: Organiser,
    uses: Annotated[int, Form(ge=1, le=1000)] = 1,
    days: Annotated[int, Form(ge=1, le=365)] = 14,
) -> Response:
    """A code by which participants join, shown once."""
    with writing(site_of(request).host.engine) as connection:
        code = invite(connection, who.name, uses=uses, days=days)
    return page(request, "secret", secret=code, what="code", back="/desk")


@router.post("/teams/{team}", dependencies=OURS)
def team_form(request: Request, who: Organiser, team: int, *, disabled: Annotated[bool, Form()]) -> Response:
    """Exclude a team, or let it back."""
    with writing(site_of(request).host.engine) as connection:
        holding.set_disabled(connection, team, who.name, disabled=disabled)
    return back(request, "/desk")


@router.post("/exceptions", dependencies=OURS)
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
    ends = _time(closes) if closes else ""
    with writing(site_of(request).host.engine) as connection:
        holding.grant(connection, who.name, team=team, phase=phase, more_runs=more_runs, closes=ends, reason=reason)
    return back(request, "/desk")


def _time(text: str) -> str:
    """A time in UTC, as a form or a person writes it."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ChallengeError.coded("bad_time", f"A later close must be {DATE}.") from None
    return (found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)).strftime(TIME)


@router.post("/rescore", dependencies=OURS)
def rescore_form(request: Request, who: Organiser, why: Text) -> Response:
    """Put every run in line again."""
    if not why.strip():
        raise ChallengeError.coded("no_reason", "Say why, for the audit log.")
    rescore(site_of(request).host, who.name, why)
    return back(request, "/desk")


@router.post("/close", dependencies=OURS)
def close_form(request: Request, who: Organiser, phase: Text, *, early: Annotated[bool, Form()] = False) -> Response:
    """Close a phase for good."""
    close_phase(site_of(request).host, phase, who.name, early=early)
    return back(request, "/desk")
