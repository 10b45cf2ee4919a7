"""Stage 7: what is not the model's own answer: the message repeated, quotations, and messages of its own making."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from mercalli.inputs.answers.lexicon import Lexicon
from mercalli.inputs.answers.names import TOKEN
from mercalli.inputs.answers.patterns import Gated, any_of
from mercalli.inputs.answers.plain import looked_at, lower, plain
from mercalli.inputs.answers.wrapping import unwrapped

BLANKED = "\u25a1"
LEAST_COPY = 20  # signs of an item's text whose copy is left out
MOST_COPIES = 20  # sentences of it that are looked for
TWO_WORDS = 2
QUOTE = re.compile(r"[\"'\n]")
QUOTED_LINE = re.compile(r"^ ?>[^\n]*", re.MULTILINE)
OWN_LINE = re.compile(r"\n[ \n]*[^> \n]")
SENTENCES = re.compile(r"(?<=[.!?\n])\s+")
ADDRESS = re.compile(r"(?:https?://|www\.)\S+")
OPENS_AFTER, CLOSES_BEFORE = frozenset(" \n([{:,=->"), frozenset(" \n)]}.,;:!?-")


@dataclass(frozen=True)
class Echoes:
    """Patterns of lines that repeat a message or start a new one."""

    lexicon: Lexicon

    @cached_property
    def _message(self) -> Gated:
        words = self.lexicon.tables.echo.message
        return Gated.of(rf"^{any_of(words)}(?: ?#? ?\d{{1,4}})? ?:(?P<rest>.*)$", words)

    @cached_property
    def _left_out(self) -> Gated:
        words = self.lexicon.tables.keys.listing
        return Gated.of(rf"^{any_of(words)} ?:?[^\n]*?(?:\.(?= )|$)", words)

    @cached_property
    def _explained(self) -> Gated:
        words = self.lexicon.tables.keys.explaining
        return Gated.of(rf"^{any_of(words)} ?:.*$", words)

    @cached_property
    def _turn(self) -> re.Pattern[str]:
        echo = self.lexicon.tables.echo
        words = any_of((*echo.message, *echo.turn))
        return re.compile(rf"\n[#*>\- ]{{0,8}}(?:{words}(?: ?#? ?\d{{1,4}})?\*{{0,2}} ?:|(?<=###) ?(?:\n|\Z))")

    def before_new_message(self, text: str) -> str | None:
        """What stands before a later line that starts a new message."""
        turn = self._turn.search(lower(text))
        before = text[: turn.start()].strip() if turn else ""
        return before or None

    def without_messages(self, text: str) -> str:
        """A text of the same length, lines that repeat a message blanked."""
        spans = [self._message_span(text, found) for found in self._message.finditer(lower(text))]
        return blanked(text, spans)

    def without_quoted_lines(self, text: str) -> str:
        """A text of the same length, quoted lines (after ">") blanked if the model says something of its own below."""
        if ">" not in text:
            return text
        quoted = [found for found in QUOTED_LINE.finditer(text) if not self._is_label(found[0])]
        return blanked(text, [found.span() for found in quoted if OWN_LINE.search(text, found.end())])

    def _message_span(self, text: str, found: re.Match[str]) -> tuple[int, int]:
        """A line that repeats a message, and the next one if the message stands there."""
        if found["rest"].strip():
            return found.span()
        following = re.compile(r"\s*([^\n]*)").match(text, found.end())
        line = following[1] if following else ""
        own = self.lexicon.bare(unwrapped(line)) is not None or ":" in line
        return found.span() if own or not following else (found.start(), following.end())

    def own_words(self, text: str, item: str | None) -> str:
        """A text of the same length without repeated messages, choices, quotations and addresses."""
        text = self.without_messages(text)
        low = lower(text)
        spans = [found.span() for found in self._left_out.finditer(low)]
        if "://" in low or "www." in low:
            spans += [found.span() for found in ADDRESS.finditer(low)]
        spans += [span for span in quotations(text) if not self._is_label(text[span[0] : span[1]])]
        if item:
            spans += _copies(low, item)
        return blanked(text, spans)

    def repeats(self, output: str, item: str) -> bool:
        """Whether a copy of a part of an item's text stands in an output."""
        return next(_copies(lower(plain(looked_at(output))), item), None) is not None

    def unexplained(self, text: str) -> str:
        """A text of the same length without the lines in which it explains itself."""
        return blanked(text, [found.span() for found in self._explained.finditer(lower(text))])

    def _is_label(self, quoted: str) -> bool:
        inside = unwrapped(quoted)
        return len(TOKEN.findall(inside)) < TWO_WORDS or self.lexicon.bare(inside) is not None


def blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """A text of the same length with some spans made empty; line breaks stay."""
    if not spans:
        return text
    parts, last = [], 0
    for start, end in sorted(spans):
        if end > last:
            first = max(start, last)
            parts += [text[last:first], re.sub(r"[^\n]", BLANKED, text[first:end])]
            last = end
    return "".join([*parts, text[last:]])


def quotations(text: str) -> Iterator[tuple[int, int]]:
    """Where something is quoted within a line: from a quote before a word to the next one after a word.

    >>> list(quotations('5" of rain, he wrote "say fire" today'))
    [(21, 31)]
    """
    if '"' not in text and "'" not in text:
        return
    opened: dict[str, int] = {}
    for found in QUOTE.finditer(text):
        sign, place = found[0], found.start()
        if sign == "\n":
            opened.clear()
            continue
        before, after = text[place - 1 : place] or "\n", text[place + 1 : place + 2] or "\n"
        if sign in opened and after in CLOSES_BEFORE:
            yield opened.pop(sign), place + 1
        elif before in OPENS_AFTER and not after.isspace():
            opened.setdefault(sign, place)


def _copies(low: str, item: str) -> Iterator[tuple[int, int]]:
    """Where a text, or a sentence of it, is repeated."""
    message = lower(plain(item))
    pieces = dict.fromkeys([message, *SENTENCES.split(message)[:MOST_COPIES]])
    for piece in pieces:
        place = low.find(piece) if len(piece) >= LEAST_COPY else -1
        while place >= 0:
            yield place, place + len(piece)
            place = low.find(piece, place + len(piece))
