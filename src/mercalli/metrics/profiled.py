"""Metrics that a profile makes from kernels, beside the catalogue's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import ProfileError, suggestion
from mercalli.metrics.catalogue import PER_CLASS, WHOLE, Metric, catalogue, parse
from mercalli.metrics.class_weighted_accuracy import class_weighted_accuracy
from mercalli.metrics.composite import composite
from mercalli.stats.counts import Counts
from mercalli.stats.parts import Parts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.profiles.profile import MetricSpec, Profile
    from mercalli.stats.confusion import Confusion


def metrics_of(
    profile: Profile,
    classes: Sequence[str],
    contexts: Sequence[Mapping[str, str]] = ({},),
    like: str | None = None,
) -> Mapping[str, Metric]:
    """Every metric that can be named under a profile, its own first."""
    maker = _Maker(profile, tuple(classes), contexts)
    made: dict[str, Metric] = {}
    for spec in profile.metrics.values():
        made[spec.name] = maker.metric(spec, {**made, **catalogue()})
    for name, options in profile.reading_of(like, known=programs()).items():
        made[name] = made[name].having(options)
    return {**made, **{name: metric for name, metric in catalogue().items() if name not in made}}


def programs() -> list[str]:
    """Other programs whose answers to the undefined are known."""
    return sorted({program for metric in catalogue().values() for program in metric.facts.elsewhere})


@dataclass(frozen=True)
class _Maker:
    profile: Profile
    classes: tuple[str, ...]
    contexts: Sequence[Mapping[str, str]]

    def metric(self, spec: MetricSpec, known: Mapping[str, Metric]) -> Metric:
        if spec.kernel not in catalogue():
            hint = suggestion(spec.kernel, catalogue())
            raise ProfileError.at(
                self.profile.name, None, f"{spec.name!r} names no known kernel: {spec.kernel!r}.{hint}"
            )
        kernel = catalogue()[spec.kernel]
        function, varies = self._function(spec, kernel, known)
        facts = replace(
            kernel.facts,
            label=spec.label,
            misleads=spec.misleads or kernel.facts.misleads,
            beside=spec.beside or kernel.facts.beside,
            aliases=(),
            averages=False,
            trials=None,
        )
        if spec.parts:
            facts = _composite_facts(facts, [known[name] for name in spec.parts])
        return Metric(spec.name, function, facts, WHOLE, spec.meaning or kernel.meaning, varies=varies)

    def _function(
        self, spec: MetricSpec, kernel: Metric, known: Mapping[str, Metric]
    ) -> tuple[Callable[..., Floats], bool]:
        if kernel.function is class_weighted_accuracy:
            return self._weighted(spec), True
        if "penalties" in kernel.known_options:
            return self._penalised(spec, kernel), False
        if kernel.function is composite:
            return self._composite(spec, known)
        return self._plain(spec, kernel), False

    def _weighted(self, spec: MetricSpec) -> Callable[..., Floats]:
        weights = np.stack([self.profile.weights(spec, self.classes, context) for context in self.contexts])

        def by_context(confusion: Confusion) -> Floats:
            return class_weighted_accuracy(confusion, weights=weights)

        return by_context

    def _penalised(self, spec: MetricSpec, kernel: Metric) -> Callable[..., Floats]:
        default = spec.reading

        def by_group(confusion: Confusion, *, reading: str = default) -> Floats:
            penalties = self.profile.penalties(spec, self.classes, reading)
            return kernel.function(confusion, penalties=penalties, worst=spec.within)

        return by_group

    def _composite(self, spec: MetricSpec, known: Mapping[str, Metric]) -> tuple[Callable[..., Floats], bool]:
        """It varies by context if a part does; the other parts then look at all contexts together."""
        parts = [parse(name, known) for name in spec.parts]
        weights = list(spec.parts.values())
        options: dict[str, Any] = dict(spec.options)

        def of_parts(confusion: Confusion) -> Floats:
            whole = confusion.merged(-1) if varies else confusion
            values = np.stack([part(confusion if part.varies else whole) for part in parts], axis=-1)
            return composite(Parts(values, tuple(spec.parts)), weights=weights, **options)

        varies = any(part.varies for part in parts)
        return of_parts, varies

    def _plain(self, spec: MetricSpec, kernel: Metric) -> Callable[..., Floats]:
        bound = kernel.having(spec.options)
        if kernel.needs != PER_CLASS:
            return bound
        if spec.positive is None:
            raise ProfileError.at(
                self.profile.name,
                None,
                f"{spec.name!r} needs `positive`: {spec.kernel!r} looks at one class.",
            )
        chosen = self.classes.index(spec.positive)
        return lambda confusion: bound.function(_one(confusion.per_class, chosen), **bound.options)


def _one(counts: Counts, chosen: int) -> Counts:
    return Counts(*(np.asarray(part)[..., chosen] for part in (counts.tp, counts.fp, counts.fn, counts.tn)))


def _composite_facts(facts: Any, parts: Sequence[Metric]) -> Any:  # noqa: ANN401 - dataclasses.replace keeps the type
    best = {part.facts.best for part in parts}
    low, high = min(part.facts.range[0] for part in parts), max(part.facts.range[1] for part in parts)
    return replace(facts, range=(low, high), best=best.pop() if len(best) == 1 else None)
