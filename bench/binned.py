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
BINS = 512
OCTAVES = range(2, 33)
PEAK_MB, TIMES = 500, 1.5
ENDS = ("least ROC-AUC", "most ROC-AUC")
ROUNDS = 2
STEPS = 1 << 30


def binned(rows: int = ROWS) -> list[Row]:
    """ROC-AUC of scores in 512 bins an octave from Parquet, against a hand-written DuckDB count of the same bins."""
    file(rows)
    peer, ours = in_turns(ROUNDS, lambda: measured(by_hand, rows=rows), lambda: measured(mercalli, rows=rows))
    agree(peer, ours)
    what = f"{rows:,} Parquet rows, a threshold chosen by costs, points only"
    bar, met = f">= {1 / TIMES:.2f}x, < {PEAK_MB} MB", ours.cpu <= TIMES * peer.cpu and ours.peak_mb < PEAK_MB
    name = "DuckDB, counts of bins alone"
    return [Row(what, name, "CPU", peer.cpu, ours.cpu, bar, met, memory(peer), memory(ours))]


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
    """Counts of every bin, and between which ends the ROC-AUC lies by them."""
    import duckdb
    import numpy as np

    path = str(file(rows))

    low = " ".join(f"when s >= {2.0**-at!r} then floor(s * {BINS * 2.0**at!r}) - {at * BINS}" for at in OCTAVES)
    high = " ".join(
        f"when s < {1 - 2.0**-at!r} then {at * BINS} - ceil((1 - s) * {BINS * 2.0**at!r})" for at in OCTAVES
    )
    most = (OCTAVES[-1] + 1) * BINS
    query = f"""
        select (case when s < 0.5 then case {low} else -{most} end else case {high} else {most} end end)::int as bin,
            count(*) filter (truth) as positive, count(*) filter (not truth) as negative
        from (select score::double as s, truth from read_parquet($path)) group by bin order by bin desc
    """  # noqa: S608 - our own numbers

    def work() -> Values:
        found = duckdb.connect().execute(query, {"path": path}).fetchnumpy()
        positive, negative = (found[name].astype(np.float64) for name in ("positive", "negative"))
        pairs, higher = positive.sum() * negative.sum(), np.cumsum(positive)
        ends = ((higher - positive) * negative).sum(), (higher * negative).sum()
        return dict(zip(ENDS, (float(each / pairs) for each in ends), strict=True))

    return work


def mercalli(rows: int) -> Callable[[], Values]:
    """Everything threshold gives, but for intervals."""
    from mercalli import threshold

    path = str(file(rows))

    def work() -> Values:
        found = threshold(path, truth="truth", score="score", bins=BINS, cost_fp=1, cost_fn=4, replicates=0)
        return dict(zip(ENDS, found.systems[0].auc_bounds or (), strict=True))

    return work
