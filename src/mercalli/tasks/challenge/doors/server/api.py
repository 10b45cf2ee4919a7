"""For programs, with a token: send a run, and see what became of it."""

import time
from collections import Counter
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated, Any

import anyio
from anyio import from_thread, to_thread
from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.server.documented import Refusal, twin
from mercalli.tasks.challenge.doors.server.forms import NO_NUL
from mercalli.tasks.challenge.doors.server.mine import MINUTE, RUNS_A_MINUTE, own_run, sender
from mercalli.tasks.challenge.doors.server.rates import spend
from mercalli.tasks.challenge.doors.server.refusals import TooOftenError
from mercalli.tasks.challenge.doors.server.sessions import Who
from mercalli.tasks.challenge.doors.server.site import site_of
from mercalli.tasks.challenge.doors.server.tokens import READ, SUBMIT, bearer
from mercalli.tasks.challenge.doors.status import RunStatus, submissions_of
from mercalli.tasks.challenge.doors.submissions import Receipt, submit
from mercalli.tasks.challenge.doors.tables import INVALID
from mercalli.tasks.challenge.errors import ChallengeError

router = APIRouter(prefix="/api", tags=["api"])
Reader = Annotated[Who, Depends(bearer(READ))]
Author = Annotated[Who, Depends(bearer(SUBMIT))]
Key = Annotated[str, Header(alias="Idempotency-Key", min_length=1, max_length=128)]
Text = Annotated[str, Query(max_length=256, pattern=NO_NUL)]
ONE = "get_submission"
FOLLOWED = {"run": {"operationId": ONE, "parameters": {"submission": "$response.body#/submission"}}}
RECEIPTS: dict[int | str, dict[str, Any]] = {
    200: {"model": Receipt, "description": "The same run had been received with the same key", "links": FOLLOWED},
    201: {"model": Receipt, "description": "In line to be scored", "links": FOLLOWED},
    422: {"model": Receipt | Refusal, "description": "The run breaks the rules, or the request is not complete"},
}
RUN_FILE = {"requestBody": {"content": {"text/csv": {"schema": {"type": "string"}}, "application/gzip": {}}}}
PATIENCE_SECONDS, LONGEST_SECONDS = 30, 600
MOST_AT_ONCE, MOST_OF_A_TEAM = 32, 4


@router.put("/submissions", status_code=201, responses=RECEIPTS, openapi_extra=RUN_FILE)
async def put_submission(
    request: Request, who: Author, key: Key, file_name: Text = "run.csv", remark: Text = ""
) -> JSONResponse:
    """Send a run as the body of the request; the same key gives the same submission, however often it is sent."""

    def work() -> Receipt:
        host = site_of(request).host
        spend(host, f"submit:{who.team}", RUNS_A_MINUTE, MINUTE)
        blocks = _blocks(request.stream())
        return submit(host, sender(who), blocks, key=key, file_name=file_name, remark=remark)

    with _sending(request, who):
        receipt = await to_thread.run_sync(work, limiter=_uploads(request))
    return JSONResponse(asdict(receipt), 200 if receipt.repeated else 422 if receipt.state == INVALID else 201)


@contextmanager
def _sending(request: Request, who: Who) -> Generator[None]:
    """One of the few runs that a team may send at the same time, so that slow ones hold up nobody else."""
    state = request.app.state
    if not hasattr(state, "sending"):
        state.sending = Counter()
    if state.sending[who.team] >= MOST_OF_A_TEAM:
        raise TooOftenError(PATIENCE_SECONDS)
    state.sending[who.team] += 1
    try:
        yield
    finally:
        state.sending[who.team] -= 1


def _uploads(request: Request) -> anyio.CapacityLimiter:
    """Slow senders wait for each other, and never hold up the pages."""
    state = request.app.state
    if not hasattr(state, "uploads"):
        state.uploads = anyio.CapacityLimiter(MOST_AT_ONCE)
    found: anyio.CapacityLimiter = state.uploads
    return found


def _blocks(stream: AsyncIterator[bytes]) -> Iterator[bytes]:
    """The body as it arrives, for a thread that writes it."""
    ends = time.monotonic() + LONGEST_SECONDS

    async def following() -> bytes | None:
        with anyio.fail_after(min(PATIENCE_SECONDS, ends - time.monotonic())):
            return await anext(stream, None)

    while True:
        try:
            block = from_thread.run(following)
        except (ClientDisconnect, TimeoutError):
            raise ChallengeError.coded("cut_off", "The run did not arrive whole. Send it again.") from None
        if block is None:
            return
        yield block


@router.get("/submissions", **twin(list[RunStatus]))
def get_submissions(request: Request, who: Reader) -> JSONResponse:
    """The runs of the team, the last first."""
    with reading(site_of(request).host.engine) as connection:
        return JSONResponse([asdict(each) for each in submissions_of(connection, who.team or 0)])


@router.get("/submissions/{submission}", **twin(RunStatus, operation_id=ONE))
def get_submission(request: Request, who: Reader, submission: str) -> JSONResponse:
    """One run of the team."""
    return JSONResponse(asdict(own_run(request, who, submission)))
