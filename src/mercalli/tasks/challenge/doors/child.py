"""Scoring in a process of its own, with limits: it sees a gold file, a key and runs, and no database.

    python -m mercalli.tasks.challenge.doors.child

Each line of its input names a folder that holds `request.json`; the result is written beside it as `result.json`, whole
or not at all, and a line is answered. It ends with its input, or with a code where a request could not be answered.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

REQUEST, RESULT = "request.json", "result.json"
NO_MEMORY = 12


def limit(limits: Mapping[str, int]) -> None:
    """Limits of one request, set before anything large is imported; what the system lacks is left out."""
    signal.alarm(limits["seconds"])
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    for name, most in (
        ("RLIMIT_CPU", int(used.ru_utime + used.ru_stime) + limits["cpu_seconds"]),
        ("RLIMIT_AS", limits["memory_bytes"]),
        ("RLIMIT_FSIZE", limits["file_bytes"]),
        ("RLIMIT_CORE", 0),
    ):
        hard = resource.getrlimit(getattr(resource, name))[1]
        resource.setrlimit(getattr(resource, name), (most if hard < 0 else min(most, hard), hard))


def run_scores(folder: Path, request: Mapping[str, Any]) -> dict[str, Any]:
    """Every part that is asked for: a run scored alone, or a new run and an older one."""
    return {part["name"]: _scored(folder, request, part, part["runs"]) for part in request["parts"]}


def _scored(folder: Path, request: Mapping[str, Any], part: Mapping[str, Any], runs: Sequence[str]) -> dict[str, Any]:
    """One call of the task's own evaluation, on files that hold exactly the items of the part, in its order."""
    from mercalli.registry import load  # noqa: PLC0415 - after the limits are set

    whole, own = (_key(Path(part[name])) for name in ("whole_key", "key"))
    files = {}
    for name, run in zip(("first", "second"), runs, strict=False):
        files[name] = str(folder / f"{name}.csv")
        _write_run(Path(files[name]), Path(request["store"]) / run[:2] / run, whole, own)
    scored = load(request["score"])(
        part["gold"],
        files,
        own.form,
        request["options"],
        request["metrics"],
        level=part["level"],
        replicates=part["replicates"],
    )
    return {
        "metrics": {each.metric: {"label": each.label, "direction": each.direction} for each in scored.metrics},
        "measures": [asdict(each) for each in scored.measures["first"]],
        "differences": {each.metric: asdict(each) for each in scored.differences},
    }


def _key(file: Path) -> Any:  # noqa: ANN401 - a Key, imported after the limits are set
    from mercalli.tasks.challenge.doors.keys import read_key  # noqa: PLC0415 - as said

    return read_key(file)


def _write_run(target: Path, run: Path, whole: Any, own: Any) -> None:  # noqa: ANN401 - keys, as above
    """The predictions of a run for the items of a part, read by the same reader that checked it."""
    from mercalli.io.cells import csv_columns  # noqa: PLC0415 - after the limits are set
    from mercalli.io.runs import blocks_of_file  # noqa: PLC0415 - as above
    from mercalli.tasks.challenge.check import check_run  # noqa: PLC0415 - as above

    checked = check_run(blocks_of_file(run), whole)
    checked.checked(run.name)
    rows = [(*item, *checked.predictions[whole.places[item]]) for item in own.items]
    target.write_text(
        ",".join(own.form.columns) + "\n" + csv_columns(list(zip(*rows, strict=True))), encoding="utf-8", newline=""
    )


def answer(folder: Path) -> int:
    """Do what a request says; a refusal of ours is a result too."""
    request = json.loads((folder / REQUEST).read_text(encoding="utf-8"))
    limit(request["limits"])
    from mercalli.errors import MercalliError  # noqa: PLC0415 - after the limits are set

    try:
        result: Any = {"done": run_scores(folder, request)}
    except MercalliError as error:
        result = {"refused": str(error)}
    except MemoryError:
        return NO_MEMORY
    aside = folder / f"{RESULT}.new"
    aside.write_text(json.dumps(result, allow_nan=False), encoding="utf-8")
    os.replace(aside, folder / RESULT)  # noqa: PTH105 - replaces a file on every system
    return 0


def main() -> int:
    """Answer requests one after the other; what a library prints goes where errors go."""
    said = os.dup(1)
    os.dup2(2, 1)
    for line in sys.stdin:
        code = answer(Path(line.removesuffix("\n")))
        if code:
            return code
        signal.alarm(0)
        os.write(said, b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
