"""Over time: counts by event, bin and class, against a rolling window fed row by row and a query by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import timed_file
from bench.measure import Reading, agree, in_turns, measured
from bench.table import Row, faster

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values

ROWS, PEER_ROWS = 5_000_000, 50_000
BAR, SLOWER = 200, 1.5
ROUNDS, REPEATS = 3, 3
QUERY = """
select time_bucket(interval 6 hours, ts) as bin, event, truth, pred, count(*) as n
from read_parquet($file) group by all
"""
KEYS = ["bin(ts, 6h)", "event", "truth", "pred"]


def over_time(rows: int = ROWS) -> list[Row]:
    """Rows of Parquet by bin of six hours, event, truth and prediction; river's rate per row holds for any number."""
    some = min(rows, PEER_ROWS)
    rolling, hand, ours = in_turns(
        ROUNDS,
        lambda: measured(river, rows=some),
        lambda: measured(query, REPEATS, rows=rows),
        lambda: measured(tally, REPEATS, rows=rows),
    )
    agree(hand, ours)
    each = Reading(rolling.cpu * rows / some, rolling.wall * rows / some, rolling.extra_mb, rolling.peak_mb, {})
    return [
        faster(
            f"{rows:,} rows by bin and class", f"river, TimeRolling accuracy, {some:,} rows scaled", each, ours, BAR
        ),
        faster(f"{rows:,} rows by bin and class", "DuckDB, time_bucket written by hand", hand, ours, 1 / SLOWER),
    ]


def river(rows: int) -> Callable[[], Values]:
    """The accuracy of the last six hours, after every row."""
    from datetime import UTC, datetime, timedelta

    import numpy as np
    from river.metrics import Accuracy
    from river.utils import TimeRolling

    rng = np.random.default_rng(0)
    seconds = np.sort(rng.integers(0, 864_000, rows)).tolist()
    truth, pred = (rng.integers(0, 11, rows).tolist() for _ in range(2))
    start = datetime(2025, 1, 1, tzinfo=UTC).replace(tzinfo=None)  # river compares with a time that has no zone
    times = [start + timedelta(seconds=each) for each in seconds]

    def work() -> Values:
        rolling = TimeRolling(Accuracy(), period=timedelta(hours=6))
        for moment, true, said in zip(times, truth, pred, strict=True):
            rolling.update(true, said, t=moment)
        return {"accuracy": rolling.get()}

    return work


def query(rows: int) -> Callable[[], Values]:
    """What one would write."""
    import duckdb

    file = str(timed_file(rows))

    def work() -> Values:
        found = duckdb.sql(QUERY, params={"file": file}).fetchnumpy()
        return {"groups": float(len(found["n"])), "rows": float(found["n"].sum())}

    return work


def tally(rows: int) -> Callable[[], Values]:
    """The key and the tally, checked."""
    from mercalli.engines.keys import with_keys
    from mercalli.engines.open import source_of

    file = str(timed_file(rows))

    def work() -> Values:
        found = with_keys(source_of(file, "utf-8"), KEYS[:1], None).tally(KEYS, None)
        return {"groups": float(len(found.rows)), "rows": float(found.rows.sum())}

    return work
