"""What values and differences would be if answers that could not be read were counted otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.panel import Panel
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.results.outputs import Bounds, DifferenceBounds
from mercalli.stats.confusion import Confusion
from mercalli.tasks.models.data import ModelsData, SystemAnswers


@dataclass(frozen=True)
class Recounted:
    """The panel of systems whose answers are counted in other ways."""

    data: ModelsData
    panel: Panel

    def bounds(self, system: SystemAnswers) -> Iterator[Bounds]:
        """Every metric, with unread answers wrong, right, left out, and with whole answers alone."""
        unread, size = self.data.unread(system), self.data.size
        ways = (
            self._values(system, system.code),
            self._right(system),
            self._values(system, system.code, ~unread),
            self._values(system, np.where(system.whole, system.code, size)),
        )
        for metric in self.panel.metrics:
            at = self.panel.places[metric.text].start
            yield Bounds(metric.text, *(finite(float(values[at])) for values in ways))

    def difference(self, first: SystemAnswers, second: SystemAnswers, metric: str) -> DifferenceBounds:
        """First minus second, with the unread answers of one right and those of the other wrong, and without them."""
        at = self.panel.places[metric].start
        wrong = [self._values(each, each.code)[at] for each in (first, second)]
        right = [self._right(each)[at] for each in (first, second)]
        both = self.data.answered((first, second))
        left = [self._values(s, s.code, ~self.data.unread(s) & both[s.item])[at] for s in (first, second)]
        ends = (wrong[0] - right[1], right[0] - wrong[1], left[0] - left[1])
        return DifferenceBounds(metric, *(finite(float(end)) for end in ends))

    def _right(self, system: SystemAnswers) -> Floats:
        truth = self.data.truth[system.item]
        return self._values(system, np.where(self.data.unread(system), truth, system.code))

    def _values(self, system: SystemAnswers, code: Ints, kept: Bools | None = None) -> Floats:
        """The panel with these answers, those to one item together weighing as much as one."""
        data, chosen = self.data, np.ones(len(code), np.bool_) if kept is None else kept
        if not chosen.any():
            return np.full(len(self.panel.metrics), np.nan)
        item = system.item[chosen]
        repeats = np.bincount(item, minlength=data.n)
        cells = sums(data.cells(item, code[chosen]), 1.0 / repeats[item], prod(data.shape))
        return self.panel(Confusion(cells.reshape(data.shape), data.classes.names))
