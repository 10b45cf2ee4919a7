"""The command that runs: what it was given, what its result notes of that, and what it claims until it ends.

A command with `@calls.with_records` takes records of options: `resampling: options.Resampling` where its help lists
--level, --replicates and --seed, and gives `**resampling.settings` to the function that it calls.
"""

from __future__ import annotations

from contextlib import ExitStack
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, get_type_hints

from mercalli.errors import SettingError
from mercalli.io.ledger import current, ledger, size_and_digest
from mercalli.io.paths import last_name
from mercalli.registry import own_commands
from mercalli.results.call import Call as RecordedCall
from mercalli.results.call import ReadFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mercalli.io.targets import FileKind, Target

MAKES_RESULTS = "makes_results"  # whether a command can be run again for its result
GROUP = "app"  # what a group of commands is called in its file
# Options that say where results go, what stands above them, and which engine counts: the numbers are the same.
PLACES = frozenset(
    {
        *(
            "out",
            "xlsx",
            "pdf",
            "show_personal",
            "overwrite",
            "as_json",
            "latex",
            "no_pictures",
            "no_predictions",
            "sample",
            "check",
            "title",
            "author",
            "date",
            "summary",
            "annotate",
            "junit",
        ),
        *("engine", "spark_master"),
    }
)


@dataclass(frozen=True)
class Call:
    """The command that runs: what it usually takes, what it was given, and what is let go when it ends."""

    command: Callable[..., None]
    usual: Mapping[str, object]
    values: Mapping[str, object]
    ends: ExitStack

    def texts(self, *except_for: str) -> list[str]:
        """Every text that was given: each may be the path of something that is read."""
        given = [value for name, value in self.values.items() if name not in except_for]
        parts = (part for value in given for part in (value if isinstance(value, list | tuple) else [value]))
        return [part for part in parts if isinstance(part, str) and part]


_call: ContextVar[Call] = ContextVar("call")


def running() -> Call:
    """The command that runs."""
    return _call.get()


def with_records(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes records of options: to typer, the fields of each stand at its place."""
    own = signature(command, eval_str=True)
    records: dict[str, Any] = {
        name: each.annotation for name, each in own.parameters.items() if is_dataclass(each.annotation)
    }

    @wraps(command)
    def run(**values: Any) -> None:  # noqa: ANN401 - as typer calls it
        with ExitStack() as ends:
            _call.set(Call(command, {each.name: each.default for each in every}, dict(values), ends))
            if current() is None:
                ends.enter_context(ledger())
            filled = {
                name: record(**{each.name: values.pop(each.name) for each in fields(record)})
                for name, record in records.items()
            }
            command(**values, **filled)

    every = [each for parameter in own.parameters.values() for each in _options(parameter)]
    setattr(run, MAKES_RESULTS, any(each.name == "as_json" for each in every))
    run.__signature__ = own.replace(parameters=every)  # type: ignore[attr-defined]  # what typer looks at
    return run


def noted_call() -> RecordedCall | None:
    """The command that runs, as its result notes it: what was given, files by their names alone."""
    call, opened = _call.get(None), current()
    words = None if call is None else words_of(call.command)
    if call is None or opened is None or words is None:
        return None
    given = {name: value for name, value in call.values.items() if name not in PLACES and value != call.usual[name]}
    files = {text: opened.of(text) for text in call.texts("out")}
    read = [ReadFile(last_name(text), path.name, *size_and_digest(path)) for text in files for path in files[text]]
    options = {name: _with_names(value, files) for name, value in given.items() if value is not None}
    return RecordedCall(words, options, tuple(read), folder=call.values.get("out") is not None)


def _with_names(value: Any, files: Mapping[str, Sequence[object]]) -> Any:  # noqa: ANN401 - of an option
    """A value in which files have their names alone: where they are is nobody else's business."""
    if isinstance(value, list | tuple):
        return tuple(_with_names(each, files) for each in value)
    return last_name(value) if isinstance(value, str) and files.get(value) else value


def words_of(command: Callable[..., None]) -> str | None:
    """What is typed to call a function of a task, as in `wildfire severity`."""
    for name, each in own_commands().items():
        module, _, run = each.run.partition(":")
        if module == command.__module__ and run in (command.__name__, GROUP):
            return name if run == command.__name__ else f"{name} {command.__name__}"
    return None


def _options(parameter: Parameter) -> Iterator[Parameter]:
    """The parameter itself, or one for each field of its record."""
    record: Any = parameter.annotation
    if not is_dataclass(record):
        yield parameter
        return
    types = get_type_hints(record, include_extras=True)
    for each in fields(record):
        yield Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=types[each.name])


