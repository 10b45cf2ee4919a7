"""Items with the time of their arrival, read from any engine and checked: each distinct combination once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.source import Source
from mercalli.errors import ScoreError
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Labels, Policy, Roles, sliced, units
from mercalli.inputs.scores import LARGEST
from mercalli.inputs.tally import MISSING, MISSING_WORDS, Column, Tally
from mercalli.inputs.times import NO_TIME
from mercalli.plan.rows import Missing, check_present, whole_rows
from mercalli.tasks.capacity.clock import Clock, said
from mercalli.tasks.capacity.errors import StreamError

BIN, EVENT, REGION = "(bin)", "(event)", "(region)"  # no column of a file is called so
MOST_BANDS = 256


@dataclass(frozen=True)
class CapacityRoles:
    """Which column plays which part; `scored` says whether systems give scores instead of classes."""

    time: str
    truth: str
    systems: Mapping[str, str]
    scored: bool = False
    event: str | None = None
    region: str | None = None

    @property
    def by_role(self) -> dict[str, str | tuple[str, ...] | None]:
        """As the provenance says it."""
        answers = {"score" if self.scored else "pred": tuple(self.systems.values())}
        return {"time": self.time, "truth": self.truth, **answers, "event": self.event, "region": self.region}

    @property
    def scores(self) -> list[str]:
        """The columns of scores."""
        return list(self.systems.values()) if self.scored else []

    @property
    def keys(self) -> list[str]:
        """All other columns, each once."""
        preds = () if self.scored else tuple(self.systems.values())
        every = (self.truth, *preds, self.time, self.event, self.region)
        return list(dict.fromkeys(name for name in every if name is not None))


@dataclass(frozen=True)
class Bands:
    """A column of scores in bands: each distinct score, or 256 of about as many items; `weight` is the mean of each."""

    code: Ints
    weight: Floats
    joined: bool

    @classmethod
    def of(cls, score: Floats) -> Bands:
        """From scores as they are.

        >>> Bands.of(np.array([0.5, 0.9, 0.5])).weight
        array([0.5, 0.9])
        """
        values, code = np.unique(score, return_inverse=True)
        joined = len(values) > MOST_BANDS
        if joined:
            edges = np.unique(np.quantile(score, np.linspace(0, 1, MOST_BANDS + 1)[1:-1]))
            code = np.unique(np.searchsorted(edges, score, "right"), return_inverse=True)[1]
        items = np.bincount(code)
        return cls(code.astype(np.int64), sums(code, score, len(items)) / items, joined)


@dataclass(frozen=True)
class Stream:
    """Labelled items by the bin, the event and the region of their arrival.

    Attributes:
        labels: Every combination of truth, predictions, bin, event and region, with how often it occurred.
        roles: The columns.
        origins: When the first item of each event arrived, in microseconds.
        lasts: When the last one did.
        gaps: The longest time without any item in each event, and when it began.
        clock: How wide bins are.
        dropped: How many items lack something.
        bands: The scores of each system by band, if systems give scores.
        scale: How many items of the whole stream each entry's items stand for, if there is one.
        unseen: How many items of the whole stream came where none was labelled.
    """

    labels: Labels
    roles: CapacityRoles
    origins: Ints
    lasts: Ints
    gaps: tuple[tuple[int, int], ...]
    clock: Clock
    dropped: int
    bands: Mapping[str, Bands]
    scale: Floats | None = None
    unseen: int = 0

    @classmethod
    def read(
        cls,
        source: Source,
        roles: CapacityRoles,
        clock: Clock,
        *,
        classes: ClassList | None,
        policy: Policy,
        missing: Missing,
    ) -> Stream:
        """Items with a time, a truth and an answer of every system."""
        every = source.rows(roles.scores, roles.keys)
        words = MISSING_WORDS if classes is None else classes.missing_words
        moments = clock.moments(every, roles.time)
        absent: dict[str, Bools] = {f"time in {roles.time!r}": moments == NO_TIME}
        absent[f"truth in {roles.truth!r}"] = every.column(roles.truth).known(words).codes == MISSING
        for name in roles.systems.values():
            lacking = (
                np.isnan(_scores(every, name)) if roles.scored else every.column(name).known(words).codes == MISSING
            )
            absent[f"{'score' if roles.scored else 'prediction'} in {name!r}"] = lacking
        there = whole_rows(every, absent, missing, "a time, a truth or an answer")
        rows, moments = (every, moments) if there.all() else (every.take(there), moments[there])
        place = _Place.of(rows, roles, moments)
        bands = {name: Bands.of(_scores(rows, column)) for name, column in roles.systems.items() if roles.scored}
        columns = {name: rows.column(name) for name in dict.fromkeys(roles.keys) if name != roles.time}
        tally = Tally.of(
            {**columns, **place.columns(clock), **_as_columns(bands)}, np.ones(len(moments), np.int64), rows.origin
        )
        preds = () if roles.scored else tuple(roles.systems.values())
        by = (BIN, EVENT, REGION, *bands)
        labels = Labels.check(tally, Roles(roles.truth, preds, by=by), classes, policy, rows.where)
        ends = place.first, place.last
        return cls(labels, roles, *ends, place.gaps(), clock, len(there) - len(moments), bands)

    @property
    def n(self) -> int:
        """How many items."""
        return int(self.labels.rows.sum())

    @property
    def events(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(map(str, self.labels.by[EVENT].values))

    @property
    def regions(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(map(str, self.labels.by[REGION].values))

    @cached_property
    def time(self) -> Ints:
        """The bin of each entry, since the first item of its event."""
        column = self.labels.by[BIN]
        return np.array([int(str(value)) for value in column.values])[column.codes]

    def band(self, system: str) -> Floats:
        """The score of each entry's band."""
        column = self.labels.by[system]
        codes = np.array([int(str(value)) for value in column.values])[column.codes]
        found: Floats = self.bands[system].weight[codes]
        return found

    def scaled(self, source: Source) -> Stream:
        """The same where each item stands for items of the whole stream: as many in its bin as there were labelled."""
        roles = self.roles
        rows = source.rows([], [name for name in (roles.time, roles.event, roles.region) if name is not None])
        moments = self.clock.moments(rows, roles.time)
        check_present(rows, "time", roles.time, moments == NO_TIME)
        spots = self._spots(rows, moments)
        own, entry = np.unique(self._spot(self.time, *self._codes), return_inverse=True)
        found = np.searchsorted(own, spots).clip(max=len(own) - 1)
        seen = own[found] == spots
        volume, labelled = np.bincount(found[seen], minlength=len(own)), sums(entry, self.labels.rows, len(own))
        if not seen.any():
            raise StreamError.apart(source.origin)
        few = volume < labelled
        if few.any():
            first = np.flatnonzero(few[entry])[0]
            begin = self.origins[self._codes[0][first]] + self.time[first] * self.clock.width
            raise StreamError.smaller(source.origin, int(few.sum()), said(int(begin)))
        return replace(self, scale=(volume / labelled)[entry], unseen=int((~seen).sum()))

    @property
    def _codes(self) -> tuple[Ints, Ints]:
        return self.labels.by[EVENT].codes, self.labels.by[REGION].codes

    def _spot(self, time: Ints, event: Ints, region: Ints) -> Ints:
        """Bin, event and region as one number."""
        return (time * (len(self.events) + 1) + event) * (len(self.regions) + 1) + region

    def _spots(self, rows: ArraySource, moments: Ints) -> Ints:
        """The same of other rows; -1 before the first labelled item of their event, and where nothing was labelled."""
        event = _codes_of(rows, self.roles.event, self.events)
        region = _codes_of(rows, self.roles.region, self.regions)
        time = (moments - self.origins[event]) // self.clock.width
        return np.where((event < 0) | (region < 0) | (time < 0), -1, self._spot(time, event, region))


