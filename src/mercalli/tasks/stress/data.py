"""Answers before and under stress, checked and matched: which item, which stress, and what each answer came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.errors import ClassError, ColumnError, EmptyError, MissingError
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.labels import units
from mercalli.inputs.tally import MISSING, Column, Tally
from mercalli.inputs.usual_names import KEY, MODEL, PRED, TEXT, TRUTH, usual_column
from mercalli.io.cells import as_written
from mercalli.plan.answer_codes import answer_codes
from mercalli.plan.answer_settings import AnswerSettings
from mercalli.plan.answers import Outputs
from mercalli.plan.columns import Role, check_there, find_column, find_columns
from mercalli.tasks.stress.errors import SHOWN, StressError
from mercalli.tasks.stress.texts.catalogue import IDENTITY

STRESS, STRENGTH = "stress", "strength"
ITEM_ROLES = (Role("truth", TRUTH, ranked=True), Role("id", KEY, required=False, ranked=True))
PRED_ROLE = Role("pred", PRED)
VARIANT_ROLES = (Role("stress", (STRESS, "perturbation")), Role("strength", (STRENGTH,), required=False))


@dataclass(frozen=True)
class Variant:
    """A stress of one strength: the items that it touched, and what every system answered to them.

    Attributes:
        stress: Its name.
        strength: How strong it is, if it has a strength.
        items: The items whose text really changed; of the identity, all.
        codes: The answers by system; the number of classes is an answer outside of them.
        texts: The stressed texts, if they are known.
        untouched: Items whose text stayed as it was.
        lacking: Touched items that were left out, because a system has no answer to them.
    """

    stress: str
    strength: float | None
    items: Ints
    codes: Mapping[str, Ints]
    texts: tuple[str, ...] | None
    untouched: int
    lacking: int = 0

    @property
    def name(self) -> str:
        """The stress with its strength, as in `typos 0.1`."""
        return variant_name((self.stress, self.strength))

    @property
    def empty(self) -> int:
        """How many texts the stress left empty."""
        return sum(not text.strip() for text in self.texts or ())


@dataclass(frozen=True)
class StressData:
    """Items with their truth, and the answers of every system to them, clean and under every stress."""

    classes: ClassList
    ids: tuple[str, ...]
    truth: Ints
    clean: Mapping[str, Ints]
    variants: tuple[Variant, ...]
    texts: tuple[str, ...] | None
    unit: Column | None
    outputs: Outputs
    roles: Mapping[str, str | tuple[str, ...] | None]
    origin: str
    dropped: int = 0

    @property
    def n(self) -> int:
        """How many items."""
        return len(self.truth)


@dataclass(frozen=True)
class _Table:
    """A source with the columns of some roles, fetched."""

    rows: ArraySource
    columns: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(
        cls, source: Source, roles: Sequence[Role], named: Mapping[str, Sequence[str]], more: Sequence[str]
    ) -> _Table:
        columns = find_columns(source, roles, named)
        wanted = dict.fromkeys([*(name for names in columns.values() for name in names), *more])
        rows = source.rows([], list(wanted))
        if not len(next(iter(rows.arrays.values()))):
            raise EmptyError.no_rows(source.origin)
        return cls(rows, columns)

    def one(self, role: str) -> str | None:
        """The column of a role, if it has one."""
        return next(iter(self.columns.get(role, ())), None)

    @property
    def size(self) -> int:
        """How many rows."""
        return len(next(iter(self.rows.arrays.values())))

    def keys(self, role: str = "id") -> Column:
        """What names the item of each row: its id, or its number where there are no ids."""
        name = self.one(role)
        if name is None:
            return Column(tuple(map(str, range(1, self.size + 1))), np.arange(self.size))
        column = self.rows.column(name)
        if (column.codes == MISSING).any():
            raise MissingError.values(f"{role} in {name!r}", int((column.codes == MISSING).sum()), self.rows.origin)
        return Column(tuple(label_text(value) for value in column.values), column.codes)

    def texts(self, name: str | None) -> tuple[str, ...] | None:
        """A column of texts; an empty one where there is none."""
        if name is None:
            return None
        return tuple("" if text is None else as_written(str(text)) for text in self.rows.arrays[name].tolist())


@dataclass(frozen=True)
class Files:
    """What was given: items, clean answers, stressed answers and perhaps the stressed texts, with their columns."""

    items: object
    clean: object
    stressed: object
    made: object
    named: Mapping[str, Sequence[str]]
    unit: str | None = None
    encoding: str = "utf-8"

    def source(self, data: object) -> Source:
        """One of them, opened."""
        return source_of(data, self.encoding)

    def only(self, *roles: str) -> dict[str, Sequence[str]]:
        """What was named for some roles."""
        return {role: self.named[role] for role in roles if self.named.get(role)}


def read_stress(
    files: Files, classes: ClassList, settings: AnswerSettings, missing: Literal["error", "drop"] = "error"
) -> StressData:
    """All of it, matched by the ids of the items."""
    items = _items(files)
    ids = items.keys()
    _check_once(ids, items.rows.origin)
    before = items.texts(next(iter(files.named.get("text", ())), None) or usual_column(TEXT, items.rows.columns))
    truth, known = _truth(items, classes, missing)
    clean, stressed = _clean(files, items), _stressed(files)
    systems = dict(zip(clean.columns["pred"], _same_systems(clean, stressed), strict=True))
    _check_one_model(clean, stressed)
    place_of = {name: at for at, name in enumerate(ids.values)}
    places = [_places(each, place_of, items.rows.origin) for each in (clean, stressed)]
    codes, absent, outputs = _codes(clean, stressed, systems, classes, settings)
    size = clean.size
    answered, lacks = np.full(len(place_of), -1), {name: absent[name] for name in systems}
    answered[places[0]] = np.arange(size)
    there = known & (answered >= 0)
    for name in systems:
        there &= ~np.where(answered >= 0, lacks[name][answered], True)
    if missing == "error" and not there.all():
        raise StressError.lacking({"clean": int((known & ~there).sum())}, clean.rows.origin)
    if not there.any():
        raise EmptyError.all_dropped(items.rows.origin, len(there))
    variants = _Variants(files, stressed, places[1], place_of, before, there, missing)
    kept = np.flatnonzero(there)
    anew = np.cumsum(there) - 1
    lacking = np.logical_or.reduce([lacks[name][size:] for name in systems])
    return StressData(
        classes=classes,
        ids=tuple(str(ids.values[at]) for at in kept),
        truth=truth[kept],
        clean={name: codes[name][answered[kept]] for name in systems},
        variants=tuple(
            replace(each, items=anew[each.items])
            for each in variants.found({name: codes[name][size:] for name in systems}, lacking)
        ),
        texts=None if before is None else tuple(before[at] for at in kept),
        unit=_units(items, files.unit, there),
        outputs=outputs,
        roles={"truth": items.one("truth"), "id": items.one("id"), "systems": tuple(systems), "unit": files.unit},
        origin=items.rows.origin,
        dropped=int((~there).sum()),
    )


def _items(files: Files) -> _Table:
    source = files.source(files.items)
    text = next(iter(files.named.get("text", ())), None) or usual_column(TEXT, source.columns)
    more = [name for name in (text, files.unit) if name is not None]
    check_there(source, more)
    return _Table.of(source, ITEM_ROLES, files.only("truth", "id"), more)


def _clean(files: Files, items: _Table) -> _Table:
    """Answers to the texts as they are: in a file of their own, or beside the items."""
    source = files.source(files.items if files.clean is None else files.clean)
    roles = (ITEM_ROLES[1], PRED_ROLE) if items.one("id") is not None else (PRED_ROLE,)
    named = {**files.only("pred"), **({"id": (items.one("id"),)} if items.one("id") in source.columns else {})}
    return _Table.of(source, roles, named, _model(source))  # type: ignore[arg-type]


def _stressed(files: Files) -> _Table:
    source = files.source(files.stressed)
    wanted = files.only("pred")
    role = PRED_ROLE if not wanted or set(wanted["pred"]) <= set(source.columns) else None
    named = {**wanted, **files.only("stress", "strength")}
    if role is None:
        lacking = next(name for name in wanted["pred"] if name not in source.columns)
        raise ColumnError.unknown(lacking, list(source.columns), source.origin)
    text = usual_column(TEXT, source.columns)
    return _Table.of(source, (ITEM_ROLES[1], role, *VARIANT_ROLES), named, [*_model(source), *([text] if text else [])])


def _model(source: Source) -> list[str]:
    """The column that says of which model answers are."""
    name = usual_column(MODEL, source.columns)
    return [] if name is None else [name]


def _same_systems(clean: _Table, stressed: _Table) -> Sequence[str]:
    """The column of each system among the stressed answers; one system may have two names."""
    names, others = clean.columns["pred"], stressed.columns["pred"]
    if set(names) <= set(others):
        return names
    if len(names) == len(others) == 1:
        return others
    lacking = next(name for name in names if name not in others)
    raise ColumnError.unknown(lacking, list(stressed.rows.columns), stressed.rows.origin)


def _check_one_model(clean: _Table, stressed: _Table) -> None:
    """Refuse clean answers of another model, where both files say of which one they are."""
    named = [(each, name) for each in (clean, stressed) for name in _model(each.rows)]
    models = [{label_text(value) for value in each.rows.column(name).values} for each, name in named]
    if len(models) == len((clean, stressed)) and all(len(each) == 1 for each in models) and models[0] != models[1]:
        (one,), (two,) = models
        raise StressError.two_models(one, two, (clean.rows.origin, stressed.rows.origin))


def _check_once(ids: Column, origin: str) -> None:
    counts = Counter(ids.codes.tolist())
    twice = [str(ids.values[code]) for code, count in counts.items() if count > 1]
    if twice:
        raise StressError.twice("an id", [f"id {each}" for each in twice], origin)


def _truth(items: _Table, classes: ClassList, missing: str) -> tuple[Ints, Bools]:
    """The class of every item, and which have one."""
    name = str(items.one("truth"))
    column = items.rows.column(name).known(classes.missing_words)
    absent = column.codes == MISSING
    if absent.any() and missing == "error":
        raise MissingError.labels("truth", int(absent.sum()), items.rows.origin, items.rows.first(absent))
    outside = [value for value in column.values if normal(label_text(value)) not in classes.index]
    if outside:
        raise ClassError.outside(
            f"{items.rows.origin} has true classes that are",
            [label_text(value) for value in outside],
            classes.names,
            "",
            "Correct the labels, or add an alias to the profile.",
        )
    codes = np.array([*(classes.index[normal(label_text(value))] for value in column.values), 0], np.int64)
    return codes[column.codes], ~absent


def _places(table: _Table, place_of: Mapping[object, int], others: str) -> Ints:
    """The item of each row; rows of items that are not among them are refused."""
    keys = table.keys()
    places = np.array([place_of.get(value, -1) for value in keys.values], np.int64)[keys.codes]
    unknown = places < 0
    if unknown.any():
        found = list(dict.fromkeys(keys.values[code] for code in keys.codes[unknown][:SHOWN].tolist()))
        raise StressError.strangers("ids that are", found, int(unknown.sum()), table.rows.origin, others)
    return places


def _codes(
    clean: _Table, stressed: _Table, systems: Mapping[str, str], classes: ClassList, settings: AnswerSettings
) -> tuple[Mapping[str, Ints], Mapping[str, Bools], Outputs]:
    """Clean answers and then stressed ones, read by one reader, so that both are read alike."""
    columns = {
        name: [*clean.rows.arrays[name].tolist(), *stressed.rows.arrays[other].tolist()]
        for name, other in systems.items()
    }
    rows = replace(ArraySource.check(columns), origin=stressed.rows.origin, counted="")
    return answer_codes(rows, list(systems), classes, settings)


def _units(items: _Table, name: str | None, there: Bools) -> Column | None:
    if name is None:
        return None
    rows = np.ones(items.size, np.int64)
    return units(Tally.of({name: items.rows.column(name)}, rows, items.rows.origin), name, there)


@dataclass(frozen=True)
class _Variants:
    """The rows of stressed answers, by stress and strength."""

    files: Files
    stressed: _Table
    places: Ints
    place_of: Mapping[object, int]
    before: tuple[str, ...] | None
    there: Bools
    missing: str

    def found(self, codes: Mapping[str, Ints], lacking: Bools) -> Iterator[Variant]:
        """Every variant with its touched items."""
        names, of_row = _named_variants(self.stressed)
        keys = of_row * len(self.there) + self.places
        self._check_once(keys, names)
        expected, texts = self._made(names, keys)
        lost = dict.fromkeys(map(variant_name, names), 0)
        made: list[Variant] = []
        for at, (stress, strength) in enumerate(names):
            rows = np.flatnonzero((of_row == at) & self.there[self.places])
            gone = int(lacking[rows].sum()) + int((expected[at] & self.there).sum()) - len(rows)
            lost[variant_name((stress, strength))] += max(gone, 0)
            rows = rows[~lacking[rows]]
            rows = rows[self._touched(stress, rows, texts)]
            order = rows[np.argsort(self.places[rows], kind="stable")]
            items = self.places[order]
            own = None if texts is None else tuple(texts[row] for row in order)
            touched = {name: each[order] for name, each in codes.items()}
            untouched = int(self.there.sum()) - len(items) - max(gone, 0)
            made.append(Variant(stress, strength, items, touched, own, untouched, max(gone, 0)))
        if any(lost.values()) and self.missing == "error":
            raise StressError.lacking({name: count for name, count in lost.items() if count}, self.stressed.rows.origin)
        yield from made

    def _check_once(self, keys: Ints, names: Sequence[tuple[str, float | None]]) -> None:
        order = np.argsort(keys, kind="stable")
        again = order[1:][np.diff(keys[order]) == 0]
        if len(again):
            ids = list(self.place_of)
            found = [
                f"id {ids[int(keys[row]) % len(self.there)]} under {variant_name(names[int(keys[row]) // len(self.there)])}"
                for row in again.tolist()
            ]
            raise StressError.twice("an item and stress", found, self.stressed.rows.origin)

    def _made(self, names: Sequence[tuple[str, float | None]], keys: Ints) -> tuple[list[Bools], Sequence[str] | None]:
        """Which items should have an answer to each variant, and the stressed text of each row, if it is known."""
        size = len(self.there)
        source = self.stressed if self.files.made is None else self._made_table()
        text = usual_column(TEXT, source.rows.columns)
        if self.files.made is None:
            given = [np.isin(np.arange(size) + at * size, keys) for at in range(len(names))]
            whole = [
                np.ones(size, np.bool_) if name == IDENTITY else there
                for (name, _), there in zip(names, given, strict=True)
            ]
            return whole, source.texts(text)
        made_names, of_row = _named_variants(source)
        place = {name: at for at, name in enumerate(names)}
        items = _places(source, self.place_of, self.files.source(self.files.items).origin)
        expected = [np.zeros(size, np.bool_) for _ in names]
        texts = dict[int, str]()
        written = source.texts(text) or ()
        for row, (item, at) in enumerate(zip(items.tolist(), of_row.tolist(), strict=True)):
            variant = place.get(made_names[at])
            if variant is not None:
                expected[variant][item] = True
                texts[variant * size + item] = written[row]
        unknown = [key for key in keys.tolist() if key not in texts]
        if unknown:
            found = [variant_name(names[key // size]) for key in unknown[:SHOWN]]
            other = self.files.source(self.files.made).origin
            raise StressError.strangers("texts that are", found, len(unknown), self.stressed.rows.origin, other)
        return expected, [texts[key] for key in keys.tolist()]

    def _made_table(self) -> _Table:
        source = self.files.source(self.files.made)
        text = find_column(source, Role("text", TEXT, ranked=True))
        return _Table.of(source, (ITEM_ROLES[1], *VARIANT_ROLES), {}, [text])

    def _touched(self, stress: str, rows: Ints, texts: Sequence[str] | None) -> Bools:
        """Rows whose text really changed; all of the identity, and where texts are not known."""
        if stress == IDENTITY or texts is None or self.before is None:
            return np.ones(len(rows), np.bool_)
        return np.array([texts[row] != self.before[self.places[row]] for row in rows], np.bool_)


def variant_name(variant: tuple[str, float | None]) -> str:
    """A stress with its strength, as in `typos 0.1`."""
    stress, strength = variant
    return stress if strength is None else f"{stress} {strength:g}"


def _named_variants(table: _Table) -> tuple[list[tuple[str, float | None]], Ints]:
    """Stresses and strengths in the order in which they come, and that of each row."""
    stress = table.keys("stress")
    name = table.one("strength")
    strength = np.full(table.size, np.nan) if name is None else table.rows.numbers(name)
    known, of_strength = np.unique(strength, return_inverse=True)
    both = stress.codes * len(known) + of_strength
    _, first, of_row = np.unique(both, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.argsort(order, kind="stable")
    starts = first[order].tolist()
    names = [
        (str(stress.values[stress.codes[row]]), None if np.isnan(strength[row]) else float(strength[row]))
        for row in starts
    ]
    return names, rank[of_row]
