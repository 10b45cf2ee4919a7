"""Outputs in columns of label sets: which columns hold them, and what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mercalli.errors import AnswerError
from mercalli.inputs.answers.answer import AMBIGUOUS, READ, REFUSED, Answer
from mercalli.inputs.answers.endings import ended, ends_badly
from mercalli.inputs.answers.outputs import ReadColumn
from mercalli.inputs.answers.set_answer import CONTRADICTION, SetAnswer, labels_of
from mercalli.inputs.answers.set_reader import SetReader
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.set_columns import LISTS, SetColumn, is_list, label_names, usual_separator
from mercalli.inputs.tally import is_missing, says_missing
from mercalli.io.answers import match_rules, read_answer_map
from mercalli.plan.answer_settings import ERROR, AnswerSettings
from mercalli.plan.answers import HALF, LEAST_COPY, LONGEST_LABEL, reader_of


@dataclass(frozen=True)
class SetOutputs:
    """A column of outputs: every distinct one with its answer, and the sets that the rows have."""

    read: ReadColumn
    sets: SetColumn


def set_reader(classes: ClassList, settings: AnswerSettings, empty: Collection[str] | None) -> SetReader:
    """A reader of sets with everything that the settings name; `empty` as `SetReader.from_reader` takes it."""
    reader = SetReader.from_reader(reader_of(classes, replace(settings, answer_map=None)), empty)
    if settings.answer_map is None:
        return reader
    return replace(
        reader, answer_map=read_answer_map(settings.answer_map, classes, lambda text: set_meaning(reader, text))
    )


def set_meaning(reader: SetReader, text: str) -> Answer | None:
    """The set that a person's label means; no text is the empty set."""
    answer = reader.lists.answer(text) if text else SetAnswer.given(())
    return answer if answer is not None and answer.is_read else None


def empty_words(cells: Sequence[object], words: Collection[str]) -> set[str] | None:
    """The words by which a truth says that an item has no label; None if no item is without."""
    texts = {label_text(cell) for cell in cells if not is_missing(cell) and not isinstance(cell, LISTS)}
    said = {text for text in texts if not text.strip() or says_missing(text, words)}
    said |= {text for text in texts if is_list(text) and label_names(text) == frozenset()}
    nothing = any(isinstance(cell, LISTS) and not len(cell) for cell in cells)
    nothing = nothing or any(is_missing(cell) for cell in cells if not isinstance(cell, LISTS))
    return {text for text in said if text.strip()} if said or nothing else None


@dataclass(frozen=True)
class Beside:
    """What stands in the rows of outputs and may change what they mean: texts of items, and why outputs ended."""

    texts: Sequence[object] = ()
    reasons: Sequence[object] = ()

    @property
    def badly(self) -> bool:
        """Whether some outputs were cut off or filtered."""
        return any(map(ends_badly, set(self.reasons)))

    def answers(self, cells: Sequence[object], answers: Mapping[object, Answer], reader: SetReader) -> list[Answer]:
        """The answer of every row."""
        matched, known = _matched(reader, answers), dict[tuple[object, object], Answer]()
        for pair in set(zip(cells, map(_key, self.texts), strict=False)):
            cell, text = map(str, pair)
            if min(len(cell), len(text)) >= LEAST_COPY and reader.repeats(cell, text):
                known[pair] = matched.answer(cell, text)
        found = [answers[cell] for cell in cells]
        if known:
            pairs = zip(cells, map(_key, self.texts), strict=True)
            found = [known.get(pair, answer) for pair, answer in zip(pairs, found, strict=True)]
        if self.badly:
            ends = zip(found, self.reasons, strict=True)
            found = [ended(each.outcome, each.how, reason) or each for each, reason in ends]
        return found


def read_sets(
    cells: Sequence[object],
    reader: SetReader,
    settings: AnswerSettings,
    separator: str | None,
    place: tuple[str, str],
    *,
    beside: Beside,
) -> SetOutputs | None:
    """What the outputs of a column came to; nothing if it holds plain label sets."""
    rows = Counter(_key(cell) for cell in cells if not isinstance(cell, LISTS))
    if len(cells) > rows.total():
        return None
    between = separator or usual_separator(rows)
    mapped = bool(reader.answer_map.answers) or beside.badly
    dressed = [output for output in rows if output is not None and not _is_plain(output, between, reader)]
    if not dressed and not mapped:
        return None
    answers = _answers(list(rows), reader)
    if not mapped and not any(_is_output(output, answers[output], between) for output in dressed):
        return None
    every = beside.answers([_key(cell) for cell in cells], answers, reader)
    return _checked(answers, rows, every, settings, place)


def _key(cell: object) -> object:
    return None if is_missing(cell) else label_text(cell)


def _is_plain(output: object, separator: str, reader: SetReader) -> bool:
    """Whether a cell holds nothing but labels that are known, or nothing."""
    text = label_text(output)
    if not text.strip() or says_missing(text, reader.classes.missing_words):
        return True
    parts = label_names(text, separator)
    return parts is not None and all(reader.lexicon.names.bare(normal(part)) is not None for part in parts)


def _is_output(output: object, answer: Answer, separator: str) -> bool:
    """Whether this is more than labels: a set was found in it, or alternatives, or it holds a sentence."""
    text = label_text(output)
    parts = label_names(text, separator)
    sentence = (
        "\n" in text or (parts is None and text.lstrip().startswith("{")) or (answer.outcome == REFUSED and " " in text)
    )
    sentence = sentence or any(len(part) > LONGEST_LABEL for part in parts or ())
    return sentence or answer.is_read or (answer.outcome == AMBIGUOUS and answer.reason != CONTRADICTION.reason)


def _answers(outputs: Sequence[object], reader: SetReader) -> dict[object, Answer]:
    """Each output is read once."""
    matched = _matched(reader, outputs)
    return {output: matched.answer(output) for output in outputs}


def _matched(reader: SetReader, outputs: Iterable[object]) -> SetReader:
    return replace(reader, rules=match_rules(reader.rules, outputs)) if reader.rules.rules else reader


def _checked(
    answers: Mapping[object, Answer],
    rows: Mapping[object, int],
    every: Sequence[Answer],
    settings: AnswerSettings,
    place: tuple[str, str],
) -> SetOutputs:
    """The sets, unless more is unread than the settings allow."""
    lost = [output for output, answer in answers.items() if answer.outcome != READ]
    unread, total = sum(answer.outcome != READ for answer in every), len(every)
    none_allowed = settings.unread == ERROR
    if unread and (none_allowed or (settings.unread is None and unread > HALF * total)):
        raise AnswerError.unread(*place, unread, total, lost, none_allowed=none_allowed, sets=True)
    read = replace(ReadColumn.of(answers, every), rows=rows)
    labels = {read.word(answer): labels_of(answer) for answer in (*answers.values(), *every)}
    sets = tuple(labels.get(str(at), frozenset()) for at, _ in enumerate(read.kinds))
    codes = np.array([int(read.word(answer)) for answer in every], np.int64)
    return SetOutputs(read, SetColumn(sets, codes, read.kinds))
