"""Scoring in a process of its own, with limits: it sees a gold file, a key and runs, and no database.

    python -m mercalli.tasks.challenge.doors.child FOLDER

FOLDER holds `request.json`; the result is written beside it as `result.json`, whole or not at all.
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
    """Limits of this process, set before anything large is imported; what the system lacks is left out."""
    signal.alarm(limits["seconds"])
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    for name, most in (
        ("RLIMIT_CPU", limits["cpu_seconds"]),
        ("RLIMIT_AS", limits["memory_bytes"]),
        ("RLIMIT_FSIZE", limits["file_bytes"]),
        ("RLIMIT_CORE", 0),
    ):
        resource.setrlimit(getattr(resource, name), (most, most))


def run_scores(folder: Path, request: Mapping[str, Any]) -> dict[str, Any]:
    """Every part that is asked for: a run scored alone, or a new run and an older one."""
    return {part["name"]: _scored(folder, request, part, part["runs"]) for part in request["parts"]}


def run_walks(folder: Path, request: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    """The comparisons that each board lacks."""
    return [_walk(folder, request, walk) for walk in request["walks"]]


def _walk(folder: Path, request: Mapping[str, Any], walk: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Runs from best to worst, each compared with the first of the open group; known differences are not made again."""
    from mercalli.results.difference import Difference  # noqa: PLC0415 - after the limits are set
    from mercalli.tasks.challenge.board import differs  # noqa: PLC0415 - as above

    known = {(each["first"], each["second"]): each["difference"] for each in walk["known"]}
    made: list[dict[str, Any]] = []
    leader, *others = walk["runs"]
    for run in others:
        pair = (run, leader)
        if pair not in known:
            known[pair] = _scored(folder, request, walk["part"], pair)["differences"].get(walk["metric"])
            made.append({"first": run, "second": leader, "difference": known[pair]})
        if known[pair] is not None and differs(Difference(**known[pair])):
            leader = run
    return made


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
    from mercalli.tasks.challenge.doors.host import read_key  # noqa: PLC0415 - as said

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


def main(folder: Path) -> int:
    """Do what the request says; a refusal of ours is a result too."""
    request = json.loads((folder / REQUEST).read_text(encoding="utf-8"))
    limit(request["limits"])
    from mercalli.errors import MercalliError  # noqa: PLC0415 - after the limits are set

    try:
        result: Any = {"done": (run_walks if request["kind"] == "walks" else run_scores)(folder, request)}
    except MercalliError as error:
        result = {"refused": str(error)}
    except MemoryError:
        return NO_MEMORY
    aside = folder / f"{RESULT}.new"
    aside.write_text(json.dumps(result, allow_nan=False), encoding="utf-8")
    os.replace(aside, folder / RESULT)  # noqa: PTH105 - replaces a file on every system
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
