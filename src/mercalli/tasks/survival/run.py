"""Runs of survival predictions in a challenge: one risk for each person, scored as `survival` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mercalli.inputs.runs import RunField, RunForm
from mercalli.plan.run_tables import form_of, joined, number_column
from mercalli.results.scored import Scored
from mercalli.tasks.survival.evaluate import survival


def form(_gold: str, options: Mapping[str, Any]) -> RunForm:
    """A finite number; higher means sooner."""
    return form_of(options, RunField("risk"))


def score(
    gold: str,
    runs: Mapping[str, str],
    form: RunForm,
    options: Mapping[str, Any],
    _metrics: Sequence[str],
    *,
    level: float,
    replicates: int,  # noqa: ARG001 - intervals of survival need no resampling
) -> Scored:
    """As the command scores them; two runs are compared."""
    time, event, unit, (field,) = options["time"], options["event"], options.get("unit"), form.fields
    table, risks = joined(gold, (time, event, unit), runs, field.name)
    table |= {name: number_column(table, name, gold) for name in (time, event, *risks.values())}
    more = {name: options[name] for name in ("cause", "tau", "at") if name in options}
    result = survival(table, time=time, event=event, risk=risks, unit=unit, level=level, **more)
    return Scored.of(result.metrics, list(runs), result.systems, result.pairs)
