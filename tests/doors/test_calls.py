"""No table that a command reads is left out of the calls that meet bad files."""

from __future__ import annotations

import pytest
import typer

from mercalli.cli.main import app
from mercalli.registry import commands
from tests.cli.test_help import commands as inside
from tests.doors.calls import CALLS, NO_FILES, NO_TABLES, OTHER_CALLS

APP = typer.main.get_command(app)
LEAVES = {" ".join(path): command for path, command in inside(APP) if not hasattr(command, "commands")}
FILES = {"FILE", "DATA"}
WRITTEN = {"xlsx"}  # what every command that tells a result writes to in one way


def sources(command):
    """The arguments of a command, and its options that name files."""
    return {
        each.name
        for each in command.params
        if each.name not in WRITTEN
        if each.param_type_name == "argument" or (each.metavar or "").rstrip(".") in FILES
    }


def listed(value):
    return value if isinstance(value, list | tuple) else [value]


def covered(name, command, calls):
    """What the calls of a command put a bad file for."""
    for words in map(list, calls):
        if words[: len(name.split())] == name.split():
            values = command.make_context(name, words[len(name.split()) :], resilient_parsing=True).params
            yield from (key for key, value in values.items() if "{file}" in listed(value))


def test_every_registered_command_is_walked():
    assert commands().keys() <= {name.partition(" ")[0] for name in LEAVES}


@pytest.mark.parametrize("name", LEAVES)
def test_every_file_of_rows_meets_bad_files(name):
    calls = [call.arguments for call in CALLS.values()]
    assert sources(LEAVES[name]) == set(covered(name, LEAVES[name], calls)) | NO_TABLES.get(name, set())


@pytest.mark.parametrize("name", NO_TABLES)
def test_every_other_file_is_looked_for_where_there_is_none(name):
    calls = [arguments for arguments, _ in OTHER_CALLS.values()]
    assert NO_TABLES[name] <= set(covered(name, LEAVES[name], calls)) | NO_FILES.get(name, set())


def test_no_table_is_listed_for_a_command_that_is_gone():
    assert NO_TABLES.keys() <= LEAVES.keys()
