"""Gates on what only time tells: delays, latencies, and values in which early items weigh more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mercalli.metrics.catalogue import catalogue, parse
from mercalli.metrics.urgent import URGENT_PRECISION, URGENT_RECALL
from mercalli.results.gates import Gate, GateReport, checked_gates, gate_reports
from mercalli.tasks.over_time.estimate import TIME_WEIGHTED
from mercalli.tasks.over_time.result import TimeReport

DELAYS = "Delays"


def timed_gates(texts: object) -> list[Gate]:
    """Gates from their texts; a metric of delays is written as in the result, whatever options were spelt out.

    >>> [gate.metric for gate in timed_gates(["found_within(hours=1)>=0.8", "accuracy>=0.7"])]
    ['found_within(hours=1.0)', 'accuracy']
    """
    return [
        replace(gate, metric=_canonical(gate.metric)) if _is_of_delays(gate.metric) else gate
        for gate in checked_gates(texts)
    ]


def of_classes(gates: Sequence[Gate]) -> list[str]:
    """The metrics of gates that are counted from predicted classes."""
    beside = (URGENT_RECALL, URGENT_PRECISION, TIME_WEIGHTED)
    return [gate.metric for gate in gates if not gate.metric.startswith(beside) and not _is_of_delays(gate.metric)]


def timed_reports(gates: Sequence[Gate], systems: Sequence[TimeReport]) -> tuple[GateReport, ...]:
    """Whether gates are met; those on all items see delays too."""
    every = [replace(each, measures=(*each.measures, *each.timely, *each.finds)) for each in systems]
    return gate_reports(gates, every)


def _canonical(text: str) -> str:
    """Hours are numbers with a point, however they were written."""
    metric = parse(text)
    return metric.having({name: float(each) for name, each in metric.options.items() if isinstance(each, int)}).text


def _is_of_delays(text: str) -> bool:
    metric = catalogue().get(text.partition("(")[0].strip())
    return metric is not None and metric.needs == DELAYS
