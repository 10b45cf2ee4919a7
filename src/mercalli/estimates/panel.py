"""A panel: several metrics computed together on one table or on thousands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.metrics.averages import CLASSES_ELSEWHERE
from mercalli.metrics.catalogue import PER_CLASS, Metric
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion
from mercalli.stats.raking import Mix


@dataclass(frozen=True)
class Panel:
    """Metrics side by side; a per-class metric takes as many places as there are classes.

    What each class adds to the metrics in `split` stands behind all of them. With a `mix`, values are those that tables
    would have if their true classes were mixed like that: like for like.
    """

    metrics: tuple[Metric, ...]
    size: int
    like: str | None = None
    split: tuple[Metric, ...] = ()
    mix: Mix | None = None

    def __call__(self, confusion: Confusion) -> Floats:
        """All values of a table with contexts (..., context, K, K + 1) along one last axis."""
        confusion = confusion if self.mix is None else self.mix.raked(confusion, axes=1)
        whole = confusion.merged(-1)
        values = self._laid_out([self._value(metric, confusion if metric.varies else whole) for metric in self.metrics])
        parts = [metric.by_class(confusion if metric.varies else whole) for metric in self.split]
        return np.concatenate([values, *(part for part in parts if part is not None)], axis=-1)

    def trials(self, confusion: Confusion) -> Floats:
        """The denominators of those that are plain proportions, NaN for the others."""
        whole = confusion.merged(-1)
        found = [metric.trials(whole) if self.mix is None else None for metric in self.metrics]
        tables = whole.cells.shape[:-2]
        nothing = [np.full((*tables, *[self.size] * (metric.needs == PER_CLASS)), np.nan) for metric in self.metrics]
        return self._laid_out([none if each is None else each for each, none in zip(found, nothing, strict=True)])

    def effective(self, confusion: Confusion) -> Floats:
        """How many rows of equal weight the plain proportions rest on, like for like if there is a mix; as `trials`.

        >>> from mercalli.metrics.catalogue import parse
        >>> table = Confusion(np.array([[[8.0, 2, 0], [5, 15, 0]]]), ("urgent", "other"))
        >>> mix = Mix(np.array([0.32, 0.68]))
        >>> Panel((parse("accuracy"),), 2, mix=mix).effective(table).round(4)
        array([29.976])
        """
        if self.mix is None:
            return self.trials(confusion)
        raked, plain = self.mix.raked(confusion, axes=1), replace(self, mix=None)
        squares = np.divide(raked.cells**2, confusion.cells, out=np.zeros_like(raked.cells), where=confusion.cells > 0)
        return ratio(plain.trials(raked) ** 2, plain.trials(Confusion(squares, raked.classes)))

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each metric's values stand."""
        found: dict[str, slice] = {}
        start = 0
        for metric in self.metrics:
            found[metric.text] = slice(start, start + self._width(metric))
            start += self._width(metric)
        return found

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """The lowest and the highest value that each place can have."""
        each = [metric.facts.range for metric in self.metrics for _ in range(self._width(metric))]
        low, high = np.array(each, np.float64).T
        return low, high

    def _width(self, metric: Metric) -> int:
        return self.size if metric.needs == PER_CLASS else 1

    def _value(self, metric: Metric, confusion: Confusion) -> Floats:
        classes = CLASSES_ELSEWHERE.get(self.like or "")
        if classes is not None and "classes" in metric.known_options:
            value = metric.function(confusion, **{**metric.options, "classes": classes})
        else:
            value = metric(confusion)
        if self.like is None or self.like not in metric.facts.elsewhere:
            return value
        return np.where(np.isnan(value), metric.facts.elsewhere[self.like], value)

    def _laid_out(self, values: list[Floats]) -> Floats:
        parts = [
            np.asarray(value, np.float64) if metric.needs == PER_CLASS else np.asarray(value, np.float64)[..., None]
            for metric, value in zip(self.metrics, values, strict=True)
        ]
        return np.concatenate(parts, axis=-1)
