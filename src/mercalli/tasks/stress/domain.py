"""The profile, the classes and the metrics of a stress test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from mercalli.engines.open import source_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import ClassList
from mercalli.metrics.catalogue import Metric, one_number
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.class_lists import class_list
from mercalli.plan.columns import find_columns
from mercalli.plan.guess import guess_profile, labels_in
from mercalli.plan.metrics import headline, text_list
from mercalli.plan.provenance import generic, profile_of
from mercalli.profiles.profile import Profile
from mercalli.registry import command_of
from mercalli.tasks.stress.errors import StressError
from mercalli.tasks.stress.tables import TRUTH_ROLE, Files

MOST_CLASSES = 60

Declared = Sequence[object] | Mapping[object, str] | ClassList | None


def domain_of(files: Files, profile: str | Path | Profile | None, classes: Declared) -> tuple[Profile, ClassList]:
    """The profile, and the classes: declared, the profile's, or those of the truth."""
    source = source_of(files.items, files.encoding)
    column = find_columns(source, [TRUTH_ROLE], files.only("truth"))["truth"][0]
    labels = labels_in(source, [column])
    name = guess_profile(labels) if profile is None else profile
    domain = profile_of(name)
    listed = class_list(domain, classes) or ClassList.inferred(labels)
    if len(listed.names) > MOST_CLASSES:
        raise StressError.too_many_classes(len(listed.names), MOST_CLASSES)
    return domain, listed


def metrics_of_task(
    asked: Sequence[str] | str | None, profile: Profile, classes: ClassList, settings: Settings
) -> tuple[Metric, ...]:
    """Those asked for, or the first one of the profile, and accuracy."""
    usual = ((profile.headline or generic().headline)[0], "accuracy")
    wanted = usual if asked is None else (asked,) if isinstance(asked, str) else text_list("metrics", asked)
    texts, _ = headline(wanted, profile, settings)
    known = metrics_of(profile, classes.names)
    return tuple(one_number(text, known, command_of) for text in texts)
