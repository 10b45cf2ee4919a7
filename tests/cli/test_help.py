"""Every command explains itself."""

import json
from importlib.metadata import requires

import pytest
import typer
from packaging.requirements import Requirement

from mercalli.cli.main import app
from tests.shell.screen import plain


def commands(command, path=()):
    """Every command with the words that call it."""
    command = getattr(command, "loaded", command)
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


APP = typer.main.get_command(app)
PATHS = [path for path, _ in commands(APP)]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: "_".join(path) or "mercalli")
def test_help_says_what_a_command_does(path, mercalli, snapshot):
    done = mercalli(*path, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == snapshot("help " + " ".join(path or ("mercalli",)), plain(done.stdout))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: "_".join(path) or "mercalli")
def test_help_names_values_in_words_and_cuts_nothing(path, mercalli):
    shown = mercalli(*path, "--help").stdout
    assert not [odd for odd in ("<str>", "<list", "<bool>", "{", "…") if odd in shown]


@pytest.mark.parametrize("name", APP.commands)
def test_the_line_of_a_command_is_the_first_of_its_own_help(name):
    command = APP.commands[name]
    assert command.help == " ".join(command.loaded.help.partition("\n\n")[0].split())


def test_help_uses_the_width_there_is(mercalli, snapshot):
    done = mercalli("-h", width=120)
    assert plain(done.stdout) == snapshot("help mercalli 120", plain(done.stdout))


def test_no_command_shows_the_help(mercalli):
    done = mercalli()
    assert done.returncode == 2
    assert plain(done.stdout + done.stderr).strip() == plain(mercalli("--help").stdout).strip()


def test_versions_name_what_numbers_depend_on(mercalli):
    done = mercalli("--version")
    assert done.returncode == 0
    named = [line.split()[0] for line in done.stdout.splitlines()]
    assert {"mercalli", "python", "numpy", "duckdb", "narwhals"} <= set(named)


def test_doctor_says_what_is_there(mercalli):
    done = mercalli("doctor")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(line.startswith(("ok ", "- ")) for line in done.stdout.splitlines())
    assert {"numpy", "pyspark", "java"} <= set(done.stdout.split())


def test_doctor_says_it_to_programs_too(mercalli):
    found = json.loads(mercalli("doctor", "--json").stdout)
    needed = {Requirement(line).name for line in requires("mercalli") if "extra ==" not in line}
    assert {"jinja2", "matplotlib"} <= needed
    assert found["needed"].keys() == needed - {"matplotlib"} | {"mercalli", "python"}
    assert found["optional"]["matplotlib"]
    assert {"needed", "optional", "java"} == found.keys()


def test_completion_is_printed_for_a_shell(mercalli):
    done = mercalli("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert done.returncode == 0
    assert "_MERCALLI_COMPLETE" in done.stdout


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("mercalli evaluate --pr", {"--pred", "--probabilities", "--profile"}),
        ("mercalli evaluate --method ", {"auto", "percentile", "bca"}),
        ("mercalli profile ", {"show", "check", "new"}),
    ],
)
def test_completion_offers_what_may_follow(typed, offered, mercalli):
    at = len(typed.split()) - (not typed.endswith(" "))
    done = mercalli(_MERCALLI_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(at))
    assert set(done.stdout.split()) == offered
