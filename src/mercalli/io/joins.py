"""Joins: the predictions of several files side by side on the same items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from mercalli.errors import ColumnError, FileError, JoinError
from mercalli.inputs.classes import label_text, normal
from mercalli.inputs.tally import is_missing
from mercalli.io import sql
from mercalli.io.tables import Table, in_our_words
from mercalli.text.words import counted, shown

if TYPE_CHECKING:
    import duckdb


SHOWN = 3


@dataclass(frozen=True)
class Part:
    """One file's predictions: its table, and which columns hold truth and prediction."""

    name: str
    table: Table
    truth: str
    pred: str

    def text(self, at: int, column: str) -> str:
        """A column as text: CSV and JSON hold 7 as text, Parquet as a number, perhaps as 7.0."""
        relation = self.table.relation
        text = f"cast(part_{at}.{sql.name(column)} as varchar)"
        fractional = str(relation.types[relation.columns.index(column)]) in {"FLOAT", "DOUBLE"}
        return f"regexp_replace({text}, '\\.0$', '')" if fractional else text


@dataclass(frozen=True)
class JoinedTable:
    """All columns of the first part, and the column of each system's predictions by name."""

    relation: duckdb.DuckDBPyRelation
    parts: Sequence[Part]
    systems: dict[str, str]
    how: str

    @property
    def origin(self) -> str:
        """What to call it."""
        return " and ".join(dict.fromkeys(part.table.origin for part in self.parts))

    def error(self, said: str) -> FileError:
        """What the engine said about the files, in our words."""
        return _error(self.parts, said)


def joined(database: duckdb.DuckDBPyConnection, parts: Sequence[Part], key: str | None) -> JoinedTable:
    """The parts matched by a key column, or row by row where their truths are the same."""
    for at, part in enumerate(parts):
        _check_columns(part, key)
        part.table.relation.create_view(f"part_{at}")
    pairs = [_Pair(database, parts[0], part, at, key) for at, part in enumerate(parts) if at]
    for pair in pairs:
        pair.check()
    columns = {part.name: f"prediction of {part.name}" for part in parts}
    chosen = ", ".join(
        f"part_{at}.{sql.name(part.pred)} as {sql.name(columns[part.name])}" for at, part in enumerate(parts)
    )
    relation = database.sql(f"select part_0.*, {chosen} from part_0 {' '.join(pair.match for pair in pairs)}")
    return JoinedTable(relation, parts, columns, "row by row" if key is None else f"by {key!r}")


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
    """The first part and another one, as views of a database."""

    database: duckdb.DuckDBPyConnection
    first: Part
    other: Part
    at: int
    key: str | None

    @property
    def match(self) -> str:
        """How the other part joins the first."""
        if self.key is None:
            return f"positional join part_{self.at}"
        return f"join part_{self.at} on {self.first.text(0, self.key)} = {self.other.text(self.at, self.key)}"

    def check(self) -> None:
        """The same items in both, with the same truths."""
        if self.key is None:
            self._check_rows()
        else:
            self._check_keys(self.key)

    def _check_keys(self, key: str) -> None:
        """Every key once in each, the same keys in both, the same truth for each."""
        sides = [(self.first, 0), (self.other, self.at)]
        for part, at in sides:
            self._check_once(part, at, key)
        for (part, at), (other, two) in (sides, sides[::-1]):
            known = f"select {other.text(two, key)} from part_{two}"
            alone, total = self._some(f"select {part.text(at, key)} as item from part_{at} where item not in ({known})")
            if total:
                raise JoinError.about(
                    f"items of {part.table.origin}",
                    f"that are not in {other.table.origin} (by {key!r}): {_first(alone, total)}. "
                    f"Systems are compared on the same items: leave out what one of them lacks.",
                )
        items, total = self._differing(self.first.text(0, key))
        if total:
            raise JoinError.about(
                f"{self.first.table.origin} and {self.other.table.origin}",
                f"disagree on the truth of {counted(total, 'item')} (by {key!r}): {_first(items, total)}. "
                f"Both must be judged by the same truth.",
            )

    def _check_once(self, part: Part, at: int, key: str) -> None:
        keys = f"select {part.text(at, key)} as item from part_{at}"
        absent = self._rows(f"select count(*) from ({keys}) where item is null")[0][0]
        if absent:
            raise JoinError.no_key(part.table.origin, key, absent)
        twice, total = self._some(f"select item from ({keys}) group by item having count(*) > 1")
        if total:
            raise JoinError.named(
                key,
                f"must name each item of {part.table.origin} once. There more than once: {_first(twice, total)}. "
                f"Remove the repetitions, or name another column with --id.",
            )

    def _some(self, query: str) -> tuple[list[Any], int]:
        """The first items, in the order of the alphabet, and how many there are."""
        items, total = self._rows(f"select min(item, {SHOWN}), count(*) from ({query})")[0]
        return items or [], total

    def _check_rows(self) -> None:
        """As many rows in both, the same truth in each."""
        counts = [self._rows(f"select count(*) from part_{at}")[0][0] for at in (0, self.at)]
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
        truths = [f"part_0.{sql.name(self.first.truth)}", f"part_{self.at}.{sql.name(self.other.truth)}"]
        texts = [self.first.text(0, self.first.truth), self.other.text(self.at, self.other.truth)]
        differences = self._rows(
            f"select {truths[0]}, {truths[1]}, min({item}, {SHOWN}), count(*) "
            f"from part_0 {self.match} where {texts[0]} is distinct from {texts[1]} group by 1, 2"
        )
        apart = [(items, count) for one, two, items, count in differences if not _agree(one, two)]
        return sorted(item for items, _ in apart for item in items)[:SHOWN], sum(count for _, count in apart)

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with in_our_words(partial(_error, [self.first, self.other])):
            return self.database.sql(query).fetchall()


def _first(items: Sequence[object], total: int) -> str:
    """The first of many, and how many more there are."""
    return shown(items) + (f" and {total - len(items):,} more" if total > len(items) else "")


def _agree(one: object, two: object) -> bool:
    """Whether two truths mean the same class, however they are spelt."""
    if is_missing(one) or is_missing(two):
        return is_missing(one) and is_missing(two)
    return normal(label_text(one)) == normal(label_text(two))
