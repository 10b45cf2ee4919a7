"""Runs as one table: the answers of several files and logs, with the system, the model and the prompt of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from mercalli.errors import FileError
from mercalli.inputs.usual_names import INPUT_TOKENS, OUTPUT_TOKENS, usual_column
from mercalli.io import sql
from mercalli.io.tables import Table
from mercalli.plan.tables import OpenTable
from mercalli.text.words import counted, listed

if TYPE_CHECKING:
    import duckdb

SYSTEM, MODEL, PROMPT, FILE, SAMPLE = "system", "model", "prompt", "file", "sample"
UNPAID = ("openai", "anthropic", "gemini")  # batches, whose providers take nothing for requests that failed
FAILED = '{"error": '


@dataclass(frozen=True)
class Run:
    """A file with its columns found, and the columns that say whose answer a row is."""

    opened: OpenTable
    keys: Mapping[str, Any]

    @property
    def table(self) -> Table:
        """What DuckDB reads."""
        if self.opened.table is None:
            raise FileError.about("several files of answers", "are read by duckdb only.")
        return self.opened.table

    @property
    def model(self) -> str | None:
        """The column of models: that of a log, or the one that a table calls its system or model."""
        factors: Sequence[str] = self.keys.get("factors") or ()
        own = [name for name in factors if name != self.prompt]
        return self.keys.get("system") or next(iter(own), None)

    @property
    def prompt(self) -> str | None:
        """The column of prompts beside that of models."""
        factors: Sequence[str] = self.keys.get("factors") or ()
        return usual_column((PROMPT,), factors)

    def column(self, role: str) -> str:
        """The column of a role, which every file must have here."""
        found = self.opened.columns[role]
        if not found:
            raise FileError.about(
                self.opened.source.origin,
                "has no column with a usual name for ids, by which answers of several files are matched. Name it "
                "with --item.",
            )
        return found[0]

    @cached_property
    def systems(self) -> list[tuple[str, str | None]]:
        """The models and prompts of the file; none where it does not say."""
        if self.model is None:
            return []
        prompt = "null" if self.prompt is None else f"cast({sql.name(self.prompt)} as varchar)"
        chosen = f"cast({sql.name(self.model)} as varchar) as model, {prompt} as prompt"
        with self.table.reading():
            found = self.table.relation.filter(f"{sql.name(self.model)} is not null").project(chosen).distinct()
            return sorted(found.fetchall(), key=str)

    @property
    def sample(self) -> str | None:
        """The column of samples."""
        return self.keys.get(SAMPLE)

    @property
    def named(self) -> list[str]:
        """The columns that say whose answer a row is."""
        return [name for name in (self.model, self.prompt, self.sample) if name is not None]

    @property
    def tokens(self) -> list[str]:
        """The columns of tokens."""
        found = (usual_column(names, self.table.columns) for names in (INPUT_TOKENS, OUTPUT_TOKENS))
        return [name for name in found if name is not None]

    @property
    def unpaid(self) -> bool:
        """Whether requests that failed cost nothing."""
        return self.opened.log is not None and self.opened.log.shape in UNPAID


def keys_of_log(columns: Sequence[str]) -> dict[str, Any]:
    """The columns of a log that say whose answer a row is.

    >>> keys_of_log(["id", "system", "output"])
    {'system': 'system'}
    """
    who = [name for name in (SYSTEM, PROMPT) if name in columns]
    key = {} if not who else {"factors": tuple(who)} if PROMPT in who else {"system": SYSTEM}
    return {**key, **({SAMPLE: SAMPLE} if SAMPLE in columns else {})}


@dataclass(frozen=True)
class United:
    """One table of all answers, its columns of ids and outputs, what makes a system, and what to know."""

    table: Table
    item: str
    pred: str
    keys: Mapping[str, Any]
    notes: tuple[str, ...]


def united(runs: Sequence[Run], database: duckdb.DuckDBPyConnection) -> United:
    """All answers, called after their models, or after their files where that would mix up two of them."""
    clash, lone = _clash(runs), all(len(run.systems) <= 1 for run in runs)
    prompts, sampled = any(run.prompt for run in runs), any(run.sample for run in runs)
    more = (*((PROMPT,) if prompts else ()), *((SAMPLE,) if sampled else ()))
    parts = [_Part(run, runs[0], by_file=clash and lone, more=more) for run in runs]
    name = ", ".join(run.opened.source.origin for run in runs)
    files = replace(runs[0].table.files, files=[file for run in runs for file in run.table.files.files], name=name)
    keys = {**_system_keys(clash=clash, lone=lone, prompts=prompts), **({SAMPLE: SAMPLE} if sampled else {})}
    table = Table(_stacked(parts, database), files, files.error)
    return United(table, parts[0].item, parts[0].pred, keys, tuple(_notes(parts)))


def _clash(runs: Sequence[Run]) -> bool:
    """Whether two files hold answers of the same model to the same prompt, so far as they say."""
    every = [system for run in runs for system in run.systems or [(run.opened.name, None)]]
    return len(set(every)) < len(every)


def _system_keys(*, clash: bool, lone: bool, prompts: bool) -> dict[str, Any]:
    """The columns that tell systems apart."""
    if clash and not lone:
        return {"factors": (MODEL, *((PROMPT,) if prompts else ()), FILE)}
    return {"factors": (MODEL, PROMPT)} if prompts and not clash else {"system": SYSTEM}


def _stacked(parts: Sequence[_Part], database: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyRelation:
    """One under the other, by the names of columns."""
    name, queries = f"united_{uuid4().hex}", []
    for part in parts:
        view = f"run_{uuid4().hex}"
        part.run.table.relation.create_view(view)
        queries.append(
            f"select {', '.join(part.columns())} from (select *, row_number() over () as place_ from {view})"
        )
    with parts[0].run.table.reading():
        database.execute(f"create temp table {name} as {' union all by name '.join(queries)}")
    return database.table(name)


@dataclass(frozen=True)
class _Part:
    """The answers of one file under the names of the first one, as SQL; `more` are further columns that all have."""

    run: Run
    first: Run
    by_file: bool
    more: tuple[str, ...]

    @property
    def item(self) -> str:
        """The column of ids."""
        return self.first.column("item")

    @property
    def pred(self) -> str:
        """The column of outputs."""
        return self.first.column("pred")

    def columns(self) -> Iterator[str]:
        """Ids, truths and outputs, whose answer it is, and all other columns."""
        own = {role: self.run.column(role) for role in ("item", "truth", "pred")}
        said = {
            self.item: sql.name(own["item"]),
            self.first.column("truth"): sql.name(own["truth"]),
            self.pred: self._of_somebody(sql.name(own["pred"])),
            SYSTEM: self._file if self.by_file else self._model,
            MODEL: self._model,
            FILE: self._file,
            **({PROMPT: self._prompt} if PROMPT in self.more else {}),
            **({SAMPLE: self._sample} if SAMPLE in self.more else {}),
        }
        yield from (f"{words} as {sql.name(name)}" for name, words in said.items())
        taken = {name.casefold() for name in (*said, *own.values(), *self.run.named)}
        yield from (self._other(name) for name in self.run.table.columns if name.casefold() not in taken)

    @property
    def _file(self) -> str:
        return sql.text(self.run.opened.name)

    @property
    def _said(self) -> str:
        """The model as the file has it."""
        return "null" if self.run.model is None else f"cast({sql.name(self.run.model)} as varchar)"

    @property
    def _model(self) -> str:
        """Where a file has one model, it is that of every row; where it has none, the file is."""
        known = [model for model, _ in self.run.systems]
        return self._said if len(known) > 1 else sql.text(known[0]) if known else self._file

    @property
    def _prompt(self) -> str:
        """The prompt, or the file where it says none."""
        if len(self.run.systems) == 1 and self.run.systems[0][1]:
            return sql.text(self.run.systems[0][1])
        own = "null" if self.run.prompt is None else f"cast({sql.name(self.run.prompt)} as varchar)"
        return self._of_somebody(f"coalesce({own}, {self._file})")

    @property
    def _sample(self) -> str:
        """The sample, or which row of its item and system it is."""
        if self.run.sample is not None:
            return self._of_somebody(f"coalesce(cast({sql.name(self.run.sample)} as varchar), '1')")
        beside = [sql.name(name) for name in (self.run.column("item"), self.run.model, self.run.prompt) if name]
        counted_rows = f"row_number() over (partition by {', '.join(beside)} order by place_)"
        return self._of_somebody(f"cast({counted_rows} as varchar)")

    def _of_somebody(self, words: str) -> str:
        """Nothing where a file of several systems does not say whose answer a row is."""
        return words if len(self.run.systems) <= 1 else f"case when {self._said} is null then null else {words} end"

    def _other(self, name: str) -> str:
        """Another column; a request of a batch that failed took no tokens that count."""
        if not self.run.unpaid or name not in self.run.tokens:
            return sql.name(name)
        return f"coalesce({sql.name(name)}, case when {self._failed} then '0' end) as {sql.name(name)}"

    @property
    def _failed(self) -> str:
        return f"starts_with({sql.name(self.run.column('pred'))}, {sql.text(FAILED)})"

    def free(self) -> int:
        """How many requests without an answer have no tokens, and count as free of charge."""
        if not self.run.unpaid or not self.run.tokens:
            return 0
        lacking = f"{self._failed} and {sql.name(self.run.tokens[0])} is null"
        with self.run.table.reading():
            return int(self.run.table.relation.filter(lacking).aggregate("count(*)").fetchall()[0][0])


def _notes(parts: Sequence[_Part]) -> Iterator[str]:
    """What was taken to be so."""
    free = sum(part.free() for part in parts)
    if free:
        have, count = ("has", "counts") if free == 1 else ("have", "count")
        yield (
            f"{counted(free, 'request')} without an answer {have} no tokens and {count} as free of charge: providers "
            f"of batches do not bill them."
        )
    sharing = [part.run.opened for part in parts if part.run.tokens]
    names = [each.source.origin for each in sharing if each.log is not None and each.log.choices]
    if names:
        yield (
            f"Answers in {listed(names)} share the tokens of one request. Each has its part of them; a request for one "
            f"answer would cost more."
        )
