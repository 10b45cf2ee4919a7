"""Train: from labelled texts to a classifier that was tested, with its card and the answer of the service."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from mercalli.errors import ColumnError
from mercalli.evaluation.guess import guess_profile
from mercalli.evaluation.progress import quiet
from mercalli.evaluation.settings import Settings
from mercalli.evaluation.with_feedback import with_feedback
from mercalli.inputs.texts import DELIMITER, MULTI_CLASS, LabelledTexts, Mode
from mercalli.io.feedback import read_feedback
from mercalli.io.headers import UTF8
from mercalli.io.labelled_texts import places_told, read
from mercalli.io.profiles import GENERIC, read_profile
from mercalli.profiles.profile import Profile
from mercalli.results.advice import HIGH
from mercalli.results.measured import by_text
from mercalli.tasks.advice.data import data_findings
from mercalli.tasks.classifier.card import card_of, training_of
from mercalli.tasks.classifier.decision import statistic_of
from mercalli.tasks.classifier.fit import fitted, metric_for
from mercalli.tasks.classifier.leave_out import LeftOutTest, by_leaving_out, check_events
from mercalli.tasks.classifier.linear import check_extra
from mercalli.tasks.classifier.predictions import check_kept, tested_header
from mercalli.tasks.classifier.saved import Model
from mercalli.tasks.classifier.split import check_enough, split_texts
from mercalli.tasks.classifier.worth import after_feedback, worth_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mercalli.evaluation.progress import Progress
    from mercalli.inputs.arrays import Floats
    from mercalli.results.advice import Finding
    from mercalli.results.evaluation import Evaluation
    from mercalli.results.multilabel import MultiLabel
    from mercalli.results.training import LearntFeedback, Training
    from mercalli.stats.confusion import Confusion
    from mercalli.stats.label_sets import LabelSets

HOLDOUT = 0.1


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


def train(
    data: str | Path | Sequence[str | Path] | LabelledTexts,
    *,
    test: str | Path | Sequence[str | Path] | LabelledTexts | None = None,
    holdout: float = HOLDOUT,
    mode: Mode = MULTI_CLASS,
    delimiter: str = DELIMITER,
    header: bool | None = None,
    text: str | None = None,
    label: str | None = None,
    key: str | None = None,
    by: Sequence[str] = (),
    leave_out: str | None = None,
    feedback: str | Path | None = None,
    profile: str | Path | Profile | None = None,
    metric: str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    missing: Literal["error", "drop"] = "error",
    encoding: str = UTF8,
    progress: Progress = quiet,
) -> Trained:
    """Train a classifier on labelled texts and test it on others.

    Args:
        data: Labelled texts, or the path of a file: CSV (label, text; header or not), TSV, Parquet or JSON lines.
        test: Texts to test on; without them, a share of the data is held out.
        holdout: That share, of every label alike.
        mode: "multi-class" (each text has one label) or "multi-label" (any number).
        delimiter: What stands between the labels of one text.
        header: Whether the first line names the columns; looked for if not said.
        text: The column of texts, if it has no usual name.
        label: The column of labels, if it has no usual name.
        key: The column that names each text.
        by: Columns to slice the test by.
        leave_out: A column such as the event: train on all events but one and test on it, for each.
        feedback: A file of `mercalli feedback add`: its texts are learnt from too, under the labels people gave them.
        profile: What the classes mean; guessed from the labels if not given.
        metric: By which labels are weighted; the first of the profile, or macro F1.
        level: Confidence of the intervals.
        replicates: How many times to resample; 0 for no intervals.
        seed: The same data, settings and seed give the same classifier.
        missing: "drop" leaves out rows without a text or a label; by default they are an error.
        encoding: The encoding of text files.
        progress: Told how far it is.

    Returns:
        The classifier and what it is worth; `save` writes both.
    """
    check_extra()
    settings = Settings(level, replicates, "percentile", seed)
    columns = list(dict.fromkeys([*by, *([] if leave_out is None else [leave_out])]))
    asked: dict[str, Any] = {
        "delimiter": delimiter,
        "header": header,
        "text": text,
        "label": label,
        "key": key,
        "by": columns,
        "mode": mode,
        "missing": missing,
        "encoding": encoding,
    }
    progress("reading", 0, 1)
    every, guessed = _every(data, leave_out, asked)
    known, said = _profile(profile, every)
    learn, aside, split = split_texts(every, test, holdout, seed, asked)
    _check_columns(aside, by)
    learn, learnt = _corrected(learn, aside, feedback)
    said = (*said, *([] if learnt is None else [f"feedback: {learnt}"]))
    check_enough(learn, aside=test is None)
    wanted = metric_for(learn, known, metric)
    found = fitted(learn, seed=seed, profile=known, metric=wanted.text, progress=progress)
    probabilities = found.classifier.probabilities(aside.texts)
    options: dict[str, Any] = {
        "profile": known,
        "metric": wanted.text,
        "level": settings.level,
        "replicates": settings.replicates,
        "seed": seed,
        "progress": progress,
    }
    result = after_feedback(worth_of(aside, found.classifier.labels(probabilities), by=by, **options), learnt)
    left = None
    if leave_out is not None:
        at_random = by_text(result.systems[0].measures, wanted.text)
        left = by_leaving_out(every, leave_out, at_random, **options)
    training = training_of(found, learn, aside, split=split, profile=known.name, seed=seed, feedback=learnt)
    model = Model(found.classifier, card_of(training, result))
    return Trained(
        model,
        training,
        result,
        aside,
        probabilities,
        left,
        (*guessed, *said),
        data_findings(learn, aside, progress=progress),
    )


def _every(
    data: str | Path | Sequence[str | Path] | LabelledTexts, leave_out: str | None, asked: dict[str, Any]
) -> tuple[LabelledTexts, tuple[str, ...]]:
    """All labelled texts, beside which no column has a name of the predictions, and what was guessed of them."""
    every = data if isinstance(data, LabelledTexts) else read(data, **asked)
    _check_columns(every, asked["by"])
    if leave_out is not None:
        check_events(every, leave_out)
    check_kept("by", list(every.by), tested_header(every, every.classes))
    return every, places_told(every.roles, [asked[name] for name in ("header", "text", "label", "key")])


def _check_columns(data: LabelledTexts, columns: Sequence[str]) -> None:
    for name in columns:
        if name not in data.by:
            raise ColumnError.unknown(name, list(data.by), data.origin)


def _corrected(
    learn: LabelledTexts, aside: LabelledTexts, feedback: str | Path | None
) -> tuple[LabelledTexts, LearntFeedback | None]:
    """What to learn from after feedback, and what was learnt from it."""
    return (learn, None) if feedback is None else with_feedback(learn, aside, read_feedback(feedback))


def _profile(asked: str | Path | Profile | None, data: LabelledTexts) -> tuple[Profile, tuple[str, ...]]:
    """The profile that was asked for, or the one that the labels belong to."""
    if asked is not None:
        return (asked if isinstance(asked, Profile) else read_profile(asked)), ()
    guessed = guess_profile(data.classes) if data.mode == MULTI_CLASS else None
    said = () if guessed is None else (f"profile: {guessed}, whose classes these are; --profile names another",)
    return read_profile(guessed or GENERIC), said
