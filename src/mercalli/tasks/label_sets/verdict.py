"""What the verdict on label sets is made of: who leads, by how much, and which label is found least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.confusion import MAJORITY
from mercalli.estimates.leads import beats, depending, first_lead, notes_once, speaks_for, tied, unit_name
from mercalli.results.grounds import Finds, Grounds, Lead, Standing
from mercalli.results.measure import by_text
from mercalli.results.parts import ClassReport, of_those, weakest
from mercalli.tasks.label_sets.notes import NO_BETTER
from mercalli.tasks.label_sets.result import MultiLabel, SetReport
from mercalli.telling.words import best_first
from mercalli.text.names import plain, quoted
from mercalli.text.numbers import share_text
from mercalli.text.words import listed

TRIVIAL = "giving every item the most frequent set"


def ordered(result: MultiLabel) -> list[SetReport]:
    """The systems, the best first."""
    return best_first(result.systems, lambda each: each.measure(result.headline[0]), result.metrics)


def grounds(result: MultiLabel) -> Grounds:
    """The systems by the first headline metric; for each, the label that the best one finds least of."""
    metric, systems = result.headline[0], ordered(result)
    best, worst = systems[0], weakest(systems[0].labels)
    missed = None if worst is None else worst.name
    lead = _robust(first_lead(result.pairs, metric, systems, result.provenance), systems, result)
    excluded = any(each.outputs is not None and each.outputs.excluded for each in systems)
    return Grounds(
        metric=f"{metric} of the answered" if excluded else metric,
        direction=by_text(result.metrics, metric).direction,
        standings=tuple(Standing(each.name, each.measure(metric), tuple(_finds(each, missed))) for each in systems),
        tied=tied(result.rankings, metric),
        beats=beats(result.pairs, metric),
        lead=lead,
        trivial=_trivial(best),
        baseline=MAJORITY,
        speaks_for=speaks_for(result.provenance, best.n, None if lead is None else lead.units),
        unit=unit_name(result.provenance),
        beside=tuple(_decides(result, best.name, systems)),
        cautions=tuple(note for note in notes_once(systems) if NO_BETTER not in note),
        steps=tuple(_steps(result, best, missed)),
    )


def _robust(lead: Lead | None, systems: Sequence[SetReport], result: MultiLabel) -> Lead | None:
    """The same, and whether it depends on how unread answers are counted."""
    if lead is None or result.lead_bounds is None:
        return lead
    unread = [0 if each.outputs is None else each.outputs.unread for each in systems]
    return depending(lead, result.lead_bounds, [each.name for each in systems], unread)


def _steps(result: MultiLabel, best: SetReport, worst: str | None) -> Iterator[str]:
    """Not to use what a constant set beats; examples for the label that is found least."""
    measure = best.measure(result.headline[0])
    least, direction = measure.baselines.get(MAJORITY), by_text(result.metrics, measure.metric).direction
    if measure.value is not None and least is not None and direction * (measure.value - least) <= 0:
        yield f"Do not use {plain(best.name)} as it is; raise the score from which it gives a label, or train it again."
    if worst is not None:
        yield f"Add labelled examples of {quoted(worst)}, and have people read what is called so."


def _trivial(best: SetReport) -> str:
    """The rule that costs nothing, by name where it gives no label."""
    size, right = (best.measure(name).baselines.get(MAJORITY) for name in ("pred_cardinality", "subset_accuracy"))
    if size != 0 or right is None:
        return TRIVIAL
    return f"giving no item any label at all, which is right for {share_text(right)} of them,"


def _decides(result: MultiLabel, best: str, systems: Sequence[SetReport]) -> Iterator[str]:
    """That one metric decides, where by other headline metrics the best system is not ahead."""
    first = {each.metric: each.groups[0] for each in result.rankings if each.groups}
    decisive, *others = result.headline
    if len(systems) == 1 or first.get(decisive) != (best,):
        return
    unlike = [metric for metric in others if metric in first and first[metric] != (best,)]
    if unlike:
        yield f"{decisive} decides here. By {listed(unlike)}, {plain(best)} was not shown to be ahead."


def _finds(system: SetReport, worst: str | None) -> Iterator[Finds]:
    label: ClassReport | None = next((each for each in system.labels if each.name == worst), None)
    if label is not None:
        recall = by_text(label.measures, "recall")
        hits = round((recall.value or 0.0) * label.support)
        weakest_of = f"its weakest label{of_those(label, system.labels, 'items')}"
        yield Finds(f"{quoted(label.name)}, {weakest_of}", hits, label.support, recall.low, recall.high)
