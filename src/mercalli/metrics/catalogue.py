"""The catalogue: every metric under its name, and the text that is its identity.

`f_beta_macro(beta=2)` is at once the argument on a command line, the key in a result and the header
of a column.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Literal

import numpy as np

import mercalli.metrics
from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.averages import Classes, Undefined, shares, taking_part, weighted
from mercalli.metrics.facts import RECORDED, Facts
from mercalli.metrics.options import check_option
from mercalli.metrics.ratio import ratio
from mercalli.stats.confusion import Confusion
from mercalli.stats.counts import Counts
from mercalli.text.words import suggestion

ENTRY_POINTS = "mercalli.metrics"
PER_CLASS = "Counts"
WHOLE = "Confusion"
SCORES = "ScoreTable"
TRIAL = "UpliftTable"
PARTS = "Parts"
SURVIVAL = "Survival"
SETS = "LabelSets"
SENTENCES = "Extraction"


@dataclass(frozen=True)
class Metric:
    """A metric with its options set: call it on a confusion.

    Attributes:
        name: What it is called.
        function: From the statistic named by `needs` to a number.
        facts: Everything else that is known about it.
        needs: The statistic it is a function of.
        meaning: One plain sentence.
        options: Options that were set, by name.
        base: The per-class metric that this one averages, if it is an average.
        varies: Whether it needs the contexts of the data kept apart.
    """

    name: str
    function: Callable[..., Floats] = field(repr=False)
    facts: Facts = field(repr=False)
    needs: str
    meaning: str = field(repr=False)
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    base: Metric | None = field(default=None, repr=False)
    varies: bool = field(default=False, repr=False)

    @property
    def text(self) -> str:
        """Name and options, as they are written everywhere."""
        return self._text

    @cached_property
    def _text(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"{self.name}({options})" if options else self.name

    @cached_property
    def known_options(self) -> dict[str, inspect.Parameter]:
        """The keyword-only arguments of the function."""
        return _keyword_only(self.function)

    @property
    def needs_options(self) -> list[str]:
        """Options that must be set and are not."""
        needed = [name for name, option in self.known_options.items() if option.default is option.empty]
        return [name for name in needed if name not in self.options]

    @property
    def direction(self) -> Literal[-1, 0, 1]:
        """1 if higher is better, -1 if lower is, 0 if neither."""
        low, high = self.facts.range
        return 1 if self.facts.best == high else -1 if self.facts.best == low else 0

    @property
    def worst(self) -> float:
        """The end of the range that is farthest from the best value; 0 where no value is better than another."""
        low, high = self.facts.range
        return low if self.direction > 0 else high if self.direction < 0 else 0.0

    def __call__(self, statistic: Any) -> Floats:  # noqa: ANN401 - the statistic it needs, or a confusion
        """The value, with the leading axes of the statistic; per-class metrics of a confusion add the class axis.

        >>> print(parse("precision")(Counts(tp=28, fp=72, fn=23, tn=2680)))
        0.2800
        """
        if isinstance(statistic, Counts | Confusion):
            statistic = self._counted(statistic)
        elif self.needs == PER_CLASS:
            statistic = statistic.per_class
        return self.function(statistic, **self.options)

    def _counted(self, statistic: Counts | Confusion) -> Counts | Confusion:
        """Counts or a confusion as this metric needs them, or an error that says what it needs."""
        if isinstance(statistic, Confusion) and self.needs == PER_CLASS:
            return statistic.per_class
        found = type(statistic).__name__
        if found != self.needs:
            raise MetricError.statistic(self.name, self.needs, found)
        return statistic

    def trials(self, confusion: Confusion) -> Any:  # noqa: ANN401 - numbers or arrays, as the facts give them
        """The denominator if this is a plain proportion, else None."""
        if self.facts.trials is None:
            return None
        return self.facts.trials(confusion.per_class if self.needs == PER_CLASS else confusion)

    def influence(self, statistic: Any) -> Floats | None:  # noqa: ANN401 - the statistic it needs
        """What each row contributes to the value: the sum of its squares is the variance; None if that is not known."""
        return None if self.facts.influence is None else self.facts.influence(statistic, **self.options)

    def by_class(self, confusion: Confusion) -> Floats | None:
        """What each class adds to the value, (..., K), if it is a sum over the rows of the classes."""
        return None if self.facts.by_class is None else self.facts.by_class(confusion, **self.options)

    def having(self, options: Mapping[str, object]) -> Metric:
        """The same metric with options set; those equal to their default are left out of its text."""
        known = self.known_options
        for name, value in options.items():
            if name not in known:
                raise MetricError.about(
                    f"the metric {self.name!r}",
                    f"has no option {name!r}.{suggestion(name, known)} Its options: {', '.join(known) or 'none'}.",
                )
            check_option(self.name, self.function, known[name], value)
        merged = {**self.options, **options}
        kept = {name: merged[name] for name in known if name in merged and merged[name] != known[name].default}
        if self.base is None:
            return replace(self, options=kept)
        of_base = {name: value for name, value in kept.items() if name in self.base.known_options}
        return replace(self, options=kept, base=self.base.having(of_base))


@lru_cache(maxsize=1024)
def _keyword_only(function: Callable[..., Floats]) -> dict[str, inspect.Parameter]:
    parameters = inspect.signature(function).parameters
    return {name: option for name, option in parameters.items() if option.kind is option.KEYWORD_ONLY}


@cache
def catalogue() -> Mapping[str, Metric]:
    """Every metric by name: the files of this room, what others add by entry point, and averages."""
    for file in pkgutil.walk_packages(mercalli.metrics.__path__, f"{mercalli.metrics.__name__}."):
        import_module(file.name)
    for point in entry_points(group=ENTRY_POINTS):
        point.load()
    metrics = {name: _recorded(name, function, facts) for name, (function, facts) in sorted(RECORDED.items())}
    averaged = [metric for metric in metrics.values() if metric.facts.averages]
    averages = [_average(metric, *average) for metric in averaged for average in AVERAGES]
    return metrics | {metric.name: metric for metric in averages}


def _recorded(name: str, function: Callable[..., Floats], facts: Facts) -> Metric:
    first = next(iter(inspect.signature(function).parameters.values()))
    needs = str(first.annotation).rsplit(".", maxsplit=1)[-1].strip("'>")
    return Metric(name, function, facts, needs, (function.__doc__ or "").strip().split("\n", maxsplit=1)[0])


def _average(metric: Metric, kind: str, how: str, formula: str, function: Callable[..., Floats]) -> Metric:
    """A metric of each class as an average over classes."""
    hidden = RARE if kind == "macro" else FREQUENT
    facts = replace(
        metric.facts,
        label=f"{metric.facts.label}, {kind}",
        misleads=f"{hidden} For one class: {_small(metric.facts.misleads.removeprefix('Alone: '))}",
        formula=formula + metric.facts.formula,
        undefined=metric.facts.undefined if kind == "micro" else "there are no rows, or every class is undefined",
        aliases=tuple(f"{alias}_{kind}" for alias in metric.facts.aliases),
        beside=tuple(
            f"{name}_{kind}" for name in metric.facts.beside if name in RECORDED and RECORDED[name][1].averages
        ),
        averages=False,
        trials=partial(_micro_trials, metric) if kind == "micro" else None,
        by_class=partial(_macro_parts, metric) if kind == "macro" and metric.facts.of_own_rows else None,
    )
    bound = partial(function, metric)
    options = [*metric.known_options.values(), *OPTIONS[kind]]
    bound.__signature__ = inspect.Signature([CONFUSION, *options])  # type: ignore[attr-defined]
    meaning = f"{metric.meaning.rstrip('.')}: {how}."
    return Metric(f"{metric.name}_{kind}", bound, facts, WHOLE, meaning, base=metric)


def _small(sentence: str) -> str:
    """As it goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]


