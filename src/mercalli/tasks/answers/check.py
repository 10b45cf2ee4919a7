"""The reader checked by a person: a sample by way of reading, and how often the reader errs in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from mercalli.errors import FileError
from mercalli.estimates.measure import named_measure, unmeasured
from mercalli.inputs.answers.answer import READ, Answer
from mercalli.inputs.arrays import Ints
from mercalli.io.answers import JUDGED
from mercalli.io.cells import csv_text
from mercalli.plan.counted_outputs import CountedOutput, CountedOutputs
from mercalli.results.measure import Measure
from mercalli.tasks.answers.result import CheckedStage, ReaderCheck
from mercalli.text.words import counted, cut, listed
from mercalli.uncertainty.stratified import stratified_share

METHOD = "stratified"
SHOWN = 60
HALF = 0.5


class Drawn(NamedTuple):
    """An output of the sample, and how many of its items were drawn."""

    output: CountedOutput
    items: int


class Judged(NamedTuple):
    """What a person says of an output, on which line, and how many of its items were drawn."""

    answer: Answer
    items: int
    line: int


def stages(outputs: CountedOutputs) -> dict[str, list[CountedOutput]]:
    """Outputs by the way in which they were read; those whose meaning depends on the item are not judged by text."""
    found: dict[str, list[CountedOutput]] = {}
    for each in outputs.by_text.values():
        found.setdefault(each.stage, []).append(each)
    return dict(sorted(found.items()))


def drawn(outputs: CountedOutputs, size: int, seed: int) -> list[Drawn]:
    """A sample of items without replacement in every stage, in an order that tells nothing."""
    generator = np.random.default_rng(seed)
    by_stage = stages(outputs)
    totals = np.array([sum(each.count for each in stage) for stage in by_stage.values()], np.int64)
    sample = [
        Drawn(output, int(items))
        for stage, wanted in zip(by_stage.values(), sizes(totals, size), strict=True)
        for output, items in zip(stage, _items(stage, int(wanted), generator), strict=True)
        if items
    ]
    return [sample[at] for at in generator.permutation(len(sample))]


def sizes(totals: Ints, size: int) -> Ints:
    """How many items of each stage are drawn: half of them evenly, half by share, at least one, never more than all.

    What small stages leave is drawn from those with most items left.

    >>> sizes(np.array([900, 95, 5]), 100)
    array([74, 21,  5])
    """
    even, by_share = HALF * size / len(totals), HALF * size * totals / totals.sum()
    wanted = np.maximum(np.round(even + by_share).astype(np.int64), 1)
    drawn_of: Ints = np.minimum(wanted, totals)
    for at in np.argsort(drawn_of - totals, kind="stable"):
        drawn_of[at] += np.clip(size - drawn_of.sum(), 0, totals[at] - drawn_of[at])
    return drawn_of


def _items(stage: Sequence[CountedOutput], wanted: int, generator: np.random.Generator) -> Ints:
    counts = [each.count for each in stage]
    items: Ints = generator.multivariate_hypergeometric(counts, wanted, method="marginals")
    return items


def check_of(
    outputs: CountedOutputs, judged: Mapping[str, Judged], blank: int, origin: str, level: float
) -> ReaderCheck:
    """How often the reader errs, from what a person says of a sample of the same outputs."""
    known = outputs.by_text
    for text, each in judged.items():
        if text not in known:
            problem = f"judges {cut(text, SHOWN)!r}, which is no output of the data. Judge a sample of the same data."
            raise FileError.at_line(origin, each.line, problem)
        if each.items > known[text].count:
            problem = f"says that {each.items:,} items were drawn; the data has {known[text].count:,} of this output."
            raise FileError.at_line(origin, each.line, f"{problem} Judge a sample of the same data.")
    found = tuple(_stage(name, stage, judged) for name, stage in stages(outputs).items())
    errors = [each.invented + each.wrong + each.lost for each in found]
    return ReaderCheck(
        stages=found,
        errors=_share("reader_errors", errors, found, level),
        invented=_share("invented_labels", [each.invented for each in found], found, level),
        unjudged=blank,
    )


def _stage(name: str, stage: Sequence[CountedOutput], judged: Mapping[str, Judged]) -> CheckedStage:
    pairs = [(each, judged[each.text]) for each in stage if each.text in judged]
    kinds = [(_error(output, person.answer), person.items) for output, person in pairs]
    counts = {
        kind: sum(items for each, items in kinds if each == kind) for kind in ("invented", "wrong", "lost", "mixed")
    }
    return CheckedStage(name, sum(each.count for each in stage), sum(items for _, items in kinds), **counts)


def _error(output: CountedOutput, person: Answer) -> str:
    """What kind of error a reading is; nothing if it is right."""
    ours = output.kind
    if ours.outcome == READ and person.outcome == READ:
        return "" if ours.label == person.label else "wrong"
    if ours.outcome == READ:
        return "invented"
    if person.outcome == READ:
        return "lost"
    return "" if ours.outcome == person.outcome else "mixed"


def _share(name: str, hits: Sequence[int], found: Sequence[CheckedStage], level: float) -> Measure:
    judged = [each.judged for each in found]
    unseen = [each.name for each in found if not each.judged]
    if unseen:
        reason = f"nothing that was read as {listed(unseen)} was judged"
        return unmeasured(name, sum(judged), reason)
    sizes_of = np.array([each.items for each in found])
    value, low, high = stratified_share(np.array(hits), np.array(judged), sizes_of, level)
    return named_measure(name, float(value), float(low), float(high), METHOD, n=sum(judged))


def notes_on(check: ReaderCheck) -> Iterator[str]:
    """What is missing in a sample."""
    if check.unjudged:
        were = "was" if check.unjudged == 1 else "were"
        yield f"{counted(check.unjudged, 'output')} of the sample {were} not judged."


def sample_text(sample: Sequence[Drawn]) -> str:
    """A sample as a CSV file with blank cells for a person, who is not told what the reader says."""
    return csv_text(JUDGED, ((each.output.text, each.items, "", "") for each in sample))
