"""A trained classifier: how it came about, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from mercalli.inputs.arrays import Floats
from mercalli.inputs.texts import LabelledTexts
from mercalli.io.folders import write_folder
from mercalli.io.manifests import TRAINING
from mercalli.registry import load
from mercalli.results.findings import Finding
from mercalli.results.measure import Measure
from mercalli.results.personal import Masking, with_masks
from mercalli.stats.confusion import Confusion
from mercalli.stats.label_sets import LabelSets
from mercalli.tasks.classifier.classifier import statistic_of
from mercalli.tasks.classifier.model import Model
from mercalli.tasks.label_sets.result import MultiLabel
from mercalli.tasks.labels.result import Evaluation
from mercalli.telling.article import Article
from mercalli.telling.prompt import article_text
from mercalli.text.words import counted

Worth: TypeAlias = Evaluation | MultiLabel


# Named and not imported: the article is about this record.
ARTICLE, FILES = "mercalli.tasks.classifier.article:article", "mercalli.tasks.classifier.article:files"
EXPECT_LESS = (
    "Its test applies to texts like those that it was trained on. Expect less on a new event; --leave-out measures it."
)
LIMITS = (
    "It learns which words go with which label, not what texts mean: it misses irony, negation and new words.",
    EXPECT_LESS,
    "Probabilities are calibrated only where labels are as frequent as they were in training.",
)


@dataclass(frozen=True)
class LabelCount:
    """How many texts have a label, and how much it counts when labels are chosen."""

    name: str
    trained: int
    tested: int
    weight: float


@dataclass(frozen=True)
class WeightTrial:
    """A weighting of labels, and the metric that it got on texts held out in cross-validation."""

    name: str
    value: float | None


@dataclass(frozen=True)
class LearntFeedback:
    """What a classifier learnt from people's feedback.

    Attributes:
        digest: Over the entries of the file.
        entries: How many there are.
        added: Texts that were new.
        corrected: Labels that were changed.
        left_out: Texts left out as copies of test texts, or of each other.
        disputed: Test texts that people gave another label; they keep theirs.
    """

    digest: str
    entries: int
    added: int
    corrected: int
    left_out: int
    disputed: int

    def __str__(self) -> str:
        """What was done, in words."""
        verb = "keeps its label" if self.disputed == 1 else "keep their labels"
        but = f"; {counted(self.disputed, 'test text')} that people gave another label {verb}" if self.disputed else ""
        return (
            f"{counted(self.added, 'text')} added, {counted(self.corrected, 'label')} corrected, "
            f"{counted(self.left_out, 'text')} left out as copies of test texts or of each other{but}"
        )


@dataclass(frozen=True)
class Training:
    """How a classifier came about.

    Attributes:
        mode: Whether each text gets one label or any number.
        origin: What it was trained on.
        digest: Over the texts and labels that it was trained on.
        split: Where the texts of the test come from, in words.
        trained: Texts that it was trained on.
        tested: Texts that it was tested on.
        dropped: Rows left out because they lacked a text or a label.
        labels: Each label and how many texts have it.
        terms: N-grams that it knows.
        folds: Parts of the cross-validation.
        metric: By which labels are weighted.
        trials: The weightings that were tried.
        chosen: The weighting that was taken.
        profile: What the classes mean.
        seed: The same data, settings and seed give the same classifier.
        versions: What it was trained with.
        feedback: What it learnt from people's feedback, if it did.
    """

    mode: str
    origin: str
    digest: str
    split: str
    trained: int
    tested: int
    dropped: int
    labels: tuple[LabelCount, ...]
    terms: int
    folds: int
    metric: str
    trials: tuple[WeightTrial, ...]
    chosen: str
    profile: str
    seed: int
    versions: Mapping[str, str]
    feedback: LearntFeedback | None = None


@dataclass(frozen=True)
class LeftOutPart:
    """One event that was left out of training and tested on; `untrained` are labels that no other event has.

    `obstacle` is why it could not be tested: where nothing can be learnt from the others.
    """

    name: str
    n: int
    few: bool
    untrained: tuple[str, ...]
    measure: Measure
    obstacle: str | None = None


@dataclass(frozen=True)
class LeftOutReport:
    """How a classifier does on events that it has not seen.

    Attributes:
        column: What tells events apart.
        metric: What is told of each.
        parts: Each event, worst first, those that could not be tested last; intervals are of its texts.
        all_parts: The texts of all events together; the interval is of drawing events.
        mean: The mean over events, each counting the same, which is what a new event gets; its interval leaves out
            one event at a time.
        at_random: The same metric on texts held out at random, of events that were seen.
    """

    column: str
    metric: str
    parts: tuple[LeftOutPart, ...]
    all_parts: Measure
    mean: Measure
    at_random: Measure

    @property
    def valued(self) -> tuple[LeftOutPart, ...]:
        """The events that have a value."""
        return tuple(part for part in self.parts if part.measure.value is not None)

    @property
    def untested(self) -> tuple[LeftOutPart, ...]:
        """The events that could not be tested."""
        return tuple(part for part in self.parts if part.obstacle is not None)


@dataclass(frozen=True)
class LeftOutTest:
    """Every event by itself, what that comes to, and the predictions in the order of the texts, if they have any."""

    report: LeftOutReport
    by_event: Worth
    pred: tuple[str | None, ...]


@dataclass(frozen=True)
class ForwardPart:
    """One block of time that was tested.

    Attributes:
        name: When it begins.
        age: How many hours old the classifier that was left as it was is when the block begins.
        n: Its texts.
        trained: Texts before it, which the other one learnt from.
        few: Whether there are too few for an interval to rely on.
        untrained: Labels that nothing before it has.
        fresh: What the classifier that learnt from everything before gets.
        frozen: What the one gets that learnt before the first block and was left as it was.
    """

    name: str
    age: float
    n: int
    trained: int
    few: bool
    untrained: tuple[str, ...]
    fresh: Measure
    frozen: Measure


@dataclass(frozen=True)
class ForwardReport:
    """How a classifier does later, and how fast one spoils that is left as it was.

    Attributes:
        column: The column of times.
        width: How long blocks are.
        metric: What is told of each.
        first: The first block that is tested.
        trained: Texts before it.
        parts: Each block, in the order of time; intervals are of its texts.
        all_fresh: The texts of all blocks together, learnt anew before each; the interval is of drawing blocks.
        all_frozen: The same by the classifier that was left as it was.
        fresh: The mean over the blocks after the first, each counting the same, learnt anew before each ...
        frozen: ... left as it was ...
        lost: ... and what that costs: the mean difference, above 0 where learning anew is better.
    """

    column: str
    width: str
    metric: str
    first: str
    trained: int
    parts: tuple[ForwardPart, ...]
    all_fresh: Measure
    all_frozen: Measure
    fresh: Measure
    frozen: Measure
    lost: Measure


@dataclass(frozen=True)
class ForwardTest:
    """Every block of time, and the evaluations by block of what was learnt anew and of what was left as it was."""

    report: ForwardReport
    fresh: Worth
    frozen: Worth


@dataclass(frozen=True)
class TrainedClassifier:
    """A classifier and what it is worth.

    Attributes:
        model: The classifier with its card; `model.predict(texts)` uses it.
        training: How it came about.
        test: What it is worth on texts that it has not seen, with intervals.
        test_texts: Those texts.
        probabilities: What it says of them.
        left_out: What it is worth on events that it has not seen, if that was asked for.
        said: What was guessed.
        findings: What stands out about the texts that it learnt from and was tested on.
        events: A column that looks like one of events, if none was left out.
        forward: What it is worth on later texts, if that was asked for.
    """

    model: Model
    training: Training
    test: Worth
    test_texts: LabelledTexts
    probabilities: Floats
    left_out: LeftOutTest | None = None
    said: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    events: str | None = None
    forward: ForwardTest | None = None

    @property
    def statistic(self) -> Confusion | LabelSets:
        """What the metrics of the test are made of."""
        return statistic_of(self.test_texts, self.model.classifier.flags(self.probabilities))

    def save(
        self, folder: str | Path, *, overwrite: bool = False, show_personal: bool = False, pictures: bool = True
    ) -> None:
        """Write the model, its card, the report and the files of the service: all files, or none.

        Personal data in texts is masked, unless it is to be shown. Pictures need matplotlib.
        """
        seen = self.shown(show_personal=show_personal)
        files = load(FILES)(seen, show_personal=show_personal, pictures=pictures)
        write_folder(folder, files, overwrite=overwrite, kind=TRAINING)

    def shown(self, *, show_personal: bool = False) -> TrainedClassifier:
        """The same as it may leave: the texts of its findings masked, unless personal data is to be shown."""
        findings = self.findings if show_personal else with_masks(self.findings)
        masking = Masking.of(findings, show_personal=show_personal)
        test = replace(self.test, provenance=replace(self.test.provenance, masking=masking))
        return replace(self, findings=findings, test=test)

    def __str__(self) -> str:
        article: Article = load(ARTICLE)(self)
        return article_text(article)
