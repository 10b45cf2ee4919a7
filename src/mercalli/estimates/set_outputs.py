"""What became of outputs that give label sets, and what the scores would be if unread ones counted otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.label_sets import SetPanel
from mercalli.estimates.outputs import outcome_counts, output_examples, share_ends
from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.inputs.answers.outputs import AnswerKind, ReadColumn
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.results.outputs import Bounds, DifferenceBounds, OutputReport, UnreadPart
from mercalli.results.parts import NamedSlice
from mercalli.stats.groups import Slice
from mercalli.stats.set_sample import SetSample


@dataclass(frozen=True)
class SetOutcomes:
    """Entries with the sets and the outcomes of one system.

    Attributes:
        labels: The labels.
        truth: Those that each entry truly has (E, L).
        pred: Those that it was given (E, L).
        rows: How many items each entry stands for.
        kinds: The kinds of answers, and `codes` which of them each entry has; none for plain label sets.
    """

    labels: tuple[str, ...]
    truth: Bools
    pred: Bools
    rows: Ints
    kinds: tuple[AnswerKind, ...]
    codes: Ints

    @property
    def unread(self) -> Bools:
        """Entries without an answer."""
        return self._of_kinds([kind.outcome != READ for kind in self.kinds])

    @property
    def found(self) -> Bools:
        """Entries whose answer had to be found in a text."""
        return self._of_kinds([kind.outcome == READ and not kind.whole for kind in self.kinds])

    def _of_kinds(self, flags: Sequence[bool]) -> Bools:
        return np.array(flags, np.bool_)[self.codes] if flags else np.zeros(len(self.rows), np.bool_)

    def values(self, panel: SetPanel, pred: Bools, unread: Bools, kept: Bools | None = None) -> Floats:
        """The panel's values with these answers, on some of the entries."""
        at = np.ones(len(self.rows), np.bool_) if kept is None else kept
        if not at.any():
            return np.full(len(panel.metrics), np.nan)
        return panel(
            SetSample.of(self.labels, self.truth[at], [pred[at]], self.rows[at], unread=[unread[at]]).tables[0]
        )

    def ways(self, panel: SetPanel) -> tuple[Floats, ...]:
        """With unread answers as wrong, as right, left out, and with whole answers alone."""
        unread, none = self.unread, np.zeros(len(self.rows), np.bool_)
        right = np.where(unread[:, None], self.truth, self.pred)
        return (
            self.values(panel, self.pred, unread),
            self.values(panel, right, none),
            self.values(panel, self.pred, unread, ~unread),
            self.values(panel, self.pred, unread | self.found),
        )


def set_bounds(outcomes: SetOutcomes, panel: SetPanel) -> Iterator[Bounds]:
    """Every metric under the four ways to count what could not be read."""
    ways = outcomes.ways(panel)
    for at, metric in enumerate(panel.metrics):
        yield Bounds(metric.text, *(finite(float(each[at])) for each in ways))


def set_difference_bounds(first: SetOutcomes, second: SetOutcomes, panel: SetPanel) -> Iterator[DifferenceBounds]:
    """First minus second on every metric, with unread answers counted in other ways."""
    (wrong, right, *_), (their_wrong, their_right, *_) = first.ways(panel), second.ways(panel)
    both = ~(first.unread | second.unread)
    one, two = (each.values(panel, each.pred, each.unread, both) for each in (first, second))
    for at, metric in enumerate(panel.metrics):
        ends = sorted(float(each[at]) for each in (wrong - their_right, right - their_wrong))
        yield DifferenceBounds(metric.text, finite(ends[0]), finite(ends[1]), finite(float((one - two)[at])))


def set_output_report(
    outcomes: SetOutcomes, parts: Sequence[Slice], panel: SetPanel, read: ReadColumn, *, level: float
) -> OutputReport:
    """The report on the outputs of one system; a critical class is not known here."""
    places = np.array([OUTCOMES.index(kind.outcome) for kind in outcomes.kinds])[outcomes.codes]
    counts = np.bincount(outcomes.codes, outcomes.rows, len(outcomes.kinds)).astype(np.int64)
    labels = ((name, outcomes.truth[:, at]) for at, name in enumerate(outcomes.labels))
    named = ((NamedSlice(part.columns, part.values).name, part.chosen) for part in parts)
    return OutputReport(
        n=int(outcomes.rows.sum()),
        distinct=len(read.answers),
        counts=outcome_counts(outcomes.kinds, counts, level),
        classes=tuple(_unread(outcomes, places, name, chosen, level) for name, chosen in labels if chosen.any()),
        slices=tuple(_unread(outcomes, places, name, chosen, level) for name, chosen in named),
        bounds=tuple(set_bounds(outcomes, panel)),
        examples=tuple(output_examples(read)),
    )


def _unread(outcomes: SetOutcomes, places: Ints, name: str, chosen: Bools | Ints, level: float) -> UnreadPart:
    """What could not be read among some entries."""
    counts = np.bincount(places[chosen], outcomes.rows[chosen], len(OUTCOMES)).astype(np.int64)
    unread = {outcome: int(count) for outcome, count in zip(OUTCOMES, counts, strict=True) if outcome != READ and count}
    n = int(counts.sum())
    return UnreadPart(name, n, unread, *share_ends(sum(unread.values()), n, level))
