"""What the verdict on a classifier is made from: its test, what it does on new events, and the texts themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mercalli.registry import kind, load
from mercalli.results.findings import HIGH, Finding
from mercalli.results.grounds import Grounds, Standing
from mercalli.results.measure import by_text
from mercalli.tasks.classifier.forward_article import forward_words
from mercalli.tasks.classifier.result import LeftOutReport, TrainedClassifier, Worth
from mercalli.telling.words import sure
from mercalli.text.numbers import value_text
from mercalli.text.words import counted

NAME = "The classifier"
TRIVIAL, MAJORITY = "always predicting the most frequent label", "majority"


def grounds(trained: TrainedClassifier) -> Grounds:
    """The classifier by the metric that its label weights were chosen by, on texts that it has not seen."""
    test, metric = trained.test, trained.training.metric
    about, left = _of_test(test), trained.left_out
    looked_at = about if left is None else _of_test(left.by_event)
    finds = () if looked_at is None else looked_at.standings[0].finds
    standing = Standing(NAME, by_text(test.systems[0].measures, metric), finds)
    if left is not None:
        standing = Standing(f"{NAME} on a new {left.report.column}", left.report.mean, finds)
    plain = Grounds(
        metric=metric,
        direction=by_text(test.metrics, metric).direction or 1,
        standings=(standing,),
        trivial=TRIVIAL,
        baseline=MAJORITY,
        speaks_for=" ".join(_speaks_for(trained)),
        each="text",
    )
    pressing = [each for each in trained.findings if each.severity == HIGH]
    if about is None or looked_at is None:
        return replace(
            plain, beside=_forward(trained), cautions=_told(pressing), steps=tuple(_steps(trained, pressing))
        )
    told = (*(() if left is None else [over_events(left.report)]), *_forward(trained))
    return replace(
        plain,
        beside=(*told, *looked_at.beside),
        cautions=(*_told(pressing), *about.cautions),
        steps=(*_steps(trained, pressing), *about.steps),
    )


def _of_test(test: Worth) -> Grounds | None:
    """What the verdict on the test alone is made from, if its task says so."""
    registered = kind(test.sealed_as)
    return load(registered.grounds)(test) if registered is not None and registered.grounds else None


def _speaks_for(trained: TrainedClassifier) -> Iterator[str]:
    training = trained.training
    tested = f"{training.split}: {counted(training.tested, 'text')}"
    if trained.left_out is None:
        yield f"Tested on {tested}. This applies to more texts like these, not to new events."
        return
    left = trained.left_out.report
    yield f"This applies to a new {left.column} like these {len(left.valued)}."
    yield (
        f"For more texts of these {left.column}s, {left.metric} is {sure(left.at_random)}, tested on {tested}. "
        f"Do not expect that on a new {left.column}."
    )


def over_events(left: LeftOutReport) -> str:
    """How far single events lie from their mean."""
    worst, best = (
        f"{value_text(each.measure.value or 0.0)} ({each.name})" for each in (left.valued[0], left.valued[-1])
    )
    return (
        f"Its {left.metric} is the mean over {counted(len(left.valued), left.column)}, each left out of training in "
        f"turn: from {worst} to {best}."
    )


def _forward(trained: TrainedClassifier) -> tuple[str, ...]:
    """What later days get, if that was tested."""
    return () if trained.forward is None else (forward_words(trained.forward.report),)


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
