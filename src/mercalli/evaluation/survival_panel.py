"""Which metrics survival is told by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.metrics.catalogue import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.metrics.catalogue import Metric
    from mercalli.stats.survival import Survival

AT = "at"


def panel(survival: Survival, tau: float, horizons: Sequence[float], like: str | None, *, cut: bool) -> list[Metric]:
    """Concordance over all time, chances over all time, then each horizon; `cut` if tau was asked for."""
    reading = {} if like is None else {"like": like}
    until: dict[str, object] = {"tau": short(tau)}
    found = [parse("c_index_ipcw").having({**until, **reading}), parse("c_index").having(until if cut else {})]
    if survival.competing.any():
        found += [parse(name).having(until) for name in ("c_index_competing", "c_index_cause_specific")]
    if survival.cif is not None:
        found += [parse(name).having(until) for name in ("c_td", "integrated_brier")]
    return found + [metric for at in horizons for metric in _at(survival, at, like)]


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
    return int(time) if float(time).is_integer() else time


def headline(metrics: Sequence[Metric]) -> tuple[str, ...]:
    """Those that look at all times."""
    return tuple(metric.text for metric in metrics if AT not in metric.options)
