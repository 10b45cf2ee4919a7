"""A trained classifier with what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.results.findings import HIGH
from mercalli.tasks.classifier.decision import statistic_of

if TYPE_CHECKING:
    from pathlib import Path

    from mercalli.inputs.arrays import Floats
    from mercalli.inputs.texts import LabelledTexts
    from mercalli.results.findings import Finding
    from mercalli.stats.confusion import Confusion
    from mercalli.stats.label_sets import LabelSets
    from mercalli.tasks.classifier.leave_out import LeftOutTest
    from mercalli.tasks.classifier.model import Model
    from mercalli.tasks.classifier.result import Training
    from mercalli.tasks.label_sets.result import MultiLabel
    from mercalli.tasks.labels.result import Evaluation


@dataclass(frozen=True)
class Trained:
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
    """

    model: Model
    training: Training
    test: Evaluation | MultiLabel
    test_texts: LabelledTexts
    probabilities: Floats
    left_out: LeftOutTest | None = None
    said: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def statistic(self) -> Confusion | LabelSets:
        """What the metrics of the test are made of."""
        return statistic_of(self.test_texts, self.model.classifier.flags(self.probabilities))

    @property
    def told(self) -> tuple[str, ...]:
        """What was guessed, and what is most pressing to know of the texts."""
        pressing = (f"{each.finding}: {each.evidence}" for each in self.findings if each.severity == HIGH)
        return (*self.said, *pressing)

    def save(self, folder: str | Path, *, overwrite: bool = False) -> None:
        """Write the model, its card, the report and the answer of the service: all files, or none."""
        from mercalli.io.folders import write_folder  # noqa: PLC0415 - as the next
        from mercalli.tasks.classifier.folder import training_files  # noqa: PLC0415 - draws pictures

        write_folder(folder, training_files(self), overwrite=overwrite)

    def __str__(self) -> str:
        return str(self.test)
