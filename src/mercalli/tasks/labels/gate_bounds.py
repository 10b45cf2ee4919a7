"""What gates would find if unread answers were counted in other ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.outputs import place_bounds
from mercalli.estimates.panel import Panel
from mercalli.inputs.classes import normal
from mercalli.inputs.labels import Labels
from mercalli.metrics.catalogue import PER_CLASS, Metric
from mercalli.results.gates import Gate, GateBounds
from mercalli.results.outputs import Bounds
from mercalli.results.parts import NamedSlice
from mercalli.stats.groups import Contexts, slices
from mercalli.tasks.labels.plan import Plan


def gate_bounds(plan: Plan, gates: Sequence[Gate]) -> GateBounds:
    """By system, gate and place, for systems that wrote free text."""
    return {
        (name, gate.text, place): bounds
        for name, column in plan.table.systems.items()
        if gates and column in plan.outputs.columns
        for gate, place, bounds in _of_system(plan.with_unread, column, gates)
    }


def _of_system(plan: Plan, column: str, gates: Sequence[Gate]) -> Iterator[tuple[Gate, str | None, Bounds]]:
    labels = plan.labels([column])
    contexts = Contexts.of(labels)
    known = {metric.text: metric for metric in (*plan.metrics(labels, contexts).values(), *plan.class_metrics(labels))}
    for gate in gates:
        if gate.metric in known:
            for place, bounds in _of_gate(gate, labels, contexts, known[gate.metric], plan.settings.like):
                yield gate, place, bounds


def _of_gate(
    gate: Gate, labels: Labels, contexts: Contexts, metric: Metric, like: str | None
) -> Iterator[tuple[str | None, Bounds]]:
    """Everywhere that a gate looks."""
    panel = Panel((metric,), len(labels.classes.names), like)
    if gate.scope == "class" and metric.needs == PER_CLASS:
        for at, name in enumerate(labels.classes.names):
            if normal(name) == normal(gate.name or ""):
                yield name, place_bounds(labels, contexts, panel, at)
    elif gate.scope == "slice":
        for part in slices(labels):
            if part.columns == tuple((gate.name or "").split("*")):
                chosen = labels.take(part.chosen), contexts.take(part.chosen)
                yield NamedSlice(part.columns, part.values).name, place_bounds(*chosen, panel, 0)
    elif gate.scope is None:
        yield None, place_bounds(labels, contexts, panel, 0)
