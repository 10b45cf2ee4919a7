"""Predict: labels and probabilities for the texts of a file, block by block, going on where it stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mercalli.errors import EmptyError, InputError, SettingError, TextError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.tally import is_missing
from mercalli.inputs.texts import MULTI_LABEL, LabelledTexts
from mercalli.io import sql
from mercalli.io.cells import csv_columns, csv_rows
from mercalli.io.claims import Claim
from mercalli.io.headers import UTF8
from mercalli.io.part_files import PartFile
from mercalli.io.paths import states
from mercalli.io.profiles import read_profile
from mercalli.io.targets import Target
from mercalli.plan.columns import check_there
from mercalli.plan.labelled_texts import TextTable, open_texts, places_told
from mercalli.profiles.profile import Profile
from mercalli.results.personal import HIDDEN
from mercalli.tasks.classifier.model import Model
from mercalli.tasks.classifier.predictions import (
    NOTHING,
    PREDICTION_FILE,
    Beside,
    check_kept,
    columns_beside,
    prediction_columns,
    prediction_header,
)
from mercalli.tasks.classifier.urgency import COLUMNS, Urgency
from mercalli.text.masks import masked
from mercalli.version import __version__

BLOCK_ROWS = 1 << 13
PREDICTING = "predicting"


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
    beside: Beside = NOTHING
    show_personal: bool = False

    @property
    def columns(self) -> list[str]:
        """Those to read: the text, the id and the label if there are any, and those to keep."""
        named = [self.source.text, self.source.key, self.source.label, *self.kept]
        return [name for name in named if name is not None]

    @property
    def names(self) -> list[str]:
        """The columns of the predictions."""
        ids, truth = self.source.key is not None, self.source.label is not None
        return prediction_header(self.model.classes, ids=ids, kept=self.kept, truth=truth, beside=self.beside)

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
        columns, lacking = self.answers(block, before)
        return csv_columns(columns), lacking

    def answers(self, block: Sequence[tuple[Any, ...]], before: int) -> tuple[list[Sequence[object]], int]:
        """Columns for a block of rows, none if all lacked a text, and how many did."""
        rows = [row for row in block if not is_missing(row[0])]
        lacking = len(block) - len(rows)
        if lacking and self.missing == "error":
            first = next(at for at, row in enumerate(block) if is_missing(row[0]))
            raise TextError.lacking("text", self._lacking(), before + first + 1, self.source.table.origin)
        return (self._answers(rows) if rows else []), lacking

    def _lacking(self) -> int:
        """How many rows of the whole table lack a text."""
        return sum(is_missing(row[0]) for block in self.blocks() for row in block)

    def _answers(self, rows: Sequence[tuple[Any, ...]]) -> list[Sequence[object]]:
        columns = [list(column) for column in zip(*rows, strict=True)]
        texts = columns.pop(0)
        classifier = self.model.classifier
        probabilities = classifier.probabilities(texts)
        ids = None if self.source.key is None else columns.pop(0)
        truth = None if self.source.label is None else self._truth(texts, columns.pop(0))
        more = columns_beside(self.beside, classifier, texts, probabilities, show_personal=self.show_personal)
        kept, beside = ([self._left(column) for column in part] for part in (columns, more))
        return prediction_columns(classifier, probabilities, ids=ids, kept=kept, truth=truth, more=beside)

    def _left(self, column: Sequence[object]) -> Sequence[object]:
        """A column as it may leave: personal data in its texts masked, unless it is to be shown."""
        if self.show_personal:
            return column
        return [masked(cell) if isinstance(cell, str) else cell for cell in column]

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
    why: int = 0,
    profile: str | Path | Profile | None = None,
    show_personal: bool = False,
) -> TextsToLabel:
    """The texts of a file, with its columns found.

    `why` is how many words behind each label are wanted; a `profile` says how urgent labels are. Personal data in what
    is kept beside labels is masked, unless it is to be shown.
    """
    beside = _beside(model, why, profile)
    source = open_texts(path, header=header, text=text, label=label, key=key, encoding=encoding)
    check_there(source.table, keep)
    matched = () if beside.urgency is None else beside.urgency.said
    hides = bool(keep or why) and not show_personal
    said = (*places_told(source.roles, [header, text, label, key]), *matched, *([HIDDEN] if hides else []))
    texts = TextsToLabel(model, source, tuple(keep), missing, said, beside, show_personal)
    check_kept("keep", keep, texts.names)
    return texts


def _beside(model: Model, why: int, profile: str | Path | Profile | None) -> Beside:
    if why < 0:
        raise SettingError.outside("why", why, "0 or more")
    if profile is None:
        return Beside(why)
    domain = profile if isinstance(profile, Profile) else read_profile(profile)
    return Beside(why, Urgency.of(domain, model.classes))


def predict_lines(texts: TextsToLabel) -> Iterator[str]:
    """All predictions in parts, for a stream; in one part where the most urgent come first."""
    if texts.beside.urgency is not None:
        yield _most_urgent_first(texts, texts.beside.urgency)[0]
        return
    before = 0
    for block in texts.blocks():
        lines = texts.lines(block, before)[0]
        yield lines if before else texts.header + lines
        before += len(block)
    if not before:
        raise EmptyError.no_rows(texts.source.table.origin)


def check_name(out: str | Path) -> None:
    """Refuse early a file that others would not read as a table."""
    if Path(out).suffix.lower() != ".csv":
        raise SettingError.outside("out", str(out), "the name of a file that ends in .csv")


def predict_file(
    texts: TextsToLabel, out: str | Path, *, overwrite: bool = False, progress: Progress = quiet
) -> RowCounts:
    """Write the predictions to a file.

    A run that was stopped goes on where it stopped, unless the most urgent come first: then all texts must be labelled
    before the first line is known.
    """
    check_name(out)
    target = Target(out, PREDICTION_FILE, overwrite, texts.source.table.files.files)
    with target.claimed() as claim:
        if texts.beside.urgency is None:
            rows = _in_parts(texts, out, claim, progress)
            target.put(claim)
        else:
            content, rows = _most_urgent_first(texts, texts.beside.urgency, progress)
            target.write(content)
    return rows


def _in_parts(texts: TextsToLabel, out: str | Path, claim: Claim, progress: Progress) -> RowCounts:
    """Make it part by part, each of them whole before the next."""
    total = texts.total()
    file = PartFile.open(out, claim, _about(texts))
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


def _most_urgent_first(texts: TextsToLabel, by: Urgency, progress: Progress = quiet) -> tuple[str, RowCounts]:
    """All predictions, the most urgent first; as in the file where texts are as urgent."""
    total, seen, dropped, columns = texts.total(), 0, 0, [list[object]() for _ in texts.names]
    for block in texts.blocks():
        answers, lacking = texts.answers(block, seen)
        for column, part in zip(columns, answers, strict=bool(answers)):
            column.extend(part)
        seen, dropped = seen + len(block), dropped + lacking
        progress(PREDICTING, seen, total)
    urgency, level = (columns[texts.names.index(name)] for name in COLUMNS[:2])
    order = by.order(urgency, level)
    lines = csv_columns([[column[at] for at in order] for column in columns])
    return texts.header + lines, RowCounts(len(order), 0, dropped)


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
        progress(PREDICTING, seen, total)


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
        "show_personal": texts.show_personal,
    }