def _macro(
    metric: Metric,
    confusion: Confusion,
    *,
    undefined: Undefined = "worst",
    classes: Classes = "true",
    **options: object,
) -> Floats:
    values = metric.function(confusion.per_class, **options)
    average = weighted(values, taking_part(confusion, classes), undefined=undefined, worst=metric.worst)
    return np.where(confusion.total == 0, np.nan, average)[()]


def _macro_parts(metric: Metric, confusion: Confusion, *, classes: Classes = "true", **_: object) -> Floats:
    return shares(metric(confusion), taking_part(confusion, classes))


def _weighted(metric: Metric, confusion: Confusion, *, undefined: Undefined = "worst", **options: object) -> Floats:
    values = metric.function(confusion.per_class, **options)
    return weighted(values, confusion.truths, undefined=undefined, worst=metric.worst)


def _micro(metric: Metric, confusion: Confusion, **options: object) -> Floats:
    return metric.function(confusion.per_class.pooled(), **options)


def _micro_trials(metric: Metric, confusion: Confusion) -> Floats:
    """The rows of which the pooled value is the share of right or wrong ones; NaN where it is neither.

    These are all rows, as for accuracy, or those with an answer among the classes, as for precision.
    """
    right, value, total = confusion.accurate.sum(axis=-1), _micro(metric, confusion), confusion.total
    found = np.full(np.shape(value), np.nan)
    for rows in (total - confusion.invalid, total):
        same = (value == ratio(right, rows)) | (value == ratio(rows - right, rows))
        found = np.where(same, rows, found)
    return found


