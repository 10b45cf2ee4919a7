"""Metrics that a profile makes from kernels, beside the catalogue's own."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import PER_CLASS, WHOLE, Metric, catalogue, one_number, parse
from mercalli.metrics.composite import composite
from mercalli.metrics.confusion.class_weighted_accuracy import class_weighted_accuracy, weighted_by_class
from mercalli.metrics.facts import Facts
from mercalli.profiles.profile import MetricSpec, Profile
from mercalli.stats.confusion import Confusion
from mercalli.stats.counts import Counts
from mercalli.stats.parts import Parts
from mercalli.text.words import suggestion

ANY_CLASSES = ("0", "1")
WORDS = ("kernel", "label", "meaning", "misleads", "purpose", "use_when", "reasons", "beside", "bands")


def metrics_of(
    profile: Profile,
    classes: Sequence[str] = (),
    contexts: Sequence[Mapping[str, str]] = ({},),
    like: str | None = None,
) -> Mapping[str, Metric]:
    """Every metric that can be named under a profile, its own first; of its own classes if no others are named."""
    readings = checked(profile).reading_of(like, known=programs())
    return _Maker(profile, tuple(classes) or profile.classes or ANY_CLASSES, contexts).metrics(readings)


def programs() -> list[str]:
    """Other programs of which we know what they return where a metric is undefined."""
    return sorted({program for metric in catalogue().values() for program in metric.facts.elsewhere})


@lru_cache
def checked(profile: Profile) -> Profile:
    """A profile, once all it says about metrics has been held against the catalogue."""
    for spec in profile.metrics.values():
        _check_kernel(profile, spec)
        _check_settings(profile, spec, catalogue()[spec.kernel])
    if profile.harm is not None:
        _check_weighs(profile, profile.harm, "harm")
    for when in profile.whens:
        _check_weighs(profile, when.metric, "when", when.column, when.value, when.metric)
    _check_named(profile, _Maker(profile, profile.classes or ANY_CLASSES, ({},)).metrics({}))
    return profile


def _check_named(profile: Profile, known: Mapping[str, Metric]) -> None:
    """That every metric named anywhere is there, and that the profile's own can be computed."""
    for spec in profile.metrics.values():
        _check_made(profile, spec, known)
    for text in profile.headline:
        with _with_line(profile, "headline", text):
            _trial_value(profile, one_number(text, known))
    for like, changes in profile.likes.items():
        _check_like(profile, like, [(known[name], options) for name, options in changes.items()])


def _check_kernel(profile: Profile, spec: MetricSpec) -> None:
    """That the name is free and the kernel known."""
    if any(spec.name in (metric.name, *metric.facts.aliases) for metric in catalogue().values()):
        raise profile.error(f"{spec.name!r} is a metric already. Give yours another name.", "metrics", spec.name)
    if spec.kernel not in catalogue():
        problem = f"{spec.name!r} names no known kernel: {spec.kernel!r}.{suggestion(spec.kernel, catalogue())}"
        raise profile.error(problem, "metrics", spec.name, "kernel")


def _check_settings(profile: Profile, spec: MetricSpec, kernel: Metric) -> None:
    """That its settings are those that the kernel has and needs."""
    settings, needs = _settings(kernel)
    for key in spec.given:
        if key not in (*WORDS, *settings):
            hint = suggestion(key, (*WORDS, *settings))
            problem = f"a metric of the kernel {spec.kernel!r} has no setting {key!r}.{hint}"
            raise profile.error(problem, "metrics", spec.name, key)
    for choice in needs:
        if not any(key in spec.options or getattr(spec, key, None) for key in choice):
            needed = " or ".join(f"`{key}`" for key in choice)
            problem = f"the metric {spec.name!r} needs {needed} for its kernel {spec.kernel!r}."
            raise profile.error(problem, "metrics", spec.name)
    for key, value in spec.options.items():
        with _with_line(profile, "metrics", spec.name, key):
            kernel.having({key: value})


