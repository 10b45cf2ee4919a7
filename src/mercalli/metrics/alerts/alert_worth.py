"""The worth of alerts, item by item, as the Incident Streams track of TREC defines it."""

from typing import Literal, TypeAlias, get_args

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Bools, Floats
from mercalli.metrics.options import check_choice
from mercalli.metrics.ratio import ratio
from mercalli.stats.alerts import AlertStream, Types
from mercalli.stats.segments import Segments

Neither: TypeAlias = Literal["differ", "agree"]

ALERT_FROM = 0.7
RIGHT_ALERT = 0.3
ACTIONABLE = 0.75
WORST = -1.0
REFERENCE = "McCreadie, Buntain and Soboroff (2019), TREC Incident Streams, ISCRAM"


def mean_worth(stream: AlertStream, chosen: Bools, threshold: float, neither: Neither) -> Floats:
    """The mean worth of the chosen items, events counted as often as they were drawn."""
    worth = np.where(chosen, worths(stream, threshold, neither), 0.0)
    total, count = (stream.events.sums(part) for part in (worth, chosen.astype(np.float64)))
    return ratio((total * stream.times).sum(axis=-1), (count * stream.times).sum(axis=-1))


def worths(stream: AlertStream, threshold: float, neither: Neither) -> Floats:
    """What it was worth to alert, or not to alert, each item."""
    if not 0 <= threshold <= 1:
        raise MetricError.value("accumulated_alert_worth", "threshold", threshold, "between 0 and 1")
    alerted = stream.alerted(threshold)
    typed = _typed(stream.types, neither)
    urgent = np.where(alerted, RIGHT_ALERT + (1 - RIGHT_ALERT) * typed, WORST)
    wearying = np.maximum(-np.log10(false_alerts_before(stream, alerted) / 2 + 1), WORST)
    return np.where(stream.urgent, urgent, np.where(alerted, wearying, typed))


def false_alerts_before(stream: AlertStream, alerted: Bools) -> Floats:
    """False alerts of the event since its last right one, before each item."""
    right, wrong = ((alerted & each).astype(np.float64) for each in (stream.urgent, ~stream.urgent))
    runs = Segments.of(stream.events.codes, stream.events.before(right))
    return runs.before(wrong)


def _typed(types: Types, neither: Neither) -> Floats:
    """How alike the types are that an item has and was said to have; those that ask for action weigh most."""
    check_choice("accumulated_alert_worth", "neither", neither, get_args(Neither))
    action, others = (
        np.nan_to_num(_alike(types, chosen), nan=float(neither == "agree"))
        for chosen in (types.actionable, ~types.actionable)
    )
    weight = np.where(types.truth[:, types.actionable].any(axis=1), ACTIONABLE, 0.0)
    return weight * action + (1 - weight) * others


def _alike(types: Types, chosen: Bools) -> Floats:
    """Of the chosen types that an item has or was said to have, the share that is both; NaN without any."""
    both = (types.truth & types.pred)[:, chosen].sum(axis=1)
    return ratio(both, (types.truth | types.pred)[:, chosen].sum(axis=1))
