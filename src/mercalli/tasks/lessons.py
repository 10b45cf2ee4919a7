"""Lessons: the metrics of a profile by kind, and one of them with an example computed now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import MetricError
from mercalli.evaluation.evaluate import evaluate
from mercalli.evaluation.measures import cards, finite
from mercalli.evaluation.plan import homes
from mercalli.io.demo import read_demo
from mercalli.io.profiles import read_profile
from mercalli.metrics.catalogue import PER_CLASS, SENTENCES, SETS, TRIAL, WHOLE, Metric, look_up
from mercalli.metrics.profiled import ANY_CLASSES, metrics_of
from mercalli.results.lessons import Chapter, Example, Lesson
from mercalli.stats.confusion import Confusion
from mercalli.stats.uplift import UpliftTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mercalli.profiles.profile import Profile

LIST = "ArrayLike"
HUMAID, SYSTEM = "humaid", "gpt_4o_zero_shot"
FINLEY = [[28, 23], [72, 2680]]
FINLEY_SAYS = "Finley's tornado forecasts of 1884: 28 hits, 72 false alarms, 23 misses, 2680 correct rejections"
EIGHT = [1, 0, 1, 1, 0, 0, 0, 1]
EIGHT_SAYS = "eight people by falling score, treated and controls in turn, with the outcomes 1 0 1 1 0 0 0 1"
SMALL = [[50, 10], [5, 35]]
SMALL_SAYS = "two classes: 50 and 35 right, 10 of the first taken for the second, 5 the other way"


def chapters(profile: str) -> list[Chapter]:
    """The profile's own metrics first, then those over all classes, then those of one class."""
    chosen = read_profile(profile)
    known = _known(chosen)
    own = [metric for metric in known.values() if metric.name in chosen.metrics]
    plain = [metric for metric in known.values() if metric.base is None and metric.name not in chosen.metrics]
    found = [
        _chapter(f"Profile {chosen.name}: {chosen.title}", own, chosen),
        _chapter("Over all classes", (each for each in plain if each.needs == WHOLE), chosen),
        _chapter(
            "One class against the rest (over classes: NAME_macro, NAME_micro, NAME_weighted)",
            (each for each in plain if each.needs == PER_CLASS),
            chosen,
        ),
        _chapter("Whom a treatment helps (mercalli uplift)", (each for each in plain if each.needs == TRIAL), chosen),
        _chapter("Any number of labels (mercalli multilabel)", (each for each in plain if each.needs == SETS), chosen),
        _chapter(
            "Sentences and sectors (mercalli cheers)", (each for each in plain if each.needs == SENTENCES), chosen
        ),
    ]
    return [chapter for chapter in found if chapter.metrics]


def _chapter(title: str, metrics: Iterable[Metric], profile: Profile) -> Chapter:
    return Chapter(title, cards(metrics, profile))


def _known(profile: Profile) -> Mapping[str, Metric]:
    return metrics_of(profile, profile.classes or ANY_CLASSES)


def lesson(text: str, profile: str) -> Lesson:
    """Everything about one metric.

    >>> print(lesson("csi", "generic").example.value)
    0.2276
    """
    chosen = read_profile(profile)
    metric = _metric(text, chosen)
    return Lesson(
        card=cards([metric], chosen)[0],
        undefined=metric.facts.undefined,
        options=tuple(metric.known_options),
        needs=tuple(metric.needs_options),
        kernel=any(metric.known_options[name].annotation == LIST for name in metric.needs_options),
        aliases=metric.facts.aliases,
        example=None if metric.needs_options else _example(metric, chosen),
    )


def _metric(text: str, profile: Profile) -> Metric:
    """The metric of that name, or an error that names the profile it belongs to."""
    try:
        return look_up(text, _known(profile))
    except MetricError as error:
        raise MetricError.elsewhere(error, homes([text])) from None


def _example(metric: Metric, profile: Profile) -> Example | None:
    """On famous forecasts, on the demonstration, or on a table small enough to check by hand."""
    if metric.needs == PER_CLASS:
        return Example(FINLEY_SAYS, finite(metric(Confusion.of(FINLEY))[0]))
    if metric.needs == TRIAL:
        return Example(EIGHT_SAYS, finite(float(metric.function(_eight(), **metric.options))))
    if metric.needs != WHOLE:
        return None
    if profile.name == HUMAID:
        return _demonstrated(metric, profile)
    if metric.varies or metric.name in profile.metrics:
        return None
    return Example(SMALL_SAYS, finite(float(metric(Confusion.of(SMALL)))))


def _eight() -> UpliftTable:
    score, treated = np.arange(8.0, 0.0, -1.0), np.arange(8) % 2 == 0
    return UpliftTable.of(score, treated, np.array(EIGHT))


def _demonstrated(metric: Metric, profile: Profile) -> Example:
    result = evaluate(read_demo(), truth="truth", pred=SYSTEM, profile=profile, metrics=metric.text, replicates=0)
    system = result.systems[0]
    measure = system.measure(metric.text)
    says = f"{SYSTEM} on {system.n:,} messages of four disasters (mercalli demo)"
    return Example(says, measure.value, measure.baselines.get("majority"))
