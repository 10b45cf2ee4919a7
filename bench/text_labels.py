"""Text labels: ours from a Parquet file, scikit-learn's already in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import text, text_file
from bench.measure import agree, around, measured
from bench.peers import our_values, sklearn_values
from bench.table import Row, faster

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Values

ROWS = 10_000_000
BAR = 200
REPEATS = 5


def text_labels(rows: int = ROWS) -> list[Row]:
    """All metrics with 1,000 replicates, reading the file included, against scikit-learn's report alone."""
    text_file(rows)
    peer, ours = around(lambda: measured(scikit_learn, rows=rows), lambda: measured(mercalli, REPEATS, rows=rows))
    agree(peer, ours)
    what = f"{rows:,} rows of text from Parquet, all metrics, 1,000 replicates"
    return [faster(what, "scikit-learn on object arrays in memory", peer, ours, BAR)]


def scikit_learn(rows: int) -> Callable[[], Values]:
    """On object arrays: faster for scikit-learn than fixed-width text."""
    import sklearn.metrics  # noqa: F401 - importing is not timed

    truth, pred = text("truth", rows), text("pred", rows)
    return lambda: sklearn_values(truth, pred)


def mercalli(rows: int) -> Callable[[], Values]:
    """From the file."""
    from mercalli import evaluate

    file = text_file(rows)
    return lambda: our_values(evaluate(file, truth="truth", pred="pred", replicates=1000))