CONFUSION = inspect.Parameter("confusion", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=WHOLE)
UNDEFINED = inspect.Parameter("undefined", inspect.Parameter.KEYWORD_ONLY, default="worst", annotation=Undefined)
CLASSES = inspect.Parameter("classes", inspect.Parameter.KEYWORD_ONLY, default="true", annotation=Classes)
OPTIONS = {"macro": (UNDEFINED, CLASSES), "micro": (), "weighted": (UNDEFINED,)}
FREQUENT = "Frequent classes hide rare ones."
RARE = "A rare class counts as much as a frequent one, even if its value comes from a few rows."
AVERAGES: list[tuple[str, str, str, Callable[..., Floats]]] = [
    ("macro", "mean over classes", r"\frac{1}{K} \sum_k ", _macro),
    ("micro", "all classes pooled", r"\text{pooled: } ", _micro),
    ("weighted", "mean over classes weighted by their size", r"\frac{1}{n} \sum_k n_{k\cdot} ", _weighted),
]


def parse(text: str, known: Mapping[str, Metric] | None = None) -> Metric:
    """The metric that a text names, options set and none left out.

    >>> parse("f_beta_macro(beta=2)").text
    'f_beta_macro(beta=2)'
    >>> parse("threat_score").text
    'csi'
    """
    metric = look_up(text, known)
    for option in metric.needs_options:
        raise MetricError.about(
            f"the metric {metric.name!r}", f"needs its option {option!r}, as in {metric.name}({option}=...)."
        )
    return metric


def one_number(
    text: str, known: Mapping[str, Metric], command_of: Callable[[str], str | None] = lambda _: None
) -> Metric:
    """The metric that a text asks for, if it gives one number for all classes together.

    `command_of` names the command for metrics of another statistic, so that an error can say it.
    """
    metric = parse(text, known)
    if metric.needs == PER_CLASS:
        raise MetricError.per_class(metric.text, [average.text for average in averages_of(metric, known)])
    if metric.needs != WHOLE:
        raise MetricError.named(
            metric.name, f"cannot be computed from predicted classes. {_home(metric, command_of(metric.needs))}"
        )
    return metric


def _home(metric: Metric, command: str | None) -> str:
    """Where a metric of another statistic is computed."""
    if metric.needs == PARTS:
        return "A profile makes it from other metrics."
    return f"See mercalli {command or f'metrics {metric.name}'}."


def averages_of(metric: Metric, known: Mapping[str, Metric]) -> list[Metric]:
    """The averages over classes that a per-class metric has, the mean first, with its options.

    >>> [average.text for average in averages_of(parse("f_beta(beta=2)"), catalogue())][0]
    'f_beta_macro(beta=2)'
    """
    averages = [each for each in known.values() if each.base is not None and each.base.name == metric.name]
    return [average.having(metric.options) for average in averages]


def look_up(text: str, known: Mapping[str, Metric] | None = None) -> Metric:
    """The metric that a text names; options may still be missing."""
    metrics = catalogue() if known is None else known
    name, options = _split(text)
    metric = metrics.get(name) or next((each for each in metrics.values() if name in each.facts.aliases), None)
    if metric is None:
        raise MetricError.unknown(name, sorted(metrics))
    return metric.having(options)


def _split(text: str) -> tuple[str, dict[str, object]]:
    """A metric's text as its name and options."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        if isinstance(tree, ast.Name):
            return tree.id, {}
        if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.args):
            raise MetricError.syntax(text)
        return tree.func.id, {str(word.arg): ast.literal_eval(word.value) for word in tree.keywords}
    except (SyntaxError, ValueError, AttributeError):
        raise MetricError.syntax(text) from None
