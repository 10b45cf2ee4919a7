"""A bar tells how far a long job is, and a short one has none."""

from io import StringIO
from threading import Event

import pytest
from rich.console import Console

from mercalli import compare, evaluate
from mercalli.console.progress import progress_bar

Y = ["fire", "flood"] * 20
PATIENCE_SECONDS = 60


class Screen(StringIO):
    """What is written to a terminal; `lit` once there is anything."""

    def __init__(self):
        super().__init__()
        self.lit = Event()

    def write(self, text):
        if text.strip():
            self.lit.set()
        return super().write(text)


@pytest.fixture
def terminal():
    return Console(file=Screen(), force_terminal=True, force_interactive=True, width=80, _environ={})


def shown(console):
    return console.file.getvalue()


def test_a_short_job_shows_no_bar(terminal):
    with progress_bar(terminal, after=3600) as tell:
        tell("counting", 1, 1)
    assert shown(terminal) == ""


def test_a_long_job_shows_what_it_does_and_how_far_it_is(terminal):
    with progress_bar(terminal, after=0) as tell:
        assert terminal.file.lit.wait(PATIENCE_SECONDS)
        tell("resampling", 300, 1000)
    assert "resampling" in shown(terminal)
    assert "300 of 1,000" in shown(terminal)
    assert shown(terminal).endswith("\x1b[2K")  # the line is empty again


def test_a_bar_shows_codes_and_obeys_none(terminal):
    with progress_bar(terminal, after=0) as tell:
        assert terminal.file.lit.wait(PATIENCE_SECONDS)
        tell("counting \x1b[31m", 0, 1)
    assert "counting \\x1b[31m" in shown(terminal)


def test_nothing_is_shown_where_there_is_no_terminal():
    console = Console(file=StringIO(), _environ={})
    with progress_bar(console, after=0) as tell:
        tell("counting", 0, 1)
    assert shown(console) == ""


def told(job, **given):
    """How far a job said it was, by what it did."""
    heard = {}
    job(truth=Y, progress=lambda what, done, total: heard.setdefault(what, []).append((done, total)), **given)
    return heard


def test_replicates_are_told_as_they_are_drawn():
    heard = told(evaluate, pred=Y[::-1], replicates=200)["resampling"]
    assert (heard[0], heard[-1]) == ((0, 200), (200, 200))


def test_a_comparison_tells_of_replicates_and_of_exchanges():
    heard = told(compare, pred={"one": Y, "two": Y[::-1]}, replicates=200)
    assert [heard[what][-1] for what in ("resampling", "exchanging", "comparing pairs")] == [
        (200, 200),
        (200, 200),
        (1, 1),
    ]
