"""Metrics as they were asked for, by their own texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mercalli.errors import MetricError, SettingError
from mercalli.estimates.settings import Settings
from mercalli.io.profiles import profile_names, read_profile
from mercalli.metrics.catalogue import PER_CLASS, averages_of, parse
from mercalli.metrics.profiled import metrics_of
from mercalli.profiles.profile import Profile


def text_list(name: str, value: object) -> tuple[str, ...]:
    """The texts of a setting; none if it is left out, an error if it is empty or no list."""
    if value is None:
        return ()
    if not isinstance(value, Iterable):
        raise SettingError.outside(name, value, "a list of texts")
    texts = tuple(value)
    if not texts:
        raise SettingError.outside(name, value, "a list of one text or more, or left out")
    return texts


def metric_texts(names: Sequence[str], profile: Profile, settings: Settings) -> tuple[str, ...]:
    """Metrics as their own texts, so that aliases, blanks and readings do not matter later."""
    known = metrics_of(profile, like=settings.like)
    try:
        return tuple(dict.fromkeys(parse(text, known).text for text in names))
    except MetricError as error:
        raise MetricError.elsewhere(error, homes(names)) from None


def headline(names: Sequence[str], profile: Profile, settings: Settings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is shown first, where the mean over classes stands for a per-class metric; and those metrics themselves."""
    known = metrics_of(profile, like=settings.like)
    metrics = [parse(text, known) for text in metric_texts(names, profile, settings)]
    of_classes = [metric for metric in metrics if metric.needs == PER_CLASS]
    means = {metric.text: averages_of(metric, known)[:1] for metric in of_classes}
    shown = dict.fromkeys(each.text for metric in metrics for each in means.get(metric.text, [metric]))
    if not shown:
        raise MetricError.per_class(of_classes[0].text, [])
    return tuple(shown), tuple(metric.text for metric in of_classes)


def homes(names: Sequence[str]) -> dict[str, str]:
    """Metrics that belong to a profile that comes along, and that profile."""
    profiles = [read_profile(name) for name in profile_names()]
    return {metric: profile.name for profile in profiles for metric in profile.metrics if metric in names}
