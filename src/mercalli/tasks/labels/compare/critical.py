"""Critical classes: how much of each a system finds, on the items that are compared."""

from __future__ import annotations

from dataclasses import replace

from mercalli.estimates.confusion import estimates
from mercalli.estimates.panel import Panel
from mercalli.inputs.labels import Labels
from mercalli.metrics.catalogue import catalogue
from mercalli.stats.groups import Contexts
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.compare.result import CriticalClass
from mercalli.tasks.labels.plan import Plan

OVERALL = "overall"  # the random numbers of an evaluation, so that intervals are the same in both


def critical_classes(plan: Plan, labels: Labels, system: int) -> tuple[CriticalClass, ...]:
    """What one of the systems of some labels finds of every class to which the profile gives a floor."""
    floors = {at: plan.profile.critical.get(name) for at, name in enumerate(labels.classes.names)}
    if not any(floor is not None for floor in floors.values()):
        return ()
    own = replace(labels, preds=(labels.preds[system],), answers=(labels.answers[system],))
    sample = Sample.of(own, Contexts.of(own))
    panel = Panel((catalogue()["recall"],), len(sample.classes), plan.settings.like)
    found, rows = estimates(sample, panel, plan.settings, OVERALL), sample.row_table().sum(axis=1)
    whole = sample.confusions[0].merged(-1)
    return tuple(
        CriticalClass(
            sample.classes[at],
            floor,
            float(whole.accurate[at]),
            float(whole.truths[at]),
            found.of_class(at, int(rows[at]))[0],
        )
        for at, floor in floors.items()
        if floor is not None
    )
