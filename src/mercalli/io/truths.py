"""Answers of one file with the truths of another, matched by id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from mercalli.errors import FileError, JoinError
from mercalli.io import sql
from mercalli.io.joins import SHOWN, first_items, key_text
from mercalli.io.logs.rows import LogRow
from mercalli.io.tables import Table, in_our_words
from mercalli.text.words import counted

if TYPE_CHECKING:
    import duckdb

ANSWER, ERROR, ITEM_TEXT, LOG_TRUTH = "output", "error", "text", "truth"


@dataclass(frozen=True)
class JoinedTruths:
    """Answers with truths, how many items have both, and what should be known of the others."""

    table: Table
    told: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class TruthFile:
    """A table of truths: the column that names items, and the column of the truth."""

    table: Table
    key: str
    truth: str

    def joined(self, database: duckdb.DuckDBPyConnection, answers: Table, key: str) -> JoinedTruths:
        """Every item of the truths with its answers; an item without one has no prediction."""
        names = [f"{role}_{uuid4().hex}" for role in ("truths", "answers")]
        for table, name in zip((self.table, answers), names, strict=True):
            table.relation.create_view(name)
        join = _Join(database, self, answers, key, *names)
        join.check()
        return JoinedTruths(replace(answers, relation=join.relation()), join.told(), tuple(join.notes()))


@dataclass(frozen=True)
class _Join:
    """Two tables as views of a database; `items` and `answered` are their ids as SQL."""

    database: duckdb.DuckDBPyConnection
    truths: TruthFile
    answers: Table
    key: str
    one: str
    two: str

    @property
    def items(self) -> str:
        return key_text(self.truths.table.relation, self.one, self.truths.key)

    @property
    def answered(self) -> str:
        return key_text(self.answers.relation, self.two, self.key)

    def check(self) -> None:
        """Every row has an id, each truth one of its own, and some are in both files."""
        truths, answers = self.truths.table.origin, self.answers.origin
        self._check_present(truths, self.truths.key, f"from {self.one} where {self.items} is null")
        self._check_present(answers, self.key, f"from {self.two} where {self.answered} is null")
        twice, total = self._some(f"{self.items} as item from {self.one} group by item having count(*) > 1")
        if total:
            raise JoinError.repeated(self.truths.key, truths, first_items(twice, total))
        if not self._number(f"from {self.one} where {self._known}"):
            first = self._some(f"distinct {self.answered} as item from {self.two}")[0]
            second = self._some(f"{self.items} as item from {self.one}")[0]
            raise JoinError.match_nowhere(answers, truths, self.truths.key, first, second)

    @property
    def _known(self) -> str:
        """Whether a truth has an answer."""
        return f"{self.items} in (select {self.answered} from {self.two})"

    def _check_present(self, origin: str, key: str, rows: str) -> None:
        lacking = self._number(rows)
        if lacking:
            raise JoinError.no_key(origin, key, lacking)

    def relation(self) -> duckdb.DuckDBPyRelation:
        """In the order of the truths, and for each item in the order of its answers."""
        name = f"joined_{uuid4().hex}"
        numbered = "(select *, row_number() over () as place from {0}) as {0}"
        with in_our_words(self._error):
            self.database.execute(
                f"create temp table {name} as select {', '.join(self._columns())} "
                f"from {numbered.format(self.one)} left join {numbered.format(self.two)} "
                f"on {self.items} = {self.answered} "
                f"order by {self.one}.place, {self.two}.place"
            )
        return self.database.table(name)

    def _columns(self) -> list[str]:
        """Those of the truths, then those of the answers, which win where both have one that is no fact of the item."""
        theirs = {each.casefold() for each in self.truths.table.columns}
        own = {each.casefold() for each in (self.key, self.truths.key, self.truths.truth)}
        own |= {ITEM_TEXT} & theirs | ({LOG_TRUTH} if self.answers.log else set())
        answers = [each for each in self.answers.columns if each.casefold() not in own]
        later = {each.casefold() for each in answers}
        truths = [each for each in self.truths.table.columns if each.casefold() not in later]
        return [*(f"{self.one}.{sql.name(each)}" for each in truths), *(self._filled(each) for each in answers)]

    def _filled(self, column: str) -> str:
        """A column of the answers; an item that a log lacks has no answer, and the reason says so."""
        name = f"{self.two}.{sql.name(column)}"
        lost = LogRow().failed("not in the log")
        words = {ANSWER: lost.output, ERROR: lost.error}.get(column) if self.answers.log else None
        if words is None:
            return name
        absent = f"case when {self.answered} is null then {sql.text(words)} else {name} end"
        return f"{absent} as {sql.name(column)}"

    def told(self) -> str:
        """How many items have a row."""
        size, found = self._number(f"from {self.one}"), self._number(f"from {self.one} where {self._known}")
        return f"{found:,} of {counted(size, 'item')} of {self.truths.table.origin} are in {self._by}"

    def notes(self) -> Iterator[str]:
        """What has no partner."""
        truths, answers = self.truths.table.origin, self.answers.origin
        lacking, total = self._some(f"{self.items} as item from {self.one} where not {self._known}")
        if total:
            few = first_items(lacking, total)
            yield f"Not in {self._by}: {counted(total, 'item')} of {truths} ({few}). There is no prediction for them."
        unknown = f"{self.answered} as item from {self.two} where item not in (select {self.items} from {self.one})"
        alone, total = self._some(unknown)
        if total:
            few = first_items(alone, total)
            yield f"Left out: {counted(total, 'row')} of {answers} with ids that {truths} does not have ({few})."

    @property
    def _by(self) -> str:
        return f"{self.answers.origin} (by {self.truths.key!r})"

    def _some(self, chosen: str) -> tuple[list[Any], int]:
        """The first items, in the order of the alphabet, and how many there are."""
        items, total = self._rows(f"select min(item, {SHOWN}), count(*) from (select {chosen})")[0]
        return items or [], total

    def _number(self, rows: str) -> int:
        return int(self._rows(f"select count(*) {rows}")[0][0])

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with in_our_words(self._error):
            return self.database.sql(query).fetchall()

    def _error(self, said: str) -> FileError:
        return self.truths.table.files.fault() or self.answers.error(said)
