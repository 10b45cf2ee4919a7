"""What could not be read, by outcome, class and slice, and the metrics under other ways to count it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from heapq import nsmallest
from operator import itemgetter

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.panel import Panel
from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.inputs.answers.outputs import AnswerKind, ReadColumn
from mercalli.inputs.answers.undeclared import undeclared
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.classes import label_text
from mercalli.inputs.labels import Labels
from mercalli.results.outputs import (
    Bounds,
    DifferenceBounds,
    OutcomeCount,
    OutputExample,
    OutputReport,
    UnreadPart,
)
from mercalli.results.parts import NamedSlice
from mercalli.stats.groups import Contexts, slices
from mercalli.stats.sample import Sample
from mercalli.text.words import cut
from mercalli.uncertainty.intervals import newcombe, wilson

MOST_EXAMPLES, LONGEST_EXAMPLE = 3, 120


def output_report(
    labels: Labels, contexts: Contexts, panel: Panel, read: ReadColumn, *, critical: Collection[str], level: float
) -> OutputReport | None:
    """The report on the outputs of the first system; none if it has plain labels."""
    column = labels.kinds[0]
    if column is None:
        return None
    kinds = [_kind(value) for value in column.values]
    outcomes = np.array([OUTCOMES.index(kind.outcome) for kind in kinds])[column.codes]
    every = np.bincount(column.codes, labels.rows, len(kinds)).astype(np.int64)
    n = int(labels.rows.sum())
    classes = ((name, labels.truth == at) for at, name in enumerate(labels.classes.names))
    parts = ((NamedSlice(part.columns, part.values).name, part.chosen) for part in slices(labels))
    return OutputReport(
        n=n,
        distinct=len(read.answers),
        counts=outcome_counts(kinds, every, level),
        classes=tuple(_unread(labels, outcomes, name, chosen, level) for name, chosen in classes if chosen.any()),
        slices=tuple(_unread(labels, outcomes, name, chosen, level) for name, chosen in parts),
        bounds=tuple(bounds(labels, contexts, panel)),
        urgent=_urgent(labels, outcomes > 0, critical, level),
        undeclared=undeclared(
            ((output, answer, read.rows.get(output, 0)) for output, answer in read.answers.items()), n
        ),
        examples=tuple(output_examples(read)),
    )


def output_examples(read: ReadColumn) -> Iterator[OutputExample]:
    """The most frequent outputs of each outcome and how."""
    alike = defaultdict[tuple[int, str], list[tuple[int, str, object]]](list)
    for output, answer in read.answers.items():
        often = -read.rows.get(output, 0), str(output), output
        alike[OUTCOMES.index(answer.outcome), answer.how].append(often)
    for (outcome, how), outputs in sorted(alike.items()):
        for count, _, output in nsmallest(MOST_EXAMPLES, outputs, key=itemgetter(0, 1)):
            answer = read.answers[output]
            text = cut(label_text(output), LONGEST_EXAMPLE)
            yield OutputExample(OUTCOMES[outcome], how, answer.label, answer.reason, text, -count)


def _kind(value: object) -> AnswerKind:
    return value if isinstance(value, AnswerKind) else AnswerKind(*value)  # type: ignore[misc]


def outcome_counts(kinds: Sequence[AnswerKind], counts: Ints, level: float) -> tuple[OutcomeCount, ...]:
    """Ways of reading, whatever the class that was read, in the order of outcomes."""
    there: list[int] = np.flatnonzero(counts).tolist()
    order = sorted(there, key=lambda at: (OUTCOMES.index(kinds[at].outcome), kinds[at].how))
    return tuple(_counts([kinds[at] for at in order], counts[order], int(counts.sum()), level))


def _counts(kinds: Sequence[AnswerKind], counts: Ints, n: int, level: float) -> Iterator[OutcomeCount]:
    ways = dict.fromkeys((kind.outcome, kind.how, kind.whole) for kind in kinds)
    for way in ways:
        alike = [at for at, kind in enumerate(kinds) if (kind.outcome, kind.how, kind.whole) == way]
        count = int(counts[alike].sum())
        yield OutcomeCount(*way, count, *share_ends(count, n, level))


def _unread(labels: Labels, outcomes: Ints, name: str, chosen: Bools | Ints, level: float) -> UnreadPart:
    """What could not be read among some entries."""
    counts = np.bincount(outcomes[chosen], labels.rows[chosen], len(OUTCOMES)).astype(np.int64)
    unread = {outcome: int(count) for outcome, count in zip(OUTCOMES, counts, strict=True) if outcome != READ and count}
    n = int(counts.sum())
    return UnreadPart(name, n, unread, *share_ends(sum(unread.values()), n, level))


def share_ends(count: int, n: int, level: float) -> tuple[float | None, float | None]:
    """Both ends of Wilson's interval of a share."""
    low, high = wilson(np.array(count / n), np.array(float(n)), level)
    return finite(low), finite(high)


