"""The reader: from what a language model wrote to a label, by fixed stages; the first that decides, decides.

The order of the stages is the specification. No stage guesses: no edit distance, no translation, no completion of names
that were cut off, no model. What no stage can read is unread, and counted as such.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from mercalli.errors import SettingError
from mercalli.inputs.answers.answer import (
    CUT_OFF,
    EMPTY,
    EXACT,
    JSON,
    MARKER,
    NO_CLASS,
    NOT_TEXT,
    NOT_WHOLE,
    OTHER,
    READ,
    RULE,
    UNREADABLE,
    Answer,
    first_answer,
)
from mercalli.inputs.answers.answer_map import AnswerMap, output_text
from mercalli.inputs.answers.lexicon import Lexicon
from mercalli.inputs.answers.options import Options
from mercalli.inputs.answers.plain import looked_at, plain
from mercalli.inputs.answers.rules import Rules
from mercalli.inputs.answers.spoken import Speaking, SpeechReader
from mercalli.inputs.answers.tables import AnswerTables
from mercalli.inputs.answers.values import value
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.tally import is_missing, says_missing

Mode = Literal["usual", "strict", "off"]
USUAL, STRICT, OFF = MODES = ("usual", "strict", "off")


class Output(NamedTuple):
    """An output on its way through the stages.

    Attributes:
        given: As it was given.
        raw: Of a long one the beginning and the end.
        plain: The same in one spelling.
        item: The text of the item it is about, if known.
    """

    given: str
    raw: str
    plain: str
    item: str | None = None

    @classmethod
    def of(cls, given: str, item: str | None = None) -> Output:
        """From a text."""
        raw = looked_at(given)
        return cls(given, raw, plain(raw), item)


@dataclass(frozen=True)
class Reader:
    """Reads outputs as answers about some classes; `of` makes one."""

    classes: ClassList
    tables: AnswerTables
    mode: str = USUAL
    options: Options = field(default_factory=Options)
    rules: Rules = field(default_factory=Rules)
    answer_map: AnswerMap = field(default_factory=AnswerMap)

    @classmethod
    def of(
        cls,
        classes: ClassList,
        tables: AnswerTables,
        mode: str = USUAL,
        *,
        options: object = None,
        rules: Rules | None = None,
        answer_map: AnswerMap | None = None,
    ) -> Reader:
        """A reader for some classes; `options` as `Options.check` takes them."""
        if mode not in MODES:
            raise SettingError.choice("answers", mode, MODES)
        return cls(classes, tables, mode, Options.check(options, classes), rules or Rules(), answer_map or AnswerMap())

    def answer(self, output: object, text: str | None = None) -> Answer:
        """What an output says; `text` is that of the item, whose copies are left out. Never raises.

        >>> from mercalli.io.answers import read_answer_tables
        >>> reader = Reader.of(ClassList(("flood", "fire")), read_answer_tables())
        >>> reader.answer("**Label:** Flood")
        Answer(outcome='read', label='flood', how='prefix', reason='')
        >>> [reader.answer(output).outcome for output in ("flood warning", "Fire or flood.", "N/A")]
        ['unreadable', 'ambiguous', 'missing']
        """
        mapped = self._mapped(output)
        if mapped is not None:
            return mapped
        if is_missing(output):
            return EMPTY
        if self.mode == OFF:
            return self._today(output)
        if not isinstance(output, str) and isinstance(output, Mapping | list | tuple):
            return self._strict(self.spoken.objects.answer([output]) or NO_CLASS.by(JSON))
        raw = _raw(output)
        if raw is None:
            return NOT_TEXT
        return self._strict(self._staged(Output.of(raw, text)))

    def repeats(self, output: object, text: object) -> bool:
        """Whether an output may hold a copy of a part of its item's text."""
        return self.spoken.prose.echoes.repeats(str(output), str(text))

    def is_bare(self, output: object) -> bool:
        """Whether an output is a bare label, as plain classifiers write them, or blank."""
        if is_missing(output) or says_missing(output, self.classes.missing_words):
            return True
        raw = _raw(output)
        return raw is not None and len(raw) <= self.lexicon.names.longest and normal(raw) in self.classes.index

    @cached_property
    def lexicon(self) -> Lexicon:
        """Tables and names, compiled once."""
        return Lexicon(self.classes, self.tables, self.options)

    @cached_property
    def spoken(self) -> SpeechReader:
        """Reads what is said after reasoning and inside templates."""
        return SpeechReader(self.lexicon)

    def _mapped(self, output: object) -> Answer | None:
        if not self.answer_map.answers:
            return None
        raw = "" if is_missing(output) else _raw(output)
        return None if raw is None else self.answer_map.get(raw)

    def _today(self, output: object) -> Answer:
        """Mode off: matched as plain labels are."""
        if says_missing(output, self.classes.missing_words):
            return MARKER
        raw = _raw(output)
        code = None if raw is None or len(raw) > self.lexicon.names.longest else self.classes.code(raw)
        return OTHER if code is None else Answer.of(self.classes.names[code], EXACT)

    def _strict(self, answer: Answer) -> Answer:
        """The answer, unless the mode asks for whole ones and it is not."""
        dropped = self.mode == STRICT and answer.outcome == READ and not answer.whole
        return NOT_WHOLE.by(answer.how) if dropped else answer

    def _staged(self, output: Output) -> Answer:
        return first_answer(STAGES, self, output) or NO_CLASS


def _by_rule(reader: Reader, output: Output) -> Answer | None:
    """Stage 2: the user's own rules, matched before."""
    rules = reader.rules
    found = (rules.matched or {}).get(output_text(output.given))
    if found is not None:
        return value(reader.lexicon, plain(found)).by(RULE)
    return NO_CLASS.by(RULE) if rules.only else None


def _exact(reader: Reader, output: Output) -> Answer | None:
    """Stage 3: a bare label."""
    lexicon = reader.lexicon
    answer = lexicon.bare(output.raw) or lexicon.bare(output.plain)
    return answer.by(EXACT) if answer else None


def _silent(reader: Reader, output: Output) -> Answer | None:
    """Stage 4: nothing, or a marker of it."""
    if not output.plain:
        return EMPTY
    return MARKER if reader.lexicon.is_marker(output.plain) else None


def _said(reader: Reader, output: Output) -> Answer | None:
    """Stages 5 to 15, on what is said after reasoning and inside templates."""
    marks = reader.lexicon.marks
    speech = marks.speech(output.plain)
    if speech.cut:
        return CUT_OFF
    structured = "{" in output.raw or "[" in output.raw or "[" in speech.text
    raw = reader.lexicon.kept(marks.speech(output.raw).text) if structured else ""
    answer = reader.spoken.answer(Speaking(reader.lexicon.kept(speech.text), output.item, raw))
    if speech.before and answer is not None and answer.outcome == UNREADABLE:
        earlier = reader.spoken.answer(Speaking(speech.before, output.item))
        return earlier if earlier is not None and earlier.outcome == READ else answer
    return answer


STAGES: tuple[Callable[[Reader, Output], Answer | None], ...] = (_by_rule, _exact, _silent, _said)


def _raw(output: object) -> str | None:
    """An output as text; nothing for what cannot be written as text."""
    try:
        return label_text(output)
    except Exception:  # noqa: BLE001 - whatever somebody's object raises, an output that is no text is unreadable
        return None
