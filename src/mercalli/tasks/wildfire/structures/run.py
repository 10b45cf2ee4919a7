"""Runs of structure loss in a challenge: lost or not for each structure, scored as `wildfire structures` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mercalli.inputs.runs import RunField, RunForm
from mercalli.plan.run_tables import form_of, joined, number_column
from mercalli.results.scored import Scored
from mercalli.tasks.wildfire.structures.evaluate import structure_loss


def form(_gold: str, options: Mapping[str, Any]) -> RunForm:
    """0 or 1; with a threshold, a probability."""
    probable = options.get("threshold") is not None
    field = RunField("pred", lowest=0.0, highest=1.0) if probable else RunField("pred", ("0", "1"))
    return form_of(options, field)


def score(
    gold: str,
    runs: Mapping[str, str],
    form: RunForm,
    options: Mapping[str, Any],
    _metrics: Sequence[str],
    *,
    level: float,
    replicates: int,
) -> Scored:
    """As the command scores them; two runs are compared."""
    (key, *_), (field,) = form.ids, form.fields
    damage, unit = options["damage"], options.get("unit")
    table, preds = joined(gold, (*form.ids, damage, unit), runs, field.name)
    models = {name: {key: table[key], "pred": number_column(table, column, gold)} for name, column in preds.items()}
    more = {name: options[name] for name in ("scale", "positive", "threshold") if name in options}
    observed = {name: table[name] for name in dict.fromkeys((*form.ids, damage, unit)) if name}
    result = structure_loss(
        observed,
        models,
        damage=damage,
        pred="pred",
        key=key,
        unit=unit,
        level=level,
        replicates=replicates,
        **more,
    )
    pairs = () if result.comparison is None else result.comparison.pairs
    return Scored.of(result.metrics, list(runs), result.systems, pairs)
