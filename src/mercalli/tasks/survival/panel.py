"""Which metrics survival is told by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.metrics.catalogue import parse
from mercalli.tasks.survival.times import scored_until

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.metrics.catalogue import Metric
    from mercalli.stats.survival import Survival
    from mercalli.tasks.survival.times import Cutoff

AT = "at"
MOST_DIGITS = 1e15


def panel(
    survival: Survival, cutoff: Cutoff, horizons: Sequence[float], like: str | None, *, cut: bool
) -> list[Metric]:
    """Concordance over all time, chances over all time, then each horizon; `cut` if tau was asked for."""
    reading = {} if like is None else {"like": like}
    found = [
        parse("c_index_ipcw").having({**_by(cutoff.read), **reading}),
        parse("c_index").having(_by(cutoff.tau if cut else None)),
    ]
    if survival.competing.any():
        weighed = [] if cutoff.own is None else [parse("c_index_competing").having(_by(cutoff.own))]
        found += [*weighed, parse("c_index_cause_specific").having(_by(cutoff.tau))]
    if survival.cif is not None:
        scored = scored_until(survival, cutoff.tau)
        found += [parse("c_td").having(_by(cutoff.tau))]
        found += [] if scored is None else [parse("integrated_brier").having(_by(scored))]
    return found + [metric for at in horizons for metric in _at(survival, at, like)]


def _by(tau: float | None) -> dict[str, object]:
    return {} if tau is None else {"tau": short(tau)}


def _at(survival: Survival, at: float, like: str | None) -> list[Metric]:
    named = ["auc_at", *(["brier_at"] if survival.cif is not None else [])]
    return [curve_metric(at, like), *(parse(f"{name}({AT}={short(at)!r})") for name in named)]


def curve_metric(at: float, like: str | None) -> Metric:
    """C at a horizon."""
    return parse(f"c_index_at({AT}={short(at)!r})").having({} if like is None else {"like": like})


def short(time: float) -> float:
    """A whole time without its decimals, as people write it.

    >>> short(365.0), short(0.5)
    (365, 0.5)
    """
    return int(time) if float(time).is_integer() and time < MOST_DIGITS else time


def headline(metrics: Sequence[Metric]) -> tuple[str, ...]:
    """Those that look at all times."""
    return tuple(metric.text for metric in metrics if AT not in metric.options)
