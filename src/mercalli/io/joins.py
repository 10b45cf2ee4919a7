"""Joins: the predictions of several files side by side on the same items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from mercalli.errors import ColumnError, FileError, JoinError
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.tally import is_missing
from mercalli.io import sql
from mercalli.io.tables import Table, in_our_words
from mercalli.text.words import counted, listed, shown

if TYPE_CHECKING:
    import duckdb


SHOWN = 3
SAMPLE, FINISH = "sample", "finish_reason"
ItemChoice: TypeAlias = Literal["common", "all"]
COMMON: ItemChoice = "common"
ALL: ItemChoice = "all"


@dataclass(frozen=True)
class Part:
    """One file's predictions: its table, and which columns hold truth and prediction."""

    name: str
    table: Table
    truth: str
    pred: str

    def text(self, at: int, column: str) -> str:
        """A column as text: CSV and JSON hold 7 as text, Parquet as a number, perhaps as 7.0."""
        return key_text(self.table.relation, f"part_{at}", column)


def key_text(relation: duckdb.DuckDBPyRelation, view: str, column: str) -> str:
    """A column of a view as text."""
    text = f"cast({view}.{sql.name(column)} as varchar)"
    fractional = str(relation.types[relation.columns.index(column)]) in {"FLOAT", "DOUBLE"}
    return f"regexp_replace({text}, '\\.0$', '')" if fractional else text


@dataclass(frozen=True)
class JoinedTable:
    """All columns of the first part, and the column of each system's predictions by name.

    `shared` says how many items the files share, where they need not have the same.
    """

    relation: duckdb.DuckDBPyRelation
    parts: Sequence[Part]
    systems: dict[str, str]
    how: str
    shared: str | None = None

    @property
    def origin(self) -> str:
        """What to call it."""
        names = list(dict.fromkeys(part.table.origin for part in self.parts))
        return listed(names, SHOWN)

    def error(self, said: str) -> FileError:
        """What the engine said about the files, in our words."""
        return _error(self.parts, said)


def joined(
    database: duckdb.DuckDBPyConnection,
    parts: Sequence[Part],
    key: str | None,
    items: ItemChoice | None = None,
    word: str = "prediction",
) -> JoinedTable:
    """The parts matched by a key column, or row by row where their truths are the same; a part holds a `word` each.

    With a key, `items` may be those that all parts have in common, or all, of which a part may lack some.
    """
    if items is not None and key is None:
        raise JoinError.no_shared_key()
    for at, part in enumerate(parts):
        _check_columns(part, key)
        part.table.relation.create_view(f"part_{at}")
    firsts = range(len(parts)) if items == ALL else range(1)
    for one in firsts:
        for at in range(one + 1, len(parts)):
            _Pair(database, (parts[one], one), (parts[at], at), key, items).check()
    columns = {part.name: f"{word} of {part.name}" for part in parts}
    chosen = ", ".join(
        f"part_{at}.{sql.name(part.pred)} as {sql.name(columns[part.name])}" for at, part in enumerate(parts)
    )
    chosen += "".join(
        f", part_{at}.{FINISH} as {sql.name(f'{FINISH}_{columns[part.name]}')}"
        for at, part in enumerate(parts)
        if FINISH in part.table.columns
    )
    first = "part_0.*" if items != ALL or key is None else _whole_columns(parts, key)
    relation = database.sql(f"select {first}, {chosen} from {_matched(parts, key, items)}")
    shared = None if items is None or key is None else _shared(database, parts, key, items)
    return JoinedTable(relation, parts, columns, "row by row" if key is None else f"by {key!r}", shared)


def _matched(parts: Sequence[Part], key: str | None, items: ItemChoice | None) -> str:
    """The parts side by side."""
    if key is None:
        return " positional join ".join(f"part_{at}" for at in range(len(parts)))
    keys = [part.text(at, key) for at, part in enumerate(parts)]
    how = "full join" if items == ALL else "join"
    return "part_0 " + " ".join(
        f"{how} part_{at} on coalesce({', '.join(keys[:at])}) = {keys[at]}" for at in range(1, len(parts))
    )


def _whole_columns(parts: Sequence[Part], key: str) -> str:
    """The columns of the first part, filled from the others for items that it lacks."""
    columns = parts[0].table.relation.columns
    return ", ".join(f"coalesce({', '.join(_filled(parts, name, key))}) as {sql.name(name)}" for name in columns)


def _filled(parts: Sequence[Part], name: str, key: str) -> list[str]:
    """Where the value of a column may stand: keys and truths as text, others in columns of the same name and type."""
    if name == key:
        return [part.text(at, key) for at, part in enumerate(parts)]
    if name == parts[0].truth:
        return [part.text(at, part.truth) for at, part in enumerate(parts)]
    kinds = [dict(zip(part.table.relation.columns, part.table.relation.types, strict=True)) for part in parts]
    alike = [at for at, each in enumerate(kinds) if name in each and str(each[name]) == str(kinds[0][name])]
    return [f"part_{at}.{sql.name(name)}" for at in alike]


def _shared(database: duckdb.DuckDBPyConnection, parts: Sequence[Part], key: str, items: ItemChoice) -> str:
    """How many items all files have, and how many each has."""

    def rows(query: str) -> int:
        with in_our_words(partial(_error, parts)):
            return int(database.sql(query).fetchall()[0][0])

    sizes = {part.table.origin: rows(f"select count(*) from part_{at}") for at, part in enumerate(parts)}
    common = rows(f"select count(*) from {_matched(parts, key, COMMON)}")
    each = ", ".join(f"{origin} has {size:,}" for origin, size in sizes.items())
    if items == COMMON:
        return f"The files share {counted(common, 'item')} (by {key!r}); the others are left out: {each}."
    every = rows(f"select count(*) from {_matched(parts, key, ALL)}")
    return (
        f"The files have {counted(every, 'item')} together (by {key!r}) and share {common:,}: {each}. "
        f"What a file lacks is missing."
    )


