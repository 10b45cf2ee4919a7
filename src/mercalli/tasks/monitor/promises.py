"""Promises as they are written, and the metrics that can be promised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mercalli.errors import GateError, MetricError
from mercalli.estimates.measure import cards
from mercalli.inputs.arrays import Floats
from mercalli.inputs.classes import ClassList, normal
from mercalli.metrics.catalogue import PER_CLASS, WHOLE, Metric, parse
from mercalli.metrics.payoffs import ratio_parts
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.metrics import homes
from mercalli.profiles.profile import Profile
from mercalli.results.gates import TEST, Gate
from mercalli.results.measure import MetricCard
from mercalli.stats.confusion import Confusion
from mercalli.tasks.monitor.errors import WatchError
from mercalli.tasks.monitor.watch import Promise

SIDES = {1: ">=", -1: "<="}


@dataclass(frozen=True)
class Promised:
    """What can be promised about some classes; `reference` is the result whose intervals promises may rest on."""

    profile: Profile
    classes: ClassList
    reference: Any = None

    def promise(self, text: str) -> Promise:
        """A promise from its text: `dua>=0.7`, `class:fire.recall>=0.5`, or a metric alone."""
        alone = TEST.search(text) is None
        if not text.strip():
            raise WatchError.promise(text, "names no metric. Write one, as in dua>=0.7 or class:fire.recall>=0.5.")
        gate = Gate.check(f"{text}>=0" if alone else text)
        if gate.end != "value" or gate.scope not in (None, "class"):
            raise WatchError.promise(
                text, "must be about a metric of all items or of a class, as in dua>=0.7 or class:fire.recall>=0.5."
            )
        metric = self._metric(gate)
        name = metric.text if gate.scope is None else f"class:{gate.name}.{metric.text}"
        bound = self._lower_end(text, gate, metric) if alone else gate.bound
        side = SIDES.get(metric.direction)
        if side is None or (not alone and not gate.test.startswith(side[0])):
            raise WatchError.promise(text, f"must say which values are kept, with {side or '>='} for this metric.")
        self._check_range(text, metric, bound)
        parts = ratio_parts(whole(metric), len(self.classes.names), self._position(gate))
        tables = (tuple(tuple(row) for row in part.round(12).tolist()) for part in (parts.above, parts.below))
        return Promise(f"{name}{side}{bound:g}", name, metric.facts.label, bound, metric.direction < 0, *tables)

    def _metric(self, gate: Gate) -> Metric:
        known = metrics_of(self.profile, self.classes.names)
        try:
            metric = parse(gate.metric, known)
        except MetricError as error:
            raise MetricError.elsewhere(error, homes([gate.metric])) from None
        if metric.needs not in {WHOLE, PER_CLASS}:
            raise WatchError.promise(
                gate.text, f"is about {metric.text}, which is not counted from predicted classes. Promise accuracy, or "
                f"the recall, precision or F1 of a class."
            )  # fmt: skip
        if (metric.needs == PER_CLASS) != (gate.scope == "class"):
            how = "looks at one class: write class:NAME.METRIC" if gate.scope is None else "looks at all classes"
            raise WatchError.promise(gate.text, f"cannot be watched so: {metric.text} {how}.")
        return metric

    def _position(self, gate: Gate) -> int | None:
        if gate.scope is None:
            return None
        code = self.classes.code(gate.name or "")
        if code is None:
            raise GateError.unknown(gate.text, gate.name or "", self.classes.names, "the class ")
        return code

    def _check_range(self, text: str, metric: Metric, bound: float) -> None:
        low, high = metric.facts.range
        if not low < bound < high:
            raise WatchError.promise(
                text, f"must lie between {low:g} and {high:g}, the ends of {metric.text}, and be neither of them."
            )

    def _lower_end(self, text: str, gate: Gate, metric: Metric) -> float:
        """The end of the reference's interval that is worse: a promise set from data must not be tested on its best."""
        measures: Sequence[Any] = () if self.reference is None else self.reference.measures
        if gate.scope == "class" and self.reference is not None:
            own = [each for each in self.reference.classes if normal(each.name) == normal(gate.name or "")]
            measures = own[0].measures if own else ()
        found = next((each for each in measures if each.metric == metric.text), None)
        end = None if found is None else found.low if metric.direction > 0 else found.high
        if end is None:
            raise WatchError.promise(
                text, f"says no number, and no reference has an interval of {metric.text}. Write it as in {text}>=0.7."
            )
        return round(float(end), 4)

    def cards(self, promises: Sequence[Promise]) -> tuple[MetricCard, ...]:
        """What a reader should know of each promised metric."""
        made = ((each, self._metric(Gate.check(each.text))) for each in promises)
        return tuple(replace(cards([metric], self.profile)[0], metric=each.metric) for each, metric in made)


def whole(metric: Metric) -> Metric:
    """A metric that takes contexts, of tables that have none."""
    if not metric.varies:
        return metric
    inner = metric.function

    def without(confusion: Confusion, **options: Any) -> Floats:  # noqa: ANN401 - as the metric has them
        return inner(Confusion(confusion.cells[..., None, :, :], confusion.classes), **options)

    return replace(metric, function=without)


def by_metric(promises: Sequence[Promise]) -> Mapping[str, Promise]:
    """The first promise about each metric."""
    return {each.metric: each for each in reversed(promises)}
