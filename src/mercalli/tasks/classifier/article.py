"""The card of a classifier as an article: what it was made from, how, what it is worth, and its limits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mercalli.tasks.classifier.result import LIMITS
from mercalli.telling.article import Article, Notes, Picture, Section, Sentence, table
from mercalli.telling.findings import evidence_section, next_section
from mercalli.text.numbers import interval, number, percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.findings import Finding
    from mercalli.results.measure import Measure
    from mercalli.tasks.classifier.result import LeftOut, LeftOutPart, Training
    from mercalli.tasks.label_sets.result import MultiLabel
    from mercalli.tasks.labels.result import Evaluation
    from mercalli.telling.article import Block

PICTURE = "leave_out.png"
MOST_LABELS = 200


def training_article(
    training: Training, result: Evaluation | MultiLabel, left: LeftOut | None, findings: Sequence[Finding] = ()
) -> Article:
    """What a classifier is and what it is worth."""
    further = [] if left is None else [Section(f"On a new {left.column}", tuple(_left_out(left, _level(result))))]
    return Article(
        title=replace(result.provenance, origin=training.origin).title,
        asks="what this classifier is worth",
        summary=summary_of(training),
        sections=(
            Section("What it is worth", tuple(_worth(training, result))),
            *further,
            *([next_section(findings), evidence_section(findings)] if findings else []),
            Section("What it learnt from", tuple(_learnt(training))),
            Section("How labels are chosen", tuple(_chosen(training))),
            Section("Limits", (Notes(LIMITS),)),
        ),
        metrics=tuple(card for card in result.metrics if card.metric in _shown(training, result)),
        provenance=result.provenance,
        digests={"training": training.digest, **_feedback_digest(training), "test": result.systems[0].digest},
    )


def summary_of(training: Training) -> str:
    """The size of it in a line."""
    return (
        f"{counted(training.trained, 'text')} to learn from, {counted(training.tested, 'text')} to test on, "
        f"{counted(len(training.labels), 'label')}, {training.mode}"
    )


def _feedback_digest(training: Training) -> dict[str, str]:
    return {} if training.feedback is None else {"feedback": training.feedback.digest}


def _level(result: Evaluation | MultiLabel) -> str:
    return f"{percent(result.provenance.settings['level'])} interval"


def _worth(training: Training, result: Evaluation | MultiLabel) -> Iterator[Block]:
    yield Sentence(f"Tested on {training.split}: {counted(training.tested, 'text')}. The full report is in index.html.")
    yield Notes(result.systems[0].notes)
    shown = [each for each in result.systems[0].measures if each.metric in _shown(training, result)]
    header = ["metric", "value", _level(result), "majority"]
    yield table("On texts that it has not seen", header, map(_measure, shown))


def _shown(training: Training, result: Evaluation | MultiLabel) -> set[str]:
    return {training.metric, *result.headline, "precision_macro", "recall_macro", "f1_macro", "f1_micro"}


def _measure(each: Measure) -> tuple[str, ...]:
    return (each.metric, number(each.value), interval(each.low, each.high), number(each.baselines.get("majority")))


def _learnt(training: Training) -> Iterator[Block]:
    left_out = f" {counted(training.dropped, 'row')} without text or label left out." if training.dropped else ""
    yield Sentence(
        f"{counted(training.trained, 'text')} of {training.origin}.{left_out} {training.terms:,} n-grams of words and "
        f"letters that at least two texts have; a linear model for each label."
    )
    if training.feedback is not None:
        yield Sentence(f"{counted(training.feedback.entries, 'record')} of feedback: {training.feedback}.")
    rows = ((each.name, f"{each.trained:,}", f"{each.tested:,}", number(each.weight)) for each in training.labels)
    yield table(
        "Texts of each label, and its weight", ["label", "trained", "tested", "weight"], list(rows)[:MOST_LABELS]
    )


def _chosen(training: Training) -> Iterator[Block]:
    yield Sentence(
        f"Probabilities are fitted to scores of texts held out in {training.folds} parts, and a text gets the label of "
        f"most probability times weight (of several labels, each whose weighted odds are even). Weights are those with "
        f"the best {training.metric} there: {training.chosen}."
    )
    rows = (
        (each.name, number(each.value), "taken" if each.name == training.chosen else "") for each in training.trials
    )
    yield table(f"{training.metric} by cross-validation", ["weights", training.metric, ""], rows, words=[""])


def _left_out(left: LeftOut, level: str) -> Iterator[Block]:
    yield Sentence(left_out_words(left))
    yield Notes(untested_words(left))
    yield Picture(PICTURE, f"{left.metric} on each {left.column} that was left out of training")
    header = [left.column, "texts", left.metric, level, "labels that no other has"]
    yield table(f"Each {left.column} by itself, worst first", header, map(part_cells, left.parts), words=header[4:])


def left_out_words(left: LeftOut) -> str:
    """How far it generalises, in a sentence."""
    seen, new = (_sure(each) for each in (left.at_random, left.all_parts))
    tested = len(left.parts) - len(left.untested)
    return (
        f"Trained on every {left.column} but one and tested on that, for each of {tested}. All their texts "
        f"together, {left.metric} is {new}, with an interval over {left.column}s; on texts held out at random, whose "
        f"{left.column} was seen, it is {seen}. An average over labels is mostly lower within one {left.column}, which "
        f"may have few texts of some label."
    )


def untested_words(left: LeftOut) -> tuple[str, ...]:
    """Why some could not be tested."""
    return tuple(f"{part.name} was not tested: {part.obstacle}" for part in left.untested)


def _sure(each: Measure) -> str:
    return number(each.value) if each.low is None else f"{number(each.value)} ({interval(each.low, each.high)})"


def part_cells(part: LeftOutPart) -> tuple[str, ...]:
    """An event as a row."""
    each = part.measure
    name = f"{part.name} (few)" if part.few else part.name
    return (name, f"{part.n:,}", number(each.value), interval(each.low, each.high), ", ".join(part.untrained))
