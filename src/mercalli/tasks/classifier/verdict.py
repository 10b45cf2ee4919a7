"""What the verdict on a classifier is made from: its test, what it does on new events, and the texts themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mercalli.registry import kind, load
from mercalli.results.findings import HIGH, Finding
from mercalli.results.grounds import Grounds, Standing
from mercalli.results.measure import by_text
from mercalli.tasks.classifier.result import LeftOutReport, TrainedClassifier, Worth
from mercalli.telling.words import sure
from mercalli.text.words import counted

NAME = "The classifier"
TRIVIAL, MAJORITY = "always predicting the most frequent label", "majority"


def grounds(trained: TrainedClassifier) -> Grounds:
    """The classifier by the metric that its label weights were chosen by, on texts that it has not seen."""
    test, metric = trained.test, trained.training.metric
    about = _of_test(test)
    finds = () if about is None else about.standings[0].finds
    plain = Grounds(
        metric=metric,
        direction=by_text(test.metrics, metric).direction or 1,
        standings=(Standing(NAME, by_text(test.systems[0].measures, metric), finds),),
        trivial=TRIVIAL,
        baseline=MAJORITY,
        speaks_for=" ".join(_speaks_for(trained)),
        each="text",
    )
    pressing = [each for each in trained.findings if each.severity == HIGH]
    if about is None:
        return replace(plain, cautions=_told(pressing), steps=tuple(_steps(trained, pressing)))
    return replace(
        plain,
        beside=about.beside,
        cautions=(*_told(pressing), *about.cautions),
        steps=(*_steps(trained, pressing), *about.steps),
    )


def _of_test(test: Worth) -> Grounds | None:
    """What the verdict on the test alone is made from, if its task says so."""
    registered = kind(test.sealed_as)
    return load(registered.grounds)(test) if registered is not None and registered.grounds else None


def _speaks_for(trained: TrainedClassifier) -> Iterator[str]:
    training = trained.training
    tested = f"Tested on {training.split}: {counted(training.tested, 'text')}. This applies to more texts like these"
    if trained.left_out is None:
        yield f"{tested}, not to new events."
    else:
        yield f"{tested}. {on_new(trained.left_out.report)}"


def on_new(left: LeftOutReport) -> str:
    """What it does on an event that it has not seen, against a random test."""
    tested = len(left.parts) - len(left.untested)
    return (
        f"On a new {left.column} {left.metric} is {sure(left.all_parts)}: each of {tested} {left.column}s was left out "
        f"of training in turn."
    )


def _told(findings: list[Finding]) -> tuple[str, ...]:
    return tuple(f"{each.finding}." for each in findings)


def _steps(trained: TrainedClassifier, findings: list[Finding]) -> Iterator[str]:
    """The test on new events first, where there is a column for it: a random test says nothing about them."""
    if trained.events is not None:
        column = trained.events
        yield (
            f"Test it on a new {column} too: `--leave-out {column}`. Texts of each {column} are on both sides of a "
            f"random test, so its numbers are usually too high for a new one."
        )
    yield from (f"{each.finding}: {each.action}" for each in findings)
