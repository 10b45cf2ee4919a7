"""Survival: concordance of a hundred thousand people, and of a million."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from bench.made import SEED
from bench.measure import agree, around, in_turns, measured
from bench.table import Row, faster, memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bench.measure import Values

ROWS = 100_000
MANY = 10
SKSURV_BAR, LIFELINES_BAR = 150, 6
REPEATS = 5
SKSURV, LIFELINES = "scikit-survival, its plain C", "lifelines, its plain C"
BOTH = "Harrell's and Uno's C with tau"


def survival(rows: int = ROWS) -> list[Row]:
    """Harrell's C and Uno's with tau, both, against the plain C of others.

    lifelines (0.30.3) wants an older pandas: it takes part where it was installed with --no-deps.
    """
    sksurv, ours = around(
        lambda: measured(scikit_survival, rows=rows), lambda: measured(our_metrics, REPEATS, rows=rows)
    )
    agree(sksurv, ours)
    first = faster(f"{rows:,} people, {BOTH}", SKSURV, sksurv, ours, SKSURV_BAR)
    return [first, *_beside_lifelines(rows)] if find_spec("lifelines") else [first]


def _beside_lifelines(rows: int) -> list[Row]:
    """The same, ten times as many, and with standard errors."""
    lifelines, again = in_turns(
        2, lambda: measured(lifelines_c, rows=rows), lambda: measured(our_metrics, REPEATS, rows=rows)
    )
    many, more = (measured(side, rows=MANY * rows) for side in (lifelines_c, our_metrics))
    sure = measured(our_errors, REPEATS, rows=rows)
    for one, two in ((lifelines, again), (many, more), (lifelines, sure)):
        agree(one, two)
    errors = f"{rows:,} people, {BOTH}, both with standard errors"
    return [
        faster(f"{rows:,} people, {BOTH}", LIFELINES, lifelines, again, LIFELINES_BAR),
        faster(f"{MANY * rows:,} people, {BOTH}", LIFELINES, many, more, LIFELINES_BAR),
        Row(errors, LIFELINES, "CPU", lifelines.cpu, sure.cpu, peer_mb=memory(lifelines), our_mb=memory(sure)),
    ]


def people(rows: int) -> tuple[Any, Any, Any]:
    """Times and risks all different; about two thirds have the event."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    risk = rng.normal(size=rows)
    time, end = rng.exponential(np.exp(-risk / 2)), rng.exponential(2.0, rows)
    return np.minimum(time, end), (time <= end).astype(np.int64), risk


def scikit_survival(rows: int) -> Callable[[], Values]:
    """Its C-index."""
    from sksurv.metrics import concordance_index_censored

    time, event, risk = people(rows)
    return lambda: {"c_index": float(concordance_index_censored(event == 1, time, risk)[0])}


def lifelines_c(rows: int) -> Callable[[], Values]:
    """Its C-index."""
    import warnings

    warnings.simplefilter("ignore")  # it is older than the pandas here
    from lifelines.utils import concordance_index

    time, event, risk = people(rows)
    return lambda: {"c_index": float(concordance_index(time, -risk, event))}


def our_metrics(rows: int) -> Callable[[], Values]:
    """Both, from arrays."""
    import numpy as np

    from mercalli.metrics.survival.c_index import c_index
    from mercalli.metrics.survival.c_index_ipcw import c_index_ipcw
    from mercalli.stats.survival import Survival

    time, event, risk = people(rows)
    tau = float(np.quantile(time, 0.9))

    def work() -> Values:
        given = Survival.of(time, event, risk)
        c_index_ipcw(given, tau=tau)
        return {"c_index": float(c_index(given))}

    return work


def our_errors(rows: int) -> Callable[[], Values]:
    """Both, and what each person contributes to them."""
    import numpy as np

    from mercalli.metrics.catalogue import parse
    from mercalli.stats.survival import Survival
    from mercalli.uncertainty.influence import standard_error

    time, event, risk = people(rows)
    metrics = [parse("c_index"), parse(f"c_index_ipcw(tau={float(np.quantile(time, 0.9))!r})")]

    def work() -> Values:
        given = Survival.of(time, event, risk)
        for metric in metrics:
            influence = metric.influence(given)
            if influence is not None:
                standard_error(influence)
        return {"c_index": float(metrics[0](given))}

    return work
