"""Advice on labelled texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.digest import digest_of
from mercalli.inputs.texts import LabelledTexts
from mercalli.plan.labelled_texts import read
from mercalli.plan.provenance import provenance
from mercalli.results.findings import Finding, Fine, Unsaid, pressing
from mercalli.tasks.advice.baseline import above_baseline
from mercalli.tasks.advice.copied import conflicting_duplicates, exact_duplicates, leaks, near_duplicates
from mercalli.tasks.advice.counts import few_documents
from mercalli.tasks.advice.curve import under_represented
from mercalli.tasks.advice.noise import label_noise
from mercalli.tasks.advice.result import Advice
from mercalli.tasks.advice.separable import separability
from mercalli.tasks.advice.skewed import skew
from mercalli.tasks.advice.texts import Looked
from mercalli.text.words import counted

if TYPE_CHECKING:
    from pathlib import Path

    from mercalli.results.measure import Provenance
    from mercalli.tasks.advice.learner import Learner

FINDERS = (
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
WITHOUT_MODEL = (leaks, conflicting_duplicates, few_documents, skew, exact_duplicates, near_duplicates)
NOTES = (
    "A quick model (words and pairs of words, linear) stands for what can be learnt; a better one may confuse less.",
    "Intervals draw documents with their copies; they do not cover another choice of what was learnt from.",
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
        learner: What learns from texts to judge others; a quick linear model if not given.
        examples: How many examples a finding shows; 0 for none.
        level: Confidence of the intervals.
        seed: The same texts and seed give the same findings.
        progress: Told how far it is.
    """
    if not 0 < level < 1:
        raise SettingError.outside("level", level, "between 0 and 1, as in 0.95")
    if examples < 0:
        raise SettingError.outside("examples", examples, "0 or more")
    texts, held = _texts(data), None if test is None else _texts(test)
    looked = Looked(texts, held, learner, examples, level, seed, progress)
    found = [each for finder in FINDERS for each in finder(looked)]
    return Advice(
        about=_about(looked),
        findings=pressing(tuple(each for each in found if isinstance(each, Finding))),
        fine=tuple(each for each in found if isinstance(each, Fine)),
        unsaid=tuple(each for each in found if isinstance(each, Unsaid)),
        notes=() if looked.unlearnt else NOTES,
        provenance=_provenance(looked),
        digest=digest_of(["advice", *_content(texts), *([] if held is None else _content(held))], []),
    )


def data_findings(data: LabelledTexts, test: LabelledTexts, *, progress: Progress = quiet) -> tuple[Finding, ...]:
    """What stands out about texts that a model learns from and those it is tested on, without asking one; no texts."""
    looked = Looked(data, test, None, examples=0, level=0.95, seed=0, progress=progress)
    found = (each for finder in WITHOUT_MODEL for each in finder(looked))
    return pressing(tuple(each for each in found if isinstance(each, Finding)))


def _texts(data: LabelledTexts | str | Path) -> LabelledTexts:
    return data if isinstance(data, LabelledTexts) else read(data)


def _content(data: LabelledTexts) -> list[str]:
    return [*data.texts.tolist(), *data.written()]


def _about(looked: Looked) -> str:
    data = looked.data
    tested = "" if looked.test is None else f", {counted(len(looked.test), 'test document')}"
    held = [data] if looked.test is None else [data, looked.test]
    dropped = sum(each.dropped for each in held)
    left = f", {counted(dropped, 'row')} without text or label left out" if dropped else ""
    return f"{counted(len(data), 'document')}, {counted(len(data.classes), 'label')}, {data.mode}{tested}{left}"


def _provenance(looked: Looked) -> Provenance:
    roles = {**looked.data.roles, "test": None if looked.test is None else looked.test.origin}
    settings = {"level": looked.level, "examples": looked.examples, "seed": looked.seed}
    return provenance(looked.data.origin, roles, settings)
