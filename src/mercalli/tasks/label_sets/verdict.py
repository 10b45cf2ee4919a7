"""What the verdict on label sets is made of: who leads, by how much, and which label is found least."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.confusion import MAJORITY
from mercalli.estimates.leads import beats, first_lead, level_of, notes_once, speaks_for, tied, unit_name
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.measure import by_text
from mercalli.results.parts import ClassReport
from mercalli.tasks.label_sets.result import MultiLabel, SetReport
from mercalli.telling.words import best_first
from mercalli.text.names import quoted

TRIVIAL = "giving every item the most frequent set"


def ordered(result: MultiLabel) -> list[SetReport]:
    """The systems, the best first."""
    return best_first(result.systems, lambda each: each.measure(result.headline[0]), result.metrics)


def grounds(result: MultiLabel) -> Grounds:
    """The systems by the first headline metric; for each, the label that the best one finds least of."""
    metric, systems = result.headline[0], ordered(result)
    best, weakest = systems[0], _weakest(systems[0])
    lead = first_lead(result.pairs, metric, systems, level_of(result.provenance))
    return Grounds(
        metric=metric,
        direction=by_text(result.metrics, metric).direction,
        standings=tuple(Standing(each.name, each.measure(metric), tuple(_finds(each, weakest))) for each in systems),
        tied=tied(result.rankings, metric),
        beats=beats(result.pairs, metric),
        lead=lead,
        trivial=TRIVIAL,
        baseline=MAJORITY,
        speaks_for=_scope(result, best.n, None if lead is None else lead.units),
        unit=unit_name(result.provenance),
        cautions=notes_once(systems),
    )


def _scope(result: MultiLabel, n: int, units: int | None) -> str:
    if units is None and result.provenance.roles.get("unit") is not None:
        return f"This applies to new {unit_name(result.provenance)}s like these ({n:,} items)."
    return speaks_for(result.provenance, n, units)


def _weakest(system: SetReport) -> str | None:
    """The label of which the smallest share was found, among those with enough items if there are any."""
    present = [label for label in system.labels if label.support]
    enough = [label for label in present if not label.few]
    weakest = min(enough or present, key=lambda label: by_text(label.measures, "recall").value or 0.0, default=None)
    return None if weakest is None else weakest.name


def _finds(system: SetReport, weakest: str | None) -> Iterator[Finds]:
    label: ClassReport | None = next((each for each in system.labels if each.name == weakest), None)
    if label is not None:
        recall = by_text(label.measures, "recall")
        hits = round((recall.value or 0.0) * label.support)
        yield Finds(f"{quoted(label.name)}, its weakest label", hits, label.support, recall.low, recall.high)
