"""Runs of labels in a challenge: one class for each item, scored as `evaluate` and `compare` do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mercalli.inputs.runs import RunField, RunForm
from mercalli.io.profiles import read_profile
from mercalli.plan.run_tables import distinct, form_of, joined
from mercalli.results.scored import Scored
from mercalli.tasks.labels.compare.evaluate import compare
from mercalli.tasks.labels.evaluate import evaluate


def form(gold: str, options: Mapping[str, Any]) -> RunForm:
    """One of the declared classes: those that are listed, those of the profile, or else those of the gold file."""
    profile = options.get("profile")
    known = options.get("classes") or (read_profile(profile).classes if profile else ())
    return form_of(options, RunField("pred", tuple(map(str, known)) or distinct(gold, options["truth"])))


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
    """As the commands score them; two runs are compared."""
    truth, unit, (field,) = options["truth"], options.get("unit"), form.fields
    table, preds = joined(gold, (truth, unit), runs, field.name)
    settings: dict[str, Any] = {
        "truth": truth,
        "unit": unit,
        "profile": options.get("profile"),
        "classes": list(field.values),
        "metrics": list(metrics) or None,
        "level": level,
        "replicates": replicates,
        "answers": "off",
    }
    result = evaluate(table, pred=preds, confidence=False, **settings)
    pairs = compare(table, pred=preds, **settings).pairs if len(runs) > 1 and replicates else ()
    return Scored.of(result.metrics, list(runs), result.systems, pairs)
