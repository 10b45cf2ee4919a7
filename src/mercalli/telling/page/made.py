"""Pages made from templates, styles and scripts of this folder; each is one file that asks for nothing from outside."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from mercalli.telling.page.words import FILTERS
from mercalli.text.names import END_OF_ISOLATE, ISOLATE
from mercalli.text.words import CODES, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

# Codes but white space, which a page shows as such, and marks that keep the direction of a name to itself.
KEPT = rf"{ISOLATE}(?:(?!{CODES.pattern}).)*{END_OF_ISOLATE}"
HIDDEN = re.compile(rf"({KEPT})|(?!\s){CODES.pattern}")


def made(template: str, content: Mapping[str, Any], styles: tuple[str, ...], scripts: tuple[str, ...]) -> str:
    """The whole page; only its own script may run in it, and codes in texts of the data are written out."""
    script = _joined("scripts", scripts)
    page: str = (
        _environment()
        .get_template(template)
        .render(
            **content,
            style=_joined("styles", styles),
            script=script,
            script_hash=f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}",
        )
    )
    return HIDDEN.sub(lambda found: found[1] or visible(found[0]), page)


@cache
def _joined(folder: str, names: tuple[str, ...]) -> Markup:
    return Markup("\n".join(_resource(f"{folder}/{name}") for name in names))  # noqa: S704 - our own files


@cache
def _resource(name: str) -> str:
    return (files("mercalli.telling") / "page" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Any:  # noqa: ANN401 - jinja2's
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # noqa: PLC0415 - only when a page is made

    environment = Environment(
        loader=FunctionLoader(lambda name: _resource(f"templates/{name}")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(FILTERS)
    return environment
