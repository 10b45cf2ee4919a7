"""Options and commands of other programs are answered with what they are called here."""

import pytest
import typer

from mercalli.cli.main import app
from mercalli.console.hints import COMMANDS_ELSEWHERE, ELSEWHERE
from tests.cli.test_help import commands

OURS = {name for _, command in commands(typer.main.get_command(app)) for each in command.params for name in each.opts}

COMMANDS = {part for name, _ in commands(typer.main.get_command(app)) for part in name}


@pytest.mark.parametrize("theirs", COMMANDS_ELSEWHERE)
def test_every_hint_is_about_commands_that_there_are(theirs):
    assert set(COMMANDS_ELSEWHERE[theirs]) <= COMMANDS
    assert theirs not in COMMANDS_ELSEWHERE[theirs]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("cheers", "check"), "No such command 'check'. Here it is called 'validate'."),
        (("fit", "rows.csv"), "No such command 'fit'. Here it is called 'train'."),
        (("profile", "validate"), "Here it is called 'check'."),
        (("evalute",), "Did you mean 'evaluate'?"),
        (("check",), "No such command 'check'."),
    ],
)
def test_an_unknown_command_says_what_is_meant(call, said, mercalli):
    done = mercalli(*call)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("theirs", ELSEWHERE)
def test_every_hint_is_about_options_that_there_are(theirs):
    assert set(ELSEWHERE[theirs]) <= OURS
    assert theirs not in ELSEWHERE[theirs]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("survival", "rows.csv", "--horizon", "3"), "No such option: --horizon. Here it is called --at."),
        (("evaluate", "rows.csv", "--random_state=1"), "--random_state. Here it is called --seed."),
        (("evaluate", "rows.csv", "--target", "truth"), "--target. Here it is called --truth."),
        (("uplift", "rows.csv", "--target", "truth"), "--target. Here it is called --outcome."),
        (("evaluate", "rows.csv", "--group", "lang"), "--group. Here it is called --by."),
        (("wildfire", "field", "a", "b", "--output", "x"), "--output. Here it is called --out."),
        (("doctor", "--output", "x"), "No such option: --output"),
        (
            ("evaluate", "rows.csv", "--profil", "x"),
            "No such option: --profil (Possible options: --probabilities, --profile",
        ),
    ],
)
def test_an_unknown_option_says_what_is_meant(call, said, mercalli):
    done = mercalli(*call)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
