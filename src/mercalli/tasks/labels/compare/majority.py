"""The trivial rule: what always predicting the most frequent class gives on the items that are compared."""

from __future__ import annotations

from dataclasses import replace

from mercalli.estimates.intervals import finite
from mercalli.estimates.panel import Panel
from mercalli.inputs.labels import Labels
from mercalli.stats.groups import Contexts
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.plan import Plan


def majority(plan: Plan, labels: Labels) -> dict[str, float | None]:
    """What the rule gives on every metric; the truth alone decides, whatever the systems say."""
    own = replace(labels, preds=labels.preds[:1], answers=labels.answers[:1])
    contexts = Contexts.of(own)
    confusion = Sample.of(own, contexts).confusions[0]
    panel = Panel(tuple(plan.metrics(own, contexts).values()), len(own.classes.names), plan.settings.like)
    values = panel(confusion.as_if(confusion.merged(-1).majority()[None]))
    return {name: finite(float(values[place.start])) for name, place in panel.places.items()}
