"""Child processes that score: started with limits, watched, and never trusted to end by themselves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mercalli.tasks.challenge.doors.child import NO_MEMORY, REQUEST, RESULT
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


class ChildError(ChallengeError):
    """A scoring that gave no result; `code` says how it ended."""


def run_child(
    request: Mapping[str, Any],
    limits: ChildLimits,
    beat: Callable[[], bool] = lambda: True,
    every_seconds: float = 10.0,
) -> Any:  # noqa: ANN401 - JSON
    """What a child answers; `beat` is called while it works, and ends it by saying no."""
    with tempfile.TemporaryDirectory(prefix="mercalli-") as name:
        folder = Path(name)
        content = {**request, "limits": asdict(limits)}
        (folder / REQUEST).write_text(json.dumps(content), encoding="utf-8")
        with (folder / "errors").open("wb") as errors:
            child = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", MODULE, name],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                cwd=name,
                env={key: os.environ[key] for key in KEPT if key in os.environ},
            )
            code = _watched(child, limits, beat, every_seconds)
        return _answer(folder, code)


def _watched(
    child: subprocess.Popen[bytes], limits: ChildLimits, beat: Callable[[], bool], every_seconds: float
) -> int:
    """How a child ended; one that takes too long, or is not wanted any more, is killed."""
    ends = time.monotonic() + limits.seconds
    try:
        while True:
            try:
                return child.wait(timeout=max(0.0, min(every_seconds, ends - time.monotonic())))
            except subprocess.TimeoutExpired:
                if time.monotonic() >= ends:
                    raise ChildError.coded("timed_out", f"Scoring took more than {limits.seconds} s.") from None
                if not beat():
                    raise ChildError.coded("lease_lost", "The lease of the job ended.") from None
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()


def _answer(folder: Path, code: int) -> Any:  # noqa: ANN401 - JSON
    if code == 0 and (folder / RESULT).is_file():
        result = json.loads((folder / RESULT).read_text(encoding="utf-8"))
        if "refused" in result:
            raise ChildError.coded("refused", result["refused"])
        return result["done"]
    said = (folder / "errors").read_bytes()[-LONGEST_ERROR:].decode(errors="replace")
    raise ChildError.coded(_how(code, said), f"The scoring process ended with {code}. {said}".strip())


def _how(code: int, said: str) -> str:
    """How a process ended, by its code.

    >>> _how(-signal.SIGXCPU, ""), _how(12, ""), _how(1, "")
    ('timed_out', 'out_of_memory', 'crashed')
    """
    if -code in {signal.SIGXCPU, signal.SIGALRM}:
        return "timed_out"
    lacks = "MemoryError" in said or "std::bad_alloc" in said or "Out of Memory" in said
    return "out_of_memory" if code == NO_MEMORY or -code == signal.SIGKILL or lacks else "crashed"
