"""The command `mercalli`: its commands, its version, and what happens when something is refused."""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from mercalli.console.help import Command as HelpfulCommand
from mercalli.console.help import Group
from mercalli.console.streams import as_options, fail
from mercalli.io.interrupts import watch
from mercalli.registry import Command, Question, commands, load, own_commands

if TYPE_CHECKING:
    from collections.abc import Mapping

BAD_INPUT, OUR_FAULT, INTERRUPTED = 2, 70, 130
# Commands that belong to no task.
PLAIN = {
    "count": Command(
        "mercalli.cli.statistics:count",
        "Count rows into a file without rows, to be added up and evaluated elsewhere.",
        Question.SHARE,
    ),
    "show": Command(
        "mercalli.cli.statistics:show",
        "Show what is in a file of counts, and what others can compute from it.",
        Question.SHARE,
    ),
    "merge": Command(
        "mercalli.cli.statistics:merge",
        "Add up files of counts, as if all their rows had been counted at once.",
        Question.SHARE,
    ),
    "report": Command(
        "mercalli.cli.report:report",
        "Write a report again from its sealed result; the files are the same, byte for byte.",
        Question.REPORT,
    ),
    "view": Command(
        "mercalli.cli.report:view",
        "Open the page of a report in the default browser.",
        Question.REPORT,
    ),
    "reproduce": Command(
        "mercalli.cli.reproduce:reproduce",
        "Compute a result again: do the same numbers come out, and if not, what changed?",
        Question.TRUST,
    ),
    "diff": Command(
        "mercalli.cli.diff:diff",
        "Compare two results: which measures changed, and what may explain it?",
        Question.TRUST,
    ),
    "sign": Command(
        "mercalli.cli.signatures:sign",
        "Sign a result, so that others can check who made it.",
        Question.TRUST,
    ),
    "verify": Command(
        "mercalli.cli.signatures:verify",
        "Check the seal of a result and who signed it.",
        Question.TRUST,
    ),
    "metrics": Command(
        "mercalli.cli.metrics.command:metrics",
        "List the metrics, or explain one: meaning, formula, weights, bands, when it misleads, an example.",
        Question.LEARN,
    ),
    "demo": Command(
        "mercalli.cli.demo:demo",
        "Evaluate four real systems on four real disasters, offline, in seconds.",
        Question.LEARN,
    ),
    "profile": Command(
        "mercalli.cli.profile:app",
        "Print, check and create profiles.",
        Question.LEARN,
    ),
    "schema": Command(
        "mercalli.cli.results:schema",
        "Print the JSON Schema of results, for programs that read them.",
        Question.LEARN,
    ),
    "docs": Command(
        "mercalli.cli.docs:docs",
        "Read the documentation in a browser, with its search, offline.",
        Question.LEARN,
    ),
    "doctor": Command(
        "mercalli.cli.doctor:doctor",
        "Check what is installed and what each optional part is for.",
        Question.LEARN,
    ),
}


class LazyCommand(HelpfulCommand):
    """A command known by its line in the help of all; its function, or its group of commands, is loaded when called."""

    def __init__(self, name: str, command: Command) -> None:
        super().__init__(name=name, help=command.line, rich_help_panel=command.question)
        self.run = command.run

    @cached_property
    def loaded(self) -> Any:  # noqa: ANN401 - typer's own class of commands is private
        """The command itself."""
        run = load(self.run)
        if isinstance(run, typer.Typer):
            return typer.main.get_group(run)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(self.name, cls=HelpfulCommand)(run)
        return typer.main.get_command(alone)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:  # noqa: ANN401
        """What typer does first with a command that is called."""
        return self.loaded.make_context(info_name, args, parent=parent, **extra)


class Commands(Group):
    """All commands, in the order of the help: those of the tasks, then the plain ones.

    Those of other packages are looked up for help and unknown names alone.
    """

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as typer has them
        super().__init__(**settings)
        self.commands = _lazy(own_commands())

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - as typer calls it
        """Every command."""
        every = _lazy(commands())
        self.commands = {**every, **self.commands}
        return list(every)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - as above
        """A command by its name."""
        if cmd_name not in self.commands:
            self.list_commands(ctx)
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - as above
        """A command and its arguments; where a file stands in the place of a command, the one that fits its columns."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            from mercalli.cli.guess import call_of

            args = call_of(args)
        return super().resolve_command(ctx, args)


def _lazy(of_tasks: Mapping[str, Command]) -> dict[str, Any]:
    return {name: LazyCommand(name, command) for name, command in {**of_tasks, **PLAIN}.items()}


app = typer.Typer(
    name="mercalli",
    help="What do this model's errors do? Accuracy counts errors; Mercalli weighs them and says how sure it is.",
    epilog=(
        "Start with mercalli demo, or with mercalli FILE, which runs the command that fits its columns. "
        "Exit codes: 0 done, 1 a gate was missed or results differ, 2 bad input."
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    cls=Commands,
)


def _version(wanted: bool) -> None:  # noqa: FBT001 - typer's callback
    if wanted:
        from mercalli.cli.doctor import versions

        typer.echo("\n".join(f"{name} {version or 'not installed'}" for name, version in versions().items()))
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Show the versions of Mercalli and of the packages it uses.",
        ),
    ] = False,
) -> None:
    """What do this model's errors do? Accuracy counts errors; Mercalli weighs them and says how sure it is."""


def main() -> None:
    """Run the command; bad input gives one message and exit code 2."""
    _prepare()
    try:
        _run()
    except KeyboardInterrupt:
        fail("mercalli: stopped.")
        sys.exit(INTERRUPTED)


def _run() -> None:
    try:
        app()
    except BaseException as error:  # noqa: BLE001 - every end of the command is told here
        if _is_interrupt(error):
            raise KeyboardInterrupt from None
        _end(error)


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether the user stopped the command; engines and half-loaded libraries put an error of their own around that."""
    seen: set[int] = set()  # errors can be each other's cause
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def _end(error: BaseException) -> NoReturn:
    """The message and the exit code that an error deserves."""
    from mercalli.errors import MercalliError

    if isinstance(error, MercalliError):
        fail(f"mercalli: {as_options(str(error.args[0]))}")
        for line in error.details:
            fail(f"  {line}")
        sys.exit(BAD_INPUT)
    if isinstance(error, OSError):
        fail(f"mercalli: {_unreached(error)}: {error.strerror}.")
        sys.exit(BAD_INPUT)
    if not isinstance(error, Exception):
        raise error
    traceback.print_exception(error)  # whatever nobody thought of must not look like a missed gate
    fail("mercalli: this is a fault of ours. Please report it with the lines above.")
    sys.exit(OUR_FAULT)


def _unreached(error: OSError) -> str:
    """What the system refused, where no room had words for it: a file if it names one, else the stream we write to."""
    if error.filename is None:
        return "the output could not be written"
    return f"{os.fspath(error.filename)!r} could not be read or written"


def _prepare() -> None:
    """A reader that stops early is no failure, an end from outside tidies up, letters that a terminal lacks are codes.

    And no width is not a width. Matrices are small here: threads that wait for each other would cost more than they do.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not os.environ.get("COLUMNS", "").strip("0"):
        os.environ.pop("COLUMNS", None)
    for ending in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, ending) and signal.getsignal(getattr(signal, ending)) is signal.SIG_DFL:
            signal.signal(getattr(signal, ending), signal.default_int_handler)
    watch()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