def _check_weighs(profile: Profile, name: str, *path: str) -> None:
    if not profile.metrics[name].weighs:
        raise profile.error(f"{name!r} has neither weights nor levels, which {path[0]!r} is about.", *path)


def _check_made(profile: Profile, spec: MetricSpec, known: Mapping[str, Metric]) -> None:
    """That it can be asked for and computed, and that the metrics beside it are there."""
    with _with_line(profile, "metrics", spec.name, *(spec.options if len(spec.options) == 1 else ())):
        _trial_value(profile, parse(spec.name, known))
    for name in spec.beside:
        if name not in known:
            problem = f"'beside' must name metrics; there is none named {name!r}.{suggestion(name, known)}"
            raise profile.error(problem, "metrics", spec.name, "beside", name)


def _check_like(profile: Profile, like: str, changes: Iterable[tuple[Metric, Mapping[str, object]]]) -> None:
    if like in programs():
        raise profile.error(
            f"{like!r} means the answers of that program. Give your reading another name.", "like", like
        )
    for metric, options in changes:
        for option, value in options.items():
            with _with_line(profile, "like", like, metric.name, option):
                _trial_value(profile, metric.having({option: value}))


@contextmanager
def _with_line(profile: Profile, *path: str) -> Generator[None]:
    """What is wrong with a metric, told with the line of the profile."""
    try:
        yield
    except MetricError as error:
        raise profile.error(str(error), *path) from None
    except (TypeError, ValueError, ArithmeticError):
        raise profile.error("a metric cannot be computed with such options.", *path) from None


def _trial_value(profile: Profile, metric: Metric) -> float:
    """The value on some table, which shows whether there is one."""
    size = len(profile.classes or ANY_CLASSES)
    return float(metric(Confusion.of(np.ones((1, size, size) if metric.varies else (size, size)))))


def _in_order_of_need(profile: Profile) -> list[MetricSpec]:
    """The metrics of a profile, each after the parts it is made of."""
    parts = {
        name: {part for text in spec.parts if (part := text.partition("(")[0].strip()) in profile.metrics}
        for name, spec in profile.metrics.items()
    }
    try:
        return [profile.metrics[name] for name in TopologicalSorter(parts).static_order()]
    except CycleError as error:
        circle: list[str] = error.args[1]
        problem = f"a metric cannot be made of itself: {' is a part of '.join(map(repr, circle))}."
        raise profile.error(problem, "metrics", circle[1], "parts", circle[0]) from None


def _settings(kernel: Metric) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """What a kernel is told by a profile: its settings, and choices of them that it cannot do without."""
    if kernel.function is class_weighted_accuracy:
        return ("weights", "default_weight", "levels", "default_level"), (("weights", "levels"),)
    if "penalties" in kernel.known_options:
        return ("groups", "within", "between", "ungrouped", "reading"), (("groups",),)
    if kernel.function is composite:
        return ("parts", "undefined"), (("parts",),)
    chosen = ("positive",) if kernel.needs == PER_CLASS else ()
    needed = (*chosen, *kernel.needs_options)
    return (*chosen, *kernel.known_options), tuple((key,) for key in needed)


