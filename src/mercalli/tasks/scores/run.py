"""Runs of scores in a challenge: one number for each item, scored as `threshold` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mercalli.inputs.runs import RunField, RunForm
from mercalli.plan.run_tables import form_of, joined, number_column
from mercalli.results.scored import Scored
from mercalli.tasks.scores.threshold.evaluate import threshold


def form(_gold: str, options: Mapping[str, Any]) -> RunForm:
    """A finite number; higher means more likely."""
    return form_of(options, RunField("score"))


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
    """As the command scores them; two runs are compared."""
    truth, unit, (field,) = options["truth"], options.get("unit"), form.fields
    table, scores = joined(gold, (truth, unit), runs, field.name)
    table |= {name: number_column(table, name, gold) for name in scores.values()}
    result = threshold(
        table,
        truth=truth,
        score=scores,
        positive=options.get("positive"),
        unit=unit,
        metrics=list(metrics) or None,
        level=level,
        replicates=replicates,
    )
    pairs = () if result.comparison is None else result.comparison.pairs
    return Scored.of(result.metrics, list(runs), result.systems, pairs)
