"""Text, lists and tables as Markdown writes them."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from mercalli.text.names import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mercalli.results.findings import Finding

# Signs of markup; an underscore inside a word is none.
MARKS = re.compile(r"[\\`*~\[\]|]|(?<!\w)_|_(?!\w)")
# What begins a heading, a list or a rule where it stands first.
FIRST = re.compile(r"^(\d{0,9})([#+=.)-])(?=\s|$)|^([#+=-])")
# What some programs make links, mentions and formulas of, though it has no mark around it.
LINKS = re.compile(r"[@$]|(?<=\w):(?=//)|(?<=www)\.", re.IGNORECASE)


def escape(text: str) -> str:
    r"""Text of the data that stays text: no markup, no HTML, no link, one line.

    >>> print(escape("<b>*a*|b_c"))
    &lt;b&gt;\*a\*\|b_c
    """
    return FIRST.sub(lambda found: f"{found[1] or ''}\\{found[2] or found[3]}", in_cell(text))


def in_cell(text: str) -> str:
    r"""The same inside a table, where no sign stands first.

    >>> print(in_cell("-0.5"), in_cell("a|b"))
    -0.5 a\|b
    """
    marked = html.escape(MARKS.sub(r"\\\g<0>", one_line(text)), quote=False)
    return LINKS.sub(lambda found: f"&#{ord(found[0])};", marked)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of cells that are Markdown already."""
    lines = [header, ["---"] * len(header), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def listed(texts: Iterable[str]) -> list[str]:
    """A list of texts, after an empty line; nothing if there are none."""
    items = [f"- {escape(text)}" for text in texts]
    return ["", *items] if items else []


def found(finding: Finding) -> str:
    """A finding with its numbers and its action, as an entry of a list."""
    return f"**{escape(finding.finding)}** ({escape(finding.evidence)}). {escape(finding.action)}"
