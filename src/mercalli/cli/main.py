"""The command `mercalli`: its commands, its version, and what happens when something is refused."""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from typing import Annotated, NoReturn

import typer

from mercalli import __version__
from mercalli.cli import (
    advise,
    alerts,
    cheers,
    compare,
    demo,
    doctor,
    evaluate,
    feedback,
    metrics,
    multilabel,
    predict,
    profile,
    rank,
    report,
    survival,
    threshold,
    train,
    uplift,
    view,
    wildfire,
)
from mercalli.cli.console import as_options, fail
from mercalli.cli.help import Command, Group
from mercalli.errors import MercalliError

BAD_INPUT, OUR_FAULT, INTERRUPTED = 2, 70, 130

app = typer.Typer(
    name="mercalli",
    help="What do this model's errors do? Accuracy counts errors; Mercalli weighs them and says how sure it is.",
    epilog="Start with: mercalli demo. Exit codes: 0 done, 1 a gate was missed, 2 bad input.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    cls=Group,
)
app.command(cls=Command)(evaluate.evaluate)
app.command(cls=Command)(compare.compare)
app.command(cls=Command)(threshold.threshold)
app.command(cls=Command)(rank.rank)
app.command(cls=Command)(alerts.alerts)
app.command(cls=Command)(uplift.uplift)
app.command(cls=Command)(survival.survival)
app.command(cls=Command)(multilabel.multilabel)
app.command(cls=Command)(train.train)
app.command(cls=Command)(predict.predict)
app.command(cls=Command)(advise.advise)
app.add_typer(feedback.app, name="feedback")
app.add_typer(cheers.app, name="cheers")
app.add_typer(wildfire.app, name="wildfire")
app.command(cls=Command)(report.report)
app.command(cls=Command)(view.view)
app.command(cls=Command)(metrics.metrics)
app.command(cls=Command)(demo.demo)
app.add_typer(profile.app, name="profile")
app.command(cls=Command)(doctor.doctor)


def _version(wanted: bool) -> None:  # noqa: FBT001 - typer's callback
    if wanted:
        typer.echo("\n".join(f"{name} {found or 'not installed'}" for name, found in doctor.versions().items()))
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
        app()
    except BaseException as error:  # noqa: BLE001 - every end of the command is told here
        if not _is_interrupt(error):
            _end(error)
        fail("mercalli: stopped.")
        sys.exit(INTERRUPTED)


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether the user stopped the command; engines and half-loaded libraries put an error of their own around that."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _end(error: BaseException) -> NoReturn:
    """The message and the exit code that an error deserves."""
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
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


__all__ = ["__version__", "app", "main"]
