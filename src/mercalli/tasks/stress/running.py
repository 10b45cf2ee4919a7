"""Run: make stressed texts, let a model answer them, and score the answers, in one go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from mercalli.engines.arrays import ArraySource
from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from mercalli.errors import MissingError, ModelError, SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.classes import label_text
from mercalli.inputs.tally import MISSING
from mercalli.inputs.texts import MULTI_CLASS
from mercalli.inputs.usual_names import KEY, TEXT, TRUTH
from mercalli.plan.columns import Role, find_columns
from mercalli.tasks.classifier.model import Model, load_model
from mercalli.tasks.stress.doors.programs import Program
from mercalli.tasks.stress.evaluate import stress_score
from mercalli.tasks.stress.make import MadeTexts, stress_make
from mercalli.tasks.stress.notes import learnt_text
from mercalli.tasks.stress.result import StressResult

ROLES = (
    Role("truth", TRUTH, ranked=True),
    Role("text", TEXT, ranked=True),
    Role("id", KEY, required=False, ranked=True),
)
Answering = Callable[[Sequence[str]], list[Any]]
AnyModel = str | Path | Model | Callable[[Sequence[str]], Sequence[Any]] | None


def stress_run(
    data: object,
    *,
    model: AnyModel = None,
    command: str | None = None,
    seconds: float = 600.0,
    truth: str | None = None,
    text: str | None = None,
    key: str | None = None,
    unit: str | None = None,
    stress: Sequence[str] | str | None = None,
    strength: Sequence[float] | None = None,
    target: str | None = None,
    stresses: str | Path | None = None,
    seed: int = 0,
    encoding: str = "utf-8",
    progress: Progress = quiet,
    **scoring: Any,  # noqa: ANN401 - as `stress_score` takes it
) -> StressResult:
    """Test a model under stress: make the texts, let it answer all of them, and score the answers.

    Args:
        data: Items with their truth and text: a data frame, a file, or a dict of arrays.
        model: A folder that `train` wrote, a `Model`, or a function from texts to answers ...
        command: ... or a command, run without a shell, that reads id,text and writes id,pred as CSV.
        seconds: How long the command may take for all texts.
        truth: The column of true classes, if it has no usual name.
        text: The column of texts, if it has no usual name.
        key: The column of ids; items are counted from 1 where there is none.
        unit: What is resampled as a whole, such as events.
        stress: Names of stresses; all if not given.
        strength: Strengths, for stresses that have any.
        target: The class that attacks ask for.
        stresses: A .toml file of stresses of your own.
        seed: Of the texts and of the intervals.
        encoding: The encoding of text files.
        progress: Called with what is being done.
        scoring: What else `stress_score` takes, such as `profile`, `urgent` or `replicates`.

    >>> items = {"text": ["FIRE near us", "All is calm"], "truth": ["fire", "calm"]}
    >>> shouting = lambda texts: ["fire" if "FIRE" in text else "calm" for text in texts]
    >>> result = stress_run(items, model=shouting, stress="lower", replicates=0)
    >>> print(result.systems[0].stresses[0].measure("broken").value)
    0.5000
    """
    name, answering, learnt_before = _answering(model, command, seconds, progress)
    source = with_keys(source_of(data, encoding), (), unit)
    named = {"truth": truth, "text": text, "id": key}
    columns = find_columns(source, ROLES, {role: (column,) for role, column in named.items() if column is not None})
    found = {role: next(iter(names), None) for role, names in columns.items()}
    rows = source.rows([], [name for name in dict.fromkeys([*found.values(), unit]) if name is not None])
    texts = _texts(rows, str(found["text"]))
    ids = [str(at) for at in range(1, len(texts) + 1)] if found["id"] is None else _ids(rows, found["id"])
    made = stress_make(
        texts, ids, stress=stress, strength=strength, target=target, stresses=stresses, seed=seed, progress=progress
    )
    answers = answering([*texts, *(each for part in made for each in part.texts)])
    beside = {} if unit is None else {unit: rows.arrays[unit]}
    items = {"id": ids, "truth": rows.arrays[str(found["truth"])], "text": texts, name: answers[: len(texts)], **beside}
    result = stress_score(
        _source(items, source.origin),
        stressed=_source(_stressed(made, name, answers[len(texts) :]), f"the answers of {name}"),
        truth="truth",
        key="id",
        text="text",
        pred=name,
        unit=unit,
        target=target,
        stresses=stresses,
        seed=seed,
        progress=progress,
        **scoring,
    )
    return replace(result, notes=(*learnt_before, *result.notes))


def _answering(
    model: AnyModel, command: str | None, seconds: float, progress: Progress
) -> tuple[str, Answering, tuple[str, ...]]:
    """What the system is called, how it answers, and what is not known of the texts that it learnt from."""
    if model is None and command is None:
        raise SettingError.named("model", "or `command` must be given: what answers the texts.")
    if model is not None and command is not None:
        raise SettingError.either("model", "command")
    if command is not None:
        if not 0 < seconds < inf:
            raise SettingError.outside("seconds", seconds, "a number above 0")
        program = Program.of(command, seconds)
        return "command", lambda texts: program.answers(texts, progress), ()
    if callable(model) and not isinstance(model, Model):
        given = model
        return "model", lambda texts: list(given(texts)), ()
    loaded = model if isinstance(model, Model) else load_model(str(model))
    if loaded.classifier.mode != MULTI_CLASS:
        raise ModelError.about("the model", "gives a text several labels; stress tests take one answer for each text.")
    return "model", lambda texts: _in_parts(loaded, texts, progress), (learnt_text(loaded.card),)


PART = 1 << 13


def _in_parts(model: Model, texts: Sequence[str], progress: Progress) -> list[str]:
    found: list[str] = []
    for start in range(0, len(texts), PART):
        progress("predicting", start, len(texts))
        found += model.predict(texts[start : start + PART])
    return found


def _source(columns: dict[str, Any], origin: str) -> ArraySource:
    return replace(ArraySource.check(columns), origin=origin, counted="")


def _stressed(made: Sequence[MadeTexts], name: str, answers: Sequence[Any]) -> dict[str, Any]:
    return {
        "id": [key for each in made for key in each.ids],
        "stress": [each.stress.name for each in made for _ in each.ids],
        "strength": [each.strength for each in made for _ in each.ids],
        "text": [text for each in made for text in each.texts],
        name: list(answers),
    }


def _texts(rows: ArraySource, name: str) -> list[str]:
    column = rows.column(name)
    lacking = column.codes == MISSING
    if lacking.any():
        raise MissingError.values(f"text in {name!r}", int(lacking.sum()), rows.origin)
    return [str(column.values[code]) for code in column.codes]


def _ids(rows: ArraySource, name: str) -> list[str]:
    column = rows.column(name)
    if (column.codes == MISSING).any():
        raise MissingError.values(f"id in {name!r}", int((column.codes == MISSING).sum()), rows.origin)
    return [label_text(column.values[code]) for code in column.codes]
