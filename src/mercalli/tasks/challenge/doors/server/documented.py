"""What routes answer, as `/openapi.json` tells it."""

from typing import Any

from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel

from mercalli.tasks.challenge.doors.server.forms import OURS


class Refusal(BaseModel):
    """Why a request was refused: a code for programs, and a sentence for people."""

    error: str
    message: str


class CsvResponse(Response):
    """A table for a spreadsheet."""

    media_type = "text/csv"


PAGE: dict[str, Any] = {"response_class": HTMLResponse}
FORM: dict[str, Any] = {"response_class": RedirectResponse, "status_code": 303, "dependencies": OURS}
SECRET: dict[str, Any] = {"response_class": HTMLResponse, "dependencies": OURS}
TABLE: dict[str, Any] = {"response_class": CsvResponse}
REFUSED = {
    "model": Refusal,
    "description": "Refused, with the reason: as JSON for programs, as a page for people",
    "content": {"text/html": {"schema": {"type": "string"}}},
}
ALWAYS: dict[int | str, dict[str, Any]] = {"4XX": REFUSED, "503": REFUSED}
TO_LOGIN: dict[int | str, dict[str, Any]] = {303: {"description": "Log in first"}}


def twin(model: Any, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any type that can be described
    """JSON of a shape."""
    return {"response_class": JSONResponse, "responses": {200: {"model": model}}, **more}


def attachment(name: str) -> dict[str, str]:
    """Headers by which a browser keeps an answer as a file."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}
