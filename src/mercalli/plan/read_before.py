"""Outputs that were read before in this process: who evaluates and then compares need not wait for the reader twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mercalli.inputs.answers.answer import Answer
from mercalli.inputs.answers.reader import Reader

ROOM = 20_000_000  # signs of outputs that are kept

Way = tuple[object, ...]


def way_of(reader: Reader) -> Way:
    """All that decides what a reader makes of an output."""
    classes, own = reader.classes, (reader.options.digest, reader.rules.digest, reader.answer_map.digest)
    spellings = (classes.names, tuple(classes.aliases.items()), tuple(classes.values.items()))
    return (*spellings, reader.mode, *own, reader.tables.digest, reader.tables.cues.strong)


@dataclass
class ReadBefore:
    """Answers to texts, by the way of reading; all are forgotten when there is no room for more.

    >>> from mercalli.inputs.classes import ClassList
    >>> from mercalli.io.answers import read_answer_tables
    >>> reader, before = Reader.of(ClassList(("fire", "flood")), read_answer_tables()), ReadBefore(room=20)
    >>> before.keep(reader, {"Class: fire": reader.answer("Class: fire")})
    >>> [answer.label for answer in before.answers(reader, ["Class: fire", "Class: flood"]).values()]
    ['fire']
    >>> before.keep(reader, {"Class: flood": reader.answer("Class: flood")})
    >>> [answer.label for answer in before.answers(reader, ["Class: fire", "Class: flood"]).values()]
    ['flood']
    """

    room: int = ROOM
    _answers: dict[Way, dict[str, Answer]] = field(default_factory=dict[Way, dict[str, Answer]])
    _signs: int = 0

    def answers(self, reader: Reader, outputs: Iterable[object]) -> dict[object, Answer]:
        """Those of some outputs that were read in the same way; numbers and the like are read again."""
        known = self._answers.get(way_of(reader), {})
        return {output: known[output] for output in outputs if isinstance(output, str) and output in known}

    def keep(self, reader: Reader, answers: Mapping[object, Answer]) -> None:
        """Keep the answers to texts."""
        texts = {output: answer for output, answer in answers.items() if isinstance(output, str)}
        signs = sum(map(len, texts))
        if self._signs + signs > self.room:
            self.forget()
        if signs <= self.room:
            self._answers.setdefault(way_of(reader), {}).update(texts)
            self._signs += signs

    def forget(self) -> None:
        """Forget everything."""
        self._answers, self._signs = {}, 0


READ_BEFORE = ReadBefore()