@dataclass(frozen=True)
class _Place:
    """When and where rows are."""

    moments: Ints
    event: Column
    region: Column

    @classmethod
    def of(cls, rows: ArraySource, roles: CapacityRoles, moments: Ints) -> _Place:
        one = Column(("",), np.zeros(len(moments), np.int64))
        kept = np.ones(len(moments), np.bool_)
        tally = Tally.of(
            {name: rows.column(name) for name in (roles.event,) if name}, kept.astype(np.int64), rows.origin
        )
        region = one if roles.region is None else sliced(rows.column(roles.region))
        return cls(moments, units(tally, roles.event, kept) or one, region)

    @cached_property
    def first(self) -> Ints:
        found = np.full(len(self.event.values), np.iinfo(np.int64).max)
        np.minimum.at(found, self.event.codes, self.moments)
        return found

    @cached_property
    def last(self) -> Ints:
        found = np.zeros(len(self.event.values), np.int64)
        np.maximum.at(found, self.event.codes, self.moments)
        return found

    def gaps(self) -> tuple[tuple[int, int], ...]:
        """The longest time without any row in each event, and when it began."""
        found = []
        for event in range(len(self.first)):
            times = np.sort(self.moments[self.event.codes == event])
            between = np.diff(times, append=times[-1])
            at = int(between.argmax())
            found.append((int(between[at]), int(times[at])))
        return tuple(found)

    def columns(self, clock: Clock) -> dict[str, Column]:
        bins = (self.moments - self.first[self.event.codes]) // clock.width
        values, codes = np.unique(bins, return_inverse=True)
        return {BIN: Column(tuple(values.tolist()), codes.astype(np.int64)), EVENT: self.event, REGION: self.region}


def _as_columns(bands: Mapping[str, Bands]) -> dict[str, Column]:
    return {name: Column(tuple(range(len(each.weight))), each.code) for name, each in bands.items()}


def _scores(rows: ArraySource, name: str) -> Floats:
    score = rows.numbers(name).astype(np.float64, copy=False)
    if (np.abs(score) > LARGEST).any():
        raise ScoreError.not_finite(name, rows.origin, LARGEST)
    return score


def _codes_of(rows: ArraySource, name: str | None, known: Sequence[str]) -> Ints:
    """Places among known names; -1 for others."""
    if name is None:
        return np.zeros(len(next(iter(rows.arrays.values()))), np.int64)
    column, place = sliced(rows.column(name)), {each: at for at, each in enumerate(known)}
    return np.array([place.get(str(value), -1) for value in column.values], np.int64)[column.codes]
