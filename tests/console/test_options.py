"""Options that come together are a record, and stand in the help at its place."""

from __future__ import annotations

from inspect import signature

import pytest
from typer import Typer
from typer.testing import CliRunner

from mercalli.console import calls, options
from mercalli.console.output import Output
from mercalli.errors import FileError, SettingError


def command(told):
    """A command with two records, which says what it was given."""

    @calls.with_records
    def run(
        file: options.Table, *, resampling: options.Resampling, like: options.Like = None, slicing: options.Slicing
    ):
        told.append((file, resampling.settings, like, slicing.settings))

    return run


def test_the_fields_of_a_record_stand_at_its_place():
    expected = ["file", "level", "replicates", "seed", "like", "by", "unit"]
    assert list(signature(command([])).parameters) == expected


def test_a_record_is_made_of_what_was_given_and_of_its_defaults():
    app, told = Typer(), []
    app.command()(command(told))
    assert CliRunner().invoke(app, ["a.csv", "--seed", "3", "--by", "lang,event"]).exit_code == 0
    sampling = {"level": 0.95, "replicates": 1000, "seed": 3}
    assert told == [("a.csv", sampling, None, {"by": ["lang", "event"], "unit": None})]


def test_an_output_that_cannot_be_written_is_refused_when_it_is_made(tmp_path):
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "kept.txt").write_text("mine")
    with pytest.raises(FileError, match="report"):
        Output(str(tmp_path / "report"))
    with pytest.raises(SettingError, match="overwrite"):
        Output(overwrite=True)
