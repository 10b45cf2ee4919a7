"""`mercalli reproduce`: computes a result again and compares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mercalli.cli.diff import Tolerance, tell
from mercalli.console import calls, options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.results.call import Call
    from mercalli.results.seal import Result

ROUNDING = 1e-9  # between processors and versions of libraries


def reproduce(
    result: Annotated[str, typer.Argument(metavar="RESULT", help="A sealed result, as in result.json.")],
    data: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A file that the result was made from; repeat it where there were several."),
    ] = None,
    tolerance: Tolerance = ROUNDING,
    as_json: options.Json = False,
) -> None:
    """Compute a result again: do the same numbers come out, and if not, what changed?

    Runs the command that made it, with the same options, on the files that you name; nothing is written. Exit code 0 if
    all numbers are the same, 1 if not, or if the verdict does not follow from the numbers.
    """
    from mercalli.plan.results import fitting, read_result
    from mercalli.results.changes import Changes

    old = read_result(result)
    call = _call_of(old, result)
    paths = _matched(call, data or [])
    new = _made_again(call, paths)
    with fitting(repr(result)):
        changes = Changes.of(old, new, tolerance)
    tell(changes, as_json=as_json)


def _call_of(result: Result, path: str) -> Call:
    """The command that made a result, or why it is not known."""
    from mercalli.errors import ResultError

    provenance: Any = getattr(result, "provenance", None)
    if provenance.call is None:
        version = provenance.versions.get("mercalli", "another version")
        raise ResultError(
            f"{path!r} does not say which command made it: it was made from Python or by a version before 0.2.0 "
            f"(it says {version}). Make it again in the same way, and compare both with mercalli diff OLD NEW."
        )
    call: Call = provenance.call
    return call


def _matched(call: Call, paths: Sequence[str]) -> dict[str, str]:
    """The file that stands for each that was given then: the one of the same name, else the next in order."""
    from mercalli.errors import FileError
    from mercalli.io.paths import last_name

    wanted, left = list(call.given), list(paths)
    named = {name: path for name in wanted for path in left if last_name(path) == name}
    rest = iter([path for path in left if path not in named.values()])
    found = {name: named.get(name) or next(rest, None) for name in wanted}
    lacking = [name for name, path in found.items() if path is None]
    if lacking or len(paths) > len(wanted):
        needed = " ".join(f"--data {name}" for name in wanted) or "no file"
        raise FileError(
            f"This result was made from {len(wanted)} files, and {len(paths)} were named. "
            f"Name each with --data, as in: {needed}"
        )
    return {name: path for name, path in found.items() if path is not None}


def _made_again(call: Call, paths: Mapping[str, str]) -> Result:
    """What the command gives now. Options come from the result: a stranger may have chosen them."""
    from contextlib import redirect_stdout
    from io import StringIO
    from tempfile import TemporaryDirectory

    from mercalli.console.output import ResultTaken, taking
    from mercalli.errors import ResultError
    from mercalli.io.ledger import ledger

    command = _command(call.command)
    _check_options(command, call.options)
    given = {name: _with_paths(value, paths) for name, value in call.options.items()}
    foreign = {text for value in given.values() for text in _texts(value)} - set(paths.values())
    token = taking.set(True)
    try:
        with TemporaryDirectory() as aside, ledger(foreign, list(paths.values())), redirect_stdout(StringIO()):
            out = {"out": f"{aside}/report"} if call.folder else {}
            command.main(list(_words(command, {**given, **out})), prog_name=f"mercalli {call.command}")
    except ResultTaken as taken:
        return taken.result
    finally:
        taking.reset(token)
    raise ResultError(f"The command {call.command!r} made no result.")


def _command(words: str) -> Any:  # noqa: ANN401 - typer's own class of commands is private
    """A command of a task that makes results, by what is typed."""
    from mercalli.cli.main import LazyCommand
    from mercalli.errors import ResultError
    from mercalli.registry import own_commands

    first, _, second = words.partition(" ")
    if first in own_commands():
        found = LazyCommand(first, own_commands()[first]).loaded
        found = getattr(found, "commands", {}).get(second) if second else found
        if getattr(getattr(found, "callback", None), calls.MAKES_RESULTS, False):
            return found
    raise ResultError(f"The result says that {words[:60]!r} made it, which is no command of this version.")


def _check_options(command: Any, given: Mapping[str, Any]) -> None:  # noqa: ANN401 - see above
    """A result may not say where to write, nor anything that the command does not know."""
    from mercalli.errors import ResultError

    known = {each.name for each in command.params} - calls.PLACES
    if odd := sorted(given.keys() - known):
        raise ResultError(f"The result says that it was made with {odd[0][:60]!r}, which is no option of the command.")


def _words(command: Any, given: Mapping[str, Any]) -> Iterator[str]:  # noqa: ANN401 - see above
    """Options as they are typed, then what needs no name."""
    known = {each.name: each for each in command.params}
    for name, value in given.items():
        flag = known[name]
        if flag.param_type_name == "option" and isinstance(value, bool):
            yield (flag.opts if value else flag.secondary_opts or flag.opts)[0]
        elif flag.param_type_name == "option":
            yield from (f"{max(flag.opts, key=len)}={each}" for each in _listed(value))
    yield "--"
    arguments = (each.name for each in command.params if each.param_type_name == "argument")
    yield from (str(each) for name in arguments if name in given for each in _listed(given[name]))


def _listed(value: Any) -> Sequence[Any]:  # noqa: ANN401 - of an option
    return value if isinstance(value, tuple) else (value,)


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401 - of an option
    """Texts in a value that a command might take for paths."""
    for each in _listed(value):
        if isinstance(each, str):
            yield each
            yield from (part.strip().strip("'\"") for part in each.split(","))


def _with_paths(value: Any, paths: Mapping[str, str]) -> Any:  # noqa: ANN401 - of an option
    if isinstance(value, tuple):
        return tuple(paths.get(each, each) for each in value)
    return paths.get(value, value) if isinstance(value, str) else value
