"""A model on what people in operations said, compared with the test that it came with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from mercalli.errors import FeedbackError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.feedback import Feedback, check_labels, latest
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.io.feedback import read_feedback
from mercalli.io.headers import UTF8, header_of
from mercalli.io.paths import folder_of, is_there
from mercalli.io.profiles import read_profile
from mercalli.plan.guess import guess_profile
from mercalli.plan.provenance import provenance
from mercalli.profiles.profile import Profile
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.stats.copies import COPIES
from mercalli.tasks.classifier.model import Model, load_model
from mercalli.tasks.feedback.data import read_whole
from mercalli.tasks.feedback.estimate import PRED, REPLICATES, Side, are_few, between_shares, with_ends
from mercalli.tasks.feedback.notes import notes_of
from mercalli.tasks.feedback.proposals import proposals
from mercalli.tasks.feedback.result import FeedbackMeasure, FeedbackReport, LabelChange, ProfileProposals, Swap
from mercalli.uncertainty.change_point import change_point

TEST = "test_predictions.csv"
MOST_SWAPS = 10
FEWEST_TO_CHANGE = 20
CLEAR = 0.05


def feedback_report(
    path: str | Path,
    model: str | Path,
    *,
    test: str | None = None,
    profile: str | Path | Profile | None = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress = quiet,
) -> FeedbackReport:
    """How good a model is on the texts of the feedback, compared with its test, and what changed since when.

    Args:
        path: The file of feedback.
        model: The model to evaluate, or its folder; it need not be the one that people corrected.
        test: Labelled texts to compare it with; the test that the model came with if not given.
        profile: The profile whose weights, critical classes and bands corrections may speak against; the one that has
            these labels if not given.
        level: Confidence level of the intervals.
        seed: The same data and seed give the same report.
        progress: Called with what is being done, how much of it is done, and how much there is.
    """
    settings = Settings(level, REPLICATES, seed=seed)
    loaded = load_model(model)
    entries = read_feedback(path)
    words = latest(entries)
    progress("asking the model", 0, 1)
    origin = repr(Path(path).name)
    data = _texts(words, loaded, origin)
    tested = _tested(model, loaded, test)
    comparison = _FeedbackComparison(
        loaded, words, Side.of(data, loaded, seed), Side.of(tested, loaded, seed + 1), level, seed
    )
    return FeedbackReport(
        entries=len(entries),
        n=len(words),
        tested=len(tested),
        people=len({each.who for each in entries}),
        start=min(each.when for each in entries),
        end=max(each.when for each in entries),
        measures=comparison.measures(),
        labels=comparison.labels(),
        swaps=comparison.swaps(),
        notes=(*notes_of(entries, words, tested, loaded.digest), *comparison.notes()),
        provenance=provenance(origin, {"model": Path(model).name, "test": tested.origin}, settings.sampling),
        digest=loaded.digest,
        for_profile=comparison.for_profile(_profile(profile, loaded)),
    )


def _profile(asked: str | Path | Profile | None, model: Model) -> Profile | None:
    """The profile that was asked for, or the one that the labels belong to, if there is one."""
    if asked is not None:
        return asked if isinstance(asked, Profile) else read_profile(asked)
    name = guess_profile(model.classes) if model.classifier.mode == MULTI_CLASS else None
    return None if name is None else read_profile(name)


def _texts(words: Sequence[Feedback], model: Model, origin: str) -> LabelledTexts:
    mode, delimiter = model.classifier.mode, model.classifier.delimiter
    check_labels(words, model.classes, None if mode == MULTI_CLASS else delimiter, origin)
    texts, labels = [entry.text for entry in words], [entry.label for entry in words]
    return LabelledTexts.check(texts, labels, mode=mode, delimiter=delimiter, words=(), origin=origin)


def _tested(place: str | Path, model: Model, test: str | None) -> LabelledTexts:
    if test is not None:
        return read_whole(test, model)
    kept = folder_of(place) / TEST
    if not is_there(kept):
        raise FeedbackError.no_test(str(place), TEST)
    known = [name for name in (PRED, COPIES) if name in header_of(kept, UTF8).names]
    return read_whole(kept, model, text="text", label="truth", by=known)


@dataclass(frozen=True)
class _FeedbackComparison:
    """A model on the texts that people gave feedback on, compared with its test."""

    model: Model
    words: Sequence[Feedback]
    feedback: Side
    test: Side
    level: float
    seed: int

    def measures(self) -> tuple[FeedbackMeasure, ...]:
        exact = "accuracy" if self.model.classifier.mode == MULTI_CLASS else "subset_accuracy"
        sides = (self.feedback, self.test)
        return _shares(exact, *(side.accuracy(self.level) for side in sides)), self._f1_macro()

    def _f1_macro(self) -> FeedbackMeasure:
        sides = [with_ends(side.f1_macro, self.level, few=are_few(side)) for side in (self.feedback, self.test)]
        difference, unsure = self.feedback.f1_macro - self.test.f1_macro, bool(np.isnan(sides).any())
        return _beside("f1_macro", *sides, with_ends(difference, self.level, few=unsure))

    def for_profile(self, profile: Profile | None) -> ProfileProposals | None:
        """What the corrections suggest for a profile."""
        if profile is None:
            return None
        single = self.model.classifier.mode == MULTI_CLASS
        return proposals(profile, self.model.classes, self.feedback, self.test, self.level, single=single)

    def notes(self) -> Iterator[str]:
        """What the mean over labels is over."""
        one, two = self.feedback.averaged, self.test.averaged
        if one != two:
            yield (
                f"f1_macro is the mean over labels that occur or are predicted: {len(one):,} on the feedback, "
                f"{len(two):,} on the test, {len(one & two):,} of them the same. Part of its difference comes from "
                f"that; read the recall of each label."
            )

    def labels(self) -> tuple[LabelChange, ...]:
        """The label whose recall fell most first; those of few texts after the others, without any on a side last."""
        changes = [self._label(at) for at in range(len(self.model.classes))]
        return tuple(sorted(changes, key=lambda each: (each.n < FEW_IN_CLASS, _or_none(each.recall.difference))))

    def _label(self, at: int) -> LabelChange:
        truth, pred = self.feedback.truth[:, at], self.feedback.pred[:, at]
        wrong = truth != pred
        times = [self.words[row].when for row in np.flatnonzero(wrong).tolist()]
        since, p = self._since(at, wrong)
        return LabelChange(
            name=self.model.classes[at],
            n=int(truth.sum()),
            missed=int((truth & ~pred).sum()),
            wrongly=int((pred & ~truth).sum()),
            recall=_shares("recall", *(side.recall(at, self.level) for side in (self.feedback, self.test))),
            first=times[0] if times else None,
            last=times[-1] if times else None,
            since=since,
            p=p,
        )

    @cached_property
    def times(self) -> Ints:
        """The number of the time at which each text was recorded: (N,)."""
        return np.unique([each.when for each in self.words], return_inverse=True)[1]

    @cached_property
    def traceable(self) -> dict[int, Ints]:
        """The texts that have or are given a label, for labels with enough of them, recorded at different times."""
        either = self.feedback.truth | self.feedback.pred
        rows = {at: np.flatnonzero(either[:, at]) for at in range(either.shape[1])}
        return {at: each for at, each in rows.items() if len(each) >= FEWEST_TO_CHANGE and np.ptp(self.times[each])}

    def _since(self, at: int, wrong: Bools) -> tuple[str | None, float | None]:
        """From when on the texts that have or are given a label are clearly more often, or less often, wrong."""
        if at not in self.traceable:
            return None, None
        rows, bound = self.traceable[at], CLEAR / len(self.traceable)
        generator = np.random.default_rng([self.seed, len(rows)])
        place, p = change_point(wrong[rows].astype(np.float64), self.times[rows], generator, bound)
        return (self.words[rows[place]].when if p <= bound else None), p

    def swaps(self) -> tuple[Swap, ...]:
        """What the model says now and people say instead, the most frequent first."""
        preds = self.model.predict([each.text for each in self.words])
        times_of: dict[tuple[str, str], list[str]] = {}
        for pred, each in zip(preds, self.words, strict=True):
            if pred != each.label:
                times_of.setdefault((pred, each.label), []).append(each.when)
        often = sorted(times_of.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST_SWAPS]
        return tuple(Swap(*pair, len(times), times[0], times[-1]) for pair, times in often)


def _shares(metric: str, feedback: Floats, test: Floats) -> FeedbackMeasure:
    return _beside(metric, feedback, test, between_shares(feedback, test))


def _beside(metric: str, *parts: Floats) -> FeedbackMeasure:
    """From the feedback, the test and their difference, each with the ends of its interval."""
    return FeedbackMeasure(metric, *(None if np.isnan(each) else float(each) for each in np.concatenate(parts)))


def _or_none(difference: float | None) -> float:
    return float("inf") if difference is None else difference
