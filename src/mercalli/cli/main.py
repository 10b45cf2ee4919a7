"""The command `mercalli`: its commands, its version, and what happens when something is refused."""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from typing import Annotated, NoReturn

import typer

from mercalli.cli.lazy import LazyGroup
from mercalli.console.streams import as_options, fail
from mercalli.io.interrupts import watch
from mercalli.registry import Command, commands, own_commands
from mercalli.version import __version__

BAD_INPUT, OUR_FAULT, INTERRUPTED = 2, 70, 130
# Commands that belong to no task.
PLAIN = {
    "report": Command(
        "mercalli.cli.report:report",
        "Write a report again from its sealed result alone: the same files, to the byte.",
    ),
    "view": Command(
        "mercalli.cli.view:view",
        "Open the page of a report in the default browser.",
    ),
    "metrics": Command(
        "mercalli.cli.metrics.command:metrics",
        "List the metrics, or explain one: meaning, formula, bands, when it misleads, a worked example.",
    ),
    "demo": Command(
        "mercalli.cli.demo:demo",
        "Evaluate four real systems on four real disasters, offline, in seconds.",
    ),
    "profile": Command(
        "mercalli.cli.profile:app",
        "Print, check and start profiles.",
    ),
    "doctor": Command(
        "mercalli.cli.doctor:doctor",
        "Check what is installed and what each optional part is for.",
    ),
}


class Commands(LazyGroup):
    """All commands, in the order of the help: those of the tasks, then the plain ones."""

    def own(self) -> dict[str, Command]:
        """The commands of this package."""
        return {**own_commands(), **PLAIN}

    def others(self) -> dict[str, Command]:
        """Those of other packages too."""
        return {**commands(), **PLAIN}


app = typer.Typer(
    name="mercalli",
    help="What do this model's errors do? Accuracy counts errors; Mercalli weighs them and says how sure it is.",
    epilog="Start with: mercalli demo. Exit codes: 0 done, 1 a gate was missed, 2 bad input.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    cls=Commands,
)


def _version(wanted: bool) -> None:  # noqa: FBT001 - typer's callback
    if wanted:
        from mercalli.cli.doctor import versions

        typer.echo("\n".join(f"{name} {found or 'not installed'}" for name, found in versions().items()))
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Versions of what matters.")
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
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _end(error: BaseException) -> NoReturn:
    """The message and the exit code that an error deserves."""
    from mercalli.errors import MercalliError

    if isinstance(error, MercalliError):
        fail(f"mercalli: {as_options(str(error.args[0]))}")
        for line in error.details:
            fail(f"  {line}")
        sys.exit(BAD_INPUT)
    if isinstance(error, OSError):
        fail(f"mercalli: the answer could not be written: {error.strerror}.")
        sys.exit(BAD_INPUT)
    if not isinstance(error, Exception):
        raise error
    traceback.print_exception(error)  # whatever nobody thought of must not look like a missed gate
    fail("mercalli: this is a fault of ours. Please report it with the lines above.")
    sys.exit(OUR_FAULT)


def _prepare() -> None:
    """A reader that stops early is no failure, an end from outside tidies up, letters that a terminal lacks are codes.

    And no width is not a width.
    """
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


__all__ = ["__version__", "app", "main"]
