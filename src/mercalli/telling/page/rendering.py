"""Pages from the templates, styles and scripts of this folder; each is one file that asks for nothing from outside."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape

from mercalli.text.names import END_OF_ISOLATE, ISOLATE, plain, readable, unturned
from mercalli.text.numbers import count, share_text
from mercalli.text.words import CODES, counted, visible

STYLES = ("theme.css", "page.css", "tables.css", "decisions.css", "article.css", "print.css")
SCRIPTS = ("tables.js", "switches.js", "readout.js", "explorer.js", "print.js")
# Codes but white space, which a page shows as such, and marks that keep the direction of a name to itself.
KEPT = rf"{ISOLATE}(?:(?!{CODES.pattern}).)*{END_OF_ISOLATE}"
HIDDEN = re.compile(rf"({KEPT})|(?!\s){CODES.pattern}")
LONGEST_TEXT = 600
COMMAND = re.compile(r"`((?:mercalli |--)[^`]+)`")
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*)")
DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")


def rendered(
    content: Mapping[str, Any],
    template: str = "article.html.j2",
    styles: tuple[str, ...] = STYLES,
    scripts: tuple[str, ...] = SCRIPTS,
) -> str:
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
    return HIDDEN.sub(lambda code: code[1] or visible(code[0]), page)


def style(*names: str) -> str:
    """Styles by the names of their files, for pages that are made elsewhere."""
    return str(_joined("styles", names))


@cache
def _joined(folder: str, names: tuple[str, ...]) -> Markup:
    return Markup("\n".join(_resource(f"{folder}/{name}") for name in names))  # noqa: S704 - our own files


@cache
def _resource(name: str) -> str:
    return (files("mercalli.telling") / "page" / name).read_text(encoding="utf-8")


def breakable(name: str) -> Markup:
    """A name that may be broken after its underscores."""
    return Markup("_<wbr>").join(plain(name).split("_"))


def _worded(text: str) -> Markup:
    """Words in which long names may be broken after their underscores; our commands are set as such, options unbroken.

    >>> print(_worded("urgent_needs < half: see `mercalli advise`"))
    urgent_<wbr>needs &lt; half: see <code>mercalli advise</code>
    >>> print(_worded("Name it with --unit."))
    Name it with <span class="option">--unit</span>.
    """
    marked = OPTION.sub(r'<span class="option">\1</span>', COMMAND.sub(r"<code>\1</code>", str(escape(text))))
    return Markup(marked.replace("_", "_<wbr>"))  # noqa: S704 - it was just escaped


def _clipped(text: str) -> str:
    rest = len(text) - LONGEST_TEXT
    return unturned(text if rest <= 0 else f"{text[:LONGEST_TEXT]}… ({counted(rest, 'more character')})")


def _harm(value: float) -> str:
    """A harm with one decimal if it needs one.

    >>> _harm(1364.5), _harm(15.0)
    ('1,364.5', '15')
    """
    return f"{value:,.1f}".removesuffix(".0")


def _dated(text: str) -> Markup:
    """Text in which no date breaks over two lines."""
    marked = DATE.sub(r"<time>\g<0></time>", str(escape(text)))
    return Markup(marked)  # noqa: S704 - it was just escaped


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
    filters: dict[str, Any] = environment.filters
    filters.update(
        breakable=breakable,
        clipped=_clipped,
        count=count,
        counted=counted,
        dated=_dated,
        harm=_harm,
        plain=plain,
        readable=readable,
        share=share_text,
        worded=_worded,
    )
    return environment
