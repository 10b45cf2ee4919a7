"""Train: from labelled texts to a classifier that was tested, and its card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from mercalli.errors import ColumnError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import words_beside
from mercalli.inputs.digest import digest_of
from mercalli.inputs.texts import DELIMITER, MULTI_CLASS, LabelledTexts, Mode
from mercalli.inputs.usual_names import ARRIVAL, EVENT, usual_column
from mercalli.io import sql
from mercalli.io.headers import UTF8
from mercalli.io.profiles import GENERIC, read_profile
from mercalli.io.tables import Table
from mercalli.plan.guess import guess_profile
from mercalli.plan.labelled_texts import TextSource, open_texts, places_told, read
from mercalli.plan.provenance import versions
from mercalli.profiles.profile import Profile
from mercalli.results.measure import by_text
from mercalli.stats.copies import COPIES
from mercalli.tasks.advice.evaluate import data_findings
from mercalli.tasks.classifier.classifier import check_extra
from mercalli.tasks.classifier.estimate import FEWEST_EVENTS, by_leaving_out, check_events, worth_of
from mercalli.tasks.classifier.fit import FOLDS, FittedClassifier, fitted, metric_for
from mercalli.tasks.classifier.forward import Blocks, forward_in_time
from mercalli.tasks.classifier.model import Model
from mercalli.tasks.classifier.predictions import check_kept, tested_header
from mercalli.tasks.classifier.result import (
    LIMITS,
    LabelCount,
    LearntFeedback,
    LeftOutTest,
    TrainedClassifier,
    Training,
    Worth,
)
from mercalli.tasks.classifier.split import Sides, check_enough, split_texts

HOLDOUT = 0.1
MEASURED = ("metric", "value", "low", "high", "n")


def train(
    data: TextSource,
    *,
    test: TextSource | None = None,
    holdout: float = HOLDOUT,
    mode: Mode = MULTI_CLASS,
    delimiter: str = DELIMITER,
    header: bool | None = None,
    text: str | None = None,
    label: str | None = None,
    key: str | None = None,
    by: Sequence[str] = (),
    leave_out: str | None = None,
    forward: str | None = None,
    time: str | None = None,
    timezone: str | None = None,
    feedback: str | Path | None = None,
    profile: str | Path | Profile | None = None,
    metric: str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    missing: Literal["error", "drop"] = "error",
    encoding: str = UTF8,
    progress: Progress = quiet,
) -> TrainedClassifier:
    """Train a classifier on labelled texts and test it on others.

    Args:
        data: Labelled texts, or the path of a file: CSV (label, text; header or not), TSV, Parquet or JSON lines.
        test: Texts to test on; without them, a share of the data is held out.
        holdout: That share, of every label alike.
        mode: "multi-class" (each text has one label) or "multi-label" (any number).
        delimiter: Separator between the labels of one text.
        header: Whether the first line names the columns; detected if not given.
        text: The column of texts, if it has no usual name.
        label: The column of labels, if it has no usual name.
        key: The column that names each text.
        by: Columns to slice the test by.
        leave_out: A column such as the event: train on all events but one and test on it, for each.
        forward: The length of blocks of time, as in "1d": also learn on everything before each block and test on it,
            and test what was learnt before the first one on all later ones.
        time: The column of times for that, if it has no usual name.
        timezone: The zone of times that do not say theirs.
        feedback: A file of `mercalli feedback add`: its texts are learnt from too, under the labels people gave them.
        profile: What the classes mean; guessed from the labels if not given.
        metric: Metric used to choose the weights of labels; the first of the profile, or macro F1.
        level: Confidence of the intervals.
        replicates: How many times to resample; 0 for no intervals.
        seed: The same data, settings and seed give the same classifier.
        missing: "drop" leaves out rows without a text or a label; by default they are an error.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        The classifier and its evaluation; `save` writes both.
    """
    asked: dict[str, Any] = {
        "delimiter": delimiter,
        "header": header,
        "text": text,
        "label": label,
        "key": key,
        "mode": mode,
        "missing": missing,
        "words": _missing_words(profile),
        "encoding": encoding,
    }
    clock = None if forward is None else time or _time_column(data, asked)
    asked["by"] = list(dict.fromkeys([*by, *(name for name in (leave_out, clock) if name is not None)]))
    options: dict[str, Any] = {**Settings(level, replicates, seed=seed).sampling, "progress": progress}
    progress("reading", 0, 1)
    every, guessed = _every(data, leave_out, asked)
    blocks = None if clock is None or forward is None else Blocks.of(every, clock, forward, timezone)
    domain, guessed_domain = _profile(profile, every)
    check_extra()  # slow to load, so after what may be refused
    split = split_texts(every, test, holdout, seed=seed, asked=asked, progress=progress)
    _check_columns(split.aside, by)
    sides = split.corrected(feedback)
    check_enough(sides, aside=test is None)
    aim: dict[str, Any] = {"profile": domain, "metric": metric_for(sides.learn, domain, metric).text}
    fit = fitted(sides.learn, seed=seed, groups=sides.groups, progress=progress, **aim)
    probabilities = fit.classifier.probabilities(sides.aside.texts)
    tested = worth_of(sides.aside, fit.classifier.labels(probabilities), by=by, **aim, **options)
    worth = after_feedback(tested, sides.learnt)
    training = training_of(fit, sides, profile=domain.name, seed=seed)
    model = Model(fit.classifier, card_of(training, worth))
    findings = data_findings(sides.learn, sides.aside, progress=progress)
    return TrainedClassifier(
        *(model, training, worth, sides.aside, probabilities),
        left_out=None if leave_out is None else _left_out(every, leave_out, worth, aim, options),
        said=(*guessed, *guessed_domain, *sides.said),
        findings=findings,
        events=event_column(data, asked, every) if leave_out is None else None,
        forward=None if blocks is None else forward_in_time(every, blocks, **aim, **options),
    )


def _left_out(
    every: LabelledTexts, column: str, worth: Worth, aim: Mapping[str, Any], options: Mapping[str, Any]
) -> LeftOutTest:
    """Each event by itself, beside what a random test gets."""
    return by_leaving_out(every, column, by_text(worth.systems[0].measures, aim["metric"]), **aim, **options)


def _time_column(data: TextSource, asked: Mapping[str, Any]) -> str:
    """The column of times that has a usual name."""
    columns = list(data.by) if isinstance(data, LabelledTexts) else _table(data, asked).columns
    found = usual_column(ARRIVAL, columns)
    if found is None:
        raise ColumnError.of_role("time", "is needed with `forward`, and no column has a usual name for it. Name it.")
    return found


def _table(data: TextSource, asked: Mapping[str, Any]) -> Table:
    """The table that texts are read from."""
    assert not isinstance(data, LabelledTexts)  # noqa: S101 - these have no table
    return open_texts(data, **{name: asked[name] for name in ("header", "text", "label", "key", "encoding")}).table


def event_column(data: TextSource, asked: Mapping[str, Any], every: LabelledTexts) -> str | None:
    """A column with a usual name for events that has at least two of them, if there is one."""
    if isinstance(data, LabelledTexts):
        name = usual_column(EVENT, data.by)
        return name if name is not None and len(data.by[name].occurring().values) >= FEWEST_EVENTS else None
    table = _table(data, asked)
    name = usual_column(EVENT, [column for column in table.columns if column not in every.roles.values()])
    if name is None:
        return None
    different: Any = table.relation.aggregate(f"count(distinct {sql.name(name)})").fetchone()
    return name if different[0] >= FEWEST_EVENTS else None


def _every(data: TextSource, leave_out: str | None, asked: dict[str, Any]) -> tuple[LabelledTexts, tuple[str, ...]]:
    """All labelled texts, beside which no column has a name of the predictions, and what was guessed of them."""
    every = data if isinstance(data, LabelledTexts) else read(data, **asked)
    _check_columns(every, asked["by"])
    if leave_out is not None:
        check_events(every, leave_out)
    check_kept("by", list(every.by), tested_header(every, every.classes, [COPIES]))
    return every, places_told(every.roles, [asked[name] for name in ("header", "text", "label", "key")])


def _check_columns(data: LabelledTexts, columns: Sequence[str]) -> None:
    for name in columns:
        if name not in data.by:
            raise ColumnError.unknown(name, list(data.by), data.origin)


def _missing_words(asked: str | Path | Profile | None) -> frozenset[str]:
    """Words that mean that a label is missing: all but classes of the profile that was asked for."""
    known = None if asked is None else asked if isinstance(asked, Profile) else read_profile(asked)
    return words_beside(() if known is None else (*known.classes, *known.aliases))


def _profile(asked: str | Path | Profile | None, data: LabelledTexts) -> tuple[Profile, tuple[str, ...]]:
    """The profile that was asked for, or the one that the labels belong to."""
    if asked is not None:
        return (asked if isinstance(asked, Profile) else read_profile(asked)), ()
    guessed = guess_profile(data.classes) if data.mode == MULTI_CLASS else None
    said = () if guessed is None else (f"profile: {guessed}, because it has these classes; --profile chooses another",)
    return read_profile(guessed or GENERIC), said


def after_feedback(worth: Worth, learnt: LearntFeedback | None) -> Worth:
    """The same result, which tells that the classifier learnt from feedback."""
    if learnt is None:
        return worth
    settings = {**worth.provenance.settings, "feedback": learnt.digest}
    system = replace(worth.systems[0], notes=(*worth.systems[0].notes, f"It learnt from feedback: {learnt}."))
    changed: Any = {"systems": (system,)}
    return replace(worth, **changed, provenance=replace(worth.provenance, settings=settings))


def training_of(fit: FittedClassifier, sides: Sides, *, profile: str, seed: int) -> Training:
    """How a classifier came about."""
    learn, aside = sides.learn, sides.aside
    counts = zip(learn.classes, learn.counts, aside.counts, fit.classifier.weights, strict=True)
    return Training(
        mode=learn.mode,
        origin=learn.origin,
        digest=digest_of([learn.texts.tolist(), learn.written()], []),
        split=sides.origin,
        trained=len(learn),
        tested=len(aside),
        dropped=learn.dropped,
        labels=tuple(
            LabelCount(name, int(learnt), int(tested), float(weight)) for name, learnt, tested, weight in counts
        ),
        terms=len(fit.classifier.terms.columns),
        folds=FOLDS,
        metric=fit.metric,
        trials=fit.trials,
        chosen=fit.chosen.name,
        profile=profile,
        seed=seed,
        versions={**versions(), **{name: version(name) for name in ("scikit-learn", "scipy", "skops")}},
        feedback=sides.learnt,
    )


def card_of(training: Training, result: Worth) -> dict[str, Any]:
    """What the model carries with it."""
    measures = [{name: getattr(measure, name) for name in MEASURED} for measure in result.systems[0].measures]
    return {
        **asdict(training),
        "level": result.provenance.settings["level"],
        "measures": measures,
        "limits": list(LIMITS),
    }
