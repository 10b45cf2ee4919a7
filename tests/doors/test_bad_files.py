"""Every command meets the same bad files: one message, no traceback, exit code 2."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO
from subprocess import CompletedProcess

import geopandas
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import rasterio
import shapely
import xlsxwriter

from mercalli.cli.main import main
from tests.doors.calls import BESIDE, CALLS, OTHER_CALLS, TEXTS, WRITES, resampled
from tests.places import ROOT

LINE = 9
TOO_LONG = "x" * 300


def _ragged(text):
    lines = text.splitlines()
    return "\n".join([*lines[: LINE - 1], f"{lines[LINE - 1]},more", *lines[LINE:]])


def _parquet(text):
    header, *rows = (line.split(",") for line in text.splitlines())
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(dict(zip(header, zip(*rows, strict=True), strict=True))), sink)
    return sink.getvalue().to_pybytes()


def _book(text, *, sheets=1, merged=False):
    """A workbook in which numbers are numbers, as somebody has who types them."""
    made = BytesIO()
    with xlsxwriter.Workbook(made, {"strings_to_numbers": True}) as book:
        for at in range(sheets):
            page = book.add_worksheet(f"Sheet {at}")
            for row, line in enumerate(text.splitlines()):
                page.write_row(row, 0, line.split(","))
            if merged:
                page.merge_range("A3:A4", "")
    return made.getvalue()


def _twice(text):
    header, rest = text.split("\n", 1)
    return f"{header},{header.split(',')[0]}\n" + rest.replace("\n", ",0\n")


READABLE = {
    "good.csv": str.encode,
    "marked.csv": lambda text: text.encode("utf-8-sig"),
    "semicolons.csv": lambda text: text.replace(",", ";").encode(),
    "good.xlsx": _book,
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
    "sheets.xlsx": (lambda text: _book(text, sheets=2), "'sheet 0', 'sheet 1'"),
    "merged.xlsx": (lambda text: _book(text, merged=True), "a3:a4"),
    "cut.xlsx": (lambda text: _book(text)[:-100], "damaged"),
    "brackets.jsonl": (lambda _: b"[" * 9_999 + b"\n", ""),
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
    """A folder with what calls need besides the table: a model, feedback, a watch, a gold file and a run."""
    folder = tmp_path_factory.mktemp("doors")
    for name, text in BESIDE.items():
        (folder / name).write_text(text)
    with chdir(folder):
        assert _run("train", "other.csv", *TEXTS, "--out", "model").returncode == 0
        add = ("feedback", "add", "kept.jsonl", "--model", "model", "--who", "me")
        assert _run(*add, "--text", "a fire", "--label", "fire").returncode == 0
        made = ("monitor", "start", "fresh", "--promise", "accuracy>=0.5", "--classes", "fire,flood,calm")
        assert _run(*made).returncode == 0
        assert _run("monitor", "add", "fresh", "first.csv", "--when", "2024-05-01T12:00:00Z").returncode == 0
    shutil.copytree(folder / "fresh", folder / "watch")
    return folder


@pytest.fixture(scope="module")
def maps(ready):
    """Maps, shapes, a case and an open challenge, for calls that need good ones beside the bad one."""
    cells = np.ones((4, 4))
    np.save(ready / "map.npy", cells)
    place = {"driver": "GTiff", "width": 4, "height": 4, "count": 1, "dtype": "float64", "crs": "EPSG:5070"}
    with rasterio.open(ready / "map.tif", "w", **place, transform=rasterio.Affine(30, 0, 0, 0, -30, 2e6)) as file:
        file.write(cells, 1)
    geopandas.GeoSeries([shapely.box(-120, 38, -119.9, 38.1)], crs="EPSG:4326").to_file(ready / "shape.geojson")
    with chdir(ready):
        assert _run("challenge", "new", "other.csv", "--out", "held").returncode == 0
        assert _run("challenge", "open", "held").returncode == 0
    shutil.copyfile(ready / "held" / "store" / "public" / "r1" / "key.json", ready / "key.json")
    part = "[fires.north.severity]\nobserved = 'map.npy'\nmodel = 'map.npy'\n"
    (ready / "case.toml").write_text(f"name = 'a case'\n{part}")


def no_file(folder, place, ending):
    """The name of what is no file: too long, a link to itself, a folder, or nothing at all."""
    name = f"{place}{ending}"
    if place == "loop" and not (folder / name).is_symlink():
        (folder / name).symlink_to(name)
    if place == "folder":
        (folder / name).mkdir(exist_ok=True)
    if place == "absent":
        (folder / name).unlink(missing_ok=True)
    return name


@pytest.fixture
def run(ready):
    """Runs a good call of a command on a file with some content."""

    def call(command, name, content=None, of=lambda arguments: arguments):
        if content is not None:
            (ready / name).write_bytes(content)
        for made in ("made.csv", "new.jsonl"):
            (ready / made).unlink(missing_ok=True)
        for made in ("made", "watch"):
            shutil.rmtree(ready / made, ignore_errors=True)
        shutil.copytree(ready / "fresh", ready / "watch")
        with chdir(ready):
            return _run(*(each.format(file=name) for each in of(CALLS[command].arguments)))

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


@pytest.mark.parametrize(
    "command", [name for name, call in CALLS.items() if resampled(call.arguments) != call.arguments]
)
def test_a_readable_file_is_read_with_replicates_too(command, run):
    # Calls of `parity` with replicates, and no metric named, ended in a traceback: other tests named one.
    done = run(command, "plain.csv", CALLS[command].table.encode(), resampled)
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
@pytest.mark.parametrize("place", [TOO_LONG, "loop"])
def test_a_place_that_leads_to_no_file_is_told_by_every_command(command, place, run, ready):
    refused(run(command, no_file(ready, place, ".csv")), place)


@pytest.mark.usefixtures("maps")
@pytest.mark.parametrize("command", OTHER_CALLS)
@pytest.mark.parametrize("place", [TOO_LONG, "loop", "folder", "absent"])
def test_no_map_model_setting_or_result_is_told_by_every_command(command, place, ready):
    arguments, ending = OTHER_CALLS[command]
    name = no_file(ready, place, ending)
    with chdir(ready):
        done = _run(*(each.format(file=name) for each in arguments))
    if place == "absent" and command in WRITES:
        assert done.returncode == 0, done.stderr
    else:
        refused(done, place)


@pytest.fixture(scope="module")
def denied(ready):
    """What every command says of a file that it may not read, from a process that gave up the rights of root."""
    command = [sys.executable, "-m", "tests.doors.unprivileged", str(ready)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {name: CompletedProcess(name, *ended) for name, ended in json.loads(done.stdout).items()}


@pytest.mark.parametrize("command", CALLS)
def test_a_file_that_may_not_be_read_is_told_by_every_command(command, denied):
    refused(denied[command], "closed.csv")
