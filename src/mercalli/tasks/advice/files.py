"""Advice on a file, whichever kind it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from mercalli.errors import FileError, SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.texts import DELIMITER, MULTI_CLASS
from mercalli.io.folders import RESULT, is_result
from mercalli.plan import labelled_texts
from mercalli.tasks.advice.evaluate import advise
from mercalli.tasks.advice.of_result import read_and_advise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.inputs.texts import LabelledTexts, Mode
    from mercalli.tasks.advice.result import Advice


EXAMPLES, LEVEL, SEED = 3, 0.95, 0


@dataclass(frozen=True)
class Reading:
    """How labelled texts are read: as `io.labelled_texts.read` says it."""

    text: str | None = None
    label: str | None = None
    key: str | None = None
    mode: Mode = MULTI_CLASS
    delimiter: str = DELIMITER
    header: bool | None = None
    missing: Literal["error", "drop"] = "error"
    encoding: str = "utf-8"

    def read(self, path: str) -> LabelledTexts:
        """The texts of a file."""
        return labelled_texts.read(
            path,
            delimiter=self.delimiter,
            header=self.header,
            text=self.text,
            label=self.label,
            key=self.key,
            mode=self.mode,
            missing=self.missing,
            encoding=self.encoding,
        )


def advise_file(
    path: str,
    reading: Reading,
    *,
    test: str | None = None,
    examples: int = EXAMPLES,
    level: float = LEVEL,
    seed: int = SEED,
    progress: Progress = quiet,
) -> Advice:
    """Advice on a result, a report folder or labelled texts."""
    if _holds_result(path):
        _refuse({**vars(reading), "test": test, "examples": examples, "level": level, "seed": seed}, path)
        return read_and_advise(path)
    progress("reading the texts", 0, 1)
    data, held = reading.read(path), None if test is None else reading.read(test)
    return advise(data, test=held, examples=examples, level=level, seed=seed, progress=progress)


def _refuse(given: Mapping[str, object], path: str) -> None:
    """Settings that a result would leave without effect are not taken in silence."""
    usual = {**vars(Reading()), "test": None, "examples": EXAMPLES, "level": LEVEL, "seed": SEED}
    for name, value in given.items():
        if value != usual[name]:
            raise SettingError.texts_only("id" if name == "key" else name, path)


def _holds_result(path: str) -> bool:
    try:
        return is_result(Path(path)) or is_result(Path(path) / RESULT)
    except OSError as error:
        raise FileError.unopened(path, "a result or labelled texts", error) from None
