"""Predict: labels and probabilities for the texts of a file, block by block, going on where it stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mercalli.errors import EmptyError, FileError, InputError, SettingError, TextError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.arrays import Floats
from mercalli.inputs.tally import is_missing
from mercalli.inputs.texts import MULTI_LABEL, LabelledTexts
from mercalli.io import sql
from mercalli.io.cells import csv_columns, csv_rows, safe
from mercalli.io.headers import UTF8
from mercalli.io.paths import is_among, states
from mercalli.io.whole_files import PartFile, check_new
from mercalli.plan.columns import check_there
from mercalli.plan.labelled_texts import TextTable, open_texts, places_told
from mercalli.tasks.classifier.classifier import Classifier
from mercalli.tasks.classifier.model import Model
from mercalli.version import __version__

BLOCK_ROWS = 1 << 13
DIGITS = 6


@dataclass(frozen=True)
class RowCounts:
    """How many rows were written, how many of them by an earlier run, and how many in all lacked a text."""

    rows: int
    resumed: int
    dropped: int


@dataclass(frozen=True)
class TextsToLabel:
    """A table of texts, what is wanted of it, and what was guessed."""

    model: Model
    source: TextTable
    kept: tuple[str, ...]
    missing: str
    said: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """Those to read: the text, the id and the label if there are any, and those to keep."""
        named = [self.source.text, self.source.key, self.source.label, *self.kept]
        return [name for name in named if name is not None]

    @property
    def names(self) -> list[str]:
        """The columns of the predictions."""
        ids, truth = self.source.key is not None, self.source.label is not None
        return prediction_header(self.model.classes, ids=ids, kept=self.kept, truth=truth)

    @property
    def header(self) -> str:
        """The first line of the predictions."""
        return csv_rows([self.names])

    def total(self) -> int:
        """How many rows there are; none is an error."""
        with self.source.table.reading():
            counted: Any = self.source.table.relation.aggregate("count(*)").fetchone()
        if not counted[0]:
            raise EmptyError.no_rows(self.source.table.origin)
        return int(counted[0])

    def blocks(self) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of the table, some thousand at a time."""
        chosen = ", ".join(f"{sql.name(name)}::varchar" for name in self.columns)
        rows = self.source.table.relation.project(chosen)
        while block := self._next(rows):
            yield block

    def _next(self, rows: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401 - a DuckDB relation
        with self.source.table.reading():
            return list(rows.fetchmany(BLOCK_ROWS))

    def lines(self, block: Sequence[tuple[Any, ...]], before: int) -> tuple[str, int]:
        """Lines for a block of rows, and how many rows lacked a text."""
        rows = [row for row in block if not is_missing(row[0])]
        lacking = len(block) - len(rows)
        if lacking and self.missing == "error":
            first = next(at for at, row in enumerate(block) if is_missing(row[0]))
            raise TextError.lacking("text", self._lacking(), before + first + 1, self.source.table.origin)
        return (self._lines(rows) if rows else ""), lacking

    def _lacking(self) -> int:
        """How many rows of the whole table lack a text."""
        return sum(is_missing(row[0]) for block in self.blocks() for row in block)

    def _lines(self, rows: Sequence[tuple[Any, ...]]) -> str:
        columns = [list(column) for column in zip(*rows, strict=True)]
        texts = columns.pop(0)
        classifier = self.model.classifier
        probabilities = classifier.probabilities(texts)
        ids = None if self.source.key is None else columns.pop(0)
        truth = None if self.source.label is None else self._truth(texts, columns.pop(0))
        return csv_columns(prediction_columns(classifier, probabilities, ids=ids, kept=columns, truth=truth))

    def _truth(self, texts: list[str], labels: list[object]) -> list[Any]:
        """True labels; several are written as those predicted are, also where the table holds lists."""
        classifier, origin = self.model.classifier, self.source.table.origin
        if classifier.mode != MULTI_LABEL:
            return labels
        delimiter = classifier.delimiter
        return LabelledTexts.check(texts, labels, mode=MULTI_LABEL, delimiter=delimiter, origin=origin).written()


def texts_to_label(
    model: Model,
    path: str | Path,
    *,
    text: str | None = None,
    label: str | None = None,
    key: str | None = None,
    keep: Sequence[str] = (),
    header: bool | None = None,
    missing: Literal["error", "drop"] = "error",
    encoding: str = UTF8,
) -> TextsToLabel:
    """The texts of a file, with its columns found."""
    source = open_texts(path, header=header, text=text, label=label, key=key, encoding=encoding)
    check_there(source.table, keep)
    said = places_told(source.roles, [header, text, label, key])
    texts = TextsToLabel(model, source, tuple(keep), missing, said)
    check_kept("keep", keep, texts.names)
    return texts


def predict_lines(texts: TextsToLabel) -> Iterator[str]:
    """All predictions in parts, for a stream."""
    before = 0
    for block in texts.blocks():
        lines = texts.lines(block, before)[0]
        yield lines if before else texts.header + lines
        before += len(block)
    if not before:
        raise EmptyError.no_rows(texts.source.table.origin)


def predict_file(
    texts: TextsToLabel, out: str | Path, *, overwrite: bool = False, progress: Progress = quiet
) -> RowCounts:
    """Write the predictions to a file; a run that was stopped goes on where it stopped."""
    if Path(out).suffix.lower() != ".csv":
        raise SettingError.outside("out", str(out), "the name of a file that ends in .csv")
    _check_apart(out, texts.source.table.files.files)
    if not overwrite:
        check_new(out)
    total = texts.total()
    file = PartFile.open(out, _about(texts))
    resumed = file.written
    try:
        _fill(file, texts, total, progress)
    except InputError:
        file.discard()
        raise
    finally:
        file.stream.close()
    file.finish()
    return RowCounts(file.written, resumed, file.dropped)


def _check_apart(out: str | Path, files: Sequence[Path]) -> None:
    """The predictions must not take the place of what it is made from."""
    if is_among(out, files):
        raise FileError.named(
            str(out), "is the file that is read, so it is not replaced. Give another name to write to."
        )


def _fill(file: PartFile, texts: TextsToLabel, total: int, progress: Progress) -> None:
    """Add what is not there yet."""
    resumed, seen = file.rows, 0
    if not resumed:
        file.add(texts.header, 0)
    for block in texts.blocks():
        seen += len(block)
        if seen > resumed:
            lines, lacking = texts.lines(block, seen - len(block))
            file.add(lines, len(block), lacking)
        progress("predicting", seen, total)


def _about(texts: TextsToLabel) -> dict[str, object]:
    """What tells this work from other work: the model, the files as they are now, and what is wanted of them."""
    source, origin = texts.source, texts.source.table.files
    return {
        "version": __version__,
        "model": texts.model.digest,
        "files": states(origin.files),
        "encoding": origin.encoding,
        "headed": source.headed,
        "roles": source.roles,
        "kept": texts.kept,
        "header": texts.header,
        "missing": texts.missing,
    }


def prediction_header(classes: Sequence[str], *, ids: bool, kept: Sequence[str], truth: bool) -> list[str]:
    """The names of the columns."""
    named = [*(["id"] if ids else []), *kept, *(["truth"] if truth else []), "pred"]
    return [*named, *(f"prob_{name}" for name in classes)]


def check_kept(setting: str, kept: Sequence[str], header: Sequence[str]) -> None:
    """No column that is kept may have the name of another column of the predictions; case does not count."""
    folded = [name.casefold() for name in header]
    taken = next((name for name in kept if folded.count(name.casefold()) > 1), None)
    if taken is not None:
        raise SettingError.outside(setting, taken, "columns whose names no other column of the predictions has")


def tested_header(data: LabelledTexts, classes: Sequence[str]) -> list[str]:
    """The names of the columns where the texts are kept, and all that stands beside them."""
    return prediction_header(classes, ids=data.ids is not None, kept=["text", *data.by], truth=True)


def prediction_columns(
    classifier: Classifier,
    probabilities: Floats,
    *,
    ids: Sequence[object] | None = None,
    kept: Sequence[Sequence[object]] = (),
    truth: Sequence[object] | None = None,
) -> list[Sequence[object]]:
    """A value for each text in each column.

    Ids and labels are for programs to join and compare, and stay as they are; what is kept beside is guarded as in
    every other file.
    """
    guarded = [[safe(cell) for cell in column] for column in kept]
    named = [*([] if ids is None else [ids]), *guarded, *([] if truth is None else [truth])]
    return [*named, classifier.labels(probabilities), *probabilities.round(DIGITS).T.tolist()]
