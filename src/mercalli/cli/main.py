"""The command `mercalli`: its commands, its version, and what happens when something is refused."""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from typing import Annotated, ClassVar, NoReturn

import typer

from mercalli import __version__
from mercalli.cli.lazy import LazyGroup
from mercalli.console.streams import as_options, fail
from mercalli.io.interrupts import watch

BAD_INPUT, OUR_FAULT, INTERRUPTED = 2, 70, 130


class Commands(LazyGroup):
    """All commands, in the order of the help; each line is the first one of the command's own help."""

    lines: ClassVar = {
        "evaluate": "Evaluate predictions: values with intervals, harm, weakest spots, warnings.",
        "compare": "Compare systems: which is better on what, by how much, and could it be luck.",
        "threshold": "Choose a threshold: how well scores rank, from which one on to act, and what that is worth.",
        "rank": "See what the first K hold: precision, recall, hit rate and lift of the highest scores.",
        "alerts": "Judge a stream of alerts: do urgent items come first, and what are the alerts worth.",
        "uplift": "Find who gains from a treatment: uplift of the highest scores, AUUC, Qini, curves.",
        "survival": "Find whether those said to be hit first were: concordance, AUC, Brier scores over time.",
        "multilabel": "Evaluate label sets: over items, label by label, and by slice.",
        "cheers": "CHEERS: check and score runs, make baselines and data.",
        "wildfire": "Hold models of a fire against what was observed: severity, structures, perimeters.",
        "train": "Train a classifier on labelled texts and test it on others.",
        "predict": "Label texts by a classifier: id, truth if known, pred, and the probability of each label.",
        "advise": "Say what to do next: findings with their numbers, examples and an action, the most pressing first.",
        "feedback": "Record corrected labels, and see what they say of a model.",
        "report": "Write a report again from its sealed result alone: the same files, to the byte.",
        "view": "Open the page of a report in the default browser.",
        "metrics": "List the metrics, or explain one: meaning, formula, bands, when it misleads, a worked example.",
        "demo": "Evaluate four real systems on four real disasters, offline, in seconds.",
        "profile": "Print, check and start profiles.",
        "doctor": "Check what is installed and what each optional part is for.",
    }


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
