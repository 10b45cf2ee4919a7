"""All pages of the site, put together."""

from __future__ import annotations

from fastapi import FastAPI

from mercalli.tasks.challenge.doors.server import api, desk, login_pages, mine, public, ranking
from mercalli.tasks.challenge.doors.server.body_limit import Limit
from mercalli.tasks.challenge.doors.server.documented import ALWAYS
from mercalli.tasks.challenge.doors.server.refusals import add_refusals
from mercalli.tasks.challenge.doors.server.site import Site
from mercalli.version import __version__

ROUTERS = (public.router, ranking.router, login_pages.router, mine.router, api.router, desk.router)


def application(site: Site) -> FastAPI:
    """The pages of a challenge; `headers.Shield` goes around it."""
    app = FastAPI(
        title="Mercalli challenge", version=__version__, docs_url=None, redoc_url=None, redirect_slashes=False
    )
    app.state.site = site
    app.add_middleware(Limit)
    for router in ROUTERS:
        app.include_router(router, responses=ALWAYS)
    add_refusals(app)
    return app
