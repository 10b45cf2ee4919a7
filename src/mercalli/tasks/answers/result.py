"""What a report on answers carries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from mercalli.inputs.answers.counts import LabelCount
from mercalli.results.measure import Measure, Provenance
from mercalli.results.outputs import OutcomeCount
from mercalli.results.personal import PERSONAL
from mercalli.results.seal import Result


@dataclass(frozen=True)
class ReadOutput:
    """One output, perhaps cut short, and what was read in it; `reason` says why there is no label."""

    output: str = field(metadata=PERSONAL)
    outcome: str
    how: str
    label: str | None
    reason: str
    count: int


@dataclass(frozen=True)
class CheckedStage:
    """One way of reading, and what a person says of a sample of it.

    Attributes:
        name: How the class was read, or the outcome where none was.
        items: Items of the data that were read so.
        judged: Items of the sample that were judged.
        invented: Those of them where the reader has a class and the person none.
        wrong: Those where both have a class, but not the same.
        lost: Those where the person has a class and the reader none.
        mixed: Those where neither has a class, for another reason; these are no errors.
    """

    name: str
    items: int
    judged: int
    invented: int
    wrong: int
    lost: int
    mixed: int


@dataclass(frozen=True)
class ReaderCheck:
    """How often the reader errs, as far as a person judged.

    Attributes:
        stages: By way of reading.
        errors: The share of items whose label is invented, wrong or lost.
        invented: The share of items whose label nobody gave.
        unjudged: Outputs of the sample that the person left blank.
    """

    stages: tuple[CheckedStage, ...]
    errors: Measure
    invented: Measure
    unjudged: int


@dataclass(frozen=True)
class AnswersReport(Result):
    """What was read in the outputs of one system.

    Attributes:
        column: The column of outputs.
        classes: The classes that were looked for.
        n: Items.
        distinct: Different outputs.
        counts: Items by outcome and how they were read.
        outputs: The most frequent outputs.
        undeclared: Frequent bare answers that are no class.
        check: How often the reader errs, if a person judged a sample.
        notes: What should be known before relying on it.
        provenance: How it came about.
    """

    sealed_as: ClassVar[str] = "answers"

    column: str
    classes: tuple[str, ...]
    n: int
    distinct: int
    counts: tuple[OutcomeCount, ...]
    outputs: tuple[ReadOutput, ...]
    undeclared: tuple[LabelCount, ...]
    check: ReaderCheck | None
    notes: tuple[str, ...]
    provenance: Provenance
