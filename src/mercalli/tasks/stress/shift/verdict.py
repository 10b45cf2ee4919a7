"""What the verdict on shifts rests on: how few labels level the best, and what a rarer need does to precision."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.ranking import best_first
from mercalli.metrics.urgent import URGENT_PRECISION, URGENT_RECALL
from mercalli.results.grounds import Grounds, Standing
from mercalli.results.measure import by_text
from mercalli.tasks.stress.shift.result import LabelsToLevel, PriorReport, ShiftedSystem, ShiftResult
from mercalli.text.names import plain
from mercalli.text.numbers import share_text, value_text
from mercalli.text.words import counted

USUALLY_WRONG = 0.033  # Northcutt, Athalye and Mueller (2021): of the labels of common test sets
RARE = 0.01


def grounds(result: ShiftResult) -> Grounds:
    """Systems by the first metric, and what each shift does to the best."""
    systems = ordered(result)
    first, metric = systems[0], result.headline[0]
    return Grounds(
        metric=metric,
        direction=by_text(result.metrics, metric).direction or 1,
        standings=tuple(Standing(each.name, each.measure(metric)) for each in systems),
        says=_answer(result, first),
        alarms=tuple(leveled(each, result.n) for each in result.levels[:1] if each.labels <= USUALLY_WRONG * result.n),
        beside=(*_rarer(first), *_copied(first, metric), *_worst(first)),
        speaks_for=f"This applies to {counted(result.n, 'item')} that are there; no model was asked again.",
        cautions=result.notes,
        steps=tuple(_steps(result)),
    )


def ordered(result: ShiftResult) -> list[ShiftedSystem]:
    """Systems, the best by the first metric first."""
    metric = result.headline[0]
    direction = by_text(result.metrics, metric).direction or 1
    return best_first(result.systems, lambda system: system.measure(metric).value, direction)


def _answer(result: ShiftResult, system: ShiftedSystem) -> str:
    """What it is now, and what a rare need would make of it."""
    now, metric = system.measure(result.headline[0]), result.headline[0]
    value = "undefined" if now.value is None else value_text(now.value)
    return f"{plain(system.name)} has {metric} {value} here."


def leveled(level: LabelsToLevel, n: int) -> str:
    """How many labels would level two systems.

    >>> leveled(LabelsToLevel("svm", "logreg", 185, 182, 2), 4986)
    '2 of 4,986 labels (<1%) would level svm and logreg, if they were wrong.'
    """
    both = f"{plain(level.first)} and {plain(level.second)}"
    if not level.labels:
        return f"{both} are right on as many items: no label would have to be wrong to level them."
    of_all = f"{level.labels:,} of {counted(n, 'label')} ({share_text(level.labels / n)})"
    return f"{of_all} would level {both}, if they were wrong."


def _rarer(system: ShiftedSystem) -> Iterator[str]:
    """What precision becomes where urgent items are rare."""
    here = next((each for each in system.priors if each.own), None)
    rare = next((each for each in system.priors if each.prior == RARE), None)
    if here is None or rare is None or rare.prior >= here.prior:
        return
    before, after = (_found(each) for each in (here, rare))
    if before is not None and after is not None:
        recall = here.measure(URGENT_RECALL).value or 0.0
        yield (
            f"Urgent items are {share_text(here.prior)} of all here. If they were {share_text(RARE)}, "
            f"{share_text(after)} of what {plain(system.name)} calls urgent would be so, instead of "
            f"{share_text(before)}; it would still find {share_text(recall)} of them."
        )


def _found(report: PriorReport) -> float | None:
    return report.measure(URGENT_PRECISION).value


def _copied(system: ShiftedSystem, metric: str) -> Iterator[str]:
    """What is left if copies count once."""
    copies = system.copies
    if copies is None:
        return
    now, once = system.measure(metric).value, by_text(copies.measures, metric).value
    if not copies.copies:
        yield "No item is a copy of another."
    elif now is not None and once is not None:
        moved = f"{value_text(now)} with all copies"
        many = f"{counted(copies.copies, 'item')} {'is a copy' if copies.copies == 1 else 'are copies'} of others"
        yield f"{many}. If each cluster counts once, {metric} is {value_text(once)} ({moved})."


def _worst(system: ShiftedSystem) -> Iterator[str]:
    worst = system.worst
    if worst is not None and worst.value is not None and worst.whole is not None:
        names = ", ".join(plain(name) for name, _, _ in worst.worst[:3])
        yield (
            f"In the worst fifth by {worst.column} ({names}) {worst.metric} is {value_text(worst.value)}; over all "
            f"it is {value_text(worst.whole)}."
        )


def _steps(result: ShiftResult) -> Iterator[str]:
    few = [each for each in result.levels if 0 < each.labels <= USUALLY_WRONG * result.n]
    if few:
        pair = f"{plain(few[0].first)} and {plain(few[0].second)}"
        yield f"Let people check the labels on which {pair} disagree, before one is called better."
    if result.systems[0].copies is None:
        yield "Name the column of texts with --text, or of clusters with --cluster, to see what copies do."
