"""Predictions and truths as they are added: read from any engine and checked against the watch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.source import Source
from mercalli.errors import EmptyError, SettingError
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.classes import ClassList, label_text
from mercalli.inputs.tally import MISSING, Column
from mercalli.inputs.times import DAY, EARLIEST, NO_TIME, instants, written
from mercalli.inputs.usual_names import ARRIVAL, KEY, PRED, TRUTH
from mercalli.io.feedback import read_feedback, utc_now
from mercalli.plan.columns import Role, find_columns
from mercalli.plan.moments import moments
from mercalli.plan.rows import check_present
from mercalli.tasks.monitor.errors import WatchError
from mercalli.tasks.monitor.watch import Terms

IDS = Role("id", KEY, ranked=True)
TIMES = Role("time", ARRIVAL, required=False, ranked=True)
PREDICTED = (IDS, Role("pred", PRED, ranked=True), TIMES)
TRUE = (IDS, Role("truth", TRUTH, ranked=True), TIMES)
SECOND = 1_000_000


@dataclass(frozen=True)
class When:
    """When rows came: as their column says, at one time for all, or now."""

    column: str | None = None
    time: str | None = None
    zone: str | None = None

    def bins(self, rows: ArraySource, name: str | None, count: int, terms: Terms) -> Ints:
        """The look in which each row came."""
        now = _microseconds(utc_now().isoformat(), None)
        if self.time is not None or name is None:
            found = np.full(count, now if self.time is None else _microseconds(self.time, self.zone))
        else:
            found = moments(rows, name, self.zone, dates=terms.width % DAY == 0)
            check_present(rows, "time", name, found == NO_TIME)
        if (found > now + DAY).any():
            raise WatchError.future(rows.origin, written(int(found.max()), SECOND))
        return found // terms.width


def _microseconds(text: str, zone: str | None) -> int:
    try:
        found = int(instants([text], zone)[0])
    except ValueError:
        found = NO_TIME
    if found < EARLIEST:
        raise SettingError.outside("when", text, "a time since 1990 with its zone, as in 2024-05-01T12:00:00Z")
    return found


@dataclass(frozen=True)
class Predictions:
    """Rows that were predicted; `found` says which columns hold what."""

    ids: list[str]
    pred: Ints
    bin: Ints
    band: Ints
    origin: str
    found: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, source: Source, terms: Terms, named: Mapping[str, str | None], when: When) -> Predictions:
        """From a table with an id and a prediction in every row, and a score where the watch has bands."""
        columns = _columns(source, PREDICTED, named, when)
        score = named.get("score")
        _check_score(terms, score)
        rows = source.rows([score] if score else [], [name for names in columns.values() for name in names])
        ids = _ids(rows, columns["id"][0])
        _check_once(ids, source.origin)
        pred = _codes(rows, columns["pred"][0], terms)
        check_present(rows, "prediction", columns["pred"][0], pred == MISSING)
        bands = _bands(rows, score, terms) if score else np.zeros(len(ids), np.int64)
        time = when.bins(rows, next(iter(columns["time"]), None), len(ids), terms)
        return cls(ids, pred, time, bands, source.origin, columns)


@dataclass(frozen=True)
class Truths:
    """Rows whose truth came; `blank` rows had none yet; of `twice` ids that came again the last counts."""

    ids: list[str]
    truth: Ints
    bin: Ints
    blank: int
    twice: int
    origin: str
    found: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, source: Source, terms: Terms, named: Mapping[str, str | None], when: When) -> Truths:
        """From a table with an id in every row; rows without a truth are left open."""
        columns = _columns(source, TRUE, named, when)
        rows = source.rows([], [name for names in columns.values() for name in names])
        truth = _codes(rows, columns["truth"][0], terms)
        there = truth != MISSING
        if len(truth) and not there.any():
            return cls([], truth[there], truth[there], len(truth), 0, source.origin, columns)
        known = rows if there.all() else rows.take(there)
        time = next(iter(columns["time"]), None)
        ids = _ids(known, columns["id"][0])
        bins = when.bins(known, time, len(ids), terms)
        return cls._last(ids, truth[there], bins, int((~there).sum()), source.origin, columns)

    @classmethod
    def feedback(cls, path: str, terms: Terms) -> Truths:
        """From what `mercalli feedback add` wrote; entries without an id are counted as blank."""
        every = read_feedback(path)
        entries = [entry for entry in every if entry.id is not None]
        rows = ArraySource.check({"label": [entry.label for entry in entries] or [""]})
        truth = _codes(rows, "label", terms)[: len(entries)]
        bins = instants([entry.when for entry in entries]) // terms.width
        ids = [str(entry.id).strip() for entry in entries]
        return cls._last(ids, truth, bins, len(every) - len(entries), repr(str(path)), {})

    @classmethod
    def _last(  # noqa: PLR0917 - all of a file
        cls, ids: list[str], truth: Ints, bins: Ints, blank: int, origin: str, found: Mapping[str, tuple[str, ...]]
    ) -> Truths:
        """The last truth of each id: by time, and in the file where times are alike."""
        order = np.argsort(bins, kind="stable").tolist()
        last = {ids[at]: at for at in order}
        kept = sorted(last.values())
        return cls([ids[at] for at in kept], truth[kept], bins[kept], blank, len(ids) - len(kept), origin, found)


def _columns(
    source: Source, roles: Sequence[Role], named: Mapping[str, str | None], when: When
) -> dict[str, tuple[str, ...]]:
    """The columns of every role; none for the time where one time was given for all rows."""
    used = [role for role in roles if role.name != "time" or when.time is None]
    given = {role.name: (name,) for role in used if (name := named.get(role.name)) is not None}
    if when.column is not None and when.time is None:
        given["time"] = (when.column,)
    return {"time": (), **find_columns(source, used, given)}


def _ids(rows: ArraySource, name: str) -> list[str]:
    """The id of every row; whole numbers without their point."""
    column = rows.column(name)
    if not len(column.codes):
        raise EmptyError.no_rows(rows.origin)
    check_present(rows, "id", name, column.codes == MISSING)
    texts = [label_text(value) for value in column.values]
    return [texts[code] for code in column.codes.tolist()]


def _check_once(ids: Sequence[str], origin: str) -> None:
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    twice = list(dict.fromkeys(each for each in ids if each in seen or seen.add(each)))  # type: ignore[func-returns-value]
    raise WatchError.twice(twice, len(twice), origin)


def _codes(rows: ArraySource, name: str, terms: Terms) -> Ints:
    """The class of every row, -1 where there is none; a label outside the classes is an error."""
    classes = ClassList(terms.classes, terms.aliases)
    column: Column = rows.column(name).known(classes.missing_words)
    codes = [classes.code(label_text(value)) for value in column.values]
    strange = [value for value, code in zip(column.values, codes, strict=True) if code is None]
    if strange:
        texts = [label_text(value) for value in strange]
        raise WatchError.classes(rows.origin, name, texts, terms.classes, rows.where(name, strange))
    known = np.array([MISSING if code is None else code for code in codes] + [MISSING])
    return known[column.codes]


def _check_score(terms: Terms, score: str | None) -> None:
    if bool(terms.bands) != bool(score):
        problem = "is needed: the watch has bands." if terms.bands else "is given, and the watch has no bands."
        raise SettingError.named("score", f"{problem} Bands are named when a watch is started.")


def _bands(rows: ArraySource, score: str, terms: Terms) -> Ints:
    numbers: Floats = rows.numbers(score)
    absent: Bools = np.isnan(numbers)
    check_present(rows, "score", score, absent)
    return np.searchsorted(np.array(terms.bands), numbers, "right").astype(np.int64)
