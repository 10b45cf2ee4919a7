"""What a classifier is worth on days after those that it learnt from: learnt anew for each, or left as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from mercalli.errors import MissingError, TextError, TimeError
from mercalli.estimates.intervals import LEFT_OUT
from mercalli.estimates.measure import named_measure, unmeasured
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.faulty import FaultyValueError
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.tally import Column
from mercalli.inputs.texts import LabelledTexts, Texts
from mercalli.inputs.times import (
    DAY,
    EARLIEST,
    HOUR,
    LATEST,
    NO_TIME,
    NO_ZONE,
    OWN_ZONE,
    SECOND,
    in_units,
    instants,
    positive,
    written,
)
from mercalli.results.measure import Measure, by_text
from mercalli.tasks.classifier.estimate import mean_over, worth_of
from mercalli.tasks.classifier.fit import check_learnable, copies_of, fitted
from mercalli.tasks.classifier.ngrams import counts_of
from mercalli.tasks.classifier.result import ForwardPart, ForwardReport, ForwardTest, Worth
from mercalli.uncertainty.few_units import FEWEST_UNITS, plain_interval

MOST_BLOCKS, FEWEST_BLOCKS, FEWEST_TEXTS = 60, 3, 30
BLOCK = "block of time"


@dataclass(frozen=True)
class Blocks:
    """The block of time of each text: when each begins, in microseconds since 1970, and which is tested first."""

    column: str
    width: int
    starts: Ints
    codes: Ints
    first: int

    @classmethod
    def of(cls, data: LabelledTexts, column: str, width: str, zone: str | None) -> Blocks:
        """From the times in a column beside the texts; those without items are no blocks."""
        wide = positive(width, "forward")
        numbers = _moments(data, column, zone, dates=wide % DAY == 0) // wide
        starts, codes = np.unique(numbers, return_inverse=True)
        if len(starts) > MOST_BLOCKS:
            raise TextError.many_blocks(column, len(starts), MOST_BLOCKS, width, data.origin)
        if len(starts) < FEWEST_BLOCKS:
            raise TextError.few_blocks(column, len(starts), FEWEST_BLOCKS, width, data.origin)
        enough = (at for at in range(1, len(starts) - 1) if _is_enough(_narrowed(data, codes < at)))
        first = next(enough, None)
        if first is None:
            raise TextError.no_block(column, FEWEST_TEXTS, data.origin)
        return cls(column, wide, starts * wide, codes, first)

    @cached_property
    def names(self) -> list[str]:
        """When each begins, in words."""
        return [written(int(start), self.width) for start in self.starts]

    def age(self, at: int) -> float:
        """Hours from the end of what is learnt before the first block until this one begins."""
        return float(self.starts[at] - self.starts[self.first - 1] - self.width) / HOUR


def _moments(data: LabelledTexts, column: str, zone: str | None, *, dates: bool) -> Ints:
    words = data.by[column]
    texts = [None if value == MISSING_SLICE else value for value in words.values]
    try:
        found = instants(texts, zone, dates=dates)
    except FaultyValueError as fault:
        problem = OWN_ZONE if fault.problem == NO_ZONE else fault.problem
        place = _row(words.codes == texts.index(str(fault.value)))
        raise TimeError.faulty(fault.shown, problem, column, place, data.origin) from None
    for moment in found[(found < EARLIEST) | (found >= LATEST)].tolist():
        place = _row(words.codes == found.tolist().index(moment))
        if moment == NO_TIME:
            raise MissingError.values(f"time in {column!r}", int((found[words.codes] == NO_TIME).sum()), data.origin)
        raise TimeError.outside(column, written(moment, SECOND), place, data.origin)
    return found[words.codes]


def _row(here: Bools) -> str:
    return f" (first at text {int(here.argmax()) + 1:,})"


def forward_in_time(
    data: LabelledTexts,
    blocks: Blocks,
    *,
    metric: str,
    seed: int = 0,
    progress: Progress = quiet,
    **settings: Any,  # noqa: ANN401 - as evaluate has it
) -> ForwardTest:
    """Each block tested by what was learnt before it, and by what was learnt before the first one that is tested."""
    settings.update(metric=metric, seed=seed, progress=progress)
    ways, untrained = _predicted(data, blocks, settings)
    tested, column = blocks.codes >= blocks.first, blocks.column
    name = BLOCK if BLOCK not in data.by else f"{BLOCK} of {column}"
    held = replace(data.take(tested), by={name: Column(tuple(blocks.names), blocks.codes[tested]).occurring()})
    by_block = [worth_of(held, pred[tested].tolist(), by=[name], **settings) for pred in ways]
    whole = [worth_of(held, pred[tested].tolist(), unit=name, **settings) for pred in ways]
    parts = _parts(by_block, blocks, metric, untrained)
    report = ForwardReport(
        *(column, in_units(blocks.width), metric, blocks.names[blocks.first], int((~tested).sum()), parts),
        *(by_text(each.systems[0].measures, metric) for each in whole),
        *_means(parts, by_block[0], metric, replicates=bool(settings.get("replicates", 1))),
    )
    return ForwardTest(report, *by_block)


def _predicted(
    data: LabelledTexts, blocks: Blocks, settings: Mapping[str, Any]
) -> tuple[tuple[Texts, Texts], dict[str, tuple[str, ...]]]:
    """What is said of each text, learnt anew and left as it was, and the labels that are new in each block."""
    counts, groups, progress = counts_of(data.texts), copies_of(data, settings["progress"]), settings["progress"]
    aim: dict[str, Any] = {name: settings.get(name) for name in ("profile", "metric", "seed")}
    fresh, frozen = (np.full(len(data), None, np.object_) for _ in range(2))
    untrained: dict[str, tuple[str, ...]] = {}
    for at in range(blocks.first, len(blocks.starts)):
        progress(f"learning before {blocks.names[at]}", at - blocks.first, len(blocks.starts) - blocks.first)
        before, here = blocks.codes < at, blocks.codes == at
        learn = _narrowed(data, before)
        fit = fitted(learn, **aim, counts=counts[before], groups=groups[before])
        fresh[here] = fit.classifier.predict(data.texts[here])
        if at == blocks.first:
            frozen[~before] = fit.classifier.predict(data.texts[~before])
        untrained[blocks.names[at]] = _new(data.take(here), learn)
    return (fresh, frozen), untrained


def _new(here: LabelledTexts, learn: LabelledTexts) -> tuple[str, ...]:
    """Labels that occur here and were never seen before."""
    return tuple(name for name, n in zip(here.classes, here.counts, strict=True) if n and name not in learn.classes)


def _narrowed(data: LabelledTexts, before: Bools) -> LabelledTexts:
    """The texts before a time, with the labels that they have."""
    learn = data.take(before)
    known = [name for name, n in zip(data.classes, learn.counts, strict=True) if n]
    return replace(learn, classes=tuple(known), origin=f"what came before in {data.origin}")


def _is_enough(learn: LabelledTexts) -> bool:
    try:
        check_learnable(learn)
    except TextError:
        return False
    return len(learn) >= FEWEST_TEXTS and int((learn.counts >= FEWEST_BLOCKS).sum()) > 1


def _parts(
    by_block: Sequence[Worth], blocks: Blocks, metric: str, untrained: dict[str, tuple[str, ...]]
) -> tuple[ForwardPart, ...]:
    """In the order of time."""
    found = [{part.values[0]: part for part in each.systems[0].slices} for each in by_block]
    return tuple(
        ForwardPart(
            name,
            blocks.age(at),
            found[0][name].n,
            int((blocks.codes < at).sum()),
            found[0][name].few,
            untrained[name],
            *(by_text(each[name].measures, metric) for each in found),
        )
        for at, name in enumerate(blocks.names)
        if at >= blocks.first
    )


def _means(parts: Sequence[ForwardPart], worth: Worth, metric: str, *, replicates: bool) -> tuple[Measure, ...]:
    """Means over blocks, each counting the same: learnt anew, left as it was, and what leaving it costs.

    All three rest on the blocks after the first, where both are the same classifier, with texts enough.
    """
    card = by_text(worth.metrics, metric)
    level = float(str(worth.provenance.settings["level"])) if replicates else None
    later = [part for part in parts[1:] if not part.few] or list(parts[1:])
    fresh, frozen = ([getattr(part, name) for part in later] for name in ("fresh", "frozen"))
    n = sum(part.n for part in later)
    apart = np.array(
        [
            (one.value - two.value) * (card.direction or 1)
            for one, two in zip(fresh, frozen, strict=True)
            if one.value is not None and two.value is not None
        ]
    )
    return mean_over(fresh, card, level, n), mean_over(frozen, card, level, n), _lost(apart, metric, level, n)


def _lost(apart: Floats, metric: str, level: float | None, n: int) -> Measure:
    """The mean difference, block by block; its interval leaves out one block at a time."""
    name = f"{metric} lost"
    if not len(apart):
        return unmeasured(name, n, "no block has a value")
    mean, low, high = float(apart.mean()), None, None
    if level is not None and len(apart) >= FEWEST_UNITS:
        ends = plain_interval(np.array(mean), (apart.sum() - apart) / (len(apart) - 1), level)
        low, high = (None if np.isnan(end) else float(end) for end in ends)
    return named_measure(name, mean, low, high, None if low is None else LEFT_OUT, n=n)
