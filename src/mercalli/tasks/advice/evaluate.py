"""Advice on labelled texts, and on a result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from mercalli.errors import FileError, ResultError, SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.digest import digest_of
from mercalli.inputs.texts import DELIMITER, MULTI_CLASS, LabelledTexts
from mercalli.io.headers import UTF8
from mercalli.io.manifests import RESULT, is_result
from mercalli.io.paths import in_folder
from mercalli.plan.labelled_texts import read
from mercalli.plan.provenance import provenance
from mercalli.plan.results import read_result
from mercalli.registry import kind, load
from mercalli.results.findings import Finding, Fine, Review, Unsaid, pressing
from mercalli.results.seal import Result
from mercalli.tasks.advice.baseline import above_baseline
from mercalli.tasks.advice.copied import (
    CONFLICT,
    EXACT,
    LEAK,
    NEARLY,
    conflicting_duplicates,
    exact_duplicates,
    leaks,
    near_duplicates,
)
from mercalli.tasks.advice.counts import few_documents, skew
from mercalli.tasks.advice.curve import UNDER, under_represented
from mercalli.tasks.advice.noise import NOISE, label_noise
from mercalli.tasks.advice.result import Advice
from mercalli.tasks.advice.separable import separability
from mercalli.tasks.advice.texts import TextStudy
from mercalli.tasks.advice.unseen import Learner
from mercalli.text.words import counted

Remark: TypeAlias = Finding | Fine | Unsaid
Finder: TypeAlias = Callable[[TextStudy], Remark | list[Remark]]


FINDERS: tuple[Finder, ...] = (
    above_baseline,
    leaks,
    conflicting_duplicates,
    under_represented,
    few_documents,
    skew,
    separability,
    label_noise,
    exact_duplicates,
    near_duplicates,
)
WITHOUT_MODEL: tuple[Finder, ...] = (
    leaks,
    conflicting_duplicates,
    few_documents,
    skew,
    exact_duplicates,
    near_duplicates,
)
UNSEEN_TEXTS = Unsaid(
    ", ".join((EXACT, NEARLY, CONFLICT, LEAK, NOISE, UNDER)),
    "a result holds counts, not texts; run mercalli advise on the labelled texts",
)
READING: dict[str, Any] = {
    **dict.fromkeys(("text", "label", "key", "header")),
    "mode": MULTI_CLASS,
    "delimiter": DELIMITER,
    "missing": "error",
    "encoding": UTF8,
}
LOOKING: dict[str, Any] = {"examples": 3, "level": 0.95, "seed": 0}
NOTES = (
    "A quick model (words and pairs of words, linear) shows what can be learnt; a better one may confuse less.",
    "Intervals resample documents with their copies; they do not cover another choice of training texts.",
)


def advise(
    data: LabelledTexts | str | Path,
    *,
    test: LabelledTexts | str | Path | None = None,
    learner: Learner | None = None,
    examples: int = 3,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress = quiet,
) -> Advice:
    """What stands out about labelled texts, the most pressing first: numbers, examples and an action for each.

    Args:
        data: The texts to learn from, or the path of their file.
        test: The texts to test on, or the path of their file, to find copies across the split.
        learner: A model that learns from texts to predict others; a quick linear model if not given.
        examples: How many examples a finding shows; 0 for none.
        level: Confidence of the intervals.
        seed: The same texts and seed give the same findings.
        progress: Called with what is being done, how much of it is done, and how much there is.
    """
    Settings(level, seed=seed)
    if examples < 0:
        raise SettingError.outside("examples", examples, "0 or more")
    learnt, tested = _texts(data), [] if test is None else [_texts(test)]
    study = TextStudy(learnt, next(iter(tested), None), learner, examples, level, seed, progress)
    roles = {**learnt.roles, "test": tested[0].origin if tested else None}
    settings = {"level": level, "examples": examples, "seed": seed}
    content = [text for side in (learnt, *tested) for text in (*side.texts.tolist(), *side.written())]
    review = Review(
        about=_about(learnt, *tested),
        said=tuple(_remarks(study, FINDERS)),
        notes=() if study.unlearnt else NOTES,
        provenance=provenance(learnt.origin, roles, settings),
        digest=digest_of(["advice", *content], []),
    )
    return _advice(review)


def advise_result(result: Result, origin: str = "the result") -> Advice:
    """What stands out about a result, where its task says that."""
    registered = kind(result.sealed_as)
    if registered is None or not registered.findings:
        raise ResultError.about(
            origin,
            f"is a result of the kind {result.sealed_as!r}; advice is given on what mercalli evaluate wrote, "
            f"or on labelled texts. Give one of these.",
        )
    review: Review = load(registered.findings)(result)
    how = replace(review.provenance, heading=None)  # the title is that of the result, not of advice on it
    return _advice(replace(review, said=(*review.said, UNSEEN_TEXTS), provenance=how))


def advise_file(path: str, *, test: str | None = None, progress: Progress = quiet, **options: Any) -> Advice:  # noqa: ANN401 - those of `read` and `advise`
    """Advice on a result, a report folder or labelled texts, which are read by the options that `read` has."""
    folder, usual = Path(path), {**READING, **LOOKING}
    chosen = {**usual, **options}
    if _holds_result(folder):
        for name, value in {"test": test, **chosen}.items():
            if value != usual.get(name):  # without effect on a result
                option = "id" if name == "key" else name
                raise SettingError.named(
                    option, f"is about labelled texts, and {path!r} is a result. Leave `{option}` out, or give texts."
                )
        return advise_result(read_result(in_folder(folder, RESULT)), repr(folder.name))
    progress("reading the texts", 0, 1)
    reading, looking = ({name: chosen[name] for name in names} for names in (READING, LOOKING))
    return advise(
        read(path, **reading), test=None if test is None else read(test, **reading), progress=progress, **looking
    )


def _holds_result(path: Path) -> bool:
    try:
        return is_result(path) or is_result(path / RESULT)
    except OSError as error:
        raise FileError.unopened(str(path), "a result or labelled texts", error) from None


def _advice(review: Review) -> Advice:
    return Advice(
        about=review.about,
        findings=pressing(review.said),
        fine=tuple(each for each in review.said if isinstance(each, Fine)),
        unsaid=tuple(each for each in review.said if isinstance(each, Unsaid)),
        notes=review.notes,
        provenance=review.provenance,
        digest=review.digest,
    )


def data_findings(data: LabelledTexts, test: LabelledTexts, *, progress: Progress = quiet) -> tuple[Finding, ...]:
    """What stands out about texts that a model learns from and those it is tested on, without asking one; no texts."""
    study = TextStudy(data, test, None, examples=0, level=0.95, seed=0, progress=progress)
    return pressing(_remarks(study, WITHOUT_MODEL))


def _remarks(study: TextStudy, finders: Sequence[Finder]) -> Iterator[Remark]:
    """What each finder says: one remark, or one for each label."""
    for finder in finders:
        remarks = finder(study)
        yield from remarks if isinstance(remarks, list) else [remarks]


def _texts(data: LabelledTexts | str | Path) -> LabelledTexts:
    return data if isinstance(data, LabelledTexts) else read(data)


def _about(data: LabelledTexts, *tested: LabelledTexts) -> str:
    also = "".join(f", {counted(len(test), 'test document')}" for test in tested)
    dropped = sum(side.dropped for side in (data, *tested))
    left = f", {counted(dropped, 'row')} without text or label left out" if dropped else ""
    return f"{counted(len(data), 'document')}, {counted(len(data.classes), 'label')}, {data.mode}{also}{left}"
