"""Checked labels and their tables from plain lists, the way every engine makes them."""

from __future__ import annotations

from mercalli.engines.arrays import ArraySource
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Labels, Policy, Roles
from mercalli.stats.groups import Contexts
from mercalli.stats.sample import Sample


def labels_of(truth, *preds, classes="abc", invalid="error", by=None, context=None, **others):
    """Labels of one or more systems; `others` may hold `unit` and `weight`."""
    columns = {"truth": truth, **{f"pred {at}": pred for at, pred in enumerate(preds)}, **others}
    by, context = by or {}, context or {}
    systems = tuple(f"pred {at}" for at in range(len(preds)))
    roles = Roles("truth", systems, "unit" if "unit" in others else None, tuple(by), tuple(context))
    source = ArraySource.check({name: list(values) for name, values in {**columns, **by, **context}.items()})
    tally = source.tally(roles.keys, "weight" if "weight" in others else None)
    return Labels.check(tally, roles, ClassList.check(list(classes)), Policy(invalid=invalid))


def sample_of(truth, *preds, **others):
    labels = labels_of(truth, *preds, **others)
    return Sample.of(labels, Contexts.of(labels))
