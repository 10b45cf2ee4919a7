"""The checked record of a profile, and the weights and penalties it gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from mercalli.errors import MetricError, ProfileError, SettingError
from mercalli.inputs.arrays import Floats
from mercalli.inputs.classes import normal
from mercalli.profiles.own_answers import OwnAnswers
from mercalli.profiles.toml import Toml

READINGS = ("any_shared_group", "first_group", "as_written")
_form = lru_cache(maxsize=1024)(normal)  # the same few values come again in every context


@dataclass(frozen=True)
class Band:
    """A named stretch of values, from its lower edge (included) up to the next band."""

    name: str
    lower: float
    says: str


@dataclass(frozen=True)
class Level:
    """Classes that share a weight, and what is to be done about them."""

    name: str
    weight: float
    classes: tuple[str, ...]
    response: str = ""


@dataclass(frozen=True)
class MetricSpec:
    """A metric that the profile makes from a kernel.

    `reasons` say why a class has its weight, `purpose` what the metric is for, `use_when` when to use it; `given` are
    the keys of its table.
    """

    name: str
    kernel: str
    label: str
    meaning: str
    misleads: str = ""
    purpose: str = ""
    use_when: str = ""
    beside: tuple[str, ...] = ()
    bands: tuple[Band, ...] = ()
    weights: Mapping[str, float] | None = None
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    default_weight: float = 1.0
    levels: str | None = None
    default_level: str | None = None
    groups: str | None = None
    within: float = 2.0
    between: float = 0.5
    ungrouped: float = 1.0
    reading: str = READINGS[0]
    positive: str | None = None
    parts: Mapping[str, float] = field(default_factory=dict[str, float])
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    given: tuple[str, ...] = ()

    @property
    def weighs(self) -> bool:
        """Whether it has weights or levels."""
        return self.weights is not None or self.levels is not None


@dataclass(frozen=True)
class When:
    """Weights that hold where a column of the data has a value."""

    column: str
    value: str
    metric: str
    weights: Mapping[str, float]
    levels: Mapping[str, float]

    def holds(self, context: Mapping[str, str]) -> bool:
        """Whether the column has the value, matched as labels are."""
        return self.column in context and _form(context[self.column]) == _form(self.value)


@dataclass(frozen=True)
class Profile:
    """Domain knowledge that has been checked; two are the same if their texts are."""

    name: str
    title: str
    digest: str
    classes: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
    critical: Mapping[str, float] = field(default_factory=dict[str, float], compare=False)
    headline: tuple[str, ...] = ()
    metrics: Mapping[str, MetricSpec] = field(default_factory=dict[str, MetricSpec], compare=False)
    levels: Mapping[str, tuple[Level, ...]] = field(default_factory=dict[str, tuple[Level, ...]], compare=False)
    groups: Mapping[str, Mapping[str, tuple[str, ...]]] = field(
        default_factory=dict[str, "Mapping[str, tuple[str, ...]]"], compare=False
    )
    whens: tuple[When, ...] = field(default=(), compare=False)
    likes: Mapping[str, Mapping[str, Mapping[str, object]]] = field(
        default_factory=dict[str, "Mapping[str, Mapping[str, object]]"], compare=False
    )
    bands: Mapping[str, tuple[Band, ...]] = field(default_factory=dict[str, tuple[Band, ...]], compare=False)
    source: str = ""
    harm: str | None = None
    phases: tuple[tuple[str, int | None], ...] = field(default=(), compare=False)
    answers: OwnAnswers = field(default=OwnAnswers(), compare=False)
    toml: Toml = field(default=Toml(), repr=False)

    def error(self, problem: str, *path: str) -> ProfileError:
        """The error to be raised about what stands at a path of keys, with its line."""
        return self.toml.error(problem, *path)

    @property
    def contexts(self) -> tuple[str, ...]:
        """Columns of the data by which weights vary."""
        return tuple(dict.fromkeys(when.column for when in self.whens))

    def weights(self, spec: MetricSpec, classes: Sequence[str], context: Mapping[str, str]) -> Floats:
        """The weight of each class in a context; conditions further down the profile win."""
        levels = self.levels[spec.levels] if spec.levels else ()
        by_level = {level.name: level.weight for level in levels}
        weight = dict(spec.weights) if spec.weights is not None else _of_classes(levels, by_level)
        for when in self.whens:
            if when.metric == spec.name and when.holds(context):
                weight |= {**_of_classes(levels, when.levels), **when.weights}
        return np.array([weight.get(name, self._default_weight(spec)) for name in classes])

    def unmatched(self, contexts: Sequence[Mapping[str, str]]) -> list[str]:
        """Conditions that hold in none of the contexts, as column=value."""
        unmet = [when for when in self.whens if not any(map(when.holds, contexts))]
        return list(dict.fromkeys(f"{when.column}={when.value}" for when in unmet))

    def harms(self, classes: Sequence[str], context: Mapping[str, str]) -> Floats:
        """What an error on each class does: the weight of the metric named by `harm`, else 1."""
        if self.harm is None:
            return np.ones(len(classes))
        return self.weights(self.metrics[self.harm], classes, context)

    def _default_weight(self, spec: MetricSpec) -> float:
        levels = self.levels[spec.levels] if spec.levels else ()
        return next((level.weight for level in levels if level.name == spec.default_level), spec.default_weight)

    def level_of(self, levels: str, classes: Sequence[str], default: str | None) -> list[str | None]:
        """The level of each class."""
        found = {name: level.name for level in self.levels[levels] for name in level.classes}
        return [found.get(name, default) for name in classes]

    def penalties(self, spec: MetricSpec, classes: Sequence[str], reading: str) -> Floats:
        """The penalty of each confusion, truth by prediction; the last column is for invalid predictions.

        These get the largest penalty there is: a system must not gain by not answering.
        """
        if reading not in READINGS:
            raise MetricError.value(spec.name, "reading", reading, f"one of {', '.join(READINGS)}")
        groups = self.groups[spec.groups] if spec.groups else {}
        members = [frozenset(group for group, names in groups.items() if name in names) for name in classes]
        first = [next((group for group, names in groups.items() if name in names), None) for name in classes]
        each = list(zip(members, first, strict=True))
        between = [
            [0.0 if one is other else self._penalty(spec, reading, one, other) for other in each] for one in each
        ]
        largest = max(spec.within, spec.between, spec.ungrouped)
        return np.column_stack([between, np.full(len(classes), largest)])

    @staticmethod
    def _penalty(
        spec: MetricSpec,
        reading: str,
        truth: tuple[frozenset[str], str | None],
        pred: tuple[frozenset[str], str | None],
    ) -> float:
        (truth_groups, truth_first), (pred_groups, pred_first) = truth, pred
        if reading != "as_written" and not (truth_groups and pred_groups):
            return spec.ungrouped
        same = bool(truth_groups & pred_groups) if reading == "any_shared_group" else truth_first == pred_first
        return spec.within if same else spec.between

    def reading_of(self, like: str | None, known: Iterable[str] = ()) -> Mapping[str, Mapping[str, object]]:
        """The options that a `like` reading sets, by metric."""
        if like is None or like in known:
            return {}
        if like not in self.likes:
            raise SettingError.choice("like", like, [*known, *self.likes])
        return self.likes[like]


def _of_classes(levels: Sequence[Level], weights: Mapping[str, float]) -> dict[str, float]:
    """Weights of levels as weights of their classes."""
    return {name: weights[level.name] for level in levels if level.name in weights for name in level.classes}