def _urgent(
    labels: Labels, unread: Bools, critical: Collection[str], level: float
) -> tuple[float, float, float] | None:
    """How much more often outputs on critical classes could not be read, with Newcombe's interval."""
    at = [place for place, name in enumerate(labels.classes.names) if name in critical]
    urgent = np.isin(labels.truth, at)
    if not urgent.any() or urgent.all():
        return None
    first, second = (_share(labels.rows, chosen, unread, level) for chosen in (urgent, ~urgent))
    low, high = newcombe(first, second)
    return float(first[0] - second[0]), float(low), float(high)


def _share(rows: Ints, chosen: Bools, unread: Bools, level: float) -> Floats:
    """The unread share of some entries, and the ends of its interval."""
    n = float(rows[chosen].sum())
    share = np.array(rows[chosen & unread].sum() / n)
    return np.array([share, *wilson(share, np.array(n), level)])


def bounds(labels: Labels, contexts: Contexts, panel: Panel, system: int = 0) -> Iterator[Bounds]:
    """Every metric of the panel that gives one number, with unread answers counted in other ways."""
    values = _counted_in_ways(labels, contexts, panel, system)
    for metric in panel.metrics:
        yield _bounds_at(metric.text, values, panel.places[metric.text].start)


def place_bounds(labels: Labels, contexts: Contexts, panel: Panel, at: int) -> Bounds:
    """The first metric of a panel, which may give a number for every class, at one of its places."""
    return _bounds_at(panel.metrics[0].text, _counted_in_ways(labels, contexts, panel, 0), at)


def _bounds_at(metric: str, values: Sequence[Floats], at: int) -> Bounds:
    return Bounds(metric, *(finite(float(each[at])) for each in values))


def _counted_in_ways(labels: Labels, contexts: Contexts, panel: Panel, system: int) -> tuple[Floats, ...]:
    """The values of a panel with unread answers as wrong, as right, left out, and with whole answers alone."""
    unread, found = unread_and_found(labels, system)
    wrong = labels.preds[system]
    size = len(labels.classes.names)
    return (
        _values(labels, contexts, panel, wrong),
        _values(labels, contexts, panel, np.where(unread, labels.truth, wrong)),
        _values(labels.take(~unread), contexts.take(~unread), panel, wrong[~unread]),
        _values(labels, contexts, panel, np.where(found, size, wrong)),
    )


def difference_bounds(labels: Labels, contexts: Contexts, panel: Panel) -> Iterator[DifferenceBounds]:
    """First minus second on every metric that gives one number, with unread answers counted in other ways."""
    first, second = (list(bounds(labels, contexts, panel, system)) for system in (0, 1))
    both = ~np.logical_or(*(unread_and_found(labels, system)[0] for system in (0, 1)))
    kept, there = labels.take(both), contexts.take(both)
    one, two = (_values(kept, there, panel, kept.preds[system]) for system in (0, 1))
    for metric, ours, theirs in zip(panel.metrics, first, second, strict=True):
        at = panel.places[metric.text].start
        ends = (_minus(ours.wrong, theirs.right), _minus(ours.right, theirs.wrong))
        yield DifferenceBounds(metric.text, *ends, finite(float(one[at] - two[at])))


def _minus(one: float | None, two: float | None) -> float | None:
    return None if one is None or two is None else one - two


def unread_and_found(labels: Labels, system: int = 0) -> tuple[Bools, Bools]:
    """Entries whose answer could not be read, and those whose answer had to be found in a text."""
    column = labels.kinds[system]
    if column is None:
        nothing = np.zeros(len(labels.rows), np.bool_)
        return nothing, nothing
    kinds = [_kind(value) for value in column.values]
    unread = np.array([kind.outcome != READ for kind in kinds])[column.codes]
    whole = np.array([kind.whole for kind in kinds])[column.codes]
    return unread, ~unread & ~whole


def _values(labels: Labels, contexts: Contexts, panel: Panel, preds: Ints) -> Floats:
    """The panel's values with these predictions."""
    if not len(labels.rows):
        return np.full(sum(part.stop - part.start for part in panel.places.values()), np.nan)
    sample = Sample.of(replace(labels, preds=(preds,)), contexts)
    return panel(sample.confusions[0])
