"""A watch: what was promised, and counts of predictions by when they came and what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import inf

import numpy as np

from mercalli.inputs.arrays import LARGEST_NUMBER, Bools, Floats, Ints, distinct_rows, sums
from mercalli.inputs.times import DAY, duration, written
from mercalli.metrics.payoffs import RatioParts
from mercalli.results.faults import Fault, empty, ragged, twice, uneven
from mercalli.results.measure import MetricCard
from mercalli.stats.confusion import Confusion

MOST_LOOKS = 100_000
OPEN, REVIEWED, VOLUNTEERED = 0, 1, 2
KEYS = ("bin", "model", "band", "pred", "chance", "arrival", "truth", "kind")


@dataclass(frozen=True)
class Promise:
    """A value that must be kept; `above` and `below` are what an item in each cell adds to the ratio, and its parts.

    `metric` names what is measured, as in "dua" or "class:fire.recall"; `lower` says that lower values are better.
    """

    text: str
    metric: str
    label: str
    value: float
    lower: bool
    above: tuple[tuple[float, ...], ...]
    below: tuple[tuple[float, ...], ...]

    def faults(self) -> Iterator[Fault]:
        """Both tables have the same shape, no part is above the whole, and a value can be kept or broken."""
        yield from uneven(self, "above", "below")
        for name in ("above", "below"):
            yield from ragged(name, getattr(self, name), len(self.above) + 1)
        rows = zip(self.above, self.below, strict=False)
        if any(not 0 <= part <= whole < inf for row in rows for part, whole in zip(*row, strict=False)):
            yield "above", "must lie between 0 and 'below' in every cell"
        if not 0 < self.kept_if_above[1] < 1:
            yield "value", f"must lie between 0 and 1, and be neither of them; found {self.value:g}"

    @cached_property
    def parts(self) -> RatioParts:
        """The parts of the metric as it is told."""
        return RatioParts(np.array(self.above, np.float64), np.array(self.below, np.float64))

    @property
    def kept_if_above(self) -> tuple[RatioParts, float]:
        """Parts and a value that they must reach: of one minus the metric where lower is better."""
        return (self.parts.complement, 1 - self.value) if self.lower else (self.parts, self.value)


@dataclass(frozen=True)
class Reference:
    """How the model did before: one table of truth by prediction for each event; one without a name if there are none.

    `origin` says where it comes from, `events` name the tables.
    """

    origin: str
    events: tuple[str, ...]
    tables: tuple[tuple[tuple[float, ...], ...], ...]

    def faults(self) -> Iterator[Fault]:
        """A table for each event, with counts."""
        yield from uneven(self, "events", "tables")
        if not ((self.counts >= 0) & (self.counts <= LARGEST_NUMBER)).all() or not self.counts.any():
            yield "tables", "must hold counts"

    @cached_property
    def counts(self) -> Floats:
        """(events, K, K + 1)."""
        return np.array(self.tables, np.float64)


@dataclass(frozen=True)
class Terms:
    """What was settled when the watch was started."""

    classes: tuple[str, ...]
    aliases: Mapping[str, str]
    promises: tuple[Promise, ...]
    looks: int
    alpha: float
    look: str
    models: tuple[str, ...]
    bands: tuple[float, ...]
    profile: str
    profile_digest: str
    started: str
    metrics: tuple[MetricCard, ...]
    reference: Reference | None = None

    def faults(self) -> Iterator[Fault]:
        """What can be promised, and for how long; every table is over the classes."""
        size = len(self.classes)
        for name in ("classes", "promises", "models"):
            yield from empty(name, getattr(self, name))
        yield from twice("classes", self.classes)
        yield from twice("models", self.models)
        yield from twice("promises", [each.metric for each in self.promises])
        if not 1 <= self.looks <= MOST_LOOKS or not 0 < self.alpha < 1 or self.width <= 0:
            yield "looks", f"must be from 1 to {MOST_LOOKS:,}, of some width, and 'alpha' between 0 and 1"
        if not all(first < second for first, second in pairwise((-inf, *self.bands, inf))):
            yield "bands", "must be numbers in order"
        if [card.metric for card in self.metrics] != [each.metric for each in self.promises]:
            yield "metrics", "must be those that are promised"
        for at, promise in enumerate(self.promises):
            if len(promise.above) != size:
                yield f"promises[{at}].above", f"must have {size} rows, one for each class"
        if self.reference is not None and self.reference.counts.shape[1:] != (size, size + 1):
            yield "reference.tables", f"must be tables of {size} classes"

    @property
    def width(self) -> int:
        """How wide a look is, in microseconds."""
        return duration(self.look)

    @property
    def threshold(self) -> float:
        """The evidence at which an alarm is given: looks / alpha, times the number of promises and models."""
        return self.looks / self.alpha * len(self.promises) * len(self.models)

    def days(self, looks: Ints, first: int) -> list[float]:
        """Days between the first look and others."""
        return [(look - first) * self.width / DAY for look in looks.tolist()]

    def said(self, look: int) -> str:
        """A look by the time when it began."""
        return written(look * self.width, self.width)


@dataclass(frozen=True)
class Watch:
    """Counts of predictions; two watches over different predictions are merged by adding.

    Attributes:
        keys: By name, (cells,): the bin of the prediction, model, band of the score, predicted class, chance to be
            reviewed (its place among `chances`, 0 where none was drawn), and, 0 where there is none yet, the bin in
            which the truth arrived and the true class plus 1; and whether it was reviewed or volunteered.
        count: How many predictions each cell holds.
        chances: Chances that occur; the first stands for none.
    """

    keys: Mapping[str, Ints]
    count: Ints
    chances: tuple[float, ...] = (0.0,)

    @classmethod
    def of(cls, rows: Mapping[str, Ints], chances: tuple[float, ...] = (0.0,)) -> Watch:
        """From predictions, one for each entry.

        >>> ones = np.ones(3, np.int64)
        >>> watch = Watch.of({**dict.fromkeys(KEYS, ones), "pred": np.array([0, 1, 1])})
        >>> watch.keys["pred"], watch.count
        (array([0, 1]), array([1, 2]))
        """
        return cls._added({key: rows[key] for key in KEYS}, np.ones(len(rows["bin"]), np.int64), chances)

    @classmethod
    def _added(cls, keys: Mapping[str, Ints], count: Ints, chances: tuple[float, ...]) -> Watch:
        if not len(count):
            return cls(keys, count, chances)
        sizes = [int(part.max()) + 1 for part in keys.values()]
        distinct, position = distinct_rows(list(keys.values()), sizes)
        added = sums(position, count, len(distinct[0])).astype(np.int64)
        return cls(dict(zip(keys, distinct, strict=True)), added, chances)

    def __add__(self, other: Watch) -> Watch:
        """Both together; chances keep their meaning."""
        chances = tuple(dict.fromkeys((*self.chances, *other.chances)))
        moved = np.array([chances.index(each) for each in other.chances])[other.keys["chance"]]
        theirs = {**other.keys, "chance": moved}
        keys = {key: np.concatenate([self.keys[key], theirs[key]]) for key in KEYS}
        return Watch._added(keys, np.concatenate([self.count, other.count]), chances)

    def where(self, chosen: Bools) -> Watch:
        """Some of the cells."""
        return Watch({key: part[chosen] for key, part in self.keys.items()}, self.count[chosen], self.chances)

    def __getitem__(self, key: str) -> Ints:
        """One key of every cell."""
        return self.keys[key]

    @cached_property
    def n(self) -> int:
        """How many predictions."""
        return int(self.count.sum())

    @property
    def reviewed(self) -> Bools:
        """Cells with a truth that tells of the others."""
        reviewed: Bools = self.keys["kind"] == REVIEWED
        return reviewed

    @property
    def drawn(self) -> Bools:
        """Cells of predictions that were drawn for review."""
        drawn: Bools = self.keys["chance"] > 0
        return drawn

    @property
    def wanted(self) -> Bools:
        """Cells that are to be reviewed: those drawn, or all where nothing was ever drawn; and what was reviewed."""
        every = np.ones(len(self.count), np.bool_)
        wanted: Bools = self.drawn | self.reviewed if self.drawn.any() else every
        return wanted

    def size(self, chosen: Bools) -> int:
        """How many predictions some cells hold."""
        return int(self.count[chosen].sum())

    @property
    def weight(self) -> Floats:
        """What one reviewed prediction of each cell stands for: 1 by its chance, 1 where none was drawn."""
        chances = np.array(self.chances)[self.keys["chance"]]
        weight: Floats = np.divide(1.0, chances, out=np.ones(len(chances)), where=chances > 0)
        return weight

    def tables(self, group: Ints, groups: int, size: int, mass: Floats | None = None) -> Floats:
        """Tables of truth by prediction of reviewed cells, one for each group: (groups, K, K + 1)."""
        chosen = self.reviewed
        truth, pred = self.keys["truth"][chosen] - 1, self.keys["pred"][chosen]
        flat = (group[chosen] * size + truth) * (size + 1) + pred
        counts = self.count.astype(np.float64) if mass is None else mass
        return sums(flat, counts[chosen], groups * size * (size + 1)).reshape(groups, size, size + 1)


@dataclass(frozen=True)
class Looks:
    """Truths by the look in which they arrived, and within it by their share of the largest bet that is allowed."""

    bins: Ints
    tables: tuple[tuple[float, Confusion], ...] = field(repr=False)

    @classmethod
    def of(cls, watch: Watch, classes: tuple[str, ...]) -> Looks:
        """A look is a bin with truths; in it, the rarest chance bets in full and the others in proportion."""
        chosen = watch.reviewed
        bins, position = np.unique(watch["arrival"][chosen], return_inverse=True)
        where = np.zeros(len(watch.count), np.int64)
        where[chosen] = position
        most = np.zeros(len(bins))
        np.maximum.at(most, position, watch.weight[chosen])
        share = np.ones(len(watch.count))
        share[chosen] = np.round(watch.weight[chosen] / most[position], 12)
        tables = [
            (float(each), Confusion(_only(watch, where, len(bins), len(classes), share == each), classes))
            for each in np.unique(share[chosen])
        ]
        return cls(bins, tuple(tables))

    def so_far(self) -> tuple[tuple[float, Confusion], ...]:
        """All truths up to every look."""
        return tuple((share, Confusion(table.cells.cumsum(axis=0), table.classes)) for share, table in self.tables)


def _only(watch: Watch, group: Ints, groups: int, size: int, chosen: Bools) -> Floats:
    return watch.tables(group, groups, size, np.where(chosen, watch.count, 0).astype(np.float64))
