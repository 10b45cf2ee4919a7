"""Columns of outputs: each distinct output is read once, and stands in the data as a word for what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from mercalli.inputs.answers.answer import MISSING, READ, Answer
from mercalli.inputs.answers.endings import ended
from mercalli.inputs.arrays import Ints
from mercalli.inputs.recoding import Words
from mercalli.inputs.tally import MISSING as NONE
from mercalli.inputs.tally import Column


class AnswerKind(NamedTuple):
    """What several outputs came to: the outcome, the class and how it was read, as a whole answer or found in text."""

    outcome: str
    label: str | None = None
    how: str = ""
    whole: bool = False


SILENT = AnswerKind(MISSING)


@dataclass(frozen=True)
class ReadColumn:
    """Distinct outputs with their answers, and the kinds of answers, each of which has a word: its place.

    `recodings` put these words in place of the outputs, one after the other; `rows` says how many items have each.
    """

    answers: Mapping[object, Answer]
    kinds: tuple[AnswerKind, ...]
    recodings: tuple[Words, ...] = ()
    rows: Mapping[object, int] = field(default_factory=dict[object, int])

    @classmethod
    def of(cls, answers: Mapping[object, Answer], others: Iterable[Answer] = ()) -> ReadColumn:
        """Kinds in order: read ones by class, then the others; the last one is that of rows without any output.

        >>> column = ReadColumn.of({"Class: fire": Answer.of("fire", "prefix"), "no": Answer.unread("unreadable")})
        >>> [kind.outcome for kind in column.kinds], column.words
        (['missing', 'read', 'unreadable'], {'Class: fire': '1', 'no': '2'})
        """
        every = {_kind(answer) for answer in {*answers.values(), *others}} | {SILENT}
        return cls(answers, tuple(sorted(every, key=lambda kind: (kind.outcome, kind.label or "", kind.how))))

    @cached_property
    def words(self) -> dict[object, str]:
        """The word of every output."""
        words = {answer: self.word(answer) for answer in set(self.answers.values())}
        return {output: words[answer] for output, answer in self.answers.items()}

    def word(self, answer: Answer) -> str:
        """The word of an answer."""
        return self._places_of_kinds[_kind(answer)]

    def word_of(self, output: object, row: Mapping[str, object]) -> str:
        """The word of an output in a row, whose other columns may change what it means."""
        found = output
        for words in self.recodings:
            usual = words.words.get(found, words.other)
            found = words.pairs.get((found, row.get(words.beside or "")), usual)
        return str(found)

    def ended(self, reasons: Iterable[object]) -> dict[tuple[object, object], str]:
        """Pairs of a word and a reason why the output ended that make another word."""
        pairs = {
            (str(at), reason): ended(kind.outcome, kind.how, reason)
            for reason in reasons
            for at, kind in enumerate(self.kinds)
        }
        return {pair: self.word(answer) for pair, answer in pairs.items() if answer is not None}

    @cached_property
    def _places_of_kinds(self) -> dict[AnswerKind, str]:
        return {kind: str(at) for at, kind in enumerate(self.kinds)}

    @property
    def names(self) -> dict[object, str]:
        """The class of every word; nothing where none was read."""
        return {str(at): kind.label or "" for at, kind in enumerate(self.kinds)}

    @property
    def silent(self) -> str:
        """The word of rows without any output."""
        return str(self.kinds.index(SILENT))

    @property
    def unread(self) -> frozenset[str]:
        """The words of what could not be read."""
        return frozenset(str(at) for at, kind in enumerate(self.kinds) if kind.outcome != READ)

    def kinds_of(self, column: Column) -> Column:
        """The kind of every entry of a tally."""
        return Column(self.kinds, self._places(column))

    def labels_of(self, column: Column) -> Column:
        """The class of every entry of a tally; none where nothing was read."""
        labels = sorted({kind.label for kind in self.kinds if kind.label is not None})
        codes = [NONE if kind.label is None else labels.index(kind.label) for kind in self.kinds]
        return Column(tuple(labels), np.array(codes, np.int64)[self._places(column)])

    def _places(self, column: Column) -> Ints:
        table = np.array([*(int(str(word)) for word in column.values), int(self.silent)], np.int64)
        return table[column.codes]


def _kind(answer: Answer) -> AnswerKind:
    """An answer without what differs from output to output."""
    return AnswerKind(answer.outcome, answer.label, answer.how, answer.whole)