def _check_columns(part: Part, key: str | None) -> None:
    columns = part.table.relation.columns
    for name in (part.truth, part.pred, key):
        if name is not None and name not in columns:
            raise ColumnError.unknown(name, columns, part.table.origin)


def _error(parts: Sequence[Part], said: str) -> FileError:
    faults = (part.table.files.fault() for part in parts)
    return next((fault for fault in faults if fault), FileError.engine("the files", "tables", said))


@dataclass(frozen=True)
class _Pair:
    """Two parts with their places, as views of a database."""

    database: duckdb.DuckDBPyConnection
    one: tuple[Part, int]
    two: tuple[Part, int]
    key: str | None
    items: ItemChoice | None

    @property
    def first(self) -> Part:
        """The part that comes first."""
        return self.one[0]

    @property
    def other(self) -> Part:
        """The other part."""
        return self.two[0]

    @property
    def both(self) -> str:
        """The two side by side."""
        (first, one), (other, two) = self.one, self.two
        if self.key is None:
            return f"part_{one} positional join part_{two}"
        return f"part_{one} join part_{two} on {first.text(one, self.key)} = {other.text(two, self.key)}"

    def check(self) -> None:
        """The same items in both unless others are wanted, with the same truths."""
        if self.key is None:
            self._check_rows()
        else:
            self._check_keys(self.key)

    def _check_keys(self, key: str) -> None:
        """Every key once in each, the same keys in both unless others are wanted, the same truth for each."""
        sides = [self.one, self.two]
        for part, at in sides:
            self._check_once(part, at, key)
        common = self._rows(f"select count(*) from {self.both}")[0][0]
        for (part, at), (other, two) in (sides, sides[::-1]):
            known = f"select {other.text(two, key)} from part_{two}"
            alone, total = self._some(f"select {part.text(at, key)} as item from part_{at} where item not in ({known})")
            if total and not common:
                beside = self._some(f"select {other.text(two, key)} as item from part_{two}")[0]
                raise JoinError.match_nowhere(part.table.origin, other.table.origin, key, alone, beside)
            if total and self.items is None:
                raise JoinError.about(
                    f"items of {part.table.origin}",
                    f"that are not in {other.table.origin} (by {key!r}): {first_items(alone, total)}. "
                    f"{_choices(common)}",
                )
        items, total = self._differing(self.first.text(self.one[1], key))
        if total:
            raise JoinError.about(
                f"{self.first.table.origin} and {self.other.table.origin}",
                f"disagree on the truth of {counted(total, 'item')} (by {key!r}): {first_items(items, total)}. "
                f"Both must have the same truth.",
            )

    def _check_once(self, part: Part, at: int, key: str) -> None:
        keys = f"select {part.text(at, key)} as item from part_{at}"
        absent = self._rows(f"select count(*) from ({keys}) where item is null")[0][0]
        if absent:
            raise JoinError.no_key(part.table.origin, key, absent)
        twice, total = self._some(f"select item from ({keys}) group by item having count(*) > 1")
        if total:
            repeats = SAMPLE in part.table.columns
            raise JoinError.repeated(key, part.table.origin, first_items(twice, total), repeats=repeats)

    def _some(self, query: str) -> tuple[list[Any], int]:
        """The first items, in the order of the alphabet, and how many there are."""
        items, total = self._rows(f"select min(item, {SHOWN}), count(*) from ({query})")[0]
        return items or [], total

    def _check_rows(self) -> None:
        """As many rows in both, the same truth in each."""
        counts = [self._rows(f"select count(*) from part_{at}")[0][0] for _, at in (self.one, self.two)]
        _, differing = self._differing("''")
        if counts[0] != counts[1] or differing:
            first, second = (counted(count, "row") for count in counts)
            raise JoinError.about(
                f"{self.first.table.origin} ({first}) and {self.other.table.origin} ({second})",
                f"have no id column in common and their truths differ in {counted(differing, 'row')}, so rows cannot "
                f"be matched. Name a common column with --id.",
            )

    def _differing(self, item: str) -> tuple[list[Any], int]:
        """The first items on whose truth the two do not agree, and how many there are."""
        sides = (self.one, self.two)
        truths = [f"part_{at}.{sql.name(part.truth)}" for part, at in sides]
        texts = [part.text(at, part.truth) for part, at in sides]
        differences = self._rows(
            f"select {truths[0]}, {truths[1]}, min({item}, {SHOWN}), count(*) "
            f"from {self.both} where {texts[0]} is distinct from {texts[1]} group by 1, 2"
        )
        apart = [(items, count) for one, two, items, count in differences if not _agree(one, two)]
        return sorted(item for items, _ in apart for item in items)[:SHOWN], sum(count for _, count in apart)

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with in_our_words(partial(_error, [self.first, self.other])):
            return self.database.sql(query).fetchall()


def _choices(common: int) -> str:
    """What to do about files that do not have the same items."""
    return (
        f"Systems are compared on the same items: --items common (of compare, threshold and rank) takes the "
        f"{counted(common, 'item')} that both have; --items all takes all items, and what a file lacks is missing."
    )


def first_items(items: Sequence[object], total: int) -> str:
    """The first of many, and how many more there are."""
    return shown(items) + (f" and {total - len(items):,} more" if total > len(items) else "")


def _agree(one: object, two: object) -> bool:
    """Whether two truths mean the same class, however they are spelt."""
    if is_missing(one) or is_missing(two):
        return is_missing(one) and is_missing(two)
    return normal(label_text(one)) == normal(label_text(two))
