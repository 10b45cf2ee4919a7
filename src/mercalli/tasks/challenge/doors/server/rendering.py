"""Pages from templates: everything is escaped, and the Markdown of the organiser has neither HTML nor pictures."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import HTMLResponse

from mercalli.tasks.challenge.doors.clock import short
from mercalli.tasks.challenge.doors.server.sessions import form_token, visitor
from mercalli.tasks.challenge.doors.server.site import site_of
from mercalli.telling.page.rendering import breakable
from mercalli.text.numbers import interval, number
from mercalli.text.words import counted, visible

if TYPE_CHECKING:
    from starlette.requests import Request

HERE = Path(__file__).parent
SCHEMES = {"http", "https", "mailto"}


def page(request: Request, name: str, status: int = 200, /, **content: object) -> HTMLResponse:
    """A page of the site, as the visitor may see it."""
    who = visitor(request)
    challenge = site_of(request).host.revision().challenge
    root, token = request.scope.get("root_path", ""), form_token(request)
    text = (
        _environment()
        .get_template(f"{name}.html.j2")
        .render(
            **{"refresh": False, **content},
            who=who,
            title=challenge.title,
            join=challenge.join,
            root=root,
            base=f"{request.scope['scheme']}://{request.headers.get('host', '')}{root}",
            csrf=token,
        )
    )
    return HTMLResponse(text, status)


@cache
def _environment() -> Environment:
    found = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined)
    found.trim_blocks = found.lstrip_blocks = True
    filters: Any = found.filters  # typed as those that jinja has of its own
    filters.update(markdown=markdown, time=short, number=number, interval=_interval, counted=counted)
    filters.update(visible=visible, breakable=breakable)
    return found


def _interval(measure: Any) -> str:  # noqa: ANN401 - a record, or the same as a mapping
    """The interval of a measure."""
    low, high = (measure.get(end) if isinstance(measure, dict) else getattr(measure, end) for end in ("low", "high"))
    return interval(low, high)


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.validateLink = _allowed  # type: ignore[method-assign]
    return reader


def _allowed(url: str) -> bool:
    """Whether a link has a usual scheme, or none."""
    scheme, colon, _ = url.strip().partition(":")
    return not colon or "/" in scheme or scheme.lower() in SCHEMES


def markdown(text: str) -> Markup:
    r"""Markdown without HTML, without pictures, and with links of usual kinds alone.

    >>> print(markdown("**now** <b>[x](javascript:alert) [y](https://example.org)"))
    <p><strong>now</strong> &lt;b&gt;[x](javascript:alert) <a href="https://example.org">y</a></p>
    <BLANKLINE>
    """
    return Markup(_reader().render(text))  # noqa: S704 - made by the reader, which escapes every text
