"""The outputs of a column, each once with what was read in it and how often it occurs; and the map made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mercalli.engines.source import Source
from mercalli.inputs.answers.answer import READ
from mercalli.inputs.answers.answer_map import COLUMNS, output_text
from mercalli.inputs.answers.outputs import AnswerKind, ReadColumn
from mercalli.io.cells import csv_text
from mercalli.io.targets import FileKind
from mercalli.text.masks import masked

MAP_FILE = FileKind.table("a map of answers", COLUMNS)


@dataclass(frozen=True)
class CountedOutput:
    """One text with what it came to, why there is no class, and in how many items."""

    text: str
    kind: AnswerKind
    reason: str
    count: int

    @property
    def stage(self) -> str:
        """How the class was read, or the outcome where none was."""
        return self.kind.how if self.kind.outcome == READ else self.kind.outcome


@dataclass(frozen=True)
class CountedOutputs:
    """All outputs of a column, the most frequent first."""

    outputs: tuple[CountedOutput, ...]

    @property
    def total(self) -> int:
        """All items."""
        return sum(each.count for each in self.outputs)

    @property
    def by_text(self) -> dict[str, CountedOutput]:
        """Outputs that mean one thing; others depend on the item as well."""
        texts = Counter(each.text for each in self.outputs)
        return {each.text: each for each in self.outputs if texts[each.text] == 1}


def counted_outputs(source: Source, name: str, column: ReadColumn) -> tuple[CountedOutput, ...]:
    """Every text with every meaning that it has, and how many items have both."""
    beside = [words.beside for words in column.recodings if words.beside is not None]
    tally = source.tally([name, *dict.fromkeys(beside)], None)
    values = {key: (*tally.columns[key].values, None) for key in tally.columns}
    counts, reasons = Counter[tuple[str, AnswerKind]](), dict[tuple[str, AnswerKind], str]()
    codes = np.stack([tally.columns[key].codes for key in tally.columns], axis=1)
    for entry, rows in zip(codes.tolist(), tally.rows.tolist(), strict=True):
        row = {key: values[key][code] for key, code in zip(values, entry, strict=True)}
        kind = column.kinds[int(column.word_of(row[name], row))]
        text = "" if row[name] is None else output_text(row[name])
        counts[text, kind] += rows
        answer = column.answers.get(row[name])
        reasons[text, kind] = "" if answer is None or answer.outcome != kind.outcome else answer.reason
    often = sorted(counts.items(), key=lambda item: (-item[1], item[0][0]))
    return tuple(CountedOutput(text, kind, reasons[text, kind], count) for (text, kind), count in often)


def merged(parts: Iterable[Sequence[CountedOutput]]) -> CountedOutputs:
    """The outputs of several columns together."""
    every: dict[tuple[str, AnswerKind], CountedOutput] = {}
    for each in (output for part in parts for output in part):
        known = every.get((each.text, each.kind))
        every[each.text, each.kind] = each if known is None else replace(known, count=known.count + each.count)
    return CountedOutputs(tuple(sorted(every.values(), key=lambda each: (-each.count, each.text))))


def map_rows(outputs: CountedOutputs) -> Iterator[tuple[str, str, str, str, int]]:
    """The map of all outputs that mean one thing: output, outcome, label, how, count."""
    for each in outputs.by_text.values():
        yield each.text, each.kind.outcome, each.kind.label or "", each.kind.how, each.count


def map_text(outputs: CountedOutputs, *, show_personal: bool = False) -> str:
    """The map as a CSV file, ready to be corrected and passed back; masked texts still match, as `AnswerMap` says.

    Outputs that are the same once masked become one; they are left out if they mean different things.
    """
    listed = outputs if show_personal else merged([[replace(each, text=masked(each.text)) for each in _alone(outputs)]])
    return csv_text((*COLUMNS, "how", "count"), map_rows(listed))


def _alone(outputs: CountedOutputs) -> Iterable[CountedOutput]:
    """Outputs that mean one thing."""
    return outputs.by_text.values()
