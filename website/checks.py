"""What must hold for a finished site: every name, every formula drawn, every page in the menu, nothing from outside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import mercalli

# What a browser fetches by itself; a link that a reader may follow is none.
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\ssrc=["']?(?:https?:)?//[^"'\s>]+"""
    r"""|<link\b[^>]*\brel=["']?(?:stylesheet|icon|preload|preconnect)[^>]*\shref=["']?(?:https?:)?//[^"'\s>]+"""
    r"""|@import\s+[^;]*//[^;]+|url\(["']?(?:https?:)?//[^)]+"""
)
RUN_ON = re.compile(r"<p>(?:(?!</p>)[\s\S])*?\n(?:[-*]|1\.) ([^\n]{1,40})")


def faults(site: Path) -> list[str]:
    """What is wrong with a site, one line each."""
    return [*_missing_names(site), *_fetched(site), *_undrawn(site), *_unlisted(site), *_run_on(site)]


def _missing_names(site: Path) -> Iterator[str]:
    reference = "\n".join(path.read_text(encoding="utf-8") for path in (site / "reference").rglob("*.html"))
    for name in sorted({*mercalli.__all__} - {"__version__"}):
        if f'id="mercalli.{name}"' not in reference:
            yield f"{name}: a public name that the reference does not have"


def _fetched(site: Path) -> Iterator[str]:
    for path in sorted([*site.rglob("*.html"), *site.rglob("*.css")]):
        found = FETCHED.search(path.read_text(encoding="utf-8"))
        if found:
            yield f"{path.relative_to(site)}: asks for something outside, {found[0]!r}"


def _undrawn(site: Path) -> Iterator[str]:
    for path in sorted(site.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        if "$$" in text or '<div class="formula"><code' in text:
            yield f"{path.relative_to(site)}: a formula that was not drawn"


def _run_on(site: Path) -> Iterator[str]:
    """Lists that were taken for lines of a paragraph, because no empty line stands before them."""
    for path in sorted(site.rglob("index.html")):
        if found := RUN_ON.search(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)}: a list that is none, at {found[1]!r}; leave a line empty before it"


def _unlisted(site: Path) -> Iterator[str]:
    """Pages that no menu leads to."""
    for path in sorted(site.rglob("index.html")):
        if 'class="md-nav__link md-nav__link--active"' not in path.read_text(encoding="utf-8"):
            yield f"{path.relative_to(site)}: a page that stands in no menu; name it in website/zensical.toml"