def check_out(
    out: str | None, *, overwrite: bool, kind: str | None = None, no_pictures: bool | None = None, **folder_only: bool
) -> None:
    """Refuse, before any work is done, a folder that cannot be written, and options that mean nothing without one.

    The folder is claimed until the command ends: another run that wants to write there is refused. A command that has
    pictures says whether to do without.
    """
    book: Any = running().values.get("xlsx")
    check_book(book, out, overwrite=overwrite)
    if out is not None:
        if no_pictures is False:
            from mercalli.telling.figures.library import check_drawable

            check_drawable()
        claim_out(out, running().texts("out", "xlsx"), overwrite=overwrite, kind=kind)
        return
    for name, asked in {**folder_only, "no_pictures": no_pictures, "overwrite": overwrite and book is None}.items():
        if asked:
            raise SettingError.folder_only(name)


def check_book(path: str | None, out: str | None, *, overwrite: bool) -> None:
    """Refuse, before any work is done, a workbook that cannot be written."""
    from mercalli.io.books import WRITER, check_extra

    if path is not None:
        check_extra(WRITER)
        _check_single("xlsx", path, out)
        _ = own_book(path, overwrite=overwrite)


def own_book(path: str, *, overwrite: bool) -> Target:
    """The workbook to write."""
    from mercalli.io.books import OWN_BOOK

    return claim_file(path, OWN_BOOK, overwrite=overwrite)


def check_pdf(path: str | None, out: str | None, *, overwrite: bool) -> None:
    """Refuse, before any work is done, a PDF that cannot be written."""
    from mercalli.io.pdfs import check_extra

    if path is not None:
        check_extra()
        _check_single("pdf", path, out)
        _ = own_pdf(path, overwrite=overwrite)


def _check_single(option: str, path: str, out: str | None) -> None:
    """Refuse a file beside the folder whose name does not say what it is, or that lies in the folder."""
    from mercalli.io.targets import check_apart

    if PurePath(path).suffix.lower() != f".{option}":
        raise SettingError.outside(option, path, f"a file whose name ends in .{option}")
    if out is not None:
        check_apart(out, path)


def own_pdf(path: str, *, overwrite: bool) -> Target:
    """The PDF to write."""
    from mercalli.io.pdfs import OWN_PDF

    return claim_file(path, OWN_PDF, overwrite=overwrite)


def claim_out(out: str, inputs: Sequence[str], *, overwrite: bool, kind: str | None = None) -> None:
    """Claim a folder, which must hold none of the inputs, until the command ends."""
    from mercalli.io.folders import claimed_folder

    claim = claimed_folder(out, overwrite=overwrite, kind=kind, inputs=inputs)
    running().ends.enter_context(claim)


def claim_file(path: str, kind: FileKind, *, overwrite: bool) -> Target:
    """A file to write, which must be none of the inputs, claimed until the command ends."""
    from mercalli.io.targets import Target

    call = running()
    target = Target(path, kind, overwrite, call.texts("out", "xlsx", "pdf", "sample", "summary", "junit"))
    call.ends.enter_context(target.claimed())
    return target


def given_texts(*except_for: str) -> list[str]:
    """Every text that the command that runs was given."""
    return running().texts(*except_for)


def check_beside(name: str, others: Sequence[str]) -> None:
    """Refuse an option that means nothing without one of some others."""
    values = running().values
    if not any(values.get(each) for each in others):
        known = " or ".join(f"`{each}`" for each in others if each in values)
        raise SettingError.named(name, f"is about gates, and there are none. Give {known}, or leave `{name}` out.")
