"""Uplift: AUUC and Qini of ten million people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.made import SEED
from bench.measure import agree, in_turns, measured
from bench.table import Row, faster, memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bench.measure import Values

ROWS = 10_000_000
BAR = 8
ROUNDS = 3
REPEATS = 3
PEER = "scikit-uplift, its two calls"


def uplift(rows: int = ROWS) -> list[Row]:
    """AUUC and Qini as scikit-uplift reads them, from arrays: from the table alone, then with all that comes along."""
    peer, table, whole = in_turns(
        ROUNDS,
        lambda: measured(scikit_uplift, rows=rows),
        lambda: measured(our_table, REPEATS, rows=rows),
        lambda: measured(our_result, rows=rows),
    )
    agree(peer, table)
    agree(peer, whole)
    every = f"{rows:,} people, uplift() with four K, curves, checks and digest, points only"
    return [
        faster(f"{rows:,} people, AUUC and Qini", PEER, peer, table, BAR),
        Row(every, PEER, "CPU", peer.cpu, whole.cpu, peer_mb=memory(peer), our_mb=memory(whole)),
    ]


def people(rows: int) -> tuple[Any, Any, Any]:
    """Scores all different, who was treated, and outcomes of 0 and 1."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    score = rng.normal(0, 0.1, rows)
    treated = rng.integers(0, 2, rows)
    outcome = (rng.random(rows) < 0.2 + treated * np.clip(score, 0, None)).astype(np.int64)
    return score, treated, outcome


def scikit_uplift(rows: int) -> Callable[[], Values]:
    """Both areas, each by its own call."""
    import warnings

    from sklift.metrics import qini_auc_score, uplift_auc_score

    warnings.simplefilter("ignore", FutureWarning)  # it calls a function that scikit-learn is about to remove
    score, treated, outcome = people(rows)
    return lambda: {
        "auuc": float(uplift_auc_score(outcome, score, treated)),
        "qini": float(qini_auc_score(outcome, score, treated)),
    }


def our_table(rows: int) -> Callable[[], Values]:
    """One table and both metrics of it."""
    from mercalli.metrics.uplift.auuc import auuc
    from mercalli.metrics.uplift.qini import qini
    from mercalli.stats.uplift import UpliftTable

    score, treated, outcome = people(rows)

    def work() -> Values:
        table = UpliftTable.of(score, treated == 1, outcome)
        return {"auuc": float(auuc(table, like="sklift")), "qini": float(qini(table, like="sklift"))}

    return work


def our_result(rows: int) -> Callable[[], Values]:
    """Everything uplift gives, but for intervals."""
    from mercalli import uplift as our_uplift

    score, treated, outcome = people(rows)

    def work() -> Values:
        found = our_uplift(outcome=outcome, treatment=treated, score=score, like="sklift", replicates=0).systems[0]
        return {each.metric.partition("(")[0]: float(each.value or 0.0) for each in found.measures[:2]}

    return work
