"""Child processes that score: started with limits, watched, and never trusted to end by themselves."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Self, cast

from mercalli.tasks.challenge.doors.child import NO_MEMORY, REQUEST, RESULT
from mercalli.tasks.challenge.doors.work_folders import work_folder
from mercalli.tasks.challenge.errors import ChallengeError

MODULE = "mercalli.tasks.challenge.doors.child"
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "PYTHONPATH", "PYTHONHASHSEED", "SYSTEMROOT", "TMPDIR")
LONGEST_ERROR = 2000


@dataclass(frozen=True)
class ChildLimits:
    """What one scoring may take."""

    seconds: int = 900
    cpu_seconds: int = 1800
    memory_bytes: int = 6 << 30
    file_bytes: int = 1 << 30
    beat_seconds: float = 10.0  # how often a lease is renewed meanwhile: several times before it ends


LIMITS = ChildLimits()


class ChildError(ChallengeError):
    """A scoring that gave no result; `code` says how it ended."""


class Child:
    """A process that answers requests one after the other, so that what it needs is imported once.

    It is started by the first request, and anew after one that it did not answer. It works inside `store`.
    """

    def __init__(self, store: Path, limits: ChildLimits = LIMITS) -> None:
        self.store, self.limits, self.asked = store, limits, 0
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.held = ExitStack()
        self.place = self.held.enter_context(work_folder(self.store.resolve()))
        return self

    def __exit__(self, *error: object) -> None:
        self._stop()
        self.held.close()

    def ask(self, request: Mapping[str, Any], beat: Callable[[], bool] = lambda: True) -> Any:  # noqa: ANN401 - JSON
        """What it answers; `beat` is called while it works, and ends it by saying no."""
        self.asked += 1
        folder = self.place / str(self.asked)
        folder.mkdir()
        (folder / REQUEST).write_text(json.dumps({**request, "limits": asdict(self.limits)}), encoding="utf-8")
        try:
            self._told(folder)
            self._watched(beat)
        except BaseException:
            self._stop()
            raise
        result = json.loads((folder / RESULT).read_text(encoding="utf-8"))
        shutil.rmtree(folder)
        if "refused" in result:
            raise ChildError.coded("refused", result["refused"])
        return result["done"]

    def _told(self, folder: Path) -> None:
        """Name the request to the process."""
        if self.process is None:
            with (self.place / "errors").open("wb") as errors:
                self.process = subprocess.Popen(  # noqa: S603 - our own module
                    [sys.executable, "-m", MODULE],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    cwd=self.place,
                    env={key: os.environ[key] for key in KEPT if key in os.environ},
                )
        with suppress(BrokenPipeError):
            cast("IO[bytes]", self.process.stdin).write(f"{folder}\n".encode())
            cast("IO[bytes]", self.process.stdin).flush()

    def _watched(self, beat: Callable[[], bool]) -> None:
        """Wait for the answer; a process that takes too long, or is not wanted any more, is an error."""
        process = cast("subprocess.Popen[bytes]", self.process)
        ends = time.monotonic() + self.limits.seconds
        with selectors.DefaultSelector() as waiting:
            waiting.register(cast("IO[bytes]", process.stdout), selectors.EVENT_READ)
            while not waiting.select(max(0.0, min(self.limits.beat_seconds, ends - time.monotonic()))):
                if time.monotonic() >= ends:
                    raise ChildError.coded("timed_out", f"Scoring took more than {self.limits.seconds} s.")
                if not beat():
                    raise ChildError.coded("lease_lost", "The lease of the job ended.")
        if not os.read(cast("IO[bytes]", process.stdout).fileno(), 1):
            code = process.wait()
            said = (self.place / "errors").read_bytes()[-LONGEST_ERROR:].decode(errors="replace")
            raise ChildError.coded(_how(code, said), f"The scoring process ended with {code}. {said}".strip())

    def _stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        if process.poll() is None:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(BrokenPipeError):
                cast("IO[bytes]", pipe).close()


def _how(code: int, said: str) -> str:
    """How a process ended, by its code.

    >>> _how(-signal.SIGXCPU, ""), _how(12, ""), _how(1, "")
    ('timed_out', 'out_of_memory', 'crashed')
    """
    if -code in {signal.SIGXCPU, signal.SIGALRM}:
        return "timed_out"
    lacks = "MemoryError" in said or "std::bad_alloc" in said or "Out of Memory" in said
    return "out_of_memory" if code == NO_MEMORY or -code == signal.SIGKILL or lacks else "crashed"
