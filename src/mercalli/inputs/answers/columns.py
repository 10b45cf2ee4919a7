"""Markdown tables of one row, whose answer stands under the heading for it."""

from __future__ import annotations

import re

from mercalli.inputs.answers.lexicon import Lexicon
from mercalli.inputs.answers.plain import lower
from mercalli.inputs.answers.wrapping import unwrapped

TABLE = re.compile(
    r"^ ?\|?(?P<heads>[^\n]{1,400})\n ?\|?[ :]{0,2}-[ :|-]{0,200}\n ?\|?(?P<cells>[^\n]{1,2000})(?P<more>\n ?\|)?",
    re.MULTILINE,
)


def under_heading(lexicon: Lexicon, text: str) -> str | None:
    """The cell under a heading such as "Label"; behind it only reasons and scores may stand, which cannot deny it."""
    found = TABLE.search(text) if "|" in text and "--" in text else None
    if found is None or found["more"]:
        return None
    heads, cells = (_cells(found[name]) for name in ("heads", "cells"))
    cues, keys = lexicon.tables.cues, lexicon.tables.keys
    places = [at for at, head in enumerate(heads) if lower(head) in cues.strong]
    if len(places) != 1 or len(cells) != len(heads):
        return None
    behind = {lower(head) for head in heads[places[0] + 1 :]}
    return cells[places[0]] if behind <= {*keys.never, *keys.explaining, *keys.scores} else None


def _cells(row: str) -> list[str]:
    return [unwrapped(cell) for cell in row.rstrip(" |").split("|")]
