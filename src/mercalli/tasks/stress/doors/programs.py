"""Somebody's model as a command: a CSV file of texts goes in, a CSV file of answers comes out, without a shell."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mercalli.errors import MercalliError
from mercalli.estimates.progress import Progress, quiet
from mercalli.inputs.classes import label_text
from mercalli.inputs.usual_names import KEY, PRED, usual_column
from mercalli.io import sql
from mercalli.io.cells import csv_columns
from mercalli.io.tables import open_table
from mercalli.tasks.stress.errors import ProgramError

MOST_BYTES = 1 << 28
LONGEST_ERROR = 300
EVERY_SECONDS = 0.1
IN, OUT, ERRORS = "texts.csv", "answers.csv", "errors.txt"


@dataclass(frozen=True)
class Program:
    """A command that reads id,text from its input and writes id,pred to its output."""

    words: tuple[str, ...]
    seconds: float = 600.0
    most_bytes: int = MOST_BYTES

    @classmethod
    def of(cls, command: str, seconds: float = 600.0) -> Program:
        """From a line as it is typed; nothing in it is read by a shell.

        >>> Program.of("python model.py --prompt 'one word'").words
        ('python', 'model.py', '--prompt', 'one word')
        """
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ProgramError.named(command, f"is not a command: {str(error).lower()}.") from None
        if not words:
            raise ProgramError.about("the command", "is empty. Write what to run, as in --command 'python model.py'.")
        return cls(tuple(words), seconds)

    @property
    def name(self) -> str:
        """What messages and results call it."""
        return shlex.join(self.words)

    def answers(self, texts: Sequence[str], progress: Progress = quiet) -> list[Any]:
        """The answer to every text, in order; every way in which a command can fail has its error."""
        with tempfile.TemporaryDirectory(prefix="mercalli-") as folder:
            place = Path(folder)
            ids = [str(at) for at in range(1, len(texts) + 1)]
            content = "id,text\n" + csv_columns([ids, texts])
            (place / IN).write_text(content, encoding="utf-8", errors="surrogatepass", newline="")
            self._run(place, progress)
            return self._read(place / OUT, len(texts))

    def _run(self, place: Path, progress: Progress) -> None:
        with (
            (place / IN).open("rb") as given,
            (place / OUT).open("wb") as out,
            (place / ERRORS).open("wb") as errors,
        ):
            try:
                process = subprocess.Popen(  # noqa: S603 - what the user asked to run, without a shell
                    self.words, stdin=given, stdout=out, stderr=errors, start_new_session=True
                )
            except (OSError, ValueError) as error:
                raise ProgramError.unstarted(self.name, str(getattr(error, "strerror", None) or error)) from None
            try:
                code = self._watched(process, place, progress)
            finally:
                _end(process)
        if code:
            raise ProgramError.ended(self.name, code, _said(place / ERRORS))

    def _watched(self, process: subprocess.Popen[bytes], place: Path, progress: Progress) -> int:
        """Wait for the end; a command that takes too long or writes too much is an error."""
        start = time.monotonic()
        while True:
            progress("waiting for the command", int(time.monotonic() - start), max(int(self.seconds), 1))
            with suppress(subprocess.TimeoutExpired):
                return process.wait(EVERY_SECONDS)
            if time.monotonic() - start > self.seconds:
                raise ProgramError.too_long(self.name, self.seconds)
            if any((place / name).stat().st_size > self.most_bytes for name in (OUT, ERRORS)):
                raise ProgramError.too_much(self.name, self.most_bytes)

    def _read(self, file: Path, size: int) -> list[Any]:
        """Answers by id: each text must have one, and there may be no others."""
        called = f"the output of the command {self.name!r}"
        if not file.stat().st_size:
            raise ProgramError.unreadable(called, "it is empty")
        try:
            table = open_table(file, called=called)
            key, pred = (usual_column(names, table.columns) for names in (KEY, PRED))
            if key is None or pred is None:
                raise ProgramError.unreadable(called, f"its first line is {','.join(table.columns)[:LONGEST_ERROR]!r}")
            found = table.arrays(f"{sql.name(key)}::varchar as id, {sql.name(pred)}::varchar as pred")
        except ProgramError:
            raise
        except MercalliError as error:
            raise ProgramError.unreadable(called, str(error)) from None
        return _in_order(found["id"].tolist(), found["pred"].tolist(), size, called)


def _in_order(ids: Sequence[Any], preds: Sequence[Any], size: int, called: str) -> list[Any]:
    answers: dict[str, Any] = {}
    for each, pred in zip(ids, preds, strict=True):
        name = "" if each is None else label_text(each)
        if name in answers:
            raise ProgramError.unreadable(called, f"id {name} is there twice")
        answers[name] = pred
    wanted = [str(at) for at in range(1, size + 1)]
    lacking = [name for name in wanted if name not in answers]
    if lacking:
        raise ProgramError.unreadable(
            called, f"{len(lacking):,} of {size:,} ids have no answer, the first is {lacking[0]}"
        )
    if len(answers) > size:
        known = set(wanted)
        strange = next(name for name in answers if name not in known)
        raise ProgramError.unreadable(called, f"id {strange!r} was not asked")
    return [answers[name] for name in wanted]


def _said(file: Path) -> str:
    """The last line that a command wrote to its errors."""
    with file.open("rb") as stream:
        stream.seek(max(file.stat().st_size - (1 << 16), 0))
        lines = stream.read().decode(errors="replace").strip().splitlines()
    return lines[-1][:LONGEST_ERROR] if lines else ""


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the command and what it started, if they still run."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
