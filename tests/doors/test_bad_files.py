"""Every command that reads a table meets the same bad files: one message, no traceback, exit code 2."""

from __future__ import annotations

import os
import random
import signal
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from subprocess import CompletedProcess

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mercalli.cli.main import main
from tests.doors.calls import CALLS, GOLD, ITEMS, RUN, TEXTS

LINE = 9


def _ragged(text):
    lines = text.splitlines()
    return "\n".join([*lines[: LINE - 1], f"{lines[LINE - 1]},more", *lines[LINE:]])


def _parquet(text):
    header, *rows = (line.split(",") for line in text.splitlines())
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(dict(zip(header, zip(*rows, strict=True), strict=True))), sink)
    return sink.getvalue().to_pybytes()


def _twice(text):
    header, rest = text.split("\n", 1)
    return f"{header},{header.split(',')[0]}\n" + rest.replace("\n", ",0\n")


READABLE = {
    "good.csv": str.encode,
    "marked.csv": lambda text: text.encode("utf-8-sig"),
    "semicolons.csv": lambda text: text.replace(",", ";").encode(),
}
BAD = {
    "ragged.csv": (lambda text: _ragged(text).encode(), f"line {LINE}"),
    "latin.csv": (lambda text: text.replace("\n", "é\n").encode("latin-1"), "utf-8"),
    "wide.csv": (lambda text: text.encode("utf-16"), "utf-16"),
    "zeros.csv": (lambda text: text.replace("0", "\0").encode(), ""),
    "empty.csv": (lambda _: b"", ""),
    "header.csv": (lambda text: text.splitlines()[0].encode(), ""),
    "twice.csv": (lambda text: _twice(text).encode(), "columns"),
    "cut.parquet": (lambda text: _parquet(text)[:-100], ""),
    "noise.csv": (lambda _: random.Random(1).randbytes(4096), ""),  # noqa: S311 - no secret
}


def _run(*arguments):
    """The command in this process."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["mercalli", *arguments])
        patch.setenv("COLUMNS", "200")
        with pytest.raises(SystemExit) as ended:
            main()
    return CompletedProcess(arguments, ended.value.code or 0, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module", autouse=True)
def signals():
    """What the command does about signals is for a process of its own."""
    kept = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)}
    yield
    for each, handler in kept.items():
        signal.signal(each, handler)


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    """A folder with what calls need besides the table: a model, feedback, a gold file and a run."""
    folder = tmp_path_factory.mktemp("doors")
    for name, text in {"other.csv": ITEMS, "gold.csv": GOLD, "run.csv": RUN}.items():
        (folder / name).write_text(text)
    with chdir(folder):
        assert _run("train", "other.csv", *TEXTS, "--out", "model").returncode == 0
        add = ("feedback", "add", "kept.jsonl", "--model", "model", "--who", "me")
        assert _run(*add, "--text", "a fire", "--label", "fire").returncode == 0
    return folder


@pytest.fixture
def run(ready):
    """Runs a good call of a command on a file with some content."""

    def call(command, name, content=None):
        if content is not None:
            (ready / name).write_bytes(content)
        for made in ("made.csv", "new.jsonl"):
            (ready / made).unlink(missing_ok=True)
        with chdir(ready):
            return _run(*(each.format(file=name) for each in CALLS[command].arguments))

    return call


def refused(done, name):
    """What is said of a file that is bad: one message, which may have lines of detail, and no traceback."""
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert [line for line in done.stderr.splitlines() if not line.startswith("  ")] == done.stderr.splitlines()[:1]
    assert done.stderr.startswith("mercalli: ")
    assert name in done.stderr
    return done.stderr


@pytest.mark.parametrize("command", CALLS)
@pytest.mark.parametrize("name", READABLE)
def test_a_readable_file_is_read_by_every_command(command, name, run):
    done = run(command, name, READABLE[name](CALLS[command].table))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", CALLS)
@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_in_one_message_by_every_command(command, name, run):
    bad, said = BAD[name]
    assert said in refused(run(command, name, bad(CALLS[command].table)), name).casefold()


@pytest.mark.parametrize("command", CALLS)
def test_a_column_that_is_not_there_is_told_by_every_command(command, run):
    call = CALLS[command]
    message = refused(
        run(command, "lacking.csv", call.table.replace(call.needs, "elsewhere", 1).encode()), "lacking.csv"
    )
    assert call.needs in message
    assert "elsewhere" in message


@pytest.mark.parametrize("command", CALLS)
def test_a_folder_is_not_taken_for_a_file_by_any_command(command, run, ready):
    (ready / "folder.csv").mkdir(exist_ok=True)
    refused(run(command, "folder.csv"), "folder.csv")


@pytest.mark.parametrize("command", CALLS)
def test_a_file_that_may_not_be_read_is_told_by_every_command(command, run, ready):
    (ready / "closed.csv").write_text(CALLS[command].table)
    (ready / "closed.csv").chmod(0)
    if os.access(ready / "closed.csv", os.R_OK):
        pytest.skip("whoever runs the tests may read every file")
    refused(run(command, "closed.csv"), "closed.csv")
