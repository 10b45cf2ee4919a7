"""Lessons: the metrics of a profile by kind, and one of them with an example computed now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.cli.metrics.worked import worked
from mercalli.errors import MetricError
from mercalli.estimates.measure import cards
from mercalli.io.profiles import read_profile
from mercalli.metrics.catalogue import PARTS, Metric, look_up
from mercalli.metrics.profiled import ANY_CLASSES, metrics_of
from mercalli.plan.metrics import homes
from mercalli.registry import chapters as registered_chapters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mercalli.cli.metrics.worked import Example
    from mercalli.profiles.profile import Profile
    from mercalli.registry import Chapter as Registered
    from mercalli.results.measure import MetricCard

LIST = "ArrayLike"


@dataclass(frozen=True)
class Lesson:
    """A metric explained.

    Attributes:
        card: What a reader should know of it.
        undefined: When it has no value.
        options: What can be set.
        needs: Options without which it has no value; the example says which it sets.
        kernel: Whether these are lists that only a profile sets.
        aliases: Other names.
        example: A number that it gives.
    """

    card: MetricCard
    undefined: str
    options: tuple[str, ...]
    needs: tuple[str, ...]
    kernel: bool
    aliases: tuple[str, ...]
    example: Example | None


@dataclass(frozen=True)
class Chapter:
    """Metrics of one kind."""

    title: str
    metrics: tuple[MetricCard, ...]


def chapters(profile: str) -> list[Chapter]:
    """The profile's own metrics first, then every other by the statistic it is a function of."""
    chosen = read_profile(profile)
    known = _known(chosen)
    own = [metric for metric in known.values() if metric.name in chosen.metrics]
    plain = [metric for metric in known.values() if metric.base is None and metric.name not in chosen.metrics]
    titled = [
        (f"Profile {chosen.name}: {chosen.title}", own),
        *((_title(each), _needing(plain, *each.statistics)) for each in registered_chapters()),
        ("From other metrics (in a profile)", _needing(plain, PARTS)),
    ]
    return [Chapter(title, cards(metrics, chosen)) for title, metrics in titled if metrics]


def _title(chapter: Registered) -> str:
    """What a chapter is about, with the commands that compute it."""
    commands = ", ".join(f"mercalli {name}" for name in chapter.commands)
    return f"{chapter.title} ({commands})" if commands else chapter.title


def _needing(metrics: Iterable[Metric], *statistics: str) -> list[Metric]:
    return [metric for metric in metrics if metric.needs in statistics]


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
        example=worked(metric, chosen),
    )


def _metric(text: str, profile: Profile) -> Metric:
    """The metric of that name, or an error that names the profile it belongs to."""
    try:
        return look_up(text, _known(profile))
    except MetricError as error:
        raise MetricError.elsewhere(error, homes([text])) from None
