"""Runs of label sets in a challenge: any number of labels for each item, scored as `multilabel` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mercalli.errors import SettingError
from mercalli.inputs.runs import RunField, RunForm
from mercalli.plan.run_tables import form_of, joined
from mercalli.results.scored import Scored
from mercalli.tasks.label_sets.evaluate import multilabel

SEPARATOR = ";"


def form(_gold: str, options: Mapping[str, Any]) -> RunForm:
    """Labels with a separator between them; an empty cell is the empty set."""
    labels = tuple(map(str, options["labels"]))
    if not labels:
        raise SettingError.named("labels", "of the challenge must list the labels there may be, as in ['fire'].")
    return form_of(options, RunField("pred", labels, separator=options.get("separator", SEPARATOR)))


def score(
    gold: str,
    runs: Mapping[str, str],
    form: RunForm,
    options: Mapping[str, Any],
    metrics: Sequence[str],
    *,
    level: float,
    replicates: int,
) -> Scored:
    """As the command scores them."""
    truth, unit, (field,) = options["truth"], options.get("unit"), form.fields
    table, preds = joined(gold, (truth, unit), runs, field.name)
    result = multilabel(
        table,
        truth=truth,
        pred=preds,
        labels=list(field.values),
        separator=field.separator,
        unit=unit,
        metrics=list(metrics) or None,
        level=level,
        replicates=replicates,
        answers="off",
    )
    return Scored.of(result.metrics, list(runs), result.systems, result.pairs)