@dataclass(frozen=True)
class _Maker:
    profile: Profile
    classes: tuple[str, ...]
    contexts: Sequence[Mapping[str, str]]

    def metrics(self, readings: Mapping[str, Mapping[str, object]]) -> dict[str, Metric]:
        """The profile's metrics under a reading, then the catalogue's."""
        metrics: dict[str, Metric] = {}
        for spec in _in_order_of_need(self.profile):
            metrics[spec.name] = self._metric(spec, {**catalogue(), **metrics}).having(readings.get(spec.name, {}))
        return {name: metrics[name] for name in self.profile.metrics} | dict(catalogue())

    def _metric(self, spec: MetricSpec, known: Mapping[str, Metric]) -> Metric:
        kernel = catalogue()[spec.kernel]
        facts = replace(
            kernel.facts,
            label=spec.label,
            misleads=spec.misleads or kernel.facts.misleads,
            beside=spec.beside or kernel.facts.beside,
            aliases=(),
            averages=False,
            trials=None,
        )
        meaning = spec.meaning or kernel.meaning
        if kernel.function is composite:
            parts = [self._part(spec, text, known) for text in spec.parts]
            varies = any(part.varies for part in parts)
            function = _composite(spec, parts, varies=varies)
            return Metric(spec.name, function, _composite_facts(facts, parts), WHOLE, meaning, varies=varies)
        varies = kernel.function is class_weighted_accuracy
        facts = replace(facts, by_class=self._weighted(spec, weighted_by_class) if varies else None)
        return Metric(spec.name, self._function(spec, kernel), facts, WHOLE, meaning, varies=varies)

    def _part(self, spec: MetricSpec, text: str, known: Mapping[str, Metric]) -> Metric:
        with _with_line(self.profile, "metrics", spec.name, "parts", text):
            return one_number(text, known)

    def _function(self, spec: MetricSpec, kernel: Metric) -> Callable[..., Floats]:
        if kernel.function is class_weighted_accuracy:
            return self._weighted(spec, class_weighted_accuracy)
        if "penalties" in kernel.known_options:
            return self._penalised(spec, kernel)
        return self._plain(spec, kernel)

    def _weighted(self, spec: MetricSpec, kernel: Callable[..., Floats]) -> Callable[..., Floats]:
        weights = np.stack([self.profile.weights(spec, self.classes, context) for context in self.contexts])
        return lambda confusion: kernel(confusion, weights=weights)

    def _penalised(self, spec: MetricSpec, kernel: Metric) -> Callable[..., Floats]:
        default = spec.reading

        def by_group(confusion: Confusion, *, reading: str = default) -> Floats:
            penalties = self.profile.penalties(spec, self.classes, reading)
            return kernel.function(confusion, penalties=penalties, worst=spec.within)

        return by_group

    def _plain(self, spec: MetricSpec, kernel: Metric) -> Callable[..., Floats]:
        bound = kernel.having(spec.options)
        chosen = self._chosen(spec) if kernel.needs == PER_CLASS else None

        def of_kernel(confusion: Confusion) -> Floats:
            if chosen is None:
                return bound(confusion)
            return bound.function(_one(confusion.per_class, chosen), **bound.options)

        return of_kernel

    def _chosen(self, spec: MetricSpec) -> int:
        if spec.positive is None or spec.positive not in self.classes:
            raise self.profile.error(
                f"the metric {spec.name!r} looks at the class {spec.positive!r}, which the declared classes leave out: "
                f"{', '.join(self.classes)}. Declare it as well.",
                *("metrics", spec.name, "positive"),
            )
        return self.classes.index(spec.positive)


def _one(counts: Counts, chosen: int) -> Counts:
    return Counts(*(np.asarray(part)[..., chosen] for part in (counts.tp, counts.fp, counts.fn, counts.tn)))


def _composite(spec: MetricSpec, parts: Sequence[Metric], *, varies: bool) -> Callable[..., Floats]:
    """It varies by context if a part does; the other parts then look at all contexts together."""
    weights = list(spec.parts.values())
    options: dict[str, Any] = dict(spec.options)

    def of_parts(confusion: Confusion) -> Floats:
        whole = confusion.merged(-1) if varies else confusion
        values = np.stack([part(confusion if part.varies else whole) for part in parts], axis=-1)
        return composite(Parts(values, tuple(spec.parts)), weights=weights, **options)

    return of_parts


def _composite_facts(facts: Facts, parts: Sequence[Metric]) -> Facts:
    best = {part.facts.best for part in parts}
    low, high = min(part.facts.range[0] for part in parts), max(part.facts.range[1] for part in parts)
    return replace(facts, range=(low, high), best=best.pop() if len(best) == 1 else None)
