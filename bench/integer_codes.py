"""Integer codes in arrays, on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import codes
from bench.measure import agree, in_turns, measured
from bench.peers import our_values, sklearn_values
from bench.table import Row, faster

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure import Reading, Values

ROWS = 10_000_000
BAR = 200
REPEATS = 7
ROUNDS = 3


def integer_codes(rows: int = ROWS) -> list[Row]:
    """All metrics, without and with 1,000 replicates, on the same integers; the last two rows mix the types."""
    found = {kind: _in_turns(rows, kind) for kind in ("uint8", "int64")}
    peers = {kind: peer for kind, (peer, _, _) in found.items()}
    ours = {(kind, replicates): found[kind][at] for kind in found for at, replicates in ((1, 0), (2, 1000))}
    return [
        _row(rows, peers[theirs], theirs, ours[kind, replicates], kind, replicates)
        for theirs, kind in (("uint8", "uint8"), ("int64", "int64"), ("int64", "uint8"))
        for replicates in (0, 1000)
    ]


def _in_turns(rows: int, kind: str) -> list[Reading]:
    return in_turns(
        ROUNDS,
        lambda: measured(scikit_learn, rows=rows, kind=kind),
        lambda: measured(mercalli, REPEATS, rows=rows, kind=kind, replicates=0),
        lambda: measured(mercalli, REPEATS, rows=rows, kind=kind, replicates=1000),
    )


def _row(rows: int, peer: Reading, theirs: str, ours: Reading, kind: str, replicates: int) -> Row:  # noqa: PLR0917 - a line
    agree(peer, ours)
    how = "1,000 replicates" if replicates else "points only"
    return faster(f"{rows:,} rows of {kind}, all metrics, {how}", f"scikit-learn on {theirs}", peer, ours, BAR)


def scikit_learn(rows: int, kind: str) -> Callable[[], Values]:
    """The report, balanced accuracy and Matthews correlation."""
    import sklearn.metrics  # noqa: F401 - importing is not timed

    truth, pred = codes("truth", rows).astype(kind), codes("pred", rows).astype(kind)
    return lambda: sklearn_values(truth, pred)


def mercalli(rows: int, kind: str, replicates: int) -> Callable[[], Values]:
    """Everything evaluate gives by default."""
    from mercalli import evaluate

    truth, pred = codes("truth", rows).astype(kind), codes("pred", rows).astype(kind)
    return lambda: our_values(evaluate(truth=truth, pred=pred, replicates=replicates))
