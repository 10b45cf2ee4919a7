"""Every command and option is documented, and every documented command runs and prints what is shown."""

import os
import re
import shlex
import subprocess

import pytest
import typer

from mercalli.cli.main import app
from tests.cli.test_help import commands
from tests.docs.test_examples import run_blocks
from tests.places import ROOT
from tests.shell.command import surroundings
from tests.shell.screen import plain

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
PAGE = ROOT / "docs" / "cli.md"
SHELL = re.compile(r"^```sh\n(?P<command>.*?)^```\n(?:\n```text\n(?P<shown>.*?)^```)?", re.MULTILINE | re.DOTALL)
TRANSCRIPT = re.compile(
    r"^```console\n\$ (?P<command>(?:[^\n]*\\\n)*[^\n]*\n)(?P<shown>.*?)^```", re.MULTILINE | re.DOTALL
)
CALLS = list(commands(typer.main.get_command(app)))
OPTIONS = [
    pytest.param(path, option, id=" ".join((*path, option)))
    for path, command in CALLS
    for parameter in command.params
    for option in parameter.opts
    if option.startswith("--")
]
WRITING = re.compile(r"""^with open\("[\w.]+", "w\"""", re.MULTILINE)  # Python blocks that make a file for the shell
WIDTH = "100"
LONGEST_SECONDS = 600
FOR_A_SHELL = re.compile(r"[|&;<>()$`*?#~{}\[\]!]")


def named(pages, pattern):
    """Pages that hold what a pattern finds, to run."""
    return [
        pytest.param(page, id=page.relative_to(ROOT).as_posix())
        for page in pages
        if pattern.search(page.read_text(encoding="utf-8"))
    ]


def section(path):
    """The part of the page under a command's heading."""
    title = re.escape(" ".join(("mercalli", *path)))
    found = re.search(rf"^## `{title}`$(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


@pytest.fixture
def ran(copies):
    """What a shell prints, both kinds of output, as on a screen; plain calls of ours need no shell."""

    def run(command, folder):
        surrounded, lines = surroundings(COLUMNS=WIDTH), command.replace("\\\n", " ").strip().split("\n")
        if all(line.startswith("mercalli ") and not FOR_A_SHELL.search(line) for line in lines):
            calls = [shlex.split(line)[1:] for line in lines]
            done = [copies(call, folder, surrounded, LONGEST_SECONDS, together=True) for call in calls]
            said = "".join(each.stdout for each in done)
            return subprocess.CompletedProcess(command, max(each.returncode for each in done), said)
        return subprocess.run(
            ["sh", "-ec", command],
            cwd=folder,
            env=surrounded,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            timeout=LONGEST_SECONDS,
        )

    return run


@pytest.mark.parametrize("path", [path for path, _ in CALLS], ids=lambda path: " ".join(path) or "mercalli")
def test_every_command_has_its_section(path):
    assert section(path)


@pytest.mark.parametrize(("path", "option"), OPTIONS)
def test_every_option_stands_in_the_section_of_its_command(path, option):
    assert re.search(rf"^\| `{option}\b", section(path), re.MULTILINE)


def test_no_option_is_documented_that_does_not_exist():
    for path, command in CALLS:
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        assert set(re.findall(r"^\| `(--[a-z-]+)", section(path), re.MULTILINE)) <= known


def told(page, pattern, folder, ran):
    """Every block of a page as it stands there, and with what its command prints now."""
    for block in pattern.finditer(page.read_text(encoding="utf-8")):
        done = ran(block["command"], folder)
        assert done.returncode == 0, f"{block['command']}{done.stdout}"
        shown = block.groupdict()["shown"]
        yield block[0], block[0] if shown is None else block[0].removesuffix(f"{shown}```") + f"{plain(done.stdout)}```"


def kept(page, blocks):
    """Whether a page shows what is printed; UPDATE_SNAPSHOTS=1 makes it so."""
    changed = [(before, after) for before, after in blocks if before != after]
    if changed and os.environ.get("UPDATE_SNAPSHOTS") == "1":
        text = page.read_text(encoding="utf-8")
        for before, after in changed:
            text = text.replace(before, after)
        page.write_text(text, encoding="utf-8")
        return True
    assert [before for before, _ in changed] == [after for _, after in changed]
    return True


@pytest.mark.parametrize("page", named(PAGES, SHELL))
def test_shell_blocks_run_and_print_what_is_shown(page, demo, ran, monkeypatch):
    if WRITING.search(page.read_text(encoding="utf-8")):
        monkeypatch.chdir(demo)
        run_blocks(page)
    assert kept(page, told(page, SHELL, demo, ran))


@pytest.mark.parametrize("page", named(PAGES, TRANSCRIPT))
def test_transcripts_on_real_data_are_what_is_printed(page, shared, tmp_path, ran, monkeypatch):
    for file in shared.glob("*/*"):
        (tmp_path / file.name).unlink(missing_ok=True)
        (tmp_path / file.name).symlink_to(file)
    if WRITING.search(page.read_text(encoding="utf-8")):
        monkeypatch.chdir(tmp_path)
        run_blocks(page)
    assert kept(page, told(page, TRANSCRIPT, tmp_path, ran))


def test_no_line_of_the_pages_is_too_long():
    pages = [PAGE, ROOT / "docs" / "tour.md"]
    long = [line for page in pages for line in page.read_text(encoding="utf-8").splitlines() if len(line) > 120]
    assert long == []
