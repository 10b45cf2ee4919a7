"""Pages that everybody may see: the challenge, its rules, the key, styles and scripts."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy import select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.host import KEY
from mercalli.tasks.challenge.doors.server.documented import PAGE, attachment, twin
from mercalli.tasks.challenge.doors.server.refusals import not_found
from mercalli.tasks.challenge.doors.server.rendering import HERE, page
from mercalli.tasks.challenge.doors.server.site import phases_now, site_of
from mercalli.telling.page.rendering import style

router = APIRouter(tags=["public"])
SHARED = ("theme.css", "page.css", "tables.css", "decisions.css", "print.css")
STATIC = {
    "site.css": "text/css",
    "htmx-2.0.11.min.js": "text/javascript",
    "htmx-LICENSE.txt": "text/plain",
}
LONG = {"Cache-Control": "public, max-age=3600"}


@router.get("/healthz", **twin(dict[str, str]))
def healthz(request: Request) -> JSONResponse:
    """Whether the server can read its database."""
    with reading(site_of(request).host.engine) as connection:
        connection.execute(select(tables.revisions.c.id).limit(1)).one()
    return JSONResponse({"status": "ok"})


@router.get("/static/{name}", response_class=Response)
def static(name: str) -> Response:
    """Styles and scripts."""
    if name not in STATIC:
        raise not_found()
    own = (HERE / "static" / name).read_text(encoding="utf-8")
    text = style(*SHARED) + "\n" + own if name == "site.css" else own
    return Response(text, media_type=STATIC[name], headers=LONG)


@router.get("/", **PAGE)
def home(request: Request) -> Response:
    """What the challenge is about, and its phases."""
    return page(request, "home", **_about(request))


@router.get("/rules", **PAGE)
def rules(request: Request) -> Response:
    """What a run must hold, what counts, and what was promised about the split."""
    return page(request, "rules", **_about(request), form=site_of(request).host.revision().key.form)


@router.get("/rules.json", **twin(dict[str, Any]))
def rules_json(request: Request) -> JSONResponse:
    """The rules for programs."""
    found, form = _about(request), site_of(request).host.revision().key.form
    ruled = {name: getattr(found["challenge"], name) for name in ("rank_by", "companions", "minimum", "finals")}
    run = {"columns": asdict(form), "items": found["items"], "most_bytes": found["most_bytes"]}
    return JSONResponse({**ruled, **run, **_promised(found), "phases": found["phases"]})


@router.get("/challenge.json", **twin(dict[str, Any]))
def challenge_json(request: Request) -> JSONResponse:
    """The challenge for programs."""
    found = _about(request)
    shown = {name: getattr(found["challenge"], name) for name in ("name", "title", "text", "task", "rank_by", "join")}
    return JSONResponse({**shown, **_promised(found), "phases": found["phases"]})


def _promised(found: dict[str, Any]) -> dict[str, Any]:
    return {"revision": found["revision"].number, "commitments": dict(found["revision"].commitments)}


def _about(request: Request) -> dict[str, Any]:
    with reading(site_of(request).host.engine) as connection:
        revision = site_of(request).host.revision(connection)
        phases = phases_now(connection)
    return {
        "revision": revision,
        "challenge": revision.challenge,
        "phases": phases,
        "items": len(revision.key.items),
        "most_bytes": site_of(request).most_bytes,
    }


@router.get("/key.json", **twin(dict[str, Any]))
def key(request: Request) -> Response:
    """The public key file: ids and legal values."""
    text = site_of(request).host.revision().key_file.read_bytes()
    return Response(text, media_type="application/json", headers=attachment(KEY))
