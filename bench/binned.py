"""More scores than fit in memory, in bins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import SEED
from bench.measure import DATA, agree, in_turns, measured
from bench.table import Row, memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bench.measure import Values

ROWS = 200_000_000
BINS = 65_536
PEAK_MB = 500
ROUNDS = 2
STEPS = 1 << 30


def binned(rows: int = ROWS) -> list[Row]:
    """ROC-AUC of scores in 65,536 bins from Parquet, against a hand-written DuckDB query of the same bins."""
    file(rows)
    peer, ours = in_turns(ROUNDS, lambda: measured(by_hand, rows=rows), lambda: measured(mercalli, rows=rows))
    agree(peer, ours)
    what = f"{rows:,} Parquet rows, a threshold chosen by costs, points only"
    bar, met = f"< {PEAK_MB} MB", ours.peak_mb < PEAK_MB
    name = "DuckDB, counts of bins alone"
    return [Row(what, name, "wall", peer.wall, ours.wall, bar, met, memory(peer), memory(ours))]


def file(rows: int) -> Path:
    """Scores from 0 to 1 that tell the truth as often as they say."""
    import duckdb

    path = DATA / f"scores_{rows}.parquet"
    if not path.exists():
        drawn = f"(hash(i, {SEED}, $name) % {STEPS}) / {STEPS}"
        score, luck = (drawn.replace("$name", f"'{name}'") for name in ("score", "luck"))
        query = f"select ({score})::float as score, {luck} < score as truth from range({rows}) as numbers(i)"  # noqa: S608 - our own numbers
        duckdb.connect().execute(f"copy ({query}) to '{path}' (format parquet)")
    return path


def by_hand(rows: int) -> Callable[[], Values]:
    """Counts of every bin, and the area from them."""
    import duckdb
    import numpy as np

    path = str(file(rows))

    def work() -> Values:
        reach = "select min(score), max(score) from read_parquet($path)"
        low, high = duckdb.connect().execute(reach, {"path": path}).fetchall()[0]
        query = f"""
            select least(floor((score::double - $low) / (($high - $low) / {BINS})), {BINS - 1})::int as bin,
                count(*) filter (truth) as positive, count(*) filter (not truth) as negative
            from read_parquet($path) group by bin order by bin desc
        """  # noqa: S608 - our own numbers
        found = duckdb.connect().execute(query, {"path": path, "low": low, "high": high}).fetchnumpy()
        positive, negative = (found[name].astype(np.float64) for name in ("positive", "negative"))
        higher = np.cumsum(positive) - positive / 2
        return {"roc_auc": float((higher * negative).sum() / positive.sum() / negative.sum())}

    return work


def mercalli(rows: int) -> Callable[[], Values]:
    """Everything threshold gives, but for intervals."""
    from mercalli import threshold

    path = str(file(rows))

    def work() -> Values:
        found = threshold(path, truth="truth", score="score", bins=BINS, cost_fp=1, cost_fn=4, replicates=0)
        return {each.metric: float(each.value or 0.0) for each in found.systems[0].measures if each.metric == "roc_auc"}

    return work
