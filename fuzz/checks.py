"""What is promised of every run. A check says what is wrong, or nothing."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any

import typer

import mercalli
from fuzz.cases import JSON, Case
from fuzz.sandbox import WORK, Ended
from mercalli.io.manifests import MANIFEST, RESULT, Manifest
from mercalli.registry import record_of
from tests.doors.calls import WRITES

DONE, MISSED, REFUSED = 0, 1, 2
COMPARING = ("diff", "reproduce")  # commands that end with 1 where results differ
OUTPUTS = ("out", "xlsx", "pdf", "sample", "hidden", "into", "summary", "junit")
ADDED_TO = ("monitor add WATCH", "monitor sample WATCH")  # arguments that a command adds to
SOURCES = ("origin", "call")  # what the provenance says of files
NO_NUMBER = re.compile(r"(?<![\w.])[+-]?(?:nan|inf)(?![\w.])", re.IGNORECASE)
ORIGIN = re.compile(r"the arrays|the (?:pandas|polars|pyarrow|duckdb) frame|'given\.csv'|given\.csv")
NOW = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
MESSAGE = ("mercalli: ", "\u256d\u2500 Error")
FAULTS = ("Traceback (most recent call last)", "Exception ignored", "Warning:", "Segmentation fault")


def exit_code(_case: Case, ended: Ended) -> str | None:
    """Done, a gate missed or other results, or refused: no signal (a crash or a hang) and no fault of ours."""
    return None if ended.code in {DONE, MISSED, REFUSED} else f"exit code {ended.code}"


def no_traceback(_case: Case, ended: Ended) -> str | None:
    """Nothing that only its makers can read."""
    return next((f"{fault!r} on standard error" for fault in FAULTS if fault in ended.err), None)


def gate(case: Case, ended: Ended) -> str | None:
    """Exit code 1 is kept for gates, and for results that differ."""
    asked = any(word.startswith("--gate") for word in case.arguments) or " ".join(case.slot.path) in COMPARING
    return "exit code 1 without a gate" if ended.code == MISSED and not asked else None


def one_message(_case: Case, ended: Ended) -> str | None:
    """Who is refused is told why, once."""
    messages = sum(line.startswith(MESSAGE) for line in ended.err.splitlines())
    return f"{messages} messages of a refusal" if ended.code == REFUSED and messages != 1 and ended.err else None


def told(_case: Case, ended: Ended) -> str | None:
    """Nobody is refused without a word."""
    return "refused without a word" if ended.code == REFUSED and not (ended.err + ended.out).strip() else None


def numbers(case: Case, ended: Ended) -> str | None:
    """What is no number is not shown as one, unless it stands in the data."""
    given = "".join(case.arguments).encode() + b"".join(content for _, content in case.files)
    found = NO_NUMBER.search(ended.out)
    return (
        f"{found[0]!r} on the screen" if found and found[0].strip("+-").lower().encode() not in given.lower() else None
    )


def untouched(case: Case, ended: Ended) -> str | None:
    """Nothing but what was named to be written is written."""
    elsewhere = [name for name in ended.changed if not _is_named(case, name)]
    return f"changed what was not to be written: {elsewhere}" if elsewhere else None


def all_or_nothing(_case: Case, ended: Ended) -> str | None:
    """Who is refused finds everything as it was."""
    return f"refused, but changed {ended.changed}" if ended.code == REFUSED and ended.changed else None


def replaced(case: Case, ended: Ended) -> str | None:
    """Only reports are replaced, and only if asked."""
    gone = [name for name in ended.changed if name in ended.before and not _may_be_replaced(case, ended, name)]
    return f"replaced {gone}" if gone else None


def whole(_case: Case, ended: Ended) -> str | None:
    """A folder that was written holds what its manifest says."""
    for name in ended.changed:
        file = ended.folder / name
        if file.name == RESULT and file.exists() and (fault := _fault_of(file.parent)):
            return f"{file.parent.name}: {fault}"
    return None


def _fault_of(folder: Path) -> str | None:
    if not (folder / MANIFEST).exists():
        return "no manifest"
    manifest = Manifest.read(folder)
    odd = [*manifest.others(folder), *manifest.changed(folder)]
    lacking = [name for name in manifest.files if not (folder / name).exists()]
    return f"not as its manifest says: {odd or lacking}" if odd or lacking else None


def readable(case: Case, ended: Ended) -> str | None:
    """JSON that is printed is strict, and a result comes back from it."""
    if ended.code == REFUSED or JSON not in case.arguments or not ended.out.strip():
        return None
    try:
        found = json.loads(ended.out, parse_constant=_no_constant)
        if isinstance(found, dict) and record_of(str(found.get("mercalli"))):
            mercalli.from_json(ended.out)
    except Exception as error:  # noqa: BLE001 - whatever keeps it from being read
        return f"what it printed cannot be read: {error}"
    return None


def _no_constant(token: str) -> None:
    raise ValueError(f"{token} is not JSON")


ALL = (exit_code, no_traceback, gate, one_message, told, numbers, untouched, all_or_nothing, replaced, whole, readable)


def faults(case: Case, ended: Ended) -> list[str]:
    """All that is wrong with a run."""
    return [said for check in ALL if (said := check(case, ended))]


def same_numbers(case: Case, first: Ended, second: Ended) -> list[str]:
    """What differs between two dresses of the same rows."""
    if first.code != second.code:
        return [f"exit codes {first.code} and {second.code}: {first.err!r} and {second.err!r}"]
    if first.code == REFUSED:
        return []
    names = [name for each in (case, case.twin) if each for name, _ in each.files]
    one, two = (measured(_unnamed(ended.out, names)) for ended in (first, second))
    return [f"other numbers: {place}" for place in differences("", one, two)][:5]


def same_by_engine(case: Case, ended: Ended) -> list[str]:
    """What another engine gives that the command does not."""
    if case.engine is None or ended.code != DONE:
        return []
    engine = case.engine.engine
    try:
        out = case.engine.result(ended.out)
    except mercalli.MercalliError as error:
        return [f"{engine} refuses what the command takes: {error}"]
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        return [f"{engine}: {type(error).__name__}: {error}"]
    one, two = (measured(json.loads(ORIGIN.sub("FILE", each))) for each in (ended.out, out))
    return [f"{engine} gives other numbers: {place}" for place in differences("", one, two)][:5]


def _unnamed(out: str, names: list[str]) -> Any:  # noqa: ANN401 - any JSON
    """What was printed, with one name for all files and one time."""
    for name in sorted({*names, *(PurePath(each).name for each in names)}, key=len, reverse=True):
        out = out.replace(json.dumps(name, ensure_ascii=False)[1:-1], "FILE")
    return json.loads(NOW.sub("NOW", out))


def measured(found: Any) -> Any:  # noqa: ANN401 - any JSON
    """All but where it comes from and the seal over that."""
    if not isinstance(found, dict):
        return found
    kept = {key: value for key, value in found.items() if key != "seal"}
    return {**kept, "provenance": {**kept.get("provenance", {}), **dict.fromkeys(SOURCES)}}


def differences(place: str, one: Any, two: Any) -> Iterator[str]:  # noqa: ANN401 - as above
    """Every place where two parts of JSON differ."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one:
            yield from differences(f"{place}.{key}", one[key], two[key])
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for at, (left, right) in enumerate(zip(one, two, strict=True)):
            yield from differences(f"{place}[{at}]", left, right)
    elif one != two:
        yield f"{place}: {one!r} and {two!r}"


