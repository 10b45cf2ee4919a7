"""All pages of the site, put together."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware.body_limit import RequestBodyLimitMiddleware

from mercalli.tasks.challenge.doors.server import api, desk, entering, mine, public, ranking
from mercalli.tasks.challenge.doors.server.documented import ALWAYS
from mercalli.tasks.challenge.doors.server.refusals import add_refusals
from mercalli.tasks.challenge.doors.server.site import FORM_BYTES, Site
from mercalli.version import __version__

ROUTERS = (public.router, ranking.router, entering.router, mine.router, api.router, desk.router)


def application(site: Site) -> FastAPI:
    """The pages of a challenge; `shielding.Shield` goes around it."""
    app = FastAPI(title="Mercalli challenge", version=__version__, docs_url=None, redoc_url=None)
    app.state.site = site
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=site.most_bytes + FORM_BYTES)
    for router in ROUTERS:
        app.include_router(router, responses=ALWAYS)
    add_refusals(app)
    return app
