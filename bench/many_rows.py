"""More rows than fit in memory, by event and language."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from bench.made import CLASSES, SEED, SHARES
from bench.measure import DATA, agree, in_turns, measured
from bench.table import NONE, Row, memory, within

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bench.measure import Reading, Values

ROWS = 200_000_000
FILES = 8
BAR = 1.5
PEAK_MB = 500
ROUNDS = 3
BY = ("event", "language")
EVENTS = tuple(f"event_{at:02}" for at in range(26))
LANGUAGES = tuple(f"language_{at:02}" for at in range(20))
STEPS = 1000


def many_rows(rows: int = ROWS) -> list[Row]:
    """From Parquet files by (event, language), 20 x 26 slices, against a hand-written DuckDB query."""
    files(rows)
    peer, tallied, points = in_turns(
        ROUNDS,
        lambda: measured(duckdb_query, rows=rows),
        lambda: measured(tally, rows=rows),
        lambda: measured(mercalli, rows=rows, replicates=0),
    )
    replicated = measured(mercalli, rows=rows, replicates=1000)
    spark = measured(on_spark, rows=rows)
    for ours in (tallied, points, replicated, spark):
        agree(peer, ours)
    what = f"{rows:,} Parquet rows by (event, language)"
    name = "DuckDB, group by written by hand"
    return [
        within(f"{what}, tally only", name, peer, tallied, bar=BAR, peak_mb=PEAK_MB),
        within(f"{what}, points only", name, peer, points, bar=BAR, peak_mb=PEAK_MB),
        _cpu(f"{what}, points only", name, peer, points),
        _without_bar(f"{what}, 1,000 replicates of every slice", name, peer, replicated),
        _without_bar(f"{what}, points only, as a Spark frame (local mode, memory without the JVM)", name, peer, spark),
    ]


def _without_bar(what: str, name: str, peer: Reading, ours: Reading) -> Row:
    return Row(what, name, "wall", peer.wall, ours.wall, NONE, None, memory(peer), memory(ours))


def _cpu(what: str, name: str, peer: Reading, ours: Reading) -> Row:
    return Row(what, name, "CPU", peer.cpu, ours.cpu, NONE, None, memory(peer), memory(ours))


def files(rows: int) -> list[Path]:
    """Files of text columns event, language, truth, pred; skewed, some languages harder than others."""
    import duckdb

    folder = DATA / f"events_{rows}"
    found = [folder / f"part_{at}.parquet" for at in range(FILES)]
    for at, file in enumerate(found):
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            part = {"start": at * rows // FILES, "stop": (at + 1) * rows // FILES}
            duckdb.connect().execute(_making(file), {**part, **_tables()})
    return found


def _making(file: Path) -> str:
    """Every column picked by its own hash of the row's number, so that the same seed gives the same files."""
    return f"""
        copy (
            with picked as (
                select
                    (hash(i, {SEED}, 'event') % {STEPS})::int + 1 as event_at,
                    (hash(i, {SEED}, 'language') % {STEPS})::int + 1 as language_at,
                    (hash(i, {SEED}, 'truth') % {STEPS})::int + 1 as truth_at,
                    (hash(i, {SEED}, 'guess') % {STEPS})::int + 1 as guess_at,
                    hash(i, {SEED}, 'right') % {STEPS} < 800 - language_at // 4 as is_right,
                from range($start, $stop) as numbers(i)
            )
            select
                $events[event_at] as event,
                $languages[language_at] as language,
                $classes[truth_at] as truth,
                $classes[if(is_right, truth_at, guess_at)] as pred,
            from picked
        ) to '{file}' (format parquet)
    """  # noqa: S608 - our own path


def _tables() -> dict[str, list[str]]:
    return {
        "events": _spread(EVENTS, _harmonic(len(EVENTS))),
        "languages": _spread(LANGUAGES, _harmonic(len(LANGUAGES))),
        "classes": _spread(CLASSES, SHARES),
    }


def _harmonic(size: int) -> list[float]:
    whole = sum(1 / rank for rank in range(1, size + 1))
    return [1 / rank / whole for rank in range(1, size + 1)]


def _spread(names: Sequence[str], shares: Sequence[float]) -> list[str]:
    """A list in which each name stands as often as its share says."""
    ends = [0, *(round(end * STEPS) for end in accumulate(shares))]
    return [name for name, start, end in zip(names, ends, ends[1:], strict=False) for _ in range(end - start)]


def duckdb_query(rows: int) -> Callable[[], Values]:
    """What one would write by hand: the counts, and accuracy from them."""
    import duckdb

    names = [str(file) for file in files(rows)]

    def work() -> Values:
        query = "select event, language, truth, pred, count(*) as n from read_parquet($names) group by all"
        found = duckdb.connect().execute(query, {"names": names}).fetchnumpy()
        return _accuracies(*(found[name].tolist() for name in ("event", "language", "truth", "pred", "n")))

    return work


def tally(rows: int) -> Callable[[], Values]:
    """Only the part of ours that passes over the data."""
    from mercalli.engines.open import source_of

    names = [str(file) for file in files(rows)]

    def work() -> Values:
        found = source_of(names).tally(["event", "language", "truth", "pred"], None)
        columns = [[column.values[code] for code in column.codes.tolist()] for column in found.columns.values()]
        return _accuracies(*columns, found.rows.tolist())

    return work


def mercalli(rows: int, replicates: int) -> Callable[[], Values]:
    """Everything evaluate gives, overall, by event, by language and by both."""
    names = [str(file) for file in files(rows)]
    return lambda: _evaluated(names, replicates)


def on_spark(rows: int) -> Callable[[], Values]:
    """The same call on a Spark frame; starting Spark is not timed."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.memory", "2g").getOrCreate()
    frame = spark.read.parquet(*[str(file) for file in files(rows)])
    return lambda: _evaluated(frame, 0)


def _evaluated(data: object, replicates: int) -> Values:
    from mercalli import evaluate

    system = evaluate(data, truth="truth", pred="pred", by=list(BY), replicates=replicates).systems[0]
    crossed = [part for part in system.slices if part.columns == BY]
    return {"|".join(part.values): _accuracy(part.measures) for part in crossed}


def _accuracy(measures: Sequence[object]) -> float:
    return next(each.value for each in measures if each.metric == "accuracy")  # type: ignore[attr-defined]


def _accuracies(
    events: Sequence[str], languages: Sequence[str], truths: Sequence[str], preds: Sequence[str], counts: Sequence[int]
) -> Values:
    right: dict[str, int] = {}
    total: dict[str, int] = {}
    for event, language, truth, pred, n in zip(events, languages, truths, preds, counts, strict=True):
        key = f"{event}|{language}"
        total[key] = total.get(key, 0) + n
        right[key] = right.get(key, 0) + n * (truth == pred)
    return {key: right[key] / total[key] for key in total}
