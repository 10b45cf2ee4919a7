"""Stages 3 to 7 on what a model says: an answer as a whole, before a new message, in an object, or in prose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from mercalli.inputs.answers.answer import (
    CUT_OFF,
    EMPTY,
    JSON,
    MARKER,
    NO_CLASS,
    OPTION,
    READ,
    UNREADABLE,
    WRAPPED,
    Answer,
    first_answer,
)
from mercalli.inputs.answers.echo import blanked
from mercalli.inputs.answers.lexicon import Lexicon
from mercalli.inputs.answers.literals import Structure, closed_pairs, holds_texts, structures
from mercalli.inputs.answers.objects import STRONG, ObjectReader
from mercalli.inputs.answers.plain import lower
from mercalli.inputs.answers.stages import ProseReader
from mercalli.inputs.answers.values import option
from mercalli.inputs.answers.wrapping import unwrapped

BEGUN = 60  # signs in which the first key of an object ends


@dataclass(frozen=True)
class Speaking:
    """What a model says.

    Attributes:
        text: In plain text.
        item: The text of the item it is about, if known.
        raw: The same before quotes were made alike, which may be part of a string of JSON.
    """

    text: str
    item: str | None = None
    raw: str = ""


@dataclass(frozen=True)
class SpeechReader:
    """Reads what is said after reasoning and inside templates."""

    lexicon: Lexicon

    @cached_property
    def objects(self) -> ObjectReader:
        """Reads objects and lists."""
        return ObjectReader(self.lexicon)

    @cached_property
    def prose(self) -> ProseReader:
        """Reads prose."""
        return ProseReader(self.lexicon)

    def answer(self, said: Speaking) -> Answer | None:
        """What was said, by the first stage that decides."""
        return first_answer(STAGES, self, said)

    def stated(self, text: str, item: str | None) -> Answer | None:
        """The class that prose states: final, in a statement or on a line."""
        answer = self.prose.said(self.prose.own(text, item))
        return answer if answer is not None and answer.outcome == READ else None


def _wrapped(reader: SpeechReader, said: Speaking) -> Answer | None:
    """Stages 3 and 4 again, and an option alone, on what is inside of quotes, stars and brackets."""
    lexicon, bare = reader.lexicon, unwrapped(said.text)
    answer = lexicon.bare(said.text) or lexicon.bare(bare)
    if answer:
        return answer.by(WRAPPED)
    if lexicon.is_marker(said.text) or all(map(lexicon.is_marker, bare.split("\n"))):
        return MARKER
    if not bare:
        return EMPTY
    chosen = option(lexicon, said.text) or option(lexicon, bare)
    return chosen.by(OPTION) if chosen else None


def _continued(reader: SpeechReader, said: Speaking) -> Answer | None:
    """The answer before a later line that starts a new message, if it is one."""
    before = reader.prose.echoes.before_new_message(said.text) if "\n" in said.text else None
    if before is None:
        return None
    first = replace(said, text=before, raw="")
    answer = _wrapped(reader, first) or structured(reader, first) or reader.stated(before, said.item)
    return answer if answer is not None and answer.outcome == READ else None


def structured(reader: SpeechReader, said: Speaking) -> Answer | None:
    """Stage 6: objects and lists; what stands outside of them counts only where they hold no class."""
    if not ("{" in said.text or "[" in said.text or "{" in said.raw):
        return None
    unechoed = reader.prose.echoes.without_messages(said.text)
    found = _answering(reader, reader.prose.echoes.without_messages(said.raw)) or _answering(reader, unechoed)
    objects = [each for each in found if isinstance(each.data, Mapping)]
    answer = reader.objects.answer(each.data for each in objects or found) if found else None
    if answer is None and all(each.keyed for each in found):
        answer = _pairs(reader, blanked(unechoed, [(each.start, each.end) for each in found]))
    if answer is None and not objects:
        return None
    answer = answer or NO_CLASS.by(JSON)
    if answer.outcome != UNREADABLE and objects:
        return answer
    outside = blanked(unechoed, [(each.start, each.end) for each in structures(unechoed)])
    return reader.stated(outside, said.item) or answer


def _answering(reader: SpeechReader, text: str) -> list[Structure]:
    """Objects, and lists that hold more than numbers and are not ruled out: "not in [...]"."""
    low, precede = lower(text), reader.lexicon.negators.precede
    return [
        each
        for each in structures(text)
        if each.data and (isinstance(each.data, Mapping) or (holds_texts(each.data) and not precede(low, each.start)))
    ]


def _pairs(reader: SpeechReader, text: str) -> Answer | None:
    """Closed pairs of an object that does not read as a whole; an answer that was cut off holds none."""
    if "{" not in text:
        return None
    answer = reader.objects.of_pairs(closed_pairs(text))
    if answer is not None:
        return answer
    begun = text[text.index("{") + 1 :][:BEGUN]
    key, colon, _ = begun.partition(":")
    return CUT_OFF.by(JSON) if colon and reader.objects.kind(key.strip("\"' \n")) == STRONG else None


def _in_prose(reader: SpeechReader, said: Speaking) -> Answer:
    """Stages 7 to 15."""
    own = reader.prose.own(said.text, said.item)
    return reader.prose.said(own) or reader.prose.rest(own)


STAGES: tuple[Callable[[SpeechReader, Speaking], Answer | None], ...] = (_wrapped, _continued, structured, _in_prose)
