"""What the verdict on parity is made of: which group is served worst, by how much, and is that sure."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.leads import notes_once, speaks_for
from mercalli.metrics.urgent import URGENT_PRECISION, URGENT_RECALL
from mercalli.results.gaps import Gap
from mercalli.results.grounds import Grounds
from mercalli.results.groups import GroupReport
from mercalli.tasks.parity.result import Parity, ParityReport
from mercalli.telling.groups import gates_missed, said
from mercalli.text.names import plain
from mercalli.text.numbers import share_text, value_text
from mercalli.text.words import counted

MORE_FALSE_ALARMS = " Where precision is low, more of the urgent answers are false alarms."
SMALL_GAP = 0.1  # a gap of which the upper end is below this is called small


def grounds(result: Parity) -> Grounds:
    """The gap in the first metric of each system; urgent items come first."""
    systems = result.systems
    leads = [each.gap(result.headline[0]) for each in systems]
    named = ["" if len(systems) == 1 else f"{plain(each.name)}: " for each in systems]
    every = list(zip(named, systems, leads, strict=True))
    return Grounds(
        metric=result.headline[0],
        says=" ".join(f"{name}{_answer(each, gap)}" for name, each, gap in every),
        alarms=tuple(alarm for each in systems for alarm in gates_missed(result.gates, each.name)),
        beside=tuple(f"{name}{line}" for name, each, gap in every for line in _beside(each, gap)),
        speaks_for=speaks_for(result.provenance, systems[0].n, None),
        cautions=notes_once(systems),
        steps=tuple(_steps(leads[0])),
    )


def _answer(system: ParityReport, gap: Gap) -> str:
    """Whether a gap was shown, how large it is, and between whom."""
    if gap.gap.value is None:
        return f"The gap in {gap.metric} is not known: {gap.gap.undefined}."
    best, worst = (_group(system, gap, group) for group in (gap.best, gap.worst))
    groups = counted(gap.gap.n, "group")
    between = f"{plain(worst.values[0])} {_value(worst, gap)} against {plain(best.values[0])} {_value(best, gap)}"
    if gap.gap.low and gap.metric == URGENT_RECALL:
        found = " and ".join(f"{_share(group, gap)} in {plain(group.values[0])}" for group in (worst, best))
        return (
            f"Urgent items are not found equally well in the {groups} of {gap.column}: {found} "
            f"({gap.metric}, gap {said(gap.gap)})."
        )
    if gap.gap.low:
        return f"{gap.metric} differs between the {groups} of {gap.column}: the gap is {said(gap.gap)}, {between}."
    small = " It is small." if (gap.gap.high or 1.0) < SMALL_GAP else " A large one is not ruled out."
    shown = f"No gap in {gap.metric} is shown between the {groups} of {gap.column}"
    return f"{shown}: {said(gap.gap)}, {between}.{small}"


def _group(system: ParityReport, gap: Gap, name: str | None) -> GroupReport:
    return next(each for each in system.slices if each.columns == (gap.column,) and each.values == (name,))


def _share(group: GroupReport, gap: Gap) -> str:
    return share_text(group.measure(gap.metric).value or 0.0)


def _value(group: GroupReport, gap: Gap) -> str:
    return value_text(group.measure(gap.metric).value or 0.0)


def _beside(system: ParityReport, gap: Gap) -> Iterator[str]:
    """What is left like for like, what chance explains, and what the other side of urgent recall is."""
    if gap.alike is not None and gap.alike.value is not None and gap.gap.value is not None:
        yield f"With the same mix of classes in every group the gap is {said(gap.alike)}."
    if gap.spread.value is not None:
        seen = "No spread between groups beyond chance was seen: their standard deviation is"
        beyond = "Beyond chance, the standard deviation between groups is"
        yield f"{beyond if gap.spread.value else seen} {said(gap.spread)}."
    if gap.metric == URGENT_RECALL:
        other = system.gap(URGENT_PRECISION, gap.column)
        if other.gap.value is not None:
            shown, harm = ("is shown", MORE_FALSE_ALARMS) if other.gap.low else ("is not shown", "")
            yield f"A gap in {URGENT_PRECISION} {shown}: {said(other.gap)}.{harm}"
    for pair in system.translations:
        if pair.lost.value is not None:
            yield (
                f"Translated into {plain(pair.group)}, {said(pair.lost)} of the urgent messages that are found in the "
                f"source are lost (recall is lower by {said(pair.difference)}, p {pair.p:.4f})."
            )


def _steps(gap: Gap) -> Iterator[str]:
    if gap.gap.low and gap.worst is not None:
        yield f"Look at what is missed in {plain(gap.worst)} (mercalli evaluate with --text), and label more of it."
    if gap.small:
        yield f"Label more rows of {plain(gap.small[0])}: it is too small to be judged."
