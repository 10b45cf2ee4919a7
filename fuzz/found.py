"""A run that breaks a promise, kept as a folder: its files, its command line, and what was wrong."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from fuzz.cases import Case
from fuzz.sandbox import WORK, Sandbox

KEPT = Path("fuzz-found")


def keep(box: Sandbox, case: Case, seed: int, number: int, faults: list[str]) -> Path:
    """The folder of a run as it was before the run, and a file that says how to run it again."""
    folder = KEPT / f"{seed}-{number}"
    shutil.rmtree(folder, ignore_errors=True)
    box.laid_out(case, folder)
    again = [case, case.twin] if case.twin else [case]
    for each in again[1:]:
        for name, content in each.files:
            (folder / WORK / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / WORK / name).write_bytes(content)
    lines = [f"cd {shlex.quote(str(folder / WORK))} && mercalli {shlex.join(each.arguments)}" for each in again]
    known = f"python -m fuzz --seed {seed} --run {number}"
    (folder / "again.txt").write_text(
        "\n".join([*faults, *lines, known, ""]), encoding="utf-8", errors="backslashreplace"
    )
    return folder
