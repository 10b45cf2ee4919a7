"""Lessons on a terminal: the metrics of a profile by kind, and one of them with an example computed now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike
from rich.text import Text

from mercalli.cli.metrics.theory import Theory, show_theory, theory, uses
from mercalli.cli.metrics.worked import worked
from mercalli.errors import MetricError
from mercalli.estimates.measure import cards
from mercalli.inputs.classes import normal
from mercalli.io.profiles import GENERIC, read_profile
from mercalli.metrics.catalogue import PARTS, Metric, look_up
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.metrics import homes
from mercalli.registry import chapters as registered_chapters
from mercalli.registry import other_names
from mercalli.telling.terminal import DIM, MARK, Words, plain_table
from mercalli.telling.words import span_of
from mercalli.text.names import visible_record
from mercalli.text.numbers import number
from mercalli.text.words import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from mercalli.cli.metrics.worked import Example
    from mercalli.profiles.profile import Profile
    from mercalli.registry import Chapter as Registered
    from mercalli.results.measure import MetricCard


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
        theory: What the profile decided about it, if it is the profile's own.
        known_as: The name that others have for it, if it was asked for by that ...
        of: ... and what they compute it of.
    """

    card: MetricCard
    undefined: str
    options: tuple[str, ...]
    needs: tuple[str, ...]
    kernel: bool
    aliases: tuple[str, ...]
    example: Example | None
    theory: Theory | None = None
    known_as: str = ""
    of: str = ""


@dataclass(frozen=True)
class Chapter:
    """Metrics of one kind."""

    title: str
    metrics: tuple[MetricCard, ...]


def chapters(profile: str) -> list[Chapter]:
    """The profile's own metrics first, then every other by the statistic it is a function of."""
    chosen = read_profile(profile)
    every = metrics_of(chosen).values()
    own = [metric for metric in every if metric.name in chosen.metrics]
    plain = [metric for metric in every if metric.base is None and metric.name not in chosen.metrics]
    titled = [
        (f"Profile {chosen.name}: {chosen.title}", own),
        *((_title(each), _needing(plain, *each.statistics)) for each in registered_chapters()),
        ("Combined from other metrics (in a profile)", _needing(plain, PARTS)),
    ]
    return [Chapter(title, cards(metrics, chosen)) for title, metrics in titled if metrics]


def _title(chapter: Registered) -> str:
    """What a chapter is about, with the commands that compute it."""
    commands = ", ".join(f"mercalli {name}" for name in chapter.commands)
    return f"{chapter.title} ({commands})" if commands else chapter.title


def _needing(metrics: Iterable[Metric], *statistics: str) -> list[Metric]:
    return [metric for metric in metrics if metric.needs in statistics]


def lesson(text: str, profile: str) -> Lesson:
    """Everything about one metric, also by the name that others have for it.

    >>> print(lesson("csi", "generic").example.value)
    0.2276
    >>> lesson("Binary High Severity F1 Score", "generic").card.metric
    'f1'
    """
    names = other_names()
    known_as = next((name for name in names if normal(name) == normal(text)), None)
    if known_as is None:
        return _lesson(text, profile)
    metric, of = names[known_as]
    return replace(_lesson(metric, GENERIC), known_as=known_as, of=of)


def _lesson(text: str, profile: str) -> Lesson:
    chosen = read_profile(profile)
    metric = _metric(text, chosen)
    return Lesson(
        card=cards([metric], chosen)[0],
        undefined=metric.facts.undefined,
        options=tuple(metric.known_options),
        needs=tuple(metric.needs_options),
        kernel=any(metric.known_options[name].annotation == ArrayLike for name in metric.needs_options),
        aliases=metric.facts.aliases,
        example=worked(metric, chosen),
        theory=theory(metric.name, chosen),
    )


def _metric(text: str, profile: Profile) -> Metric:
    """The metric of that name, or an error that names the profile it belongs to."""
    try:
        return look_up(text, metrics_of(profile))
    except MetricError as error:
        if suggestion(text, other_names()):
            raise MetricError.unknown(text, list(other_names())) from None
        raise MetricError.elsewhere(error, homes([text])) from None


def show_chapters(console: Console, chapters: Iterable[Chapter]) -> None:
    """A line for each metric."""
    for chapter in map(visible_record, chapters):
        console.print(Words(chapter.title, style=MARK))
        meanings = plain_table(("metric", "whole"), ("meaning", "left"))
        for card in chapter.metrics:
            meanings.add_row(card.metric, Words(card.meaning))
        console.print(meanings)
        console.print()
    console.print("To see one in full: mercalli metrics NAME")


def show_lesson(console: Console, lesson: Lesson) -> None:
    """Everything about one metric."""
    shown = visible_record(lesson)
    if shown.known_as:
        console.print(Words(f"{shown.known_as} is {shown.card.metric}. {shown.of}"))
        console.print()
    console.print(Words(f"{shown.card.label} ({shown.card.metric})", style=MARK))
    console.print(Words(shown.card.meaning))
    console.print()
    facts = plain_table(("", "whole"), ("", "left"))
    facts.show_header = False
    for name, text in [*uses(shown.theory), *_facts(shown.card), *_more(shown)]:
        facts.add_row(Text(name, style=DIM), Words(text))
    console.print(facts)
    if shown.theory is not None:
        show_theory(console, shown.theory)


def _more(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """When it is undefined, its options, other names, and what it gives."""
    yield "undefined when", lesson.undefined
    if lesson.options:
        yield "options", ", ".join(lesson.options)
    if lesson.aliases:
        yield "also called", ", ".join(lesson.aliases)
    if lesson.kernel:
        yield "needs", f"a profile that sets {' and '.join(lesson.needs)}: mercalli profile show humaid"
    elif lesson.needs:
        yield "needs", f"its options, as in {lesson.card.metric}({', '.join(f'{name}=...' for name in lesson.needs)})"
    if lesson.example is not None:
        yield "example", lesson.example.data
        yield "gives", "no value" if lesson.example.value is None else number(lesson.example.value)
        if lesson.example.majority is not None:
            yield "majority gets", number(lesson.example.majority)


def _facts(card: MetricCard) -> list[tuple[str, str]]:
    bands = ", ".join(f"{band.name} from {band.lower:g} ({band.says})" for band in card.bands)
    return [
        ("formula", card.formula),
        ("range", span_of(card)),
        *([("bands", bands)] if bands else []),
        ("misleads", card.misleads),
        *([("read beside", ", ".join(card.beside))] if card.beside else []),
        ("reference", card.reference),
    ]
