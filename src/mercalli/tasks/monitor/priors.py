"""An estimate without labels, if only the shares of the true classes moved; refused where that assumption fails."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mercalli.estimates.measure import named_measure
from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.tasks.monitor.errors import WatchError
from mercalli.tasks.monitor.result import EventReport, PriorReport
from mercalli.tasks.monitor.watch import Reference, Terms, Watch

STEPS, CLOSE = 100_000, 1e-10
SMALL = 1e-4  # a share that is none
FEWEST_EVENTS = 3


def shifted_prior(table: Floats, predicted: Floats) -> Floats:
    """Shares of the true classes under which a classifier would predict as it does: (K,), by Saerens' EM on counts.

    `table` are counts of truth by prediction (K, K), `predicted` how often each class is predicted now.

    >>> table = np.array([[80.0, 20.0], [10.0, 90.0]])
    >>> shifted_prior(table, np.array([300.0, 700.0])).round(6)
    array([0.285714, 0.714286])
    """
    rates = np.nan_to_num(ratio(table, table.sum(axis=1, keepdims=True)))
    prior: Floats = table.sum(axis=1) / table.sum()
    observed = predicted / predicted.sum()
    for _ in range(STEPS):
        moved: Floats = prior * (rates @ np.nan_to_num(ratio(observed, prior @ rates)))
        moved = moved / moved.sum()
        if np.abs(moved - prior).max() < CLOSE:
            return moved
        prior = moved
    return prior


def backtest(reference: Reference) -> tuple[EventReport, ...]:
    """Each event left out in turn: how far counted and corrected shares of classes are from its true ones.

    Unless correcting is nearer in most of them, the assumption is refused with these figures.
    """
    if len(reference.events) < FEWEST_EVENTS:
        raise WatchError.about(
            "an estimate without labels",
            f"needs a reference of {FEWEST_EVENTS} events or more, to see whether its assumption holds between them; "
            f"found {len(reference.events) if any(reference.events) else 0}. Start a watch with a table of labelled "
            f"predictions as --reference, and --event for its column of events.",
        )
    reports = tuple(_reports(reference))
    better = sum(each.corrected < each.counted for each in reports)
    if 2 * better <= len(reports):
        error = WatchError.about(
            "prior shift",
            f"does not hold here: on the events of the reference, left out in turn, correcting the shares of classes "
            f"came nearer to the truth in {better} of {len(reports)}. No estimate without labels is given. Review a "
            f"sample instead (mercalli monitor sample).",
        )
        error.details = tuple(
            f"{each.event} ({each.n:,} items): counted {each.counted:.3f}, corrected {each.corrected:.3f} off"
            for each in reports
        )
        raise error
    return reports


def _reports(reference: Reference) -> Iterator[EventReport]:
    tables = reference.counts[..., :-1]
    for name, table in zip(reference.events, tables, strict=True):
        truth, predicted = (table.sum(axis=axis) / table.sum() for axis in (1, 0))
        corrected = shifted_prior(tables.sum(axis=0) - table, predicted)
        apart = (float(np.abs(shares - truth).sum() / 2) for shares in (predicted, corrected))
        yield EventReport(name, int(table.sum()), *apart)


def prior_report(terms: Terms, watch: Watch, model: str, tested: tuple[EventReport, ...]) -> PriorReport:
    """Promised metrics of the reference's table as if its true classes had the corrected shares."""
    reference = terms.reference
    table = (
        np.zeros((len(terms.classes), len(terms.classes)))
        if reference is None
        else reference.counts.sum(axis=0)[:, :-1]
    )
    predicted = np.bincount(watch["pred"], watch.count, len(terms.classes)).astype(np.float64)
    prior = shifted_prior(table, predicted)
    rates = np.nan_to_num(ratio(table, table.sum(axis=1, keepdims=True)))
    cells = np.concatenate([prior[:, None] * rates, np.zeros((len(prior), 1))], axis=1)
    values = [(each.metric, float(each.parts(cells))) for each in terms.promises]
    return PriorReport(
        model,
        terms.classes,
        tuple(prior.tolist()),
        bool(((prior < SMALL) & (table.sum(axis=1) > 0)).any()),
        tuple(named_measure(name, None if np.isnan(value) else value, n=watch.n) for name, value in values),
        tested,
    )
