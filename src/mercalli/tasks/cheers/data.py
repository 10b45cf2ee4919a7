"""Sentences: what is true of them and what runs say of them, matched by their ids and counted by DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.digest import digest_of
from mercalli.inputs.labels import MISSING_SLICE
from mercalli.inputs.tally import Column
from mercalli.io import sql
from mercalli.io.headers import UTF8
from mercalli.io.tables import open_table
from mercalli.stats.set_sample import SetSample
from mercalli.tasks.cheers.errors import RunError
from mercalli.tasks.cheers.sectors import Sectors, sector_ids
from mercalli.tasks.cheers.tables import GOLD, FileTable, keep, slice_column

if TYPE_CHECKING:
    import duckdb


DOCUMENT, COUNTRY = "doc_id", "country_code"
TABLE, DOCUMENTS = "gold", "documents"


@dataclass(frozen=True)
class RunLabels:
    """What one run says of each entry: relevant or not, and the id of its sector or -1."""

    relevant: Ints
    sector: Ints


@dataclass(frozen=True)
class Sentences:
    """Entries of sentences that are alike in everything here.

    Attributes:
        sectors: The sectors.
        document: The document of each entry.
        relevant: Whether its sentences are relevant, 0 or 1.
        sets: The distinct sets of sectors (C, L).
        set_of: Which of them each entry has.
        runs: What each run says, by its name.
        by: Columns to slice by.
        rows: How many sentences each entry stands for.
        origin: What the data is called.
    """

    sectors: Sectors
    document: Ints
    relevant: Ints
    sets: Bools
    set_of: Ints
    runs: Mapping[str, RunLabels]
    by: Mapping[str, Column]
    rows: Ints
    origin: str

    @property
    def n(self) -> int:
        """How many sentences."""
        return int(self.rows.sum())

    @property
    def documents(self) -> int:
        """Number of documents."""
        return len(np.unique(self.document))

    def sample(self, chosen: Ints) -> SetSample:
        """Some of the entries, drawn by documents."""
        relevant, truth = self.relevant[chosen], self.sets[self.set_of[chosen]]
        flags = [(relevant, run.relevant[chosen]) for run in self.runs.values()]
        preds = [self.sectors.one_each(run.sector[chosen]) for run in self.runs.values()]
        rows, unit = self.rows[chosen], self.document[chosen]
        return SetSample.of(self.sectors.names, truth, preds, rows, unit=unit, flags=flags)

    @property
    def everything(self) -> Sentences:
        """The same with a single run that extracts every sentence and always names the most frequent sector."""
        often = int((self.rows @ self.sets[self.set_of]).argmax())
        same = (np.full(len(self.rows), value) for value in (1, self.sectors.ids[often]))
        return replace(self, runs={"": RunLabels(*same)})

    def digest(self, run: RunLabels) -> str:
        """Of the sentences, and of what one run says of them."""
        parts = [self.document, self.relevant, self.sets, self.set_of, run.relevant, run.sector, self.rows]
        return digest_of([self.sectors.ids, self.sectors.names], parts)


@dataclass(frozen=True)
class GoldTables:
    """A gold file, and which table has each column to slice by: its own, or that of the documents."""

    sentences: FileTable
    by: Mapping[str, str]

    @classmethod
    def load(
        cls,
        database: duckdb.DuckDBPyConnection,
        path: str | Path,
        documents: str | Path | None,
        by: Sequence[str],
        encoding: str = UTF8,
    ) -> GoldTables:
        """Columns to slice by are looked for in the gold file first; with documents alone, it is by country."""
        gold = open_table(path, encoding=encoding, database=database)
        beside = None if documents is None else open_table(documents, encoding=encoding, database=database)
        there = [] if beside is None else beside.columns
        columns = [*by] or [COUNTRY] * (beside is not None)
        homes = {name: TABLE if name in gold.columns else DOCUMENTS for name in columns}
        for name, home in homes.items():
            if home == DOCUMENTS and name not in there:
                files = [each.files.files[0].name for each in (gold, beside) if each is not None]
                raise RunError.no_column(name, files, [*gold.columns, *there])
        inside, outside = ([name for name in homes if homes[name] == home] for home in (TABLE, DOCUMENTS))
        sentences = keep(database, gold, TABLE, GOLD, inside)
        if beside is not None and outside:
            _check_documents(keep(database, beside, DOCUMENTS, [DOCUMENT], outside), sentences)
        return cls(sentences, homes)


def _check_documents(documents: FileTable, gold: FileTable) -> None:
    """Each document is there once, and at least one has a sentence."""
    query = f"select {DOCUMENT} from {documents.name} group by 1 having count(*) > 1 order by 1 limit 1"
    twice = documents.query(query).fetchone()
    if twice is not None:
        problem = f"must have each document once; {str(twice[0])!r} is there twice. Remove one of them."
        raise RunError.file(documents.file, problem)
    if not documents.rows:
        raise RunError.no_rows(documents.file, "documents")
    if gold.query(f"select 1 from {gold.name} semi join {documents.name} using ({DOCUMENT}) limit 1").fetchone():
        return
    firsts = [table.query(f"select min({DOCUMENT}) from {table.name}").fetchone() for table in (documents, gold)]
    raise RunError.no_document(documents.file, gold.file, *(str(first[0]) for first in firsts if first))


def count_sentences(gold: GoldTables, runs: Mapping[str, FileTable], sectors: Sectors) -> Sentences:
    """Entries of sentences that are alike, in order; everything must have been checked."""
    counts: Any = gold.sentences.query(_counts(gold, list(runs.values()))).fetchnumpy()
    ordered = gold.sentences.query(f"select distinct sector_ids from {TABLE} order by 1")
    sets = [sector_ids(cell) or frozenset() for (cell,) in ordered.fetchall()]
    columns = {name: np.asarray(values, np.int64) for name, values in counts.items()}
    labels = {name: RunLabels(columns[f"relevant_{at}"], columns[f"sector_{at}"]) for at, name in enumerate(runs)}
    by = {name: Column(_values(gold, name), columns[f"by_{at}"]) for at, name in enumerate(gold.by)}
    return Sentences(
        sectors=sectors,
        document=columns["document"],
        relevant=columns["relevant"],
        sets=sectors.flags(sets),
        set_of=columns["cell"],
        runs=labels,
        by=by,
        rows=columns["times"],
        origin=gold.sentences.source.origin,
    )


def _counts(gold: GoldTables, runs: Sequence[FileTable]) -> str:
    """SQL that groups sentences by everything that is told of them, and only then puts places for texts."""
    slices = {f"by_{at}": _slice(gold, name) for at, name in enumerate(gold.by)}
    texts = {"document": f"{TABLE}.{DOCUMENT}", "cell": f"{TABLE}.sector_ids", **slices}
    numbers = {"relevant": f"{TABLE}.is_relevant::int"}
    for at, run in enumerate(runs):
        numbers |= {f"relevant_{at}": f"{run.name}.is_relevant::int", f"sector_{at}": f"{run.name}.sector_id::bigint"}
    chosen = ", ".join(f"{what} as {name}" for name, what in {**texts, **numbers}.items())
    joined = " ".join(f"join {run.name} using ({DOCUMENT}, sentence_id)" for run in runs)
    groups = f"select {chosen}, count(*) as times from {_sentences(gold)} {joined} group by all"
    places = {name: f"dense_rank() over (order by {name}) - 1 as {name}" for name in texts}
    names = ["document", "relevant", "cell", *slices, *list(numbers)[1:], "times"]
    return f"select {', '.join(places.get(name, name) for name in names)} from ({groups}) order by all"


def _sentences(gold: GoldTables) -> str:
    """The gold file, and what the documents tell of it."""
    return f"{TABLE} left join {DOCUMENTS} using ({DOCUMENT})" if DOCUMENTS in gold.by.values() else TABLE


def _slice(gold: GoldTables, name: str) -> str:
    return f"coalesce({gold.by[name]}.{sql.name(slice_column(name))}, {sql.text(MISSING_SLICE)})"


def _values(gold: GoldTables, name: str) -> tuple[str, ...]:
    """The values of a column to slice by, in order."""
    query = f"select distinct {_slice(gold, name)} as value from {_sentences(gold)} order by 1"
    return tuple(value for (value,) in gold.sentences.query(query).fetchall())
