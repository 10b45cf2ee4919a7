"""A log as a table of DuckDB: an answer on each row, attempts and repeats counted, and what was found in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from mercalli.errors import FileError
from mercalli.estimates.progress import Progress, quiet
from mercalli.io import sql
from mercalli.io.logs.files import LogFile
from mercalli.io.logs.rows import CHOICES, LogRow
from mercalli.io.logs.shapes import Shape
from mercalli.io.origin import Origin
from mercalli.io.paths import BLOCK_BYTES, check_whole
from mercalli.text.words import counted, shown

if TYPE_CHECKING:
    import duckdb

ALWAYS = ("id", "output")
MOST_REASONS = 3
STEP = 2_000  # answers between two words about how far it is
ITEM = "coalesce(id, concat('row ', place)), system, prompt"
# Of requests that failed, those that were made again are attempts. Where an item has fewer answers than most have, as
# many failed requests stand for the answers that it lacks, the last ones first.
# Where a log does not count its answers to an item, they are counted here.
COUNTED = f"""
with filled as (
    select * replace (coalesce(system, (select max(system) from {{0}} having count(distinct system) = 1)) as system)
    from {{0}}
),
tried as (
    select *,
        count(*) filter (lost) over item as failures,
        count(*) filter (not lost) over item as answers,
        row_number() over (partition by {ITEM}, sample, lost order by place desc) as from_end
    from filled
    window item as (partition by {ITEM}, sample)
),
lacking as (
    select *, least(failures, greatest(0, coalesce(
        quantile_disc(answers, 0.5) filter (answers > 0) over (partition by system, prompt, sample), 1
    ) - answers)) as lacks
    from tried
),
kept as (
    select * replace (row_number() over (partition by {ITEM} order by sample, place) as sample),
        failures - lacks + 1 as attempts
    from lacking
    where not lost or from_end <= lacks
)
select * exclude (lost, failures, answers, from_end, lacks) from kept order by place
"""


@dataclass(frozen=True)
class LogNote:
    """What a log is, and what was found in it.

    Attributes:
        shape: The name of its shape.
        called: What that is called in a sentence.
        digest: SHA-256 of its bytes.
        lines: Sentences about it.
        systems: The systems whose answers it holds, each with its prompt if it has several.
        repeats: How many items have several answers.
        choices: Whether answers share the tokens of one request.
    """

    shape: str
    called: str
    digest: str
    lines: tuple[str, ...]
    systems: tuple[tuple[str, str | None], ...]
    repeats: int
    choices: bool = False


def log_table(
    database: duckdb.DuckDBPyConnection, origin: Origin, shape: Shape, progress: Progress = quiet
) -> tuple[duckdb.DuckDBPyRelation, LogNote]:
    """The answers of files of one shape."""
    for file in origin.files:
        check_whole(file)
    memory: dict[str, Any] = {}
    raw, name = f"raw_{uuid4().hex}", f"log_{uuid4().hex}"
    _load(database, raw, origin, shape, _told(_flat_rows(origin, shape, memory), progress))
    database.execute(f"create temp table {name} as {COUNTED.format(raw)}")
    lost = _number(database, f"select count(*) from {raw}") - _number(database, f"select count(*) from {name}")
    database.execute(f"drop table {raw}")
    facts = _Facts(database, name, shape, origin, lost, tuple(memory.get("filters", ())), memory.get(CHOICES, False))
    return database.sql(f"select {', '.join(facts.columns())} from {name}"), facts.note()


def _load(database: duckdb.DuckDBPyConnection, name: str, origin: Origin, shape: Shape, lines: Iterator[bytes]) -> None:
    """Rows go through a file of their own, so that a log of any length needs little memory."""
    try:
        with TemporaryDirectory(prefix="mercalli-") as folder:
            flat = Path(folder) / "rows.jsonl"
            with flat.open("wb") as stream:
                stream.writelines(lines)
            if not flat.stat().st_size:
                raise FileError.named(origin.files[0].name, f"was read as {shape.called} and holds no {shape.entry}.")
            kinds = {"place": "BIGINT", **dict.fromkeys(LogRow._fields, "VARCHAR"), "sample": "BIGINT", "lost": "BOOL"}
            columns = ", ".join(f"{column}: '{kind}'" for column, kind in kinds.items())
            options = f"columns = {{{columns}}}, format = 'newline_delimited', maximum_object_size = {1 << 28}"
            database.execute(f"create temp table {name} as from read_json({sql.text(str(flat))}, {options})")
    except OSError as error:
        raise FileError.no_copy(origin.files[0].name, error) from None


def _told(lines: Iterator[bytes], progress: Progress) -> Iterator[bytes]:
    """The same lines, and now and then how many there were; nobody knows how many are to come."""
    for place, line in enumerate(lines):
        if not place % STEP:
            progress(f"reading the log, {counted(place, 'answer')}", 0, 1)
        yield line


def _flat_rows(origin: Origin, shape: Shape, memory: dict[str, Any]) -> Iterator[bytes]:
    files = (LogFile(file, origin.encoding, shape) for file in origin.files)
    rows = (row for file in files for row in file.rows(memory))
    for place, row in enumerate(rows):
        known = {name: value for name, value in zip(LogRow._fields, row, strict=True) if value is not None}
        line = json.dumps({"place": place, **known}, ensure_ascii=False)
        yield f"{line}\n".encode(errors="replace")


def _number(database: duckdb.DuckDBPyConnection, query: str) -> int:
    return int(database.sql(query).fetchall()[0][0])


@dataclass(frozen=True)
class _Facts:
    """What a table of answers holds."""

    database: duckdb.DuckDBPyConnection
    name: str
    shape: Shape
    origin: Origin
    retried: int
    filters: tuple[str, ...]
    choices: bool

    def columns(self) -> list[str]:
        """The columns that hold anything; answers and attempts are counted only where there are several."""
        names = [*LogRow._fields[:-1], "attempts"]
        counts = ", ".join(f"count({name})" for name in names)
        filled = dict(zip(names, self._rows(f"select {counts} from {self.name}")[0], strict=True))
        several = self._rows(f"select max(sample), max(attempts) from {self.name}")[0]
        one = {name for name, most in zip(("sample", "attempts"), several, strict=True) if most == 1}
        return [name for name in names if name in ALWAYS or (filled[name] and name not in one)]

    def note(self) -> LogNote:
        """All of it."""
        return LogNote(
            self.shape.name,
            self.shape.called,
            digest(self.origin.files),
            tuple(self._lines()),
            tuple(self._systems()),
            self._repeats(),
            self.choices,
        )

    def _lines(self) -> Iterator[str]:
        size, lost, refused = self._rows(
            f"select count(*), count(error), count(*) filter (output like '{{\"refusal\": %') from {self.name}"
        )[0]
        models = [system for (system,) in self._rows(f"select distinct system from {self.name} order by 1") if system]
        of = f" of {shown(models)}" if models else ""
        found = [f"{lost:,} without an answer ({self._reasons()})"] if lost else []
        found += [f"{refused:,} refused"] if refused else []
        yield f"{self.origin.name} read as {self.shape.called}{of}: {', '.join([counted(size, 'row'), *found])}"
        if self.retried:
            yield f"{counted(self.retried, 'failed request')} of {self.origin.name} made again: the last attempt counts"
        if self.filters:
            yield f"other filters of {self.origin.name} hold the same answers and were left out: {shown(self.filters)}"

    def _reasons(self) -> str:
        """The most frequent reasons why there is no answer."""
        rows = self._rows(
            f"select error, count(*) as rows from {self.name} where error is not null group by 1 order by rows desc, 1"
        )
        more = f"; {len(rows) - MOST_REASONS:,} other reasons" if len(rows) > MOST_REASONS else ""
        return "; ".join(f"{count:,}: {reason}" for reason, count in rows[:MOST_REASONS]) + more

    def _systems(self) -> list[tuple[str, str | None]]:
        """Models, each with its prompt where there are several."""
        prompts = _number(self.database, f"select count(distinct prompt) from {self.name}")
        prompt = "prompt" if prompts > 1 else "null"
        found = f"select distinct system, {prompt} from {self.name} where system is not null order by all"
        return [(model, prompt) for model, prompt in self._rows(found)]

    def _repeats(self) -> int:
        return _number(self.database, f"select count(distinct id) from {self.name} where sample > 1")

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        return self.database.sql(query).fetchall()


def digest(files: Sequence[Path]) -> str:
    """SHA-256 of the bytes of files, in order."""
    seal = sha256()
    for file in files:
        with file.open("rb") as stream:
            while block := stream.read(BLOCK_BYTES):
                seal.update(block)
    return f"sha256:{seal.hexdigest()}"
