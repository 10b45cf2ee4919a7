"""The reader where items may have any number of labels: from what a language model wrote to a set.

Several classes are a set here, not ambiguous. A class counts only where a list, an object or a statement gives it: one
that is negated, or mentioned in prose, is not in the set. What was not read is not the empty set, which would be right
where nothing is true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from mercalli.inputs.answers.answer import (
    ABSTAINED,
    AMBIGUOUS,
    CUT_OFF,
    EMPTY,
    EXACT,
    FAILED,
    FINAL,
    LINE,
    MARKER,
    NEGATED,
    NO_CLASS,
    OTHER,
    PREFIX,
    READ,
    REFUSAL,
    RULE,
    SEVERAL,
    STATEMENT,
    WRAPPED,
    Answer,
    first_answer,
)
from mercalli.inputs.answers.answer_map import output_text
from mercalli.inputs.answers.cues import Cue
from mercalli.inputs.answers.echo import BLANKED
from mercalli.inputs.answers.objects import combined
from mercalli.inputs.answers.passage import Passage
from mercalli.inputs.answers.plain import lower, plain
from mercalli.inputs.answers.reader import Output, Reader
from mercalli.inputs.answers.set_answer import MENTIONED, NAMED_AFTER, SCATTERED, UNKNOWN_ITEM, SetAnswer, labels_of
from mercalli.inputs.answers.set_lists import SetLists
from mercalli.inputs.answers.set_objects import SetObjectReader
from mercalli.inputs.answers.spoken import Speaking, SpeechReader, structured
from mercalli.inputs.answers.stages import MOST_LISTED, replaced
from mercalli.inputs.answers.wrapping import unwrapped

SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)")
ASIDE = re.compile(r"\s(?:-|\()")
BULLET = re.compile(r"\s?(?:[-*+\u2022]|\d{1,3}[.)])\s")


@dataclass(frozen=True)
class SetSpeechReader(SpeechReader):
    """Reads what is said after reasoning and inside templates, as sets."""

    lists: SetLists

    @cached_property
    def objects(self) -> SetObjectReader:
        """Reads objects and lists."""
        return SetObjectReader(self.lexicon, self.lists)

    def answer(self, said: Speaking) -> Answer | None:
        """What was said, by the first stage that decides."""
        return first_answer(SPOKEN, self, said)

    def stated(self, text: str, item: str | None) -> Answer | None:
        """The set that prose states."""
        answer = self.said(self.prose.own(text, item))
        return answer if answer is not None and answer.outcome == READ else None

    def said(self, own: Passage) -> Answer | None:
        """What prose says: final, in a statement, or on lines of its own."""
        return first_answer(SAID, self, own)


def _wrapped(reader: SetSpeechReader, said: Speaking) -> Answer | None:
    """A list as a whole, or a word for nothing."""
    bare = unwrapped(said.text)
    if said.text.strip("` \n") in {"[]", "{}", "()"}:
        return reader.lists.none.by(WRAPPED)
    answer = reader.lists.answer(said.text)
    if answer is not None:
        return answer.by(WRAPPED)
    if not bare:
        return EMPTY
    return MARKER if all(map(reader.lexicon.is_marker, bare.split("\n"))) else None


def _continued(reader: SetSpeechReader, said: Speaking) -> Answer | None:
    """The set before a later line that starts a new message, if it is one."""
    before = reader.prose.echoes.before_new_message(said.text) if "\n" in said.text else None
    if before is None:
        return None
    first = replace(said, text=before, raw="")
    answer = _wrapped(reader, first) or structured(reader, first) or reader.stated(before, said.item)
    return answer if answer is not None and answer.outcome == READ else None


def _in_prose(reader: SetSpeechReader, said: Speaking) -> Answer:
    """What prose says; without that, why it says nothing."""
    own = reader.prose.own(said.text, said.item)
    return reader.said(own) or _rest(reader, own)


SPOKEN: tuple[Callable[[SetSpeechReader, Speaking], Answer | None], ...] = (_wrapped, _continued, structured, _in_prose)


def _final(reader: SetSpeechReader, own: Passage) -> Answer | None:
    """The last final answer that gives a set; without any, what it says instead."""
    cues = reader.prose.cues
    offered = [(start, own.text[start:end], end, strong) for start, end, strong in cues.contained(own.text, own.low)]
    finals = [cue for cue in cues.finals(own.low) if own.introduces(cue.value)]
    offered += [(cue.start, *_value_text(own, cue), cue.strong) for cue in finals]
    undecided: Answer | None = None
    for _, text, end, strong in sorted(offered, key=lambda each: each[0], reverse=True):
        answer = _value(reader, own, text, end)
        if answer.outcome in {READ, AMBIGUOUS}:
            return answer.by(FINAL)
        if strong and undecided is None:
            undecided = answer.by(FINAL)
    return undecided


def _statement(reader: SetSpeechReader, own: Passage) -> Answer | None:
    """What statements say, if they say the same; or what a strong cue says instead."""
    is_open = reader.lexicon.negators.is_open
    cues = reader.prose.cues.statements(own.low)
    kept = [cue for cue in cues if not is_open(own.low, cue.start, cue.value)]
    offered = [(cue, *_value_text(own, cue)) for cue in kept]
    answers = [(cue, _value(reader, own, text, end)) for cue, text, end in offered]
    named = [each for _, each in answers if each.outcome in {READ, AMBIGUOUS}]
    strong = [each for cue, each in answers if cue.strong]
    if named and not any(each in named and own.introduces(cue.value) for cue, each in answers):
        return None
    if named and not any(each is UNKNOWN_ITEM for each in strong):
        first, text, end = offered[0]
        whole = first.start == 0 and first.opens and len(offered) == 1 and not own.text[end:].strip()
        whole = whole and reader.lists.answer(text) is not None
        verdict = combined(named) or OTHER
        if verdict.outcome == READ and replaced(own, answers):
            return SEVERAL.by(STATEMENT)
        return verdict.by(PREFIX if whole and verdict.outcome == READ else STATEMENT)
    return strong[-1].by(STATEMENT) if strong else None


def _lines(reader: SetSpeechReader, own: Passage) -> Answer | None:
    """Lines that are nothing but labels, all in one place, beside lines that name no class."""
    lines = [text for text in own.text.split("\n") if text.strip(f" {BLANKED}")]
    found = [reader.lists.answer(text) for text in lines]
    places = [at for at, answer in enumerate(found) if answer is not None and answer.outcome == READ]
    if not places:
        return None
    others = [text for text, answer in zip(lines, found, strict=True) if answer is None or answer.outcome != READ]
    if any(BULLET.match(text) for text in others):
        return UNKNOWN_ITEM.by(LINE)
    if places[-1] - places[0] >= len(places):
        return SCATTERED.by(LINE)
    together = frozenset[str]().union(*(labels_of(found[at] or OTHER) for at in places))
    named = {label for text in others for label in _standing(reader, text)}
    return NAMED_AFTER.by(LINE) if named - together else SetAnswer.given(together, LINE)


SAID: tuple[Callable[[SetSpeechReader, Passage], Answer | None], ...] = (_final, _statement, _lines)


def _rest(reader: SetSpeechReader, own: Passage) -> Answer:
    """Why prose says nothing."""
    silences = reader.lexicon.silences
    if silences.failed(own.low):
        return FAILED
    if silences.refused(own.low):
        return REFUSAL
    if own.mentions:
        return MENTIONED if own.standing else NEGATED
    return ABSTAINED if silences.abstained(own.low) else NO_CLASS


def _standing(reader: SetSpeechReader, text: str) -> set[str]:
    """The classes that a text names and does not negate."""
    names = reader.lexicon.classes.names
    return {names[code] for code in Passage(reader.lexicon, text).codes}


def _value_text(own: Passage, cue: Cue) -> tuple[str, int]:
    """The rest of the line after a cue, or the lines of a list after it; and where that ends."""
    end = own.text.find("\n", cue.value)
    end = len(own.text) if end < 0 else end
    said = own.text[cue.value : end].strip(f" :*-{BLANKED}")
    if said.strip(".") and said.lower().rstrip(".:!") not in own.lexicon.tables.cues.pointers:
        return own.text[cue.value : end], end
    return _listed(own.text, end) if BLANKED not in own.text[cue.value : end] else ("", end)


def _listed(text: str, start: int) -> tuple[str, int]:
    """The next line; if it begins a list with bullets, or of short lines, all of it."""
    place, taken = start, list[str]()
    for line in text[start:].split("\n")[1 : MOST_LISTED + 1]:
        if (not line.strip() and taken) or (taken and BULLET.match(taken[0]) and not BULLET.match(line)):
            break
        place += len(line) + 1
        taken += [line] if line.strip() else []
    return "\n".join(taken), place


def _value(reader: SetSpeechReader, own: Passage, text: str, end: int) -> Answer:
    """What a value says: the list with which it begins, unless another class is named after that."""
    for part in _beginnings(reader, text):
        answer = reader.lists.answer(part.replace(BLANKED, " "))
        if answer is not None and _taken_back(reader, lower(text), len(part)):
            return OTHER
        if answer is not None:
            after = own.text[end - len(text) + len(part) : end] + own.text[end:]
            more = _standing(reader, after) - labels_of(answer) if answer.outcome == READ else set[str]()
            return NAMED_AFTER if more else answer
    silences, low = reader.lexicon.silences, text.lower()
    if silences.refused(low) or silences.abstained(low):
        return REFUSAL if silences.refused(low) else ABSTAINED
    return reader.lists.value(next(iter(_beginnings(reader, text)), "")) or OTHER


def _taken_back(reader: SetSpeechReader, low: str, end: int) -> bool:
    """Whether what follows a list means it only in part, or says that it is wrong."""
    return reader.lexicon.clauses.limit(low, end) or reader.lexicon.negators.withdraw(low, end)


def _beginnings(reader: SetSpeechReader, text: str) -> Iterator[str]:
    """A value as a whole, and what stands before the end of its first sentence, a reason, or an aside."""
    yield text
    for pattern in (SENTENCE_END, reader.lexicon.around.reason, ASIDE):
        found = pattern.search(text)
        if found is not None:
            yield text[: found.start()]


@dataclass(frozen=True)
class SetReader(Reader):
    """Reads outputs as sets of classes.

    Attributes:
        nothing: Words for an item without labels; nothing if the data has no such item.
    """

    nothing: frozenset[str] = field(default_factory=frozenset[str])

    @classmethod
    def from_reader(cls, reader: Reader, empty: Iterable[str] | None) -> SetReader:
        """A reader of sets with all that a reader of classes has.

        `empty` are the words by which the truth says that an item has no label; None if it never does.

        >>> from mercalli.io.answers import read_answer_tables
        >>> from mercalli.inputs.classes import ClassList
        >>> usual = Reader.of(ClassList(("flood", "fire")), read_answer_tables())
        >>> reader = SetReader.from_reader(usual, [])
        >>> [reader.answer(output).label for output in ("Labels: fire, flood", "none", "Not fire.")]
        ['fire; flood', '', None]
        """
        own = {each.name: getattr(reader, each.name) for each in fields(Reader)}
        return cls(**own, nothing=_nothing(reader, empty))

    @cached_property
    def lists(self) -> SetLists:
        """Reads lists."""
        return SetLists(self.lexicon, self.nothing)

    @cached_property
    def spoken(self) -> SetSpeechReader:
        """Reads what is said after reasoning and inside templates."""
        return SetSpeechReader(self.lexicon, self.lists)

    def _staged(self, output: Output) -> Answer:
        return first_answer(STAGES, self, output) or NO_CLASS


def _nothing(reader: Reader, empty: Iterable[str] | None) -> frozenset[str]:
    if empty is None:
        return frozenset()
    words = {word.strip().lower() for word in (*reader.tables.sets.nothing, *empty)}
    return frozenset(word for word in words if word and reader.lexicon.names.bare(word) is None)


def _by_rule(reader: SetReader, output: Output) -> Answer | None:
    """The user's own rules, matched before."""
    found = (reader.rules.matched or {}).get(output_text(output.given))
    if found is not None:
        return (reader.lists.value(plain(found)) or OTHER).by(RULE)
    return NO_CLASS.by(RULE) if reader.rules.only else None


def _exact(reader: SetReader, output: Output) -> Answer | None:
    """One bare label, or nothing at all."""
    if not output.plain:
        return EMPTY
    named = reader.lexicon.bare(output.raw) or reader.lexicon.bare(output.plain)
    return None if named is None or named.label is None else SetAnswer.given([named.label], EXACT)


def _said(reader: SetReader, output: Output) -> Answer | None:
    """What is said after reasoning and inside templates."""
    marks = reader.lexicon.marks
    speech = marks.speech(output.plain)
    if speech.cut:
        return CUT_OFF
    kept = reader.lexicon.kept
    return reader.spoken.answer(Speaking(kept(speech.text), output.item, kept(marks.speech(output.raw).text)))


STAGES: Sequence[Callable[[SetReader, Output], Answer | None]] = (_by_rule, _exact, _said)