def _targets(case: Case) -> list[str]:
    """What the call names to be written, and what it writes without being told a name."""
    path, command = case.slot.path, case.slot.command
    try:
        context = command.make_context(path[-1], [*case.arguments[len(path) :]], resilient_parsing=True)
    except typer.BadParameter:
        return []
    written = [each for each in command.params if each.name in OUTPUTS or _is_written(case, each)]
    values = [context.params.get(each.name) or each.get_default(context) for each in written]
    return [os.path.normpath(f"{WORK}/{value}") for value in values if value]


def _is_written(case: Case, parameter: Any) -> bool:  # noqa: ANN401 - typer's own
    """Whether an argument of a command is a file that it adds to."""
    path = " ".join(case.slot.path)
    named = {path, f"{path} {parameter.name.upper()}"}
    return parameter.param_type_name == "argument" and bool(named & {*WRITES, *ADDED_TO})


def _is_named(case: Case, name: str) -> bool:
    """Whether a path is a target, in one, or a folder above one, which may have to be made."""
    path = PurePath(name)
    return any(path.is_relative_to(target) or PurePath(target).is_relative_to(path) for target in _targets(case))


def _may_be_replaced(case: Case, ended: Ended, name: str) -> bool:
    """A file that is added to, or with --overwrite a file or a folder with a manifest."""
    path = " ".join(case.slot.path)
    if path in WRITES or any(each.startswith(f"{path} ") for each in ADDED_TO):
        return True
    target = next((each for each in _targets(case) if PurePath(name).is_relative_to(each)), name)
    known = ended.before.get(target) != "folder" or f"{target}/{MANIFEST}" in ended.before
    return "--overwrite" in case.arguments and known
