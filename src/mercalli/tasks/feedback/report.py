"""A model on what people in operations said, beside the test that it came with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import FeedbackError, SettingError
from mercalli.evaluation.plan import versions
from mercalli.evaluation.progress import Progress, quiet
from mercalli.inputs.feedback import latest
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.io.feedback import read_feedback
from mercalli.io.labelled_texts import read
from mercalli.io.profiles import GENERIC, read_profile
from mercalli.metrics.ratio import ratio
from mercalli.results.feedback import Beside, FeedbackReport, LabelChange, Swap
from mercalli.results.measured import Provenance
from mercalli.stats.change_point import change_point
from mercalli.stats.copies import groups_of
from mercalli.tasks.advice.crossed import f1_scores, resampled
from mercalli.tasks.classifier.saved import load_model
from mercalli.tasks.feedback.notes import notes_of
from mercalli.uncertainty.intervals import percentile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.inputs.arrays import Bools, Floats
    from mercalli.inputs.feedback import Feedback
    from mercalli.tasks.advice.crossed import Weights
    from mercalli.tasks.classifier.saved import Model

TEST = "test_predictions.csv"
REPLICATES = 1000
MOST_SWAPS = 10
FEWEST_TO_CHANGE = 20
CLEAR = 0.05


@dataclass(frozen=True)
class Side:
    """Texts with their labels and what the model gives them, and how they are drawn for intervals."""

    truth: Bools
    pred: Bools
    weights: Weights

    @classmethod
    def of(cls, data: LabelledTexts, model: Model, seed: int) -> Side:
        """From labelled texts; copies are drawn together."""
        flags = data.sets.flags(model.classes)[data.sets.codes]
        pred = model.classifier.flags(model.probabilities(data.texts))
        return cls(flags, pred, resampled(groups_of(data.texts.tolist()), REPLICATES, seed))

    @cached_property
    def accuracy(self) -> Floats:
        """The share of texts with all labels right, under every weighting: (1 + R,)."""
        right = (self.truth == self.pred).all(axis=1).astype(np.float32)
        return ratio((self.weights @ right).astype(np.float64), self.weights.sum(axis=1).astype(np.float64))

    @cached_property
    def f1_macro(self) -> Floats:
        """Mean F1 of the labels that occur or are given: (1 + R,)."""
        each = f1_scores(self.truth, self.pred, self.weights)
        return ratio(np.nansum(each, axis=-1), (~np.isnan(each)).sum(axis=-1).astype(np.float64))

    @cached_property
    def recalls(self) -> Floats:
        """The share of each label that is found: (1 + R, K)."""
        right, have = (self.weights @ each.astype(np.float32) for each in (self.truth & self.pred, self.truth))
        return ratio(right.astype(np.float64), have.astype(np.float64))


def feedback_report(
    path: str | Path,
    model: str | Path,
    *,
    test: str | None = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress = quiet,
) -> FeedbackReport:
    """What a model is worth on the texts that people gave feedback on, beside its test; and what changed since when.

    Args:
        path: The file of feedback.
        model: The model to judge, or its folder; it need not be the one that people corrected.
        test: Labelled texts to set it beside; the test that the model came with if not given.
        level: Confidence of the intervals.
        seed: The same data and seed give the same report.
        progress: Told how far it is.
    """
    if not 0 < level < 1:
        raise SettingError.outside("level", level, "between 0 and 1, as in 0.95")
    loaded = load_model(model)
    entries = read_feedback(path)
    words = latest(entries)
    progress("asking the model", 0, 1)
    data = _texts(words, loaded, repr(Path(path).name))
    tested = _tested(model, loaded, test)
    job = _Job(loaded, words, Side.of(data, loaded, seed), Side.of(tested, loaded, seed + 1), level, seed)
    return FeedbackReport(
        entries=len(entries),
        n=len(words),
        tested=len(tested),
        people=len({each.who for each in entries}),
        start=min(each.when for each in entries),
        end=max(each.when for each in entries),
        measures=job.measures(),
        labels=job.labels(),
        swaps=job.swaps(),
        notes=tuple(notes_of(entries, words, tested, loaded.digest)),
        provenance=_provenance(Path(path), Path(model), tested, level, seed),
        digest=loaded.digest,
    )


def _texts(words: Sequence[Feedback], model: Model, origin: str) -> LabelledTexts:
    each = model.classifier
    for entry in words:
        parts = [entry.label] if each.mode == MULTI_CLASS else entry.label.split(each.delimiter)
        for part in parts:
            if part and part not in each.classes:
                raise FeedbackError.unknown_label(part, each.classes, f"the label of {entry.text[:40]!r} in {origin}")
    texts, labels = [entry.text for entry in words], [entry.label for entry in words]
    return LabelledTexts.check(texts, labels, mode=each.mode, delimiter=each.delimiter, origin=origin)


def _tested(place: str | Path, model: Model, test: str | None) -> LabelledTexts:
    each, folder = model.classifier, Path(place) if Path(place).is_dir() else Path(place).parent
    if test is not None:
        return read(test, mode=each.mode, delimiter=each.delimiter)
    if not (folder / TEST).is_file():
        raise FeedbackError.no_test(str(place), TEST)
    return read(folder / TEST, text="text", label="truth", mode=each.mode, delimiter=each.delimiter)


def _provenance(path: Path, model: Path, tested: LabelledTexts, level: float, seed: int) -> Provenance:
    profile = read_profile(GENERIC)
    return Provenance(
        origin=repr(path.name),
        roles={"model": model.name, "test": tested.origin},
        profile=profile.name,
        profile_digest=profile.digest,
        settings={"level": level, "replicates": REPLICATES, "seed": seed},
        versions=versions(),
    )


@dataclass(frozen=True)
class _Job:
    model: Model
    words: Sequence[Feedback]
    feedback: Side
    test: Side
    level: float
    seed: int

    def measures(self) -> tuple[Beside, ...]:
        exact = "accuracy" if self.model.classifier.mode == MULTI_CLASS else "subset_accuracy"
        sides = (self.feedback, self.test)
        return (
            self._beside(exact, *(side.accuracy for side in sides)),
            self._beside("f1_macro", *(side.f1_macro for side in sides)),
        )

    def _beside(self, metric: str, feedback: Floats, test: Floats) -> Beside:
        ends = [percentile(each[1:], self.level) for each in (feedback, test, feedback - test)]
        return Beside(
            metric,
            *_told(feedback[0], *ends[0]),
            *_told(test[0], *ends[1]),
            *_told(feedback[0] - test[0], *ends[2]),
        )

    def labels(self) -> tuple[LabelChange, ...]:
        """The label whose recall fell most first; those without texts on either side last."""
        found = [self._label(at) for at in range(len(self.model.classes))]
        return tuple(sorted(found, key=lambda each: _or_none(each.recall.difference)))

    def _label(self, at: int) -> LabelChange:
        truth, pred = self.feedback.truth[:, at], self.feedback.pred[:, at]
        wrong = truth != pred
        times = [self.words[row].when for row in np.flatnonzero(wrong).tolist()]
        since, p = self._since(np.flatnonzero(truth | pred).tolist(), wrong)
        return LabelChange(
            name=self.model.classes[at],
            n=int(truth.sum()),
            missed=int((truth & ~pred).sum()),
            wrongly=int((pred & ~truth).sum()),
            recall=self._beside("recall", self.feedback.recalls[:, at], self.test.recalls[:, at]),
            first=times[0] if times else None,
            last=times[-1] if times else None,
            since=since,
            p=p,
        )

    def _since(self, rows: list[int], wrong: Bools) -> tuple[str | None, float | None]:
        """From when on the texts that have or are given a label are clearly more often, or less often, wrong."""
        if len(rows) < FEWEST_TO_CHANGE or self.words[rows[0]].when == self.words[rows[-1]].when:
            return None, None
        place, p = change_point(wrong[rows].astype(np.float64), np.random.default_rng([self.seed, len(rows)]))
        bound = CLEAR / len(self.model.classes)
        return (self.words[rows[place]].when if p <= bound else None), p

    def swaps(self) -> tuple[Swap, ...]:
        """What the model says now and people say instead, the most frequent first."""
        said = self.model.classifier.labels
        preds = said(self.model.probabilities([each.text for each in self.words]))
        found: dict[tuple[str, str], list[str]] = {}
        for pred, each in zip(preds, self.words, strict=True):
            if pred != each.label:
                found.setdefault((pred, each.label), []).append(each.when)
        often = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST_SWAPS]
        return tuple(Swap(*pair, len(times), times[0], times[-1]) for pair, times in often)


def _told(value: float, low: float, high: float) -> tuple[float | None, float | None, float | None]:
    return tuple(None if np.isnan(each) else float(each) for each in (value, low, high))  # type: ignore[return-value]


def _or_none(difference: float | None) -> float:
    return float("inf") if difference is None else difference
